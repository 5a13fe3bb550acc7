"""ATX headings, for ``markdown_it.rules_block.heading``: by string methods, not character by character."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdchunk.syntax.block.state import BLANKS, TRIMMED, new_token

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

_TAGS = ("", "h1", "h2", "h3", "h4", "h5", "h6")
_MARKUPS = ("", "#", "##", "###", "####", "#####", "######")


def heading(state: StateBlock, start: int, _end: int, silent: bool) -> bool:
    """Rule: one to six number signs, a blank, a text, and maybe more number signs."""
    if state.is_code_block(start):
        return False
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    text = line.lstrip("#")
    depth = len(line) - len(text)
    if not 0 < depth < 7 or (text and text[0] not in BLANKS):
        return False
    if silent:
        return True
    text = text.rstrip(BLANKS)
    if text.endswith("#"):
        # ## A ##        but not ## A##
        before = text.rstrip("#")
        if before and before[-1] in BLANKS:
            text = before
    state.line = start + 1
    push_heading(state, [start, start + 1], depth, _MARKUPS[depth], text.strip(TRIMMED))
    return True


def push_heading(state: StateBlock, lines: list[int], depth: int, markup: str, content: str) -> None:
    """Add the three tokens of a heading; an underline (``markup`` is ``=`` or ``-``) is no line of its text."""
    level, tag = state.level, _TAGS[depth]
    opening = new_token("heading_open", tag, 1, level, lines, "", markup)
    opening.attrs = {}  # for rules that read attributes
    text_end = lines[1] if markup[0] == "#" else lines[1] - 1
    inline = new_token("inline", "", 0, level + 1, [lines[0], text_end], content)
    inline.children = []
    state.tokens += (opening, inline, new_token("heading_close", tag, -1, level, None, "", markup))
