"""The page of a document holds exactly the source, the chunks and their contents."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given

from mdchunk import chunk_document
from mdchunk.model import Options
from mdchunk.records import to_line
from mdchunk.view.document_page import document_page
from mdchunk.view.look import look
from mdchunk.view.rendered import LARGEST
from tests.support.strategies import any_document
from tests.view.reading import read_page

ROOT = Path(__file__).parents[2]
FIXTURES = sorted(
    path for folder in ("docs", "fixtures/spec", "fixtures/anchors") for path in (ROOT / folder).rglob("*.md")
)
SETTINGS = (
    Options(),
    Options(max_chars=200, overlap=60, prefix_path="all"),
    Options(max_tokens=60, tokenizer="bytes", min_size=30, compact_tables=True, link_targets="drop"),
)
TEXTS = {
    "crlf": "# A\r\n\r\nOne.\r\nTwo.\r\n\r\n## B\r\n\r\n- x\r\n- y\r\n",
    "lone cr": "# A\r\rOne.\rTwo.\r\r## B\r\rThree.\r",
    "tabs": "# A\n\n\tcode\n\t\tmore\n\n- a\n\n\t- b\n",
    "emoji": "# 👩‍👩‍👧 A\n\n👍🏽 one 🇩🇪 two.\n\n𝒳 three\n",
    "right to left": "# مرحبا\n\nשלום \u202eabc\u202c עולם.\n\n## B\n\nنص (a) 12.\n",
    "bom": "\ufeff# A\n\nText.\n",
    "markup": "# <b>A</b> & \"C\" 'd'\n\n<script>alert(1)</script>\n\n</div></article>\n\n`&amp;`\n",
    "nothing": "",
    "blank": " \n\n\t\n",
    "comments": "# A\n\nOne <!-- x --> two.\n\n<!-- alone -->\n\n> q\n> <!-- y -->\n\n## B\n\nEnd.\n<!-- last -->\n",
    "data uri": f"# A\n\n![x](data:image/png;base64,{'A' * 900}) and text.\n",
    "line separators": "# A\n\none\u2028two\u0085three\x0bfour\x0cfive\n",
}


def assert_exact(text: str, options: Options) -> None:
    view = look(text, "a.md", options)
    chunks = chunk_document(text, options, source="a.md").chunks
    assert "".join(text[stretch.start : stretch.end] for stretch in view.stretches) == text
    page = read_page(document_page(view)).one("main")
    shown = page.all("article", "chunk")
    assert [each.attributes["id"] for each in shown] == [chunk.id for chunk in chunks]
    assert [each.one("div", "text").text for each in shown] == [chunk.text for chunk in chunks]
    details = page.all("aside", "detail")
    assert [each.one("div", "content").text for each in details] == [chunk.content for chunk in chunks]
    source = "".join(each.text for each in page.all("div") if each.classes & {"text", "blank"})
    assert source == text
    # each line has its place, once
    count = len(re.findall(r"\r\n|\r|\n", text.removeprefix("\ufeff"))) + (not text.endswith(("\n", "\r")))
    lines = [link.attributes["id"] for link in page.all("a") if "data-n" in link.attributes]
    assert lines == [f"L{number + 1}" for number in range(count if text else 0)]


@pytest.mark.parametrize("options", SETTINGS, ids=["defaults", "small", "tokens"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_the_page_reads_back_as_the_chunks(text: str, options: Options) -> None:
    assert_exact(text, options)


@pytest.mark.parametrize("options", SETTINGS, ids=["defaults", "small", "tokens"])
@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
def test_the_pages_of_documents_read_back(path: Path, options: Options) -> None:
    assert_exact(path.read_bytes().decode(), options)


@given(any_document())
def test_any_page_reads_back(text: str) -> None:
    assert_exact(text.replace("\0", ""), Options(max_chars=80, overlap=20))


def test_nothing_that_the_settings_drop_is_unknown() -> None:
    """What a content is made of is found again, whatever was added."""
    for text in (*TEXTS.values(), *(path.read_bytes().decode() for path in FIXTURES)):
        for options in SETTINGS:
            view = look(text, "a.md", options)
            unknown = [p for chunk in view.chunks for p in chunk.passages if p.role == "unknown"]
            assert not unknown
            assert not [text[s.start : s.end] for s in view.stretches if s.role == "uncovered"]


def test_a_page_is_at_most_three_times_what_it_shows() -> None:
    """Of documents and chunks together, beside what every page has; chunks here have up to 200 characters or more."""
    own = len(document_page(look("x", "a.md", Options())).encode())
    assert own < 35_000
    for path in FIXTURES:
        text = path.read_bytes().decode()
        for options in SETTINGS[:2]:
            view = look(text, "a.md", options)
            chunks = chunk_document(text, options, source="a.md").chunks
            size = len(text.encode()) + sum(len(to_line(chunk).encode()) for chunk in chunks)
            assert len(document_page(view).encode()) <= 3 * size + own, path


def test_a_long_document_is_not_rendered() -> None:
    text = "# A\n\n" + "Words of a long document. " * (LARGEST // 26 + 1)
    page = read_page(document_page(look(text, "a.md", Options())))
    assert not page.all("div", "rendered")
    assert "disabled" in page.all("input")[1].attributes
    assert read_page(document_page(look(text[:1000], "a.md", Options()))).all("div", "rendered")


def test_values_are_json() -> None:
    """Also for a program that draws a page of its own."""
    view = look(TEXTS["comments"], "a.md", SETTINGS[1])
    again = json.loads(json.dumps(view.to_dict()))
    assert again["chunks"][0]["id"] == view.chunks[0].id
    assert "".join(part["text"] for part in again["chunks"][-1]["passages"]) == view.chunks[-1].content
    assert [each["role"] for each in again["stretches"]] == [each.role for each in view.stretches]
