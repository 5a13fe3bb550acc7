"""JSX elements in MDX: from a token for each run of tags to elements that enclose their content.

The block rules read tags without looking for their partners, as MDX does: what is between them is Markdown.
Here the tags find each other, within their quote or list item, by a stack, with no
recursion. Elements are counted in lines: tags that share a line are one piece. ::

    <Tabs><Tab>      one element, `Tabs`: both open here
    text
    </Tab></Tabs>    and close here
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markdown_it.token import Token

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mdchunk.syntax.mdx.tags import Tag

TAGS = "mdx_jsx_tags"
"""Type of the token for a run of tags; ``meta["tags"]`` holds them. None of it is left by ``elements``."""


@dataclass(slots=True)
class _Scope:
    """The tags that are open in one container (the document, a quote, an item)."""

    open: list[tuple[str, int, int]] = field(default_factory=list)
    """Name, index of the token, index of the tag in it."""
    names: Counter[str] = field(default_factory=Counter)


def unpaired(tokens: Sequence[Token]) -> set[tuple[int, int]]:
    """Return the tags without a partner, as index of the token and index in it.

    A closing tag closes the innermost element of its name; what was opened since has no partner.
    """
    alone: set[tuple[int, int]] = set()
    scopes = [_Scope()]
    for index, token in enumerate(tokens):
        if token.type == TAGS:
            for number, tag in enumerate(token.meta["tags"]):
                _match(tag, index, number, scopes[-1], alone)
        elif token.nesting > 0:
            scopes.append(_Scope())
        elif token.nesting < 0:
            alone.update((at, number) for _, at, number in scopes.pop().open)
    alone.update((at, number) for _, at, number in scopes[0].open)
    return alone


def _match(tag: Tag, index: int, number: int, scope: _Scope, alone: set[tuple[int, int]]) -> None:
    if tag.kind == "open":
        scope.open.append((tag.name, index, number))
        scope.names[tag.name] += 1
    elif tag.kind == "close" and not scope.names[tag.name]:
        alone.add((index, number))
    elif tag.kind == "close":
        name = None
        while name != tag.name:
            name, at, opened = scope.open.pop()
            scope.names[name] -= 1
            if name != tag.name:
                alone.add((at, opened))


@dataclass(slots=True)
class _Element:
    """An element that is still open: its token, and how many tags of the run that opened it are."""

    token: Token
    tags: int


def elements(tokens: Sequence[Token], max_nesting: int) -> list[Token]:
    """Replace the runs of tags by ``mdx_jsx_open`` and ``mdx_jsx_close``, a level around their content.

    An opening token's ``map`` is the whole element in lines, 0-based and half-open. Its ``meta`` holds
    ``name`` (empty for a fragment), ``tag_end`` (one past the last line of the opening tag) and
    ``close_line`` (first line of the closing tag), so that ``[tag_end, close_line)`` are the lines of its
    content; both are the end of the element if it has no content. A line that only goes on in an element
    (``</A><B>``), and each tag that is nested deeper than ``max_nesting``, is an element without content. A
    run of tags of which none has a partner is an ``html_block``.
    """
    alone = unpaired(tokens)
    out: list[Token] = []
    open_elements: list[_Element] = []
    for index, token in enumerate(tokens):
        if token.type != TAGS:
            token.level += len(open_elements)
            out.append(token)
            continue
        tags = [tag for number, tag in enumerate(token.meta["tags"]) if (index, number) not in alone]
        if not tags:
            out.append(_html(token, len(open_elements)))
        else:
            _place(token, tags, open_elements, out, max_nesting)
    return out


def _place(run: Token, tags: list[Tag], stack: list[_Element], out: list[Token], max_nesting: int) -> None:
    """Open and close elements as the tags of one run ask, which all have partners."""
    first, end = _lines(run)
    name, closes, opens = _balance(tags)
    if opens and not closes and len(stack) < max_nesting:
        out.append(_opening(run, name, len(stack)))
        stack.append(_Element(out[-1], opens))
        return
    ended: list[_Element] = []
    while closes and stack[-1].tags <= closes:
        closes -= stack[-1].tags
        ended.append(stack.pop())
    if ended and not closes and opens:  # </A><B>: A goes on
        stack.append(_Element(ended.pop().token, opens))
    elif closes or opens:
        stack[-1].tags += opens - closes
    if ended and not closes and not opens:
        out += [_closing(element.token, first, first) for element in ended[:-1]]
        out.append(_closing(ended[-1].token, first, end))
        return
    out += [_closing(element.token, first, first) for element in ended]
    leaf = _opening(run, tags[0].name, len(stack))
    out += [leaf, _closing(leaf, end, end)]


def _balance(tags: list[Tag]) -> tuple[str, int, int]:
    """Return the first tag that stays open, else the first of all; how many others close; how many open."""
    closes = 0
    opened: list[str] = []
    for tag in tags:
        if tag.kind == "open":
            opened.append(tag.name)
        elif tag.kind == "close" and opened:
            opened.pop()
        elif tag.kind == "close":
            closes += 1
    return (opened[0] if opened else tags[0].name), closes, len(opened)


def _lines(token: Token) -> tuple[int, int]:
    first, end = token.map or (0, 0)
    return first, end


def _opening(run: Token, name: str, depth: int) -> Token:
    first, end = _lines(run)
    meta = {"name": name, "tag_end": end, "close_line": end}
    return Token("mdx_jsx_open", name, 1, map=[first, end], level=run.level + depth, block=True, meta=meta)


def _closing(opening: Token, close_line: int, end: int) -> Token:
    """Return the token that closes ``opening``, which learns where its element ends."""
    opening.map = [_lines(opening)[0], end]
    opening.meta["close_line"] = close_line
    return Token("mdx_jsx_close", opening.tag, -1, level=opening.level, block=True)


def _html(run: Token, depth: int) -> Token:
    return Token("html_block", "", 0, map=run.map, level=run.level + depth, block=True, content=run.content)
