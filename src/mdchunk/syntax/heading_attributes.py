"""Attributes of headings: ``## Install {#install .new}`` has the anchor ``install`` and the text ``Install``.

Pandoc has them, and Docusaurus, VitePress, MkDocs and Hugo took them over:
https://pandoc.org/MANUAL.html#extension-header_attributes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdchunk.syntax.rules import Parser, replace_rule

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

    from mdchunk.syntax.block.parser import Rule

_ATTRIBUTES = re.compile(
    r"\{:?(?=[ \t]*[^ \t}])(?:[ \t]|#[^\s{}#]++|\.[^\s{}#.]++|[\w:-]++=(?:\"[^\"]*+\"|[^\s{}\"]++)|-)+\}"
)
_ID = re.compile(r"[\s{:]#([^\s{}#]+)")


def heading_attributes_plugin(md: Parser) -> None:
    """Take attributes off a heading's text; the identifier becomes the ``id`` of its opening token."""
    replace_rule(md, "heading", _with_attributes)
    replace_rule(md, "paragraph", _with_attributes)


def _with_attributes(rule: Rule) -> Rule:
    """Return the rule of a heading with attributes."""

    def with_attributes(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        if not rule(state, start, end, silent):
            return False
        if silent or state.tokens[-1].type != "heading_close":
            return True
        opening, inline = state.tokens[-3:-1]
        text, brace, attributes = inline.content.rpartition("{")
        attributes = brace + attributes.rstrip()
        # "## {#if}" alone is a text
        if not text.strip() or not _ATTRIBUTES.fullmatch(attributes):
            return True
        found = _ID.search(attributes)
        # ## A [span]{.wide}       says how the span looks, while an id is an anchor in any case
        if not found and text.endswith(("]", ")", "`")):
            return True
        inline.content = text.rstrip()
        if found:
            opening.attrSet("id", found[1])
        return True

    return with_attributes
