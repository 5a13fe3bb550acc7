"""Block rules where GitHub and markdown-it-py differ, and where a parser that gives up would lose text."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, paragraph
from markdown_it.rules_block.table import table

MAX_NESTING = 100
"""Deepest level of blocks in blocks that is parsed, as in markdown-it; a list in a list is two levels."""

_SETEXT = re.compile(r"-+[ \t]*$")


def table_plugin(md: MarkdownIt) -> None:
    """Read tables as GitHub does: a bare underline of hyphens makes a heading, not a one-column table."""

    def github_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        # | name |
        # ---          <- a setext underline: https://spec.commonmark.org/0.31.2/#setext-headings come first
        below = start + 1
        if below < end and _SETEXT.match(
            state.src, state.bMarks[below] + state.tShift[below], state.eMarks[below]
        ):
            return False
        return table(state, start, end, silent)

    md.block.ruler.at("table", github_table, {"alt": ["paragraph", "reference"]})
    md.enable("table")


def math_plugin(md: MarkdownIt) -> None:
    """Read a paragraph from ``$$`` to ``$$`` as display math: a token ``math_block``.

    On GitHub math is found after the blocks, so that blank lines, lists and setext underlines end it
    (https://docs.github.com/get-started/writing-on-github/working-with-advanced-formatting).
    """

    def math_or_paragraph(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        paragraph(state, start, end, silent)
        content = state.tokens[-2].content
        if content.startswith("$$") and content.endswith("$$") and len(content) > 4:
            *_, opened, _, _ = state.tokens
            del state.tokens[-3:]
            token = state.push("math_block", "math", 0)
            token.content, token.markup, token.map = content, "$$", opened.map
        return True

    md.block.ruler.at("paragraph", math_or_paragraph)


def nesting_plugin(md: MarkdownIt) -> None:
    """Turn what is nested too deep into a token of its own, ``too_deep``, that ends where its container ends.

    markdown-it skips to the end of the document instead: text and headings after the container would be lost.
    """
    md.options.maxNesting = MAX_NESTING + 20

    def too_deep(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        if silent or state.level < MAX_NESTING:
            return False
        line = start + 1
        while line < end and (state.isEmpty(line) or state.sCount[line] >= state.blkIndent):
            line += 1
        token = state.push("too_deep", "", 0)
        token.map = [start, line]
        state.line = line
        return True

    md.block.ruler.before("table", "too_deep", too_deep)
