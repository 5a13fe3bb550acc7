"""Multiline tables of pandoc, whose rules of dashes would make headings and thematic breaks of their rows.

-------------------------------
 Name        Says
----------- -------------------
 Ann         first row

 Bob         second row
-------------------------------

See https://pandoc.org/MANUAL.html#extension-multiline_tables.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdchunk.syntax.directive import push_lines
from mdchunk.syntax.rules import Parser, add_rule, memo_of

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

_RULE = re.compile(r"-{3,}[ \t]*$")
_COLUMNS = re.compile(r"-+(?:[ \t]+-+)+[ \t]*$")
_KEY = "multiline table"


def multiline_table_plugin(md: Parser) -> None:
    """Add multiline tables with a header: a ``directive_leaf`` named ``table``, one block of lines."""
    add_rule(md, "table", "multiline_table", _multiline_table, "-")


def _multiline_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: from a rule of dashes over a header and a line of columns to the next rule before a blank line."""
    if silent or state.is_code_block(start) or not _matches(_RULE, state, start):
        return False
    line = start + 1
    while line < end and not state.isEmpty(line) and not _matches(_COLUMNS, state, line):
        line += 1
    if line == start + 1 or line >= end or state.isEmpty(line):
        return False
    failed = memo_of(state.env).not_closed
    since, until = failed.get(_KEY, (end, 0))
    if since <= line and end <= until:
        return False
    for last in range(line + 1, end):
        if not state.isEmpty(last) and state.sCount[last] < state.blkIndent:
            return False
        if _matches(_RULE, state, last) and (last + 1 == end or state.isEmpty(last + 1)):
            push_lines(state, start, last + 1, "table")
            return True
    failed[_KEY] = (line, end)
    return False


def _matches(pattern: re.Pattern[str], state: StateBlock, line: int) -> bool:
    at = state.bMarks[line] + state.tShift[line]
    return bool(pattern.match(state.src, at, state.eMarks[line]))
