"""Containers that hold headings: their tags become blocks of their own, so that the headings open sections.

<Tabs>            {{% note %}}
## Linux          ## Linux
</Tabs>           {{% /note %}}
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown_it.token import Token

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.rules_core import StateCore

    from mdchunk.syntax.rules import Parser


def transparent_plugin(md: Parser) -> None:
    """Take directives whose ``meta`` says ``is_transparent`` apart if they hold a heading.

    Their opening and closing lines become a ``directive_leaf`` each, and what they hold moves up a level.
    """
    if "open_directives" not in md.core.ruler.get_all_rules():
        md.core.ruler.after("block", "open_directives", _open_directives)


def transparent_tags(tokens: Sequence[Token], kind: str = "mdx_jsx") -> dict[int, int]:
    """Return the indices of tags of containers that hold a heading, each with that of its partner tag.

    Args:
        tokens: The tokens of a document.
        kind: ``mdx_jsx`` for components, or ``directive`` for directives whose ``meta`` says ``is_transparent``.
    """
    opens, closes = f"{kind}_open", f"{kind}_close"
    if opens not in [token.type for token in tokens]:
        return {}
    partners: dict[int, int] = {}
    opened: list[tuple[int, bool]] = []
    for i, token in enumerate(tokens):
        if token.type == opens:
            opened.append((i, False))
        elif token.type == closes:
            start, holds = opened.pop()
            if holds and (kind == "mdx_jsx" or "is_transparent" in tokens[start].meta):
                partners[start], partners[i] = i, start
                if opened and tokens[start].level == tokens[opened[-1][0]].level + 1:
                    opened[-1] = (opened[-1][0], True)
        elif opened and token.type == "heading_open" and token.level == tokens[opened[-1][0]].level + 1:
            opened[-1] = (opened[-1][0], True)
    # only those at the top, or in containers that are transparent themselves
    outermost: dict[int, int] = {}
    depth = 0
    for i in sorted(partners):
        if tokens[i].nesting > 0 and tokens[i].level == depth:
            outermost[i], outermost[partners[i]] = partners[i], i
            depth += 1
        elif tokens[i].nesting < 0 and i in outermost:
            depth -= 1
    return outermost


def tag_lines(tokens: Sequence[Token], i: int, partner: int) -> tuple[int, int]:
    """Return the lines (0-based, half-open) of a component's opening or closing tag."""
    opening = tokens[min(i, partner)]
    first, last = opening.map or (0, 0)
    return (
        (first, opening.meta["tag_end"])
        if tokens[i].nesting > 0
        else (opening.meta.get("close_line", last), last)
    )


def _open_directives(state: StateCore) -> None:
    transparent = transparent_tags(state.tokens, "directive")
    depth = 0
    for i, token in enumerate(state.tokens):
        depth -= i in transparent and token.nesting < 0
        token.level -= depth
        depth += i in transparent and token.nesting > 0
    leaves = {i: _leaf(state.tokens, i, partner) for i, partner in transparent.items()}
    for i, leaf in leaves.items():
        state.tokens[i] = leaf
    # a closing tag on a line of text has no line of its own
    state.tokens = [token for token in state.tokens if not token.map or token.map[0] < token.map[1]]


def _leaf(tokens: Sequence[Token], i: int, partner: int) -> Token:
    opening = tokens[min(i, partner)]
    lines, meta = list(tag_lines(tokens, i, partner)), {"name": opening.meta["name"]}
    return Token("directive_leaf", "", 0, map=lines, level=opening.level, block=True, meta=meta)
