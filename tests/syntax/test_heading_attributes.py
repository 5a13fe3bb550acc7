"""Attributes of headings."""

from __future__ import annotations

import pytest

from mdchunk.syntax.heading_attributes import heading_attributes_plugin
from mdchunk.syntax.paragraph import paragraph_plugin
from tests.support.shape import parser

MD = parser(paragraph_plugin, heading_attributes_plugin)


def heading(text: str) -> tuple[str, str]:
    opening, inline = MD.parse(text, {})[:2]
    assert opening.type == "heading_open"
    return inline.content, str(opening.attrGet("id") or "")


@pytest.mark.parametrize(
    ("text", "content", "anchor"),
    [
        ("## Install {#install}", "Install", "install"),
        ("## Install { #install }", "Install", "install"),
        ("## Install {#install} ##", "Install", "install"),
        ("## Install {: #install .new }", "Install", "install"),
        ('## Install {.new #install key="a b"}', "Install", "install"),
        ("## `.lazy` {#lazy}", "`.lazy`", "lazy"),
        ("## 概要{#概要}", "概要", "概要"),
        ("Install {#install}\n---", "Install", "install"),
        ("## Install {.unnumbered}", "Install", ""),
        ("## Install {-}", "Install", ""),
    ],
)
def test_attributes_are_no_text(text: str, content: str, anchor: str) -> None:
    assert heading(text) == (content, anchor)


@pytest.mark.parametrize(
    "text", ["{#if}", "{#if} blocks", "The {#a", "Use {}", "Use { }", "Hello {{name}}", "Set {a, b}", "#a}"]
)
def test_other_braces_are_text(text: str) -> None:
    assert heading(f"## {text}") == (text, "")


def test_a_heading_still_ends_a_paragraph() -> None:
    assert "heading_open" in [token.type for token in MD.parse("a\n# b {#c}", {})]
    assert [token.type for token in MD.parse("> a\nb\n===", {})].count("heading_open") == 0


@pytest.mark.parametrize("end", ["#a.b", ".a ", "    ", "a=b ", "- ", 'a="b'])
def test_hostile_attributes_are_bounded(end: str) -> None:
    assert heading("# a {" + end * 5000)[1] == ""
