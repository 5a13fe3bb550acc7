"""Block rules where GitHub and markdown-it-py differ, and where a parser that gives up would lose text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it.rules_block.table import table

from mdchunk.syntax.block.parser import Rule, ends_here
from mdchunk.syntax.rules import Parser, replace_rule

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

MAX_NESTING = 100
"""Deepest level of blocks in blocks that is parsed, as in markdown-it; a list in a list is two levels."""

_DELIMITER_ROW = re.compile(r"[-:|][-:| \t]*$")
_UNDERLINE = re.compile(r"-+[ \t]*$")


def table_plugin(md: Parser) -> None:
    """Read tables as GitHub does; a table is a single token, ``table``, whose rows are its lines.

    Cells are not parsed, so their number has no limit: markdown-it ends a wide table with short rows early.
    """
    replace_rule(md, "table", lambda _old: _table)
    md.enable("table")


def math_plugin(md: Parser) -> None:
    """Read a paragraph from ``$$`` to ``$$`` as display math: a token ``math_block``.

    GitHub looks for math after blocks, so blank lines, lists and setext underlines end it
    (https://docs.github.com/get-started/writing-on-github/working-with-advanced-formatting).
    """
    replace_rule(md, "paragraph", _with_math)


def nesting_plugin(md: Parser) -> None:
    """Make one token, ``too_deep``, of what is nested too deep, up to the end of its container.

    markdown-it skips to the end of the document instead, which loses text and headings after the container.
    """
    md.options.maxNesting = MAX_NESTING + 20
    md.block.too_deep = (MAX_NESTING, _too_deep)


def _with_math(paragraph: Rule) -> Rule:
    """Return the rule of paragraphs and of math between dollars."""

    def with_math(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        paragraph(state, start, end, silent)
        # most have no dollars, and their text is not asked for
        if state.src.find("$$", state.bMarks[start], state.eMarks[state.line - 1]) < 0:
            return True
        token = state.tokens[-1]
        if token.content.startswith("$$") and token.content.endswith("$$") and len(token.content) > 4:
            token.type, token.markup = "math_block", "$$"
        return True

    return with_math


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
    """Return whether a line continues a table: any text that begins no other block (GFM, section 4.10)."""
    if state.sCount[line] < state.blkIndent or state.isEmpty(line) or state.is_code_block(line):
        return False
    return not ends_here(state, "blockquote", line, end)


def _too_deep(state: StateBlock, start: int, end: int, _silent: bool) -> bool:
    line = start + 1
    while line < end and (state.isEmpty(line) or state.sCount[line] >= state.blkIndent):
        line += 1
    token = state.push("too_deep", "", 0)
    token.map = [start, line]
    state.line = line
    return True
