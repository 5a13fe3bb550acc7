"""The last resorts: cut by measure between grapheme clusters, or between code points, wherever it falls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from mdchunk.document.content import behind_line_ends
from mdchunk.model import Kind
from mdchunk.split import html as split_html
from mdchunk.split import lines as split_lines
from mdchunk.split import prose
from mdchunk.split import table as split_table
from mdchunk.split.unit import Border, BorderAt, Page, Unit, pieces

_SPACES = re.compile(r"\s+")
_WINDOW = 4096
"""Code points in which grapheme clusters are looked for at a time; more than any real cluster."""

_BORDERS: Mapping[Kind, BorderAt] = MappingProxyType(
    {
        "paragraph": prose.border_at,
        "heading": prose.border_at,
        "html": split_html.border_at,
        "table": split_table.border_at,
    }
)
"""How a piece that starts anywhere is made to stand alone; all other kinds are blocks of lines."""


def graphemes(page: Page, unit: Unit, room: Sequence[int]) -> list[Unit]:
    """Cut between grapheme clusters (UAX #29), each piece as large as its room."""
    return pieces(page, unit, _fill(page, unit, room, whole=True), may_trim=True)


def code_points(page: Page, unit: Unit, room: Sequence[int]) -> list[Unit]:
    """Cut anywhere: for a cluster, such as a family of emoji, that is larger than a chunk may be."""
    return pieces(page, unit, _fill(page, unit, room, whole=False), may_trim=True)


def _fill(page: Page, unit: Unit, room: Sequence[int], *, whole: bool) -> Iterator[Border]:
    border_at = _BORDERS.get(unit.block.kind, split_lines.border_at)
    text, length = page.parsed.source.text, page.body.length
    limits = iter(room)
    limit = next(limits)
    at, opening = unit.start, unit.open
    while at < unit.end:
        close = border_at(page, unit, min(at + 1, unit.end - 1)).close
        wrappers = length(opening) + length(close)
        # wrappers that would take most of a chunk are left out when it is packed
        end = _reach(page, at, unit.end, limit - wrappers if wrappers * 2 < limit else limit)
        solid = _SPACES.match(text, at, unit.end)
        if solid and solid.end() >= end:
            end = solid.end()
        elif whole:
            end = _grapheme_border(text, at, end, unit.end)
        at = _outside(page, at, max(end, at + 1))
        # a piece begins on its own line, however many code points end the one before
        at = behind_line_ends(text, at, unit.end)
        limit = next(limits, limit)
        border = border_at(page, unit, min(at, unit.end - 1))._replace(at=at)
        opening = border.open
        yield border


def _outside(page: Page, start: int, at: int) -> int:
    """Return ``at``, or where it is inside an edit, that edit's beginning, or its end if that is no way on."""
    edit = page.body.edit_at(at)
    if edit is None:
        return at
    return edit.start if edit.start > start else edit.end


def _reach(page: Page, start: int, end: int, limit: int) -> int:
    """Return the furthest offset up to which the text from ``start`` is no larger than ``limit``, or one further on.

    Each guess goes by the code points that a unit of size had in the one before. Where a text has to be measured,
    a guess that leaves less than a sixteenth of the room is good enough.
    """
    body = page.body
    enough = limit - (0 if body.length is len else limit // 16)
    # counted as in the content, so that guesses are the same whatever ends a line
    low, high = 0, end - start + 1
    at, guess = start, max(limit, 1)
    while low + 1 < high:
        reached = body.ahead(start, guess, end)
        if reached == end:
            guess = min(guess, body.code_points(start, end))
        size = body.size(start, reached)
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
