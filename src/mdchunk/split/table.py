"""Ways to cut a table: between rows, behind the delimiter row, before it, between cells, at white space."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mdchunk.split.unit import MARKERS, Border, Page, Unit, lines_of, noted, pieces

_INNER_PIPE = re.compile(r"\\.|(?P<at>\|)")
_BEHIND_BLANK = re.compile(r"(?<=\s)(?P<at>\S)")


def rows(page: Page, unit: Unit, _room: Sequence[int]) -> list[Unit]:
    """Cut before the second row and those after it; the header row and delimiter row stay with the first."""
    return pieces(page, unit, _row_borders(page, unit, unit.block.first + 3))


def first_row(page: Page, unit: Unit, _room: Sequence[int]) -> list[Unit]:
    """Cut between the delimiter row and the first row, which together are too large."""
    return pieces(page, unit, _row_borders(page, unit, unit.block.first + 2))


def header_row(page: Page, unit: Unit, _room: Sequence[int]) -> list[Unit]:
    """Cut between the header row and the delimiter row, which together are too large."""
    at = page.parsed.source.starts[unit.block.first + 1]
    return pieces(page, unit, [Border(at, unit.around.opening(unit.block.first + 1), unit.around.close)])


def cells(page: Page, unit: Unit, _room: Sequence[int]) -> list[Unit]:
    r"""Cut a row before its inner pipes; one behind a backslash is text, one in a code span is not (GFM, 4.10)."""
    return _inside_rows(page, unit, _INNER_PIPE)


def cell_blanks(page: Page, unit: Unit, _room: Sequence[int]) -> list[Unit]:
    """Cut a row at white space."""
    return _inside_rows(page, unit, _BEHIND_BLANK)


def border_at(page: Page, unit: Unit, at: int) -> Border:
    """Return the border at any offset of a table; a piece that starts inside a row gets the markers of its line."""
    source = page.parsed.source
    number = source.line_of(at)
    if number < unit.block.first + 2:
        # inside the header row there is no table to repeat
        return Border(at, "", unit.around.close)
    start = source.starts[number]
    markers = MARKERS.match(source.text, start, source.line_end(number)) if at > start else None
    prefix = markers[0] if markers else ""
    return Border(at, _opening(page, unit) + prefix, unit.around.close)


def _inside_rows(page: Page, unit: Unit, pattern: re.Pattern[str]) -> list[Unit]:
    source = page.parsed.source
    found: list[Border] = []
    for number in lines_of(page, unit):
        line = source.line(number).rstrip()
        found += [
            border_at(page, unit, source.starts[number] + match.start("at"))
            for match in pattern.finditer(line, len(_prefix(line)) + 1, max(len(line) - 1, 0))
            if match["at"] is not None
        ]
    return pieces(page, unit, found)


def _row_borders(page: Page, unit: Unit, first: int) -> list[Border]:
    opening = _opening(page, unit)
    starts = page.parsed.source.starts
    return [Border(starts[n], opening, unit.around.close) for n in range(first, unit.block.last)]


@noted
def _opening(page: Page, unit: Unit) -> str:
    """Return the header row and the delimiter row as they stand, with what encloses the table."""
    source, first = page.parsed.source, unit.block.first
    return f"{unit.around.opening(first)}{source.line(first)}\n{source.line(first + 1)}\n"


def _prefix(line: str) -> str:
    """Return the quote marks and indentation of a row."""
    return line[: len(line) - len(line.lstrip(" \t>"))]
