"""Obsidian's comments: between double percent signs, over as many lines as they like.

%%
not shown
%%
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdchunk.syntax.directive import push_lines
from mdchunk.syntax.rules import ALT, Parser, add_rule, note_unclosed

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

INLINE_COMMENT = r"%%(?:[^%\n]|%(?!%)|\n(?![ \t]*\n))++%%"
"""Finds ``%%not shown%%`` in a text."""


def percent_comment_plugin(md: Parser) -> None:
    """Add comments that are blocks; one with text before or after it is no block: see ``INLINE_COMMENT``."""
    add_rule(md, "fence", "percent_comment", _percent_comment, "%", alt=ALT)


def _percent_comment(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: from a line that starts with the signs to a line that ends with the next ones."""
    pos = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith("%%", pos) or state.is_code_block(start):
        return False
    closing = state.src.find("%%", pos + 2, state.eMarks[end - 1])
    if closing < 0:
        if not silent:
            note_unclosed(state.env, start, "comment is not closed: add %%")
        return False
    last = start + state.src.count("\n", pos, closing)
    if last >= end or state.src[closing + 2 : state.eMarks[last]].strip():
        return False
    if any(
        not state.isEmpty(line) and state.sCount[line] < state.blkIndent for line in range(start, last + 1)
    ):
        return False
    if not silent:
        push_lines(state, start, last + 1, "comment", "comment")
    return True
