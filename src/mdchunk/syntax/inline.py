"""Marks in the text of a heading that a site does not show as they are written: links of a wiki, roles, shortcodes.

Blocks are parsed without them; only headings that hold one of their first characters are asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from mdchunk.syntax.front_matter import front_matter_of

if TYPE_CHECKING:
    from markdown_it.rules_inline import StateInline

    from mdchunk.syntax.rules import Parser

Values = Mapping[str, Any]
"""The front matter of the document."""
MARK = "mark"
"""Type of a mark's token: ``content`` is what a reader sees. In ``meta``, ``slug`` is what the anchor is made of
instead, and ``instead`` what is shown if nothing else of the heading is."""


class Mark(NamedTuple):
    """A kind of mark."""

    starts: str
    """The characters that it can begin with."""
    pattern: re.Pattern[str]
    """Matches it; what its group ``inside`` matches is text of the heading, with Markdown."""
    show: Callable[[re.Match[str], Values], str | None] = lambda _match, _values: ""
    """What a reader sees of a mark without text inside; ``None`` if it stays as it is written."""
    slug: Callable[[re.Match[str]], str] | None = None
    """What the anchor is made of, if that is not what a reader sees."""
    instead: Callable[[re.Match[str]], str] | None = None
    """What stands for it if nothing else of the heading is shown."""


def mark(
    starts: str,
    pattern: str,
    show: Callable[[re.Match[str], Values], str | None] | None = None,
    slug: Callable[[re.Match[str]], str] | None = None,
    instead: Callable[[re.Match[str]], str] | None = None,
) -> Mark:
    """Return a kind of mark; without ``show``, a reader sees what is inside or nothing."""
    made = Mark(starts, re.compile(pattern), slug=slug, instead=instead)
    return made._replace(show=show) if show else made


def marks_plugin(*marks: Mark) -> Callable[[Parser], None]:
    """Return the plugin that reads kinds of marks, of which the first that matches counts."""

    def plugin(md: Parser) -> None:
        for one in marks:
            name = f"mark_{len(md.inline_starts)}"
            md.inline_starts[name] = one.starts
            md.inline.ruler.before("backticks", name, _rule(one))

    return plugin


def _rule(one: Mark) -> Callable[[StateInline, bool], bool]:
    """Return the inline rule of a kind of mark."""

    def rule(state: StateInline, silent: bool) -> bool:
        if state.src[state.pos] not in one.starts:
            return False
        match = one.pattern.match(state.src, state.pos, state.posMax)
        if match is None:
            return False
        has_text = match.groupdict().get("inside") is not None
        shown = None if has_text else one.show(match, front_matter_of(state.env))
        if shown is None and not has_text:
            return False
        if not silent and has_text:
            _push_inside(state, *match.span("inside"))
        elif not silent:
            token = state.push(MARK, "", 0)
            token.content = shown or ""
            if one.slug:
                token.meta = {**token.meta, "slug": one.slug(match)}
            if one.instead:
                token.meta = {**token.meta, "instead": one.instead(match)}
        state.pos = match.end()
        return True

    return rule


def _push_inside(state: StateInline, start: int, end: int) -> None:
    """Push the tokens of a part of the text, whose emphasis begins and ends in it."""
    before = state.posMax
    state.push("inside_open", "span", 1)
    state.pos, state.posMax = start, end
    state.md.inline.tokenize(state)
    state.posMax = before
    state.push("inside_close", "span", -1)
