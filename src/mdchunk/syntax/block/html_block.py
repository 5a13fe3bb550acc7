"""HTML blocks, for ``markdown_it.rules_block.html_block``: fewer patterns are tried; the table shows blank lines."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from markdown_it.rules_block.html_block import HTML_SEQUENCES

from mdchunk.syntax.block.state import new_token

if TYPE_CHECKING:
    import re

    from markdown_it.rules_block import StateBlock

_RAW, _COMMENT, _INSTRUCTION, _DECLARATION, _CDATA, _BLOCK, _ANY_TAG = HTML_SEQUENCES
_BY_SECOND = {"!": (_COMMENT, _DECLARATION, _CDATA), "?": (_INSTRUCTION,)}
_TAGS = (_RAW, _BLOCK, _ANY_TAG)


def html_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: one of the seven forms of https://spec.commonmark.org/0.31.2/#html-blocks."""
    src, at, stop = state.src, state.bMarks[start] + state.tShift[start], state.eMarks[start]
    if state.is_code_block(start) or not state.md.options.get("html") or not src.startswith("<", at):
        return False
    text = src[at:stop]
    for opening, closing, may_interrupt in _BY_SECOND.get(text[1:2], _TAGS):  # noqa: B007
        if opening.search(text):
            break
    else:
        return False
    if silent:
        return may_interrupt
    state.line = _end(state, start, end, text, closing)
    content = state.getLines(start, state.line, state.blkIndent, keepLastLF=True)
    state.tokens.append(new_token("html_block", "", 0, state.level, [start, state.line], content))
    return True


def _end(state: StateBlock, start: int, end: int, text: str, closing: re.Pattern[str]) -> int:
    """Return one past the last line of a block that begins with ``text``."""
    src, begins, ends, shifts, indents = state.src, state.bMarks, state.eMarks, state.tShift, state.sCount
    indent = state.blkIndent
    line = start + 1
    if closing.search(""):
        # a blank line ends it
        while line < end and indents[line] >= indent and begins[line] + shifts[line] < ends[line]:
            line += 1
        return line
    if not state.level and not indent:
        found = closing.search(src, begins[start], ends[end - 1])
        return bisect_right(begins, found.start(), start, end) if found else end
    if closing.search(text):
        return line
    while line < end:
        at, stop = begins[line] + shifts[line], ends[line]
        if indents[line] < indent and at < stop:
            return line
        line += 1
        if closing.search(src[at:stop]):
            return line
    return line
