"""Thematic breaks, for ``markdown_it.rules_block.hr``: by a pattern."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdchunk.syntax.block.state import new_token

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

_BREAK = re.compile(r"([*_-])[ \t]*+(?:\1[ \t]*+){2,}+$")


def hr(state: StateBlock, start: int, _end: int, silent: bool) -> bool:
    """Rule: three or more stars, dashes or underscores, and blanks between them."""
    found = _BREAK.match(state.src, state.bMarks[start] + state.tShift[start], state.eMarks[start])
    if found is None or state.is_code_block(start):
        return False
    if silent:
        return True
    state.line = start + 1
    # one more than there are, as in markdown-it
    markup = found[1] * (found[0].count(found[1]) + 1)
    state.tokens.append(new_token("hr", "hr", 0, state.level, [start, start + 1], "", markup))
    return True
