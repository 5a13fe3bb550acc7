"""Paragraphs as single tokens: the text of most is never parsed, so the two tokens around it would say nothing."""

from __future__ import annotations

from markdown_it.rules_block import StateBlock

from mdchunk.syntax.block.paragraph import end_of_text, push_setext_heading, text_of
from mdchunk.syntax.block.state import new_token
from mdchunk.syntax.rules import Parser, replace_rule


def paragraph_plugin(md: Parser) -> None:
    """Read a paragraph as one token of type ``paragraph``."""
    replace_rule(md, "paragraph", lambda _old: _paragraph)


def _paragraph(state: StateBlock, start: int, end: int, _silent: bool) -> bool:
    """Rule: a paragraph, or a setext heading; it always matches."""
    line, depth = end_of_text(state, start, end)
    content = text_of(state, start, line)
    if depth:
        push_setext_heading(state, start, line, depth, content)
    else:
        state.line = line
        state.tokens.append(new_token("paragraph", "p", 0, state.level, [start, line], content))
    return True
