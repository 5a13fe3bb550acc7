"""Tables of pandoc that are drawn: multiline, simple and grid tables. Each is one token, ``table``, as pipe tables are.

-------------------------------            Right     Left          +-------+-------+
 Name        Says                        -------     ------        | Fruit | Price |
----------- -------------------               12     12            +=======+=======+
 Ann         first row                       123     123           | Lemon | 1.34  |
                                                                   +-------+-------+
 Bob         second row
-------------------------------

The first two may go without a header, between rules of dashes. See https://pandoc.org/MANUAL.html#tables; as in
pandoc, a table begins where a paragraph can begin, and interrupts none. A rule of a single column, or of single dashes
(``- - -``), stays a thematic break.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.syntax.rules import Parser, add_rule, memo_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.rules_block import StateBlock

_DASHES = re.compile(r"-+(?:[ \t]+-+)*[ \t]*$")
_COLUMNS = re.compile(r"(?=[- \t]*--)-+(?:[ \t]+-+)+[ \t]*$")
_RULE = re.compile(r"-{3,}[ \t]*$|(?=[- \t]*--)-+(?:[ \t]+-+)+[ \t]*$")
_EARLIER = re.compile(r"[-*+][ \t]|#|:::|```|~~~|<")
"""Lines at which pandoc looks for other blocks before tables."""
_GRID_RULE = re.compile(r"\+(?:[-:]+\+)+[ \t]*$")
_GRID_HEAD = re.compile(r"\+(?:[=:]+\+)+[ \t]*$")
_GRID_LINE = re.compile(r"[|+].*[|+][ \t]*$")
_KEY = "text table"


class TableLayout(NamedTuple):
    """How the lines of a drawn table are used, as ``Token.meta["layout"]``; lines are 0-based, from its first."""

    head: int
    """How many lines make a part of the rows a table again: the header with its rules, or the first rule."""
    has_header: bool
    rows: Sequence[int]
    """The first line of each row."""
    close: tuple[int, int] = (0, 0)
    """A count of line endings and a line: what closes a part that ends behind a row; 0 line endings if nothing does."""
    close_inside: tuple[int, int] = (0, 0)
    """The same of a part that ends inside a row."""


def text_table_plugin(md: Parser) -> None:
    """Add the three kinds of tables."""
    add_rule(md, "table", "ruled_table", _ruled_table, "-")
    add_rule(md, "table", "grid_table", _grid_table, "+")
    # a header may begin with anything
    md.block.ruler.before("table", "simple_table", _simple_table, {"alt": []})


def _ruled_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: from a rule of dashes to the next one before a blank line; a header ends with a line of columns."""
    if silent or state.is_code_block(start) or not _matches(_RULE, state, start):
        return False
    line = start + 1
    while line < end and not state.isEmpty(line) and not _matches(_DASHES, state, line):
        line += 1
    if line == start + 1 or line >= end:
        return False
    if not state.isEmpty(line) and _matches(_COLUMNS, state, line) and not _is_blank(state, line + 1, end):
        last = _closing(state, line + 1, end)
        if last:
            close = (1, last)
            layout = TableLayout(line + 1 - start, True, _parted(state, line + 1, last), close, close)
            return _push(state, start, last + 1, layout)
    if not _matches(_COLUMNS, state, start):
        return False
    last = _closing(state, start + 1, end)
    if not last:
        return False
    # rows that no blank line parts are lines; with one behind it, a single row has several lines
    if any(state.isEmpty(number) for number in range(start + 1, last)):
        layout = TableLayout(1, False, _parted(state, start + 1, last), (2, last), (2, last))
    else:
        layout = TableLayout(1, False, range(start + 1, last), (1, last), (1, last))
    return _push(state, start, last + 1, layout)


def _simple_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: from a header over a line of columns to a blank line, or to a rule of dashes before one."""
    if silent or _is_blank(state, start + 2, end) or not _matches(_COLUMNS, state, start + 1):
        return False
    if (
        state.is_code_block(start + 1)
        or _matches(_EARLIER, state, start)
        or _matches(_DASHES, state, start + 2)
    ):
        return False
    line = start + 2
    while not _is_blank(state, line, end):
        line += 1
    has_footer = line > start + 3 and _matches(_DASHES, state, line - 1)
    layout = TableLayout(2, has_header=True, rows=range(start + 2, line - has_footer))
    return _push(state, start, line, layout)


def _grid_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: lines between ``+`` or ``|``, up to the last rule of dashes among them."""
    if silent or state.is_code_block(start) or not _matches(_GRID_RULE, state, start):
        return False
    head, last, rows = start + 1, start, [start + 1]
    line = start + 1
    while not _is_blank(state, line, end) and _matches(_GRID_LINE, state, line):
        is_head = head == start + 1 and _matches(_GRID_HEAD, state, line)
        if is_head:
            head, rows = line + 1, [line + 1]
        elif _matches(_GRID_RULE, state, line) or _matches(_GRID_HEAD, state, line):
            last = line
            rows.append(line + 1)
        line += 1
    if last <= head:
        return False
    layout = TableLayout(
        head - start,
        has_header=head > start + 1,
        rows=[row for row in rows if row < last],
        close_inside=(1, start),
    )
    return _push(state, start, last + 1, layout)


def _closing(state: StateBlock, first: int, end: int) -> int:
    """Return the first line of dashes from a line on that is followed by a blank one, or 0."""
    failed = memo_of(state.env).not_closed
    since, until = failed.get(_KEY, (end, 0))
    if since <= first and end <= until:
        return 0
    for line in range(first, end):
        if not state.isEmpty(line) and state.sCount[line] < state.blkIndent:
            return 0
        if _matches(_DASHES, state, line) and _is_blank(state, line + 1, end):
            return line
    failed[_KEY] = (first, end)
    return 0


def _parted(state: StateBlock, first: int, last: int) -> list[int]:
    """Return the lines from ``first`` on that begin behind blank ones."""
    lines = range(first, last)
    return [line for line in lines if not state.isEmpty(line) and (line == first or state.isEmpty(line - 1))]


def _is_blank(state: StateBlock, line: int, end: int) -> bool:
    """Return whether a line is blank, or past the end of its container."""
    return line >= end or state.isEmpty(line) or state.sCount[line] < state.blkIndent


def _push(state: StateBlock, start: int, end: int, layout: TableLayout) -> bool:
    token = state.push("table", "table", 0)
    token.map = [start, end]
    token.meta = {
        "layout": layout._replace(
            rows=tuple([row - start for row in layout.rows]),
            close=_moved(layout.close, start),
            close_inside=_moved(layout.close_inside, start),
        )
    }
    state.line = end
    return True


def _moved(close: tuple[int, int], start: int) -> tuple[int, int]:
    count, line = close
    return count, line - start if count else 0


def _matches(pattern: re.Pattern[str], state: StateBlock, line: int) -> bool:
    at = state.bMarks[line] + state.tShift[line]
    return bool(pattern.match(state.src, at, state.eMarks[line]))
