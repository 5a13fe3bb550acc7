"""Containers and admonitions, tool by tool."""

from __future__ import annotations

import pytest

from mdchunk.syntax.containers import colon_plugin, div_plugin, mkdocs_plugin, toc_plugin
from tests.support.shape import parser, shape

COLON = parser(colon_plugin)
DIV = parser(div_plugin)
MKDOCS = parser(mkdocs_plugin, toc_plugin)


def test_a_longer_fence_holds_a_shorter_one() -> None:
    text = "::::tip Title\n:::note\n# a\n:::\nb\n::::\n# c"
    assert shape(COLON, text) == [
        "directive tip 1-6",
        "  directive note 2-4",
        "    heading 3-3",
        "  paragraph 5-5",
        "heading 7-7",
    ]


def test_the_first_fence_that_is_long_enough_closes() -> None:
    assert shape(COLON, ":::tip\n:::note\na\n:::\n# b\n:::") == [
        "directive tip 1-4",
        "  directive note 2-3",
        "    paragraph 3-3",
        "heading 5-5",
        "paragraph 6-6",
    ]


@pytest.mark.parametrize("line", [":::row-end:::", ":::image a.png:::", ":: note", ":::", ":::{.a}", "::: 1"])
def test_other_colons_are_text(line: str) -> None:
    assert shape(COLON, line) == ["paragraph 1-1"]


@pytest.mark.parametrize(
    "line", [":::note", "::: note Title", ":::note[T]", ":::note{.a}", "::: code-group", ":::: note"]
)
def test_containers_have_a_name(line: str) -> None:
    name = "code-group" if "group" in line else "note"
    assert shape(COLON, f"{line}\n```js\n:: x\n```\n::::\n# b") == [
        f"directive {name} 1-5",
        "  fence 2-4",
        "heading 6-6",
    ]


def test_each_closing_fence_of_a_div_closes_the_innermost() -> None:
    text = "::: {.callout-tip #a}\n::::: Warning :::::\na\n:::\n```\n:::\n```\n::::::\n# b"
    assert shape(DIV, text) == [
        "directive callout-tip 1-8",
        "  directive Warning 2-4",
        "    paragraph 3-3",
        "  fence 5-7",
        "heading 9-9",
    ]


@pytest.mark.parametrize("line", ["::: two words", ":::", "::: {}", ":: {.a}"])
def test_a_div_needs_attributes_or_one_word(line: str) -> None:
    assert shape(DIV, line) == ["paragraph 1-1"]


def test_what_is_indented_below_an_admonition_is_inside() -> None:
    text = '!!! note "Keep"\n    Inside.\n\n    ??? tip\n        # b\n    - c\n\n\nd'
    assert shape(MKDOCS, text) == [
        "directive note 1-6",
        "  paragraph 2-2",
        "  directive tip 4-5",
        "    heading 5-5",
        "  bullet_list 6-6",
        "    list_item 6-6",
        "      paragraph 6-6",
        "paragraph 9-9",
    ]
    assert MKDOCS.parse(text, {})[0].meta["unclosed"] is False


@pytest.mark.parametrize(
    "line", ["!!! note", '!!! note inline end ""', "???+ note", '??? "Title"', '=== "Tab"']
)
def test_indented_blocks_interrupt_a_paragraph(line: str) -> None:
    first, second, *rest = shape(MKDOCS, f"a\n{line}\n\n    ## not a section\n\n## Out")
    assert first == "paragraph 1-1"
    assert second.startswith("directive")
    assert second.endswith(" 2-4")
    assert rest == ["  heading 4-4", "heading 6-6"]


@pytest.mark.parametrize("line", ["!!!", "???", "??? why?", "!!! note: a", "===", "=== Tab", "!! note"])
def test_other_marks_are_text(line: str) -> None:
    assert shape(MKDOCS, line) == ["paragraph 1-1"]


def test_blocks_end_at_an_equal_fence_outside_of_code() -> None:
    text = "//// note | Title\n/// tip\n```cs\n////\n```\n///\n////\n# b"
    assert shape(MKDOCS, text) == [
        "directive note 1-7",
        "  directive tip 2-6",
        "    fence 3-5",
        "heading 8-8",
    ]


def test_options_of_a_module_are_no_code() -> None:
    assert shape(MKDOCS, "::: a.b\n    options:\n      c: 1\n\nd") == ["directive a.b 1-3", "paragraph 5-5"]


@pytest.mark.parametrize("line", ["[[_TOC_]]", "[[toc]]", "[[TOC]]", "[TOC]", "  [TOC] "])
def test_a_table_of_contents_is_a_directive(line: str) -> None:
    assert shape(MKDOCS, f"{line}\ntext") == ["directive_leaf toc 1-1", "paragraph 2-2"]
    assert shape(MKDOCS, f"text\n{line}") == ["paragraph 1-2"]
    assert shape(MKDOCS, f"{line} text") == ["paragraph 1-1"]
