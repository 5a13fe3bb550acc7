"""Ways to cut blocks of lines, such as code: at blank lines, at the least indent, at any line, inside one."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.split.piece import MARKERS, Border, Piece, cut_at, lines_of, once_per_block
from mdchunk.text.fences import closes_fence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from markdown_it.token import Token

    from mdchunk.document.content import Content

_WORD = re.compile(r"(?<=\s)\S")
_CLOSING = re.compile(r"[ \t>]*+(?:[])}]|/?>|</|end\b)")
"""A line that closes what lines above it opened: it stays with them."""


class _Frame(NamedTuple):
    """The lines that make the lines between them what they are."""

    open: str
    """The opening line, with what encloses it, for a chunk that starts inside; with a line ending."""
    close: str
    """A line ending and the closing line."""
    first: int
    """First line between them that is not blank, 0-based."""
    last: int
    """One past the last line between them."""


def blank_lines(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut after blank lines."""
    source = content.source
    return _cut(content, piece, lambda number: source.is_blank(number - 1))


def least_indents(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut before the lines that are indented least (the next function, the next entry), then before the next deeper."""
    source = content.source
    frame = _frame(content, piece)
    lines = lines_of(content, piece)
    indents = {
        number: _indent(line)
        for number in range(max(lines.start, frame.first) + 1, min(lines.stop, frame.last))
        if (line := source.line(number)).strip() and not _CLOSING.match(line)
    }
    least = min(indents.values(), default=0)
    return [
        part._replace(cut=piece.cut)
        for part in _cut(content, piece, lambda number: indents.get(number) == least)
    ]


def any_lines(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut before every line."""
    return _cut(content, piece, lambda _number: True)


def line_blanks(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut lines at white space."""
    source = content.source
    frame = _frame(content, piece)
    found: list[Border] = []
    for number in lines_of(content, piece):
        if frame.first <= number < frame.last:
            line_start, line_end = source.starts[number], source.line_end(number)
            behind = line_start + len(_prefix(content, piece, number))
            first = MARKERS.match(source.text, line_start, line_end)
            found += [
                border_at(content, piece, match.start())
                for match in _WORD.finditer(source.text, behind, line_end)
                if first is None or match.start() > first.end()
            ]
    return cut_at(content, piece, found)


def border_at(content: Content, piece: Piece, at: int) -> Border:
    """Return the border at any offset of a block of lines; a piece that starts inside one gets its indentation."""
    source = content.source
    frame = _frame(content, piece)
    number = source.line_of(at)
    if not frame.first <= number < frame.last:
        return Border(at, "", piece.around.close)
    prefix = _prefix(content, piece, number) if at > source.starts[number] else ""
    return Border(at, frame.open + prefix, frame.close)


def _cut(content: Content, piece: Piece, is_border: Callable[[int], bool]) -> list[Piece]:
    """Cut before those lines, but never right behind the opening line nor before the closing one."""
    source = content.source
    frame = _frame(content, piece)
    lines = lines_of(content, piece)
    return cut_at(
        content,
        piece,
        (
            Border(source.starts[number], frame.open, frame.close)
            for number in range(
                max(lines.start, frame.first + (frame.first > piece.block.first)), min(lines.stop, frame.last)
            )
            if not source.is_blank(number) and is_border(number)
        ),
    )


def _indent(line: str) -> int:
    """Return the columns before the first word, quote marks included: ``>   x`` is deeper than ``> x``."""
    return len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip(" >"))


def _prefix(content: Content, piece: Piece, number: int) -> str:
    """Return what the containers of a block put before the content of a line: copied for a piece that starts inside."""
    source = content.source
    start = source.starts[number]
    if not piece.around.lines and ">" not in source.text[start : start + 4]:
        return ""
    token = _token(content, piece)
    contents = _contents(content, piece)
    i = number - piece.block.first - (1 if token is not None and token.markup else 0)
    if not 0 <= i < len(contents):
        return ""
    return source.text[start : max(source.line_end(number) - len(contents[i]), start)]


def _token(content: Content, piece: Piece) -> Token | None:
    """Return the token of a piece's block, if one claimed its lines."""
    return content.tokens[piece.block.token] if piece.block.token >= 0 else None


@once_per_block
def _contents(content: Content, piece: Piece) -> list[str]:
    token = _token(content, piece)
    return token.content.split("\n") if token is not None else []


@once_per_block
def _frame(content: Content, piece: Piece) -> _Frame:
    token = _token(content, piece)
    frame = _FRAMES.get(token.type if token is not None else "", _no_frame)(content, piece)
    # a fence with nothing but blank lines behind it would be a piece of its own
    while piece.block.first < frame.first < frame.last and content.source.is_blank(frame.first):
        frame = frame._replace(first=frame.first + 1)
    return frame


def _no_frame(_page: Content, piece: Piece) -> _Frame:
    block, around = piece.block, piece.around
    return _Frame(around.opening(-1), around.close, block.first, block.last)


def _fence(content: Content, piece: Piece) -> _Frame:
    # - ~~~~py
    #   x = 1
    #   ~~~~         both lines as they stand; a fence that was left open, or ended with its item, is closed by ours
    source, block, around = content.source, piece.block, piece.around
    token = content.tokens[block.token]
    opening = source.line(block.first)
    closing = source.line(block.last - 1)
    is_closed = block.last - block.first > 1 and closes_fence(closing.lstrip(" \t>"), token.markup)
    if not is_closed:
        at = opening.find(token.markup)
        before = opening[:at]
        closing = "".join(c if c in " \t>" else " " for c in before) + token.markup
    return _framed(piece, opening, closing, around.opening(block.first), is_closed=is_closed)


def _directive(content: Content, piece: Piece) -> _Frame:
    # {{< highlight go >}}
    # x := 1
    # {{< /highlight >}}        the closing line is not made of the opening one, and "::: a.module" has none
    source, block, around = content.source, piece.block, piece.around
    meta = content.tokens[block.token].meta
    if meta["unclosed"]:
        return _fence(content, piece)
    opening = source.text[source.starts[block.first] : source.line_end(meta["tag_end"] - 1)]
    closing = meta.get("close_line", block.last)
    close = f"\n{source.line(closing)}" if closing < block.last else ""
    before = around.opening(block.first)
    return _Frame(f"{before}{opening}\n", f"{close}{around.close}", meta["tag_end"], closing)


def _first_and_last(content: Content, piece: Piece) -> _Frame:
    r"""Return the first and last lines as they stand: ``$$``, ``\begin{align}``, ``---``, ``<A`` … ``/>``."""
    source, block, around = content.source, piece.block, piece.around
    if block.last - block.first < 3:
        return _no_frame(content, piece)
    opening = around.opening(block.first)
    return _framed(piece, source.line(block.first), source.line(block.last - 1), opening, is_closed=True)


def _framed(piece: Piece, opening: str, closing: str, before: str, *, is_closed: bool) -> _Frame:
    block = piece.block
    last = block.last - 1 if is_closed else block.last
    return _Frame(f"{before}{opening}\n", f"\n{closing}{piece.around.close}", block.first + 1, last)


_FRAMES: Mapping[str, Callable[[Content, Piece], _Frame]] = MappingProxyType(
    {
        "fence": _fence,
        "directive": _directive,
        "math_block": _first_and_last,
        "front_matter": _first_and_last,
        "mdx_jsx_open": _first_and_last,
    }
)
"""By the token's type; any other block of lines has no frame."""
