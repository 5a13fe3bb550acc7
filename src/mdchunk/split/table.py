"""Ways to cut a table: between rows, behind the delimiter row, before it, between and inside cells.

Tables that pandoc draws (``syntax.text_tables``) are cut between rows, then between the lines of a row.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from mdchunk.split.piece import MARKERS, Border, Piece, cut_at, lines_of, once_per_block
from mdchunk.text.sentences import Starts, sentence_starts, starts_behind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mdchunk.document.content import Content
    from mdchunk.syntax.text_tables import TableLayout

_PIPE = re.compile(r"\\.|\|")
_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)
_BLANK = re.compile(r"\s+")
_GRID_RULE = re.compile(r"[ \t>]*\+[-=:+]+\+[ \t]*$")
_SHORT = 40
"""Code points of a first cell that every piece of a long row repeats; a longer one would be most of a piece."""


def rows(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut before the second row and those after it; the header row and delimiter row stay with the first."""
    if layout := _layout(content, piece):
        return cut_at(content, piece, _drawn_borders(content, piece, layout, layout.rows[1:]))
    return cut_at(content, piece, _row_borders(content, piece, piece.block.first + 3))


def first_row(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut between the delimiter row and the first row, which together are too large."""
    if layout := _layout(content, piece):
        return cut_at(content, piece, _drawn_borders(content, piece, layout, layout.rows[:1]))
    return cut_at(content, piece, _row_borders(content, piece, piece.block.first + 2))


def row_lines(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut a row of several lines, as pandoc draws them, between those."""
    layout = _layout(content, piece)
    if layout is None:
        return []
    first = piece.block.first
    lines = range(layout.head + 1, piece.block.last - first)
    inside = [
        n for n in lines if n not in layout.rows and not _GRID_RULE.match(content.source.line(first + n))
    ]
    return cut_at(content, piece, _drawn_borders(content, piece, layout, inside, is_inside=True))


def header_row(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut between the header row and the delimiter row, which together are too large."""
    at = content.source.starts[piece.block.first + 1]
    if _layout(content, piece):
        return []
    return cut_at(
        content, piece, [Border(at, piece.around.opening(piece.block.first + 1), piece.around.close)]
    )


def cells(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut a row before its inner pipes."""
    return [] if _layout(content, piece) else _inside_rows(content, piece, _inner_pipes)


def cell_breaks(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut a row at line breaks in its cells: ``<br>``."""
    return _inside_rows(content, piece, starts_behind(_BREAK))


def cell_sentences(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut a row after sentences."""
    return _inside_rows(content, piece, sentence_starts)


def cell_blanks(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut a row at white space."""
    return _inside_rows(content, piece, starts_behind(_BLANK))


def border_at(content: Content, piece: Piece, at: int) -> Border:
    """Return the border at any offset of a table; a part that starts inside a row is made a row again."""
    source = content.source
    number = source.line_of(at)
    layout = _layout(content, piece)
    if layout and number >= piece.block.first + layout.head:
        around = piece.around
        if at == source.starts[number]:
            (border,) = _drawn_borders(content, piece, layout, [number - piece.block.first])
            return border
        return Border(at, around.opening(number), around.close)
    if number < piece.block.first + 2:
        # inside the header row there is no table to repeat
        return Border(at, "", piece.around.close)
    start = source.starts[number]
    markers = MARKERS.match(source.text, start, at)
    begun = markers.end() if markers else start
    prefix = source.text[start:begun]
    if begun == at:
        return Border(at, _opening_at(content, piece, number) + prefix, piece.around.close)
    if number >= _text_below(content, piece):
        return Border(at, piece.around.opening(number) + prefix, piece.around.close)
    prefix += _cells_before(content, number, begun, at)
    return Border(at, _opening(content, piece) + prefix, f" |{piece.around.close}")


def _cells_before(content: Content, number: int, start: int, at: int) -> str:
    """Return what makes the rest of a row from ``at`` on a row again: its first cell, and empty ones up to ``at``.

    ``| Monday | a | b |`` cut before ``b`` goes on as ``| Monday | | b |``.
    """
    pipes = _pipes(content, number, start)
    inside = bisect_left(pipes, at)
    column = inside - (1 if pipes and pipes[0] == start else 0)
    if column == 0 and not content.source.text.startswith("|", at):
        return "| "
    begun = start + 1 if pipes[0] == start else start
    first = content.slice(begun, next(pipe for pipe in pipes if pipe > start)).strip()
    named = f"| {first} " if 0 < len(first) <= _SHORT else "| "
    return named + "| " * column


def _pipes(content: Content, number: int, start: int) -> list[int]:
    r"""Return the offsets of a row's pipes; one behind a backslash is text, one in a code span is not (GFM, 4.10)."""
    key = (_pipes, number)
    if key not in content.known:
        line = content.source.text[start : content.source.line_end(number)]
        content.known[key] = [start + match.start() for match in _PIPE.finditer(line) if match[0] == "|"]
    found: list[int] = content.known[key]
    return found


def _inner_pipes(text: str, low: int, high: int) -> Iterator[int]:
    """Yield the offsets of the pipes between the cells of a row, but not of one behind a short first cell."""
    pipes = (match.start() for match in _PIPE.finditer(text, low, high) if match[0] == "|")
    # a short first cell names the row and stays with the second
    return (at for at in pipes if at - low > _SHORT)


def _inside_rows(content: Content, piece: Piece, starts: Starts) -> list[Piece]:
    source = content.source
    found: list[Border] = []
    for number in lines_of(content, piece):
        start, end = source.starts[number], source.line_end(number)
        markers = MARKERS.match(source.text, start, end)
        begun = (markers.end() if markers else start) + 1
        while end > begun and source.text[end - 1].isspace():
            end -= 1
        # the pipe at the end of the row is no place
        found += (
            border_at(content, piece, at) for at in starts(source.text, max(begun, piece.start), end - 1)
        )
    return cut_at(content, piece, found)


def _row_borders(content: Content, piece: Piece, first: int) -> list[Border]:
    starts = content.source.starts
    return [
        Border(starts[n], _opening_at(content, piece, n), piece.around.close)
        for n in range(first, piece.block.last)
    ]


def _drawn_borders(
    content: Content, piece: Piece, layout: TableLayout, lines: Sequence[int], *, is_inside: bool = False
) -> list[Border]:
    """Return the borders before lines of a table that pandoc draws, counted from its first; each part is a table."""
    source, first, around = content.source, piece.block.first, piece.around
    count, line = layout.close_inside if is_inside else layout.close
    close = "\n" * count + source.line(first + line) if count else ""
    opening = _opening(content, piece)
    return [Border(source.starts[first + n], opening, f"{close}{around.close}") for n in lines]


@once_per_block
def _layout(content: Content, piece: Piece) -> TableLayout | None:
    """Return the layout of a table that pandoc draws, ``None`` for one of pipes."""
    token = piece.block.token
    found: TableLayout | None = content.tokens[token].meta.get("layout") if token >= 0 else None
    return found


def _opening_at(content: Content, piece: Piece, number: int) -> str:
    """Return what a part of a table begins with that starts at a line.

    Text that a converter left right below a table is no part of it, though it is parsed as rows of one cell.
    """
    if number < _text_below(content, piece):
        return _opening(content, piece)
    return piece.around.opening(number)


@once_per_block
def _text_below(content: Content, piece: Piece) -> int:
    """Return the first line (0-based) behind the delimiter row that has no pipe, though the header row has one."""
    source, block = content.source, piece.block
    if "|" not in source.line(block.first):
        return block.last
    lines = range(block.first + 2, block.last)
    return next((number for number in lines if "|" not in source.line(number)), block.last)


@once_per_block
def _opening(content: Content, piece: Piece) -> str:
    """Return the header row and the delimiter row as ``content`` has them, with what encloses the table."""
    source, first = content.source, piece.block.first
    layout = _layout(content, piece)
    rows = content.slice(source.starts[first], source.line_end(first + (layout.head - 1 if layout else 1)))
    return f"{piece.around.opening(first)}{rows}\n"
