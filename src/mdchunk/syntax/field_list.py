"""Field lists: ``:name: body``, as reStructuredText has them and MyST took them over.

    :author: A. Author
    :abstract: Lines that go on
      are indented.

mdit-py-plugins has them too, but copies the rest of the document for each field, and gives names no lines.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdchunk.syntax.rules import Parser, add_rule

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

_FIELD = re.compile(r":(?=[^:\n]*[^:\s])[^:\n]+:")
_BLANK = re.compile(r"[ \t]*")


def field_list_plugin(md: Parser) -> None:
    """Add the block rule: ``field_list_open`` with a ``field_open`` for each field."""
    add_rule(md, "paragraph", "field_list", _field_list, ":", alt=("paragraph", "reference", "blockquote"))


def _field_list(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: one field after the other; blank lines may come between."""
    if state.is_code_block(start) or not _marker(state, start):
        return False
    if silent:
        return True
    opening = state.push("field_list_open", "dl", 1)
    old = state.parentType
    state.parentType = "fieldlist"
    line = start
    while line < end and state.sCount[line] >= state.blkIndent and not state.is_code_block(line):
        marker = _marker(state, line)
        if not marker:
            break
        field = state.push("field_open", "dd", 1)
        field.map = [line, line + 1]
        _body(state, line, end, marker.end())
        state.push("field_close", "dd", -1)
        field.map[1] = line = state.line
    state.parentType = old
    state.push("field_list_close", "dl", -1)
    opening.map = [start, line]
    return True


def _marker(state: StateBlock, line: int) -> re.Match[str] | None:
    return _FIELD.match(state.src, state.bMarks[line] + state.tShift[line], state.eMarks[line])


def _body(state: StateBlock, line: int, end: int, pos: int) -> None:
    """Parse what follows a field's marker and, indented, below it."""
    blank = _BLANK.match(state.src, pos, state.eMarks[line])
    content = blank.end() if blank else pos
    column = state.sCount[line] + content - state.bMarks[line] - state.tShift[line]
    below = _indent_below(state, line + 1, end)
    indent = column if below is None else min(below, column)
    if content == state.eMarks[line] and below is None:
        state.line = line + 1
        while state.line < end and state.isEmpty(state.line):
            state.line += 1
        return
    old = state.tShift[line], state.sCount[line], state.blkIndent
    # the first line is taken as if it were indented as those below
    state.tShift[line], state.sCount[line], state.blkIndent = content - state.bMarks[line], indent, indent
    state.md.block.tokenize(state, line, end)
    state.tShift[line], state.sCount[line], state.blkIndent = old


def _indent_below(state: StateBlock, first: int, end: int) -> int | None:
    """Return the least indent of the lines that are indented more than the marker, up to one that is not."""
    least: int | None = None
    for line in range(first, end):
        if state.isEmpty(line):
            continue
        if state.sCount[line] <= state.blkIndent:
            break
        least = state.sCount[line] if least is None else min(least, state.sCount[line])
    return least
