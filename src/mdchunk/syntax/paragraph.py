"""Paragraphs as single tokens: the text of most is never parsed, so the two tokens around it would say nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdchunk.syntax.block.paragraph import end_of_text, push_setext_heading, text_of
from mdchunk.syntax.block.state import new_token, text_token
from mdchunk.syntax.rules import Parser, replace_rule

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock


def paragraph_plugin(md: Parser) -> None:
    """Read a paragraph as one token of type ``paragraph``."""
    replace_rule(md, "paragraph", lambda _old: _paragraph)


def _paragraph(state: StateBlock, start: int, end: int, _silent: bool) -> bool:
    """Rule: a paragraph, or a setext heading; it always matches."""
    line, depth = end_of_text(state, start, end)
    if depth:
        push_setext_heading(state, start, line, depth, text_of(state, start, line))
        return True
    state.line = line
    lines = [start, line]
    if line - start == 1 or not (state.level or state.blkIndent):
        # no container has anything between its lines
        state.tokens.append(text_token("paragraph", "p", state, lines, state.eMarks[line - 1]))
    else:
        content = text_of(state, start, line)
        state.tokens.append(new_token("paragraph", "p", 0, state.level, lines, content))
    return True
