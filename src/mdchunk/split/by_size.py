"""The last resorts: cut by measure between grapheme clusters, or between code points, wherever it falls."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdchunk.document.content import Content, behind_line_ends
from mdchunk.split.piece import Border, BorderAt, Piece, cut_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SPACES = re.compile(r"\s+")
_WINDOW = 4096
"""Code points in which grapheme clusters are looked for at a time; more than any real cluster."""


def graphemes(content: Content, piece: Piece, room: Sequence[int], border_at: BorderAt) -> list[Piece]:
    """Cut between grapheme clusters (UAX #29), each part as large as its room; ``border_at`` makes it stand alone."""
    return cut_at(content, piece, _fill(content, piece, room, border_at, whole=True), may_trim=True)


def code_points(content: Content, piece: Piece, room: Sequence[int], border_at: BorderAt) -> list[Piece]:
    """Cut anywhere: for a cluster, such as a family of emoji, that is larger than a chunk may be."""
    return cut_at(content, piece, _fill(content, piece, room, border_at, whole=False), may_trim=True)


def _fill(
    content: Content, piece: Piece, room: Sequence[int], border_at: BorderAt, *, whole: bool
) -> Iterator[Border]:
    text, length = content.source.text, content.length
    limits = iter(room)
    limit = next(limits)
    at, opening = piece.start, piece.open
    while at < piece.end:
        close = border_at(content, piece, min(at + 1, piece.end - 1)).close
        wrappers = length(opening) + length(close)
        # wrappers that would take most of a chunk are left out when it is packed
        end = _reach(content, at, piece.end, limit - wrappers if wrappers * 2 < limit else limit)
        solid = _SPACES.match(text, at, piece.end)
        if solid and solid.end() >= end:
            end = solid.end()
        elif whole:
            end = _grapheme_border(text, at, end, piece.end)
        at = _outside(content, at, max(end, at + 1))
        # a piece begins on its own line, however many code points end the one before
        at = behind_line_ends(text, at, piece.end)
        limit = next(limits, limit)
        if at < piece.end:
            border = border_at(content, piece, at)
            opening = border.open
            yield border


def _outside(content: Content, start: int, at: int) -> int:
    """Return ``at``; if it is inside an edit, the edit's start, or its end if the start is no way on."""
    edit = content.edit_at(at)
    if edit is None:
        return at
    return edit.start if edit.start > start else edit.end


def _reach(content: Content, start: int, end: int, limit: int) -> int:
    """Return the furthest offset up to which the text from ``start`` is no larger than ``limit``, or one further on.

    Each guess goes by the code points that a unit of size had in the one before. Where a text has to be measured,
    a guess that leaves less than a sixteenth of the room is good enough.
    """
    enough = limit - (0 if content.length is len else limit // 16)
    # counted as in the content, so that guesses are the same whatever ends a line
    low, high = 0, end - start + 1
    at, guess = start, max(limit, 1)
    while low + 1 < high:
        reached = content.ahead(start, guess, end)
        if reached == end:
            guess = min(guess, content.code_points(start, end))
        size = content.size(start, reached)
        if size <= limit:
            low, at = guess, reached
            if size >= enough or reached == end:
                break
        else:
            high = guess
        # toward the middle of what is enough, but always well between what fits and what does not
        aimed = guess * (limit + enough) // (2 * max(size, 1))
        least = low + 1 if high > end - start else (7 * low + high) // 8
        guess = min(max(aimed, least, low + 1), high - 1)
    return max(at, start + 1)


def _grapheme_border(text: str, start: int, at: int, end: int) -> int:
    """Return the last border between grapheme clusters up to ``at``, or else the first one after it."""
    import regex  # noqa: PLC0415 - only a text without any blank gets here

    if at >= end:
        return end
    last = start
    for match in regex.compile(r"\X").finditer(text, max(start, at - _WINDOW), min(end, at + _WINDOW)):
        if match.end() > at:
            return last if last > start else match.end()
        last = match.end()
    return at
