"""Paragraphs and setext headings by one rule: markdown-it reads a paragraph twice, once in search of an underline."""

from __future__ import annotations

import re
from functools import partial

from markdown_it.common.utils import mdTrim
from markdown_it.rules_block import StateBlock

from mdchunk.syntax.rules import Parser, ends_here, replace_rule

_UNDERLINE = re.compile(r"(?:-+|=+)[ \t]*$")


def paragraph_plugin(md: Parser) -> None:
    """Read paragraphs and setext headings by one rule; a paragraph is a single token of type ``paragraph``."""
    md.disable("lheading")
    replace_rule(md, "paragraph", lambda _old: partial(_paragraph, md))


def _paragraph(md: Parser, state: StateBlock, start: int, end: int, _silent: bool) -> bool:
    """Rule: a paragraph, or a setext heading; it always matches."""
    line, level = _end_of_text(md, state, start, end)
    if state.level or state.blkIndent:
        content = mdTrim(state.getLines(start, line, state.blkIndent, False))
    else:
        content = mdTrim(state.src[state.bMarks[start] : state.eMarks[line - 1]])
    if level:
        _push_heading(state, start, line, level, content)
        return True
    state.line = line
    token = state.push("paragraph", "p", 0)
    token.map, token.content = [start, line], content
    return True


def _end_of_text(md: Parser, state: StateBlock, start: int, end: int) -> tuple[int, int]:
    """Return the line after a text that begins in ``start``, and the level of its underline there, 0 if it has none.

    The loops of markdown-it's rules ``lheading`` and ``paragraph`` in one.
    """
    src, begins, shifts, ends, indents = state.src, state.bMarks, state.tShift, state.eMarks, state.sCount
    indented = state.blkIndent
    before = state.parentType
    state.parentType = "paragraph"
    last = state.lineMax
    line = start + 1
    while line < last:
        at = begins[line] + shifts[line]
        if at >= ends[line]:
            break
        indent = indents[line]
        # deeper lines continue a paragraph whatever they hold, and so do lazy ones that a quote has looked at;
        # without indented code, as in MDX, no line is too deep
        if indent - indented <= 3 or not state.is_code_block(line):
            char = src[at]
            if char in "-=" and indent >= indented and line < end and _UNDERLINE.match(src, at, ends[line]):
                state.parentType = before
                return line, 1 if char == "=" else 2
            if indent >= 0 and ends_here(md, state, "paragraph", line, last):
                break
        line += 1
    return line, 0


def _push_heading(state: StateBlock, start: int, line: int, level: int, content: str) -> None:
    state.line = line + 1
    markup = "=-"[level - 1]
    token = state.push("heading_open", f"h{level}", 1)
    token.markup, token.map = markup, [start, line + 1]
    token = state.push("inline", "", 0)
    token.content, token.map, token.children = content, [start, line], []
    token = state.push("heading_close", f"h{level}", -1)
    token.markup = markup
