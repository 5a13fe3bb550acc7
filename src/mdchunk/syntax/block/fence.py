"""Fenced code, for ``markdown_it.rules_block.fence``: its end is found by one search, not line by line.

It leaves out the settings of ``make_fence_rule``.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

from mdchunk.syntax.block.state import new_token

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

_OPENING = re.compile(r"`{3,}(?=[^`]*$)|~{3,}")


def fence(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: from a line of three or more backticks or tildes to one of as many or more."""
    if state.is_code_block(start):
        return False
    src, stop = state.src, state.eMarks[start]
    opening = _OPENING.match(src, state.bMarks[start] + state.tShift[start], stop)
    if opening is None:
        return False
    if silent:
        return True
    markup = opening[0]
    closing = _closing_line(state, start, end, markup)
    line = min(closing, end)
    if closing >= 0:
        state.line = closing + 1
    else:
        line = ~closing
        state.line = line
    content = state.getLines(start + 1, line, state.sCount[start], keepLastLF=True)
    info = src[opening.end() : stop]
    state.tokens.append(
        new_token("fence", "code", 0, state.level, [start, state.line], content, markup, info)
    )
    return True


def _closing_line(state: StateBlock, start: int, end: int, markup: str) -> int:
    """Return the line that closes a fence, or ``~line`` of the line in front of which it ends without one."""
    src, begins, ends = state.src, state.bMarks, state.eMarks
    has_code = state._code_enabled  # noqa: SLF001
    closing = _closing(markup, has_code)
    if not state.level and not state.blkIndent:
        found = closing.search(src, ends[start], ends[end - 1])
        return bisect_left(begins, found.start() + 1, start + 1, end) if found else ~end
    # - ```
    #  a line that leaves the item ends its fence
    shifts, indents, indent = state.tShift, state.sCount, state.blkIndent
    for line in range(start + 1, end):
        at = begins[line] + shifts[line]
        # "> ```\n> "       markdown-it leaves out a blank last line that has no line ending
        if at >= len(src) or (indents[line] < indent and at < ends[line]):
            return ~line
        if src.startswith(markup, at) and not state.is_code_block(line):
            rest = src[at : ends[line]].lstrip(markup[0])
            if not rest.strip(" \t"):
                return line
    return ~end


@lru_cache(maxsize=64)
def _closing(markup: str, has_code: bool) -> re.Pattern[str]:
    """Return what finds the line ending before a closing fence; four columns of indentation make it code."""
    indentation = " {0,3}" if has_code else "[ \t]*+"
    return re.compile(rf"\n{indentation}{markup}{markup[0]}*+[ \t]*+(?![^\n])")
