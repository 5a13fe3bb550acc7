"""Multiline tables of pandoc."""

from __future__ import annotations

import pytest

from mdchunk.syntax.text_tables import multiline_table_plugin
from tests.support.shape import parser, shape

MD = parser(multiline_table_plugin)
TABLE = "-------\n a   b\n--- ---\n c   d\n\n e   f\n-------"


def test_a_table_is_one_block() -> None:
    assert shape(MD, f"{TABLE}\n\nx") == ["directive_leaf table 1-7", "paragraph 9-9"]


@pytest.mark.parametrize("text", ["---\n\na", "---\na\n---", "-------\n a   b\n--- ---\n c   d\n\n e   f"])
def test_other_dashes_are_not(text: str) -> None:
    assert shape(MD, text)[0] == "hr 1-1"


def test_a_table_stays_in_its_container() -> None:
    assert not [line for line in shape(MD, "> " + TABLE) if "table" in line]


def test_hostile_rules_are_bounded() -> None:
    assert shape(MD, "---\na\n- -\n\n" * 2000)
