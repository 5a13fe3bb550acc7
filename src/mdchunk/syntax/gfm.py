"""Block rules where GitHub and markdown-it-py differ, and where a parser that gives up would lose text."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.table import table

from mdchunk.syntax.paragraph import ends_here

MAX_NESTING = 100
"""Deepest level of blocks in blocks that is parsed, as in markdown-it; a list in a list is two levels."""

_DELIMITER_ROW = re.compile(r"[-:|][-:| \t]*$")
_UNDERLINE = re.compile(r"-+[ \t]*$")


def table_plugin(md: MarkdownIt) -> None:
    """Read tables as GitHub does; one is a single token, ``table``, for its rows are its lines.

    Cells are not looked at, so that there is no limit to them: markdown-it ends a wide table with short rows early.
    """
    md.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    md.enable("table")


def math_plugin(md: MarkdownIt) -> None:
    """Read a paragraph from ``$$`` to ``$$`` as display math: a token ``math_block``.

    On GitHub math is found after the blocks, so that blank lines, lists and setext underlines end it
    (https://docs.github.com/get-started/writing-on-github/working-with-advanced-formatting).
    """
    md.options["dollar_math"] = True


def nesting_plugin(md: MarkdownIt) -> None:
    """Turn what is nested too deep into a token of its own, ``too_deep``, that ends where its container ends.

    markdown-it skips to the end of the document instead: text and headings after the container would be lost.
    """
    md.options.maxNesting = MAX_NESTING + 20
    md.block.ruler.before("table", "too_deep", _too_deep)


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    below = start + 1
    if below >= end:
        return False
    at, last = state.bMarks[below] + state.tShift[below], state.eMarks[below]
    # | name |
    # ---          <- a setext underline: https://spec.commonmark.org/0.31.2/#setext-headings come first
    if not _DELIMITER_ROW.match(state.src, at, last) or _UNDERLINE.match(state.src, at, last):
        return False
    if not table(state, start, end, True):
        return False
    if silent:
        return True
    line = start + 2
    before, state.parentType = state.parentType, "table"
    while line < end and _is_row(state, line, end):
        line += 1
    state.parentType = before
    state.line = line
    token = state.push("table", "table", 0)
    token.map = [start, line]
    return True


def _is_row(state: StateBlock, line: int, end: int) -> bool:
    """Tell whether a line goes on with a table: any text that begins no other block (GFM, section 4.10)."""
    if state.sCount[line] < state.blkIndent or state.isEmpty(line) or state.is_code_block(line):
        return False
    return not ends_here(state, "blockquote", line, end)


def _too_deep(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if silent or state.level < MAX_NESTING:
        return False
    line = start + 1
    while line < end and (state.isEmpty(line) or state.sCount[line] >= state.blkIndent):
        line += 1
    token = state.push("too_deep", "", 0)
    token.map = [start, line]
    state.line = line
    return True
