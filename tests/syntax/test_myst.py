"""MyST's blocks."""

from __future__ import annotations

import pytest

from mdchunk.syntax.myst import myst_plugin
from tests.support.shape import parser, shape

MD = parser(myst_plugin)


def test_directives_by_fence_and_by_colon() -> None:
    text = (
        "````{tab-set}\n:class: wide\n:::{tab-item} A\n# a\n```{code-block} py\n# b\n```\n:::\n````\n"
        "~~~{warning}\nc\n~~~\n# d"
    )
    assert shape(MD, text) == [
        "directive tab-set 1-9",
        "  directive tab-item 3-8",
        "    heading 4-4",
        "    directive code-block 5-7",
        "directive warning 10-12",
        "  paragraph 11-11",
        "heading 13-13",
    ]


@pytest.mark.parametrize("name", ["code-block", "math", "mermaid", "eval-rst", "toctree"])
@pytest.mark.parametrize("fence", ["```", ":::"])
def test_code_is_not_parsed(name: str, fence: str) -> None:
    assert shape(MD, f"{fence}{{{name}}}\n# a\n{fence}") == [f"directive {name} 1-3"]


def test_what_is_unknown_is_code_by_fence_and_markdown_by_colon() -> None:
    assert shape(MD, "```{mine}\n# a\n```") == ["directive mine 1-3"]
    assert shape(MD, ":::{mine}\n# a\n:::") == ["directive mine 1-3", "  heading 2-2"]
    assert shape(MD, ":::\n# a\n:::") == ["directive 1-3", "  heading 2-2"]
    assert shape(MD, "```{prf:theorem}\n# a\n```") == ["directive prf:theorem 1-3", "  heading 2-2"]


def test_other_fences_are_code() -> None:
    assert shape(MD, "```python\n:::{note}\n```") == ["fence 1-3"]
    assert shape(MD, "```{a}b\n```") == ["fence 1-2"]
    assert shape(MD, "```{note}` a") == ["paragraph 1-1"]


@pytest.mark.parametrize("options", [":class: a\n:name: b", "---\nclass: a\n---"])
def test_options_are_no_content(options: str) -> None:
    text = f"```{{note}}\n{options}\ntext\n```"
    lines = text.count("\n") + 1
    assert shape(MD, text) == [f"directive note 1-{lines}", f"  paragraph {lines - 1}-{lines - 1}"]


def test_rules_without_an_end_are_content() -> None:
    assert shape(MD, "```{note}\n---\ntext\n```") == ["directive note 1-4", "  hr 2-2", "  paragraph 3-3"]


def test_blocks_of_a_line_interrupt_a_paragraph() -> None:
    text = 'a\n(b-c)=\n# d\ne\n+++ {"f": 1}\ng\n% h\n%i\nj'
    assert shape(MD, text) == [
        "paragraph 1-1",
        "directive_leaf target 2-2",
        "heading 3-3",
        "paragraph 4-4",
        "hr block_break 5-5",
        "paragraph 6-6",
        "comment comment 7-8",
        "paragraph 9-9",
    ]


def test_a_comment_stays_in_its_list_item_and_may_end_it() -> None:
    assert shape(MD, "- a\n\n  % b\n% c") == [
        "bullet_list 1-3",
        "  list_item 1-3",
        "    paragraph 1-1",
        "    comment comment 3-3",
        "comment comment 4-4",
    ]
    assert shape(MD, "- a\n  - b\n% c")[-1] == "comment comment 3-3"


@pytest.mark.parametrize(
    "line", ["()=", "(a)", "(a)= b", "++", "50 %", "{{a}}{{b}}", "{{}}", "{a}", "{.a} b", "{}"]
)
def test_other_lines_are_text(line: str) -> None:
    assert shape(MD, line) == ["paragraph 1-1"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("{{ version }}", "substitution"),
        ("{{ a | upper }}  ", "substitution"),
        ("{#id .class key=value}", "attributes"),
        ('{title="a b" %comment%}', "attributes"),
    ],
)
def test_substitutions_and_attributes_stand_before_a_paragraph(line: str, name: str) -> None:
    assert shape(MD, f"{line}\ntext") == [f"directive_leaf {name} 1-1", "paragraph 2-2"]
    assert shape(MD, f"text\n{line}") == ["paragraph 1-2"]


def test_roles_are_text() -> None:
    assert shape(MD, "{ref}`a`\n") == ["paragraph 1-1"]


@pytest.mark.parametrize("line", ["{.a", "{.a ", "{a=", "{{ a", "{%", "(a", "+ + ", "{.a.a", ":a"])
def test_hostile_lines_are_bounded(line: str) -> None:
    assert shape(MD, line * 5000)
