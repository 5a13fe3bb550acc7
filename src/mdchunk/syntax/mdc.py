"""Components of Nuxt's MDC: a name behind colons, properties in YAML, slots; more colons inside fewer.

::hero{color="red"}
---
title: A
---
Markdown
#slot
:::card
:::
::

See https://content.nuxt.com/docs/files/markdown.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdchunk.syntax.directive import closed_by_equal, directive_rule
from mdchunk.syntax.rules import ALT, Parser, add_rule

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

_COMPONENT = re.compile(
    r"(?P<markup>:{2,})(?P<info>(?P<name>[A-Za-z][\w-]*)(?:\[[^\]\n]*\])?(?:\{[^\n]*\})?)[ \t]*$"
)


def mdc_plugin(md: Parser) -> None:
    """Add components, up to the line of as many colons."""
    rule = directive_rule(_COMPONENT, closed_by_equal, content_line=_after_properties)
    add_rule(md, "fence", "mdc", rule, ":", alt=ALT)


def _after_properties(state: StateBlock, first: int, last: int) -> int:
    """Return where the content begins behind properties between rules."""
    if first < last and _is_rule(state, first):
        for closing in range(first + 1, last):
            if _is_rule(state, closing):
                return closing + 1
    return first


def _is_rule(state: StateBlock, line: int) -> bool:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].strip() == "---"
