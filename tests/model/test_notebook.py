"""What a notebook shows of a chunk, a document and an outline."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

from mdchunk import chunk_document, outline
from mdchunk.model.notebook import SHOWN


class Shown(HTMLParser):
    """The tags, the attributes and the text of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


EVIL = '<script>alert("x")</script><img src=x onerror=alert(1)>&amp;\'"</pre></td></div>'
HOSTILE = f"# {EVIL}\n\n{EVIL}\n\n```\n{EVIL}\n"


@pytest.mark.parametrize("name", ["a.md", f"{EVIL}.md", ""])
def test_every_text_is_escaped(name: str) -> None:
    document = chunk_document(
        f"---\ntitle: '{EVIL.replace(chr(39), chr(39) * 2)}'\n---\n{HOSTILE}", source=name
    )
    assert document.notices
    found = outline(HOSTILE, source=name)
    values: tuple[Any, ...] = (document, found, *document.chunks)
    for value in values:
        shown = Shown(value._repr_html_())
        assert shown.open == []
        assert shown.tags <= {
            "div",
            "p",
            "b",
            "br",
            "pre",
            "table",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
            "ul",
            "li",
        }
        assert shown.attributes <= {"class", "style"}
    assert document.chunks[0].content in Shown(document.chunks[0]._repr_html_()).text
    assert EVIL in Shown(document._repr_html_()).text


def test_a_chunk_says_where_it_is() -> None:
    document = chunk_document("# A\n\n## B\n\n" + "word " * 60, max_chars=200, source="a.md")
    assert "A › Ba.md, chunk 0, lines 3–5, part 1 of 2," in Shown(document.chunks[0]._repr_html_()).text
    tokens = chunk_document("word\n", max_tokens=50).chunks[0]
    assert f"{tokens.tokens} tokens" in tokens._repr_html_()


def test_a_long_document_is_shown_in_part() -> None:
    count = SHOWN + 3
    document = chunk_document("".join(f"# Heading {i}\n\nText.\n\n" for i in range(count)), source="a.md")
    html = document._repr_html_()
    assert f"{count} chunks" in html
    assert "… and 3 more" in html
    assert f"Heading {SHOWN - 1}" in html
    assert f"Heading {SHOWN}" not in html
    assert chunk_document("")._repr_html_().count("<table>") == 0


def test_an_outline_is_indented() -> None:
    html = outline("# A\n\n## B\n\ntext\n", source="a.md")._repr_html_()
    assert "\N{EM SPACE}\N{EM SPACE}B</td>" in html
    assert ">#b</td>" in html
