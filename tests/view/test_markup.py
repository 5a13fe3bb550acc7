"""Text as HTML."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdchunk.view.markup import attribute, bar, escape, escape_text
from tests.view.reading import read_page

SHOWN = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


@given(SHOWN)
def test_text_reads_back(text: str) -> None:
    assert read_page(f"<p>{escape_text(text)}</p>").one("p").text == text
    page = read_page(f'<p title="{escape(text)}">{escape(text)}</p>').one("p")
    assert (page.text, page.attributes["title"]) == (text, text)


def test_what_html_cannot_hold_is_shown() -> None:
    assert escape_text("a\0b\ud800c") == "a␀b\ufffdc"
    assert attribute("a\u202eb\u2066c") == "abc"


@pytest.mark.parametrize(
    ("size", "limit", "classes"),
    [(0, 100, "bar w1"), (50, 100, "bar w50"), (100, 100, "bar w100"), (101, 100, "bar w100 over")],
)
def test_bars(size: int, limit: int, classes: str) -> None:
    assert bar(size, limit) == f'<i class="{classes}"></i>'
