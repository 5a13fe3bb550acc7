"""Answers that fit, whatever is in them."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdchunk.mcp.paging import (
    ENVELOPE,
    compact,
    fingerprint,
    from_cursor,
    page,
    page_end,
    shorten,
    size,
    to_cursor,
)
from mdchunk.model import MdchunkError

BUDGET = ENVELOPE + 500


def show(item: str) -> dict[str, Any]:
    return {"text": item}


def read_all(items: list[str]) -> list[list[dict[str, Any]]]:
    pages = []
    cursor: str | None = None
    while True:
        shown, cursor = page(items, show, cursor, "marked", BUDGET)
        pages.append(shown)
        if cursor is None:
            return pages


@given(st.lists(st.text(max_size=300)))
def test_pages_hold_everything_once_and_in_order_and_fit(items: list[str]) -> None:
    pages = read_all(items)
    assert [record["text"] for shown in pages for record in shown if not record.get("cut")] == [
        item for item in items if size(show(item)) + 1 <= 500
    ]
    assert sum(map(len, pages)) == len(items)
    assert all(size(shown) <= 501 for shown in pages)


def test_a_page_is_filled() -> None:
    assert [len(shown) for shown in read_all(["x" * 40] * 20)] == [9, 9, 2]


@pytest.mark.parametrize("text", ["x", "é", "本", "😀", "\n", "\x01"])
def test_an_item_that_is_too_large_comes_alone_and_cut(text: str) -> None:
    first, middle, last = read_all(["small", text * 3000, "small"])
    assert first == last == [{"text": "small"}]
    assert middle[0]["cut"] is True
    assert middle[0]["text"].endswith("…")
    assert size(middle) <= 501


@given(
    st.recursive(st.text() | st.integers(), lambda inner: st.lists(inner, max_size=4)), st.integers(300, 400)
)
def test_shortened_values_fit(value: Any, room: int) -> None:
    short = shorten(value, room)
    assert size(short) <= room or size(shorten(value, 0)) > room
    assert size(value) > room or short == value


def test_shortening_takes_from_the_longest() -> None:
    assert shorten({"a": "short", "b": ["x" * 400]}, 100) == {"a": "short", "b": ["x" * 49 + "…"]}


@given(st.text(alphabet="ab\n\r本😀\x01", max_size=2000))
def test_pieces_make_up_the_text_and_fit(text: str) -> None:
    start = 0
    pieces = []
    while start < len(text):
        end = page_end(text, start, BUDGET)
        assert end > start
        pieces.append(text[start:end])
        start = end
    assert "".join(pieces) == text
    assert all(size(part) <= 500 for part in pieces)


def test_a_piece_ends_after_a_line_where_it_can() -> None:
    text = "x" * 300 + "\n" + "y" * 300
    assert page_end(text, 0, BUDGET) == 301
    assert page_end("x" * 600, 0, BUDGET) == 498
    assert page_end("x\n" + "y" * 600, 0, BUDGET) == 497


@given(st.integers(0, 10**9), st.text())
def test_a_cursor_comes_back(index: int, text: str) -> None:
    assert from_cursor(to_cursor(index, fingerprint(text)), fingerprint(text)) == index


def test_no_cursor_is_the_beginning() -> None:
    assert from_cursor(None, "m") == from_cursor("", "m") == 0


def test_a_cursor_of_another_text_is_told() -> None:
    with pytest.raises(
        MdchunkError, match="have changed since the previous page; start again without cursor"
    ):
        from_cursor(to_cursor(3, fingerprint("old", 5)), fingerprint("new", 5))


@pytest.mark.parametrize(
    "cursor",
    [
        "3",
        "!!!",
        "e",
        "é",
        "\ud800",
        base64.b64encode(b"x.marked").decode(),
        base64.b64encode(b"\xff").decode(),
    ],
)
def test_what_is_no_cursor_is_told(cursor: str) -> None:
    with pytest.raises(
        MdchunkError, match="invalid cursor: pass next_cursor from the previous page, or omit it"
    ):
        from_cursor(cursor, "marked")


def test_a_cursor_does_not_lead_before_the_beginning() -> None:
    with pytest.raises(MdchunkError, match="start again"):
        from_cursor(to_cursor(-1, "marked"), "marked")


def test_a_mark_tells_where_one_part_ends() -> None:
    assert fingerprint("a", "bc") != fingerprint("ab", "c")
    assert fingerprint("a") == fingerprint("a") != fingerprint("b")


def test_compact_json_keeps_other_scripts() -> None:
    assert compact({"a": ["本", 1]}) == '{"a":["本",1]}'
