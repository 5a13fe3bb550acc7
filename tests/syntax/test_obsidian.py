"""Obsidian's comments."""

from __future__ import annotations

import pytest

from mdchunk.syntax.obsidian import percent_comment_plugin
from tests.support.shape import parser, shape

MD = parser(percent_comment_plugin)


@pytest.mark.parametrize("text", ["%%\n# a\n\nb\n%%", "%% a %%", "%%a\nb%%  ", "%%%%"])
def test_a_comment_holds_lines(text: str) -> None:
    lines = text.count("\n") + 1
    assert shape(MD, f"{text}\nc") == [
        f"comment comment 1-{lines}",
        f"paragraph {lines + 1}-{lines + 1}",
    ]
    assert shape(MD, f"c\n{text}") == ["paragraph 1-1", f"comment comment 2-{lines + 1}"]


@pytest.mark.parametrize("text", ["%% a", "%% a %% b", "a %% b %%", "%", "%%"])
def test_other_percent_signs_are_text(text: str) -> None:
    assert shape(MD, text) == ["paragraph 1-1"]


def test_a_comment_stays_in_its_container() -> None:
    assert shape(MD, "- %%\n  a\n  %%\nb")[2:] == ["    comment comment 1-3", "paragraph 4-4"]
    assert not [block for block in shape(MD, "- %%\na\n%%") if "comment" in block]
    assert not [block for block in shape(MD, "> %%\n\n%%") if "comment" in block]


def test_hostile_comments_are_bounded() -> None:
    assert len(shape(MD, "%% a %% b\n\n" * 2000)) == 2000
