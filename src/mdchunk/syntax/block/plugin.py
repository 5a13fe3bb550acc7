"""The plugin that puts the fast rules into a parser."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt, rules_block

from mdchunk.syntax.block.fence import fence
from mdchunk.syntax.block.heading import heading
from mdchunk.syntax.block.hr import hr
from mdchunk.syntax.block.html_block import html_block
from mdchunk.syntax.block.list import list_block
from mdchunk.syntax.block.normalize import normalize
from mdchunk.syntax.block.paragraph import paragraph
from mdchunk.syntax.block.parser import FastParserBlock, Rule
from mdchunk.syntax.block.reference import reference

if TYPE_CHECKING:
    from collections.abc import Mapping

RULES: Mapping[Rule, tuple[Rule, str]] = MappingProxyType(
    {
        rules_block.code: (rules_block.code, ""),  # an indented line; its indentation says so
        rules_block.fence: (fence, "`~"),
        rules_block.blockquote: (rules_block.blockquote, ">"),
        rules_block.hr: (hr, "*-_"),
        rules_block.list_block: (list_block, "*+-0123456789"),
        rules_block.reference: (reference, "["),
        rules_block.html_block: (html_block, "<"),
        rules_block.heading: (heading, "#"),
    }
)
"""A rule of markdown-it-py -> its replacement, and the first characters of the lines that it can begin."""


def fast_block_plugin(md: MarkdownIt) -> None:
    """Parse blocks faster; to be applied before plugins that replace or wrap rules of CommonMark.

    Plugins may say in ``md.block.starts`` what lines their rules can begin.
    """
    ruler = md.block.ruler
    starts = {}
    for rule in ruler.__rules__:
        if rule.fn in RULES:
            rule.fn, starts[rule.fn] = RULES[rule.fn]
    ruler.at("paragraph", paragraph)
    ruler.disable("lheading")
    md.block = FastParserBlock(ruler, starts, {rules_block.table: "|"})
    md.core.ruler.at("normalize", normalize)
