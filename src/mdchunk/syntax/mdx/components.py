"""Components of MDX that hold headings: their tags are blocks of their own, so that the headings open sections."""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it.token import Token


def transparent_tags(tokens: Sequence[Token]) -> dict[int, int]:
    """Return the indices of tags of components that hold a heading, each with that of its partner tag."""
    partners: dict[int, int] = {}
    opened: list[tuple[int, bool]] = []
    for i, token in enumerate(tokens):
        if token.type == "mdx_jsx_open":
            opened.append((i, False))
        elif token.type == "mdx_jsx_close":
            start, holds = opened.pop()
            if holds:
                partners[start], partners[i] = i, start
                if opened and tokens[start].level == tokens[opened[-1][0]].level + 1:
                    opened[-1] = (opened[-1][0], True)
        elif opened and token.type == "heading_open" and token.level == tokens[opened[-1][0]].level + 1:
            opened[-1] = (opened[-1][0], True)
    # only those that stand at the top, or in components that are transparent themselves
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
    return (first, opening.meta["tag_end"]) if tokens[i].nesting > 0 else (opening.meta["close_line"], last)
