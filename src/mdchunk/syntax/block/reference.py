"""Link reference definitions, for ``markdown_it.rules_block.reference``, which is asked if one can be there at all."""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock
from markdown_it.rules_block import reference as full_rule

_LABEL = re.compile(r"\[(?:[^\[\]\\]|\\.)*+\]:", re.DOTALL)
"""A label, maybe over lines; what containers put in front of them is in no label, and no bracket."""


def reference(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Rule: ``[label]: destination "title"``."""
    if not _LABEL.match(state.src, state.bMarks[start] + state.tShift[start]):
        return False
    return full_rule(state, start, end, silent)
