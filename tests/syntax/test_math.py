"""Mathematics in blocks."""

from __future__ import annotations

import pytest

from mdchunk.syntax.math import environment_plugin, labelled_math_plugin
from tests.support.shape import parser, shape

MD = parser(labelled_math_plugin, environment_plugin)


@pytest.mark.parametrize(
    "text", ["$$\na\n$$", "$$a$$", "  $$ a\nb $$", "$$\n$$", "$$\na$$", "$$\n# a\n- b\n$$", "$$ a $$  "]
)
def test_double_dollars_are_math(text: str) -> None:
    lines = text.count("\n") + 1
    assert shape(MD, f"{text}\n# b") == [f"math_block 1-{lines}", f"heading {lines + 1}-{lines + 1}"]


@pytest.mark.parametrize("text", ["$$a$$ b", "$a$", "$$ a", "$$$a b", "a\n$$\nb\n$$", "- $$\n$$ a"])
def test_other_dollars_are_text(text: str) -> None:
    assert not [block for block in shape(MD, text) if "math" in block]


def test_blank_lines_may_stand_inside_and_a_label_behind() -> None:
    assert shape(MD, "$$\na\n\nb\n$$ (c)") == ["math_block 1-5"]
    assert shape(MD, "$$ a $$ (c)") == ["math_block 1-1"]


def test_an_environment_ends_with_its_last_line() -> None:
    text = "a\n\\begin{align*}\nb\n\n# c\n\\end{align*}\nd"
    assert shape(MD, text) == ["paragraph 1-1", "math_block 2-6", "paragraph 7-7"]
    assert MD.parse(text, {})[3].markup == "align*"
    assert shape(MD, "\\begin{equation}a\\end{equation}") == ["math_block 1-1"]


@pytest.mark.parametrize("text", ["\\begin{align}\na\n\\end{align*}", "\\begin{document}\n\\end{document}"])
def test_other_environments_are_text(text: str) -> None:
    lines = text.count("\n") + 1
    assert shape(MD, text) == [f"paragraph 1-{lines}"]


def test_math_stays_in_its_list_item() -> None:
    assert shape(MD, "- $$\n  a\n  $$\n\nb")[2:] == ["    math_block 1-3", "paragraph 5-5"]


def test_what_is_not_closed_is_looked_for_once() -> None:
    assert len(shape(MD, "$$ a\n\n" * 1000)) == 1000
    assert len(shape(MD, "\\begin{align}\n\n" * 1000)) == 1000
    # a search in a container says nothing about the lines behind it
    assert shape(MD, "> $$ a\n\n$$\nb\n$$")[-1] == "math_block 3-5"
    assert shape(MD, "> $$ a\n> \n> $$ b\n\n$$ c\n\n$$")[-1] == "math_block 5-7"
