"""Field lists."""

from __future__ import annotations

import pytest

from mdchunk.syntax.field_list import field_list_plugin
from tests.support.shape import parser, shape

MD = parser(field_list_plugin)


def test_fields_hold_their_blocks() -> None:
    text = ":author: A\n:abstract: One\n  two\n\n  - three\n\n:key:\n: text\n"
    assert shape(MD, text) == [
        "field_list 1-7",
        "  field 1-1",
        "    paragraph 1-1",
        "  field 2-6",
        "    paragraph 2-3",
        "    bullet_list 5-6",
        "      list_item 5-6",
        "        paragraph 5-5",
        "  field 7-7",
        "paragraph 8-8",
    ]


@pytest.mark.parametrize("text", ["a :b: c", ":a", "::", ": : a", ":a b", "    :a: b"])
def test_other_colons_are_text(text: str) -> None:
    assert not [block for block in shape(MD, text) if "field" in block]


def test_a_field_list_ends_a_paragraph_and_stays_in_its_list_item() -> None:
    assert shape(MD, "a\n:b: c")[:2] == ["paragraph 1-1", "field_list 2-2"]
    assert shape(MD, "- :a:\n    b\n\n  :c: d\n\ne") == [
        "bullet_list 1-5",
        "  list_item 1-5",
        "    field_list 1-5",
        "      field 1-3",
        "        paragraph 2-2",
        "      field 4-5",
        "        paragraph 4-4",
        "paragraph 6-6",
    ]


@pytest.mark.parametrize("text", [":a: b\n", ":a: b\n    c\n", ":a:\n", ":a", ":a:\n\n\n"])
def test_hostile_fields_are_bounded(text: str) -> None:
    assert shape(MD, text * 2000)
