"""Pages are sealed: whatever one says, the next one begins where its comment stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdchunk import chunk_document
from mdchunk.convert.draft import Draft
from mdchunk.convert.joined import described, joined
from mdchunk.convert.sealing import printable, sealed

OPEN = [
    ("```\ncode", "```\ncode\n```"),
    ("~~~~ x\n```", "~~~~ x\n```\n~~~~"),
    ("```a`b\ntext", "```a`b\ntext"),
    ("- a\n  ```\n  open", "- a\n  ```\n  open"),
    ("<script>\nalert()", "\\<script>\nalert()"),
    ("<!-- open", "\\<!-- open"),
    ("text\n<!-- page 9 -->\nmore", "text\n\\<!-- page 9 -->\nmore"),
    ("> <div>\n> x", "> \\<div>\n> x"),
    ("1. <pre>", "1. \\<pre>"),
    ("<div>\n<div>\n<p>", "\\<div>\n\\<div>\n\\<p>"),
    ('a<b\n<?xml version="1.0"?>', 'a<b\n\\<?xml version="1.0"?>'),
    ("{7}------------------", "\\{7}------------------"),
    ("--- end of page=3 ---", "\\--- end of page=3 ---"),
    ("    <div>", "    <div>"),
    ("```\n<!-- page 3 -->\n```", "```\n<!-- page 3 -->\n```"),
    ("---\na: b\n---", "---\na: b\n---"),
    ("para\n---", "para\n---"),
]


@pytest.mark.parametrize(("page", "expected"), OPEN)
def test_what_a_page_leaves_open_ends_with_it(page: str, expected: str) -> None:
    assert sealed(page) == expected


PAGES = st.lists(
    st.lists(st.sampled_from([line for page, _ in OPEN for line in page.split("\n")] + ["", "word"])).map(
        "\n".join
    ),
    min_size=1,
    max_size=4,
)


@given(PAGES)
def test_every_chunk_is_on_its_page(pages: list[str]) -> None:
    """A word at the end of each page, which no converter would leave out, is found on that page."""
    marked = tuple(f"{page}\n\nEnd of text {number}." for number, page in enumerate(pages, 1))
    text = joined(Draft(marked, has_pages=True), "a.pdf", "0" * 64, "made 1.0")
    document = chunk_document(text, source="a.pdf", max_chars=200)
    for number in range(1, len(pages) + 1):
        word = f"End of text {number}."
        (chunk,) = [chunk for chunk in document.chunks if word in chunk.text]
        assert text[chunk.start_char : chunk.end_char] == chunk.text
        assert chunk.page_start is not None
        assert chunk.page_end is not None
        assert chunk.page_start <= number <= chunk.page_end
    last = document.chunks[-1]
    assert last.page_end == len(pages)


def test_only_what_is_printed_stays() -> None:
    assert printable("a\r\nb\rc\fd\x00\x1b[1m\x85e\tf\ud800\ufffe") == "a\nb\ncd[1me\tf"


def test_front_matter_says_where_a_text_comes_from() -> None:
    draft = Draft(
        ("one", "", "three"), has_pages=True, title="A: b\x07", author="Ö", remarks=("no text on page 2",)
    )
    text = joined(draft, "docs/a.pdf", "ab" * 32, "made 1.0")
    assert text == (
        f"---\nconverted_from: docs/a.pdf\nsha256: {'ab' * 32}\nconverter: made 1.0\ntitle: 'A: b'\nauthor: Ö\n"
        "remarks:\n- no text on page 2\n---\n\n"
        "<!-- page 1 -->\n\none\n\n<!-- page 2 -->\n\n<!-- page 3 -->\n\nthree\n"
    )
    assert described(text)["title"] == "A: b"
    assert (
        described("---\ntitle: of its own\n---\n") == described("# A\n") == described("---\n: [\n---\n") == {}
    )
    assert chunk_document(text, source="docs/a.pdf").title == "A: b"
