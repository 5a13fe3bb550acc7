"""Ways to cut a table: between rows, behind the delimiter row, before it, between cells, at white space."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mdchunk.document.content import Content
from mdchunk.split.piece import MARKERS, Border, Piece, cut_at, lines_of, once_per_block

_INNER_PIPE = re.compile(r"\\.|(?P<at>\|)")
_BEHIND_BLANK = re.compile(r"(?<=\s)(?P<at>\S)")


def rows(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut before the second row and those after it; the header row and delimiter row stay with the first."""
    return cut_at(content, piece, _row_borders(content, piece, piece.block.first + 3))


def first_row(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut between the delimiter row and the first row, which together are too large."""
    return cut_at(content, piece, _row_borders(content, piece, piece.block.first + 2))


def header_row(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut between the header row and the delimiter row, which together are too large."""
    at = content.source.starts[piece.block.first + 1]
    return cut_at(
        content, piece, [Border(at, piece.around.opening(piece.block.first + 1), piece.around.close)]
    )


def cells(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    r"""Cut a row before its inner pipes; one behind a backslash is text, one in a code span is not (GFM, 4.10)."""
    return _inside_rows(content, piece, _INNER_PIPE)


def cell_blanks(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut a row at white space."""
    return _inside_rows(content, piece, _BEHIND_BLANK)


def border_at(content: Content, piece: Piece, at: int) -> Border:
    """Return the border at any offset of a table; a piece that starts inside a row gets the markers of its line."""
    source = content.source
    number = source.line_of(at)
    if number < piece.block.first + 2:
        # inside the header row there is no table to repeat
        return Border(at, "", piece.around.close)
    start = source.starts[number]
    markers = MARKERS.match(source.text, start, source.line_end(number)) if at > start else None
    prefix = markers[0] if markers else ""
    return Border(at, _opening(content, piece) + prefix, piece.around.close)


def _inside_rows(content: Content, piece: Piece, pattern: re.Pattern[str]) -> list[Piece]:
    source = content.source
    found: list[Border] = []
    for number in lines_of(content, piece):
        line = source.line(number).rstrip()
        found += [
            border_at(content, piece, source.starts[number] + match.start("at"))
            for match in pattern.finditer(line, len(_prefix(line)) + 1, max(len(line) - 1, 0))
            if match["at"] is not None
        ]
    return cut_at(content, piece, found)


def _row_borders(content: Content, piece: Piece, first: int) -> list[Border]:
    opening = _opening(content, piece)
    starts = content.source.starts
    return [Border(starts[n], opening, piece.around.close) for n in range(first, piece.block.last)]


@once_per_block
def _opening(content: Content, piece: Piece) -> str:
    """Return the header row and the delimiter row as they stand, with what encloses the table."""
    source, first = content.source, piece.block.first
    return f"{piece.around.opening(first)}{source.line(first)}\n{source.line(first + 1)}\n"


def _prefix(line: str) -> str:
    """Return the quote marks and indentation of a row."""
    return line[: len(line) - len(line.lstrip(" \t>"))]
