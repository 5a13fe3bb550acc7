"""Paragraphs and setext headings, for ``markdown_it.rules_block.paragraph`` and ``lheading``, whose loops are one here.

The rule replaces ``paragraph``; switch ``lheading`` off.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdchunk.syntax.block.heading import push_heading
from mdchunk.syntax.block.parser import ends_here
from mdchunk.syntax.block.state import TRIMMED, new_token

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

_UNDERLINE = re.compile(r"(?:-+|=+)[ \t]*$")


def paragraph(state: StateBlock, start: int, end: int, _silent: bool) -> bool:
    """Rule: a paragraph, or a setext heading; it always matches."""
    line, depth = end_of_text(state, start, end)
    content = text_of(state, start, line)
    if depth:
        push_setext_heading(state, start, line, depth, content)
        return True
    state.line = line
    level = state.level
    inline = new_token("inline", "", 0, level + 1, [start, line], content)
    inline.children = []
    state.tokens += (
        new_token("paragraph_open", "p", 1, level, [start, line]),
        inline,
        new_token("paragraph_close", "p", -1, level),
    )
    return True


def push_setext_heading(state: StateBlock, start: int, line: int, depth: int, content: str) -> None:
    """Add a heading of level 1 or 2 that is underlined in ``line``, and go on behind it."""
    state.line = line + 1
    push_heading(state, [start, line + 1], depth, "=-"[depth - 1], content)


def text_of(state: StateBlock, start: int, end: int) -> str:
    """Return the text of the lines of a paragraph without what containers put in front of them."""
    src, ends = state.src, state.eMarks
    at = state.bMarks[start] + state.tShift[start]
    if end - start == 1 or not (state.level or state.blkIndent):
        return src[at : ends[end - 1]].strip(TRIMMED)
    below = state.getLines(start + 1, end, state.blkIndent, keepLastLF=False)
    return f"{src[at : ends[start]]}\n{below}".strip(TRIMMED)


def end_of_text(state: StateBlock, start: int, end: int) -> tuple[int, int]:
    """Return the line after a text that begins in ``start``, and the heading's level if that line underlines it."""
    src, begins, shifts, ends, indents = state.src, state.bMarks, state.tShift, state.eMarks, state.sCount
    last = state.lineMax
    line = start + 1
    if line >= last or begins[line] + shifts[line] >= ends[line]:
        return line, 0
    indented = state.blkIndent
    before = state.parentType
    state.parentType = "paragraph"
    depth = 0
    while line < last:
        at = begins[line] + shifts[line]
        if at >= ends[line]:
            break
        indent = indents[line]
        # deeper lines go on with a paragraph whatever they hold, and so do lazy ones that a quote has looked at;
        # if there is no indented code, as in MDX, no line is too deep
        if indent - indented <= 3 or not state.is_code_block(line):
            char = src[at]
            if char in "-=" and indent >= indented and line < end and _UNDERLINE.match(src, at, ends[line]):
                depth = 1 if char == "=" else 2
                break
            if indent >= 0 and ends_here(state, "paragraph", line, last):
                break
        line += 1
    state.parentType = before
    return line, depth
