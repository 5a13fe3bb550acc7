"""Whether a chunk that holds rows of a table shows the table's header row as well."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mdchunk.checks.leaves import Leaf, Leaves
    from mdchunk.text.source import Source

_MARKERS = re.compile(r"[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*")
_FIRST_ROW = re.compile(r"<tr\b", re.IGNORECASE)
_ROW_END = re.compile(r"</tr\s*>", re.IGNORECASE)
_DATA_ROW = re.compile(r"<t[rd]\b", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_RULE = re.compile(r"[ \t>]*(?:-+(?:[ \t]+-+)*|\+(?:[-=:]+\+)+)[ \t]*$")
_COLUMNS = re.compile(r"[ \t>]*-+(?:[ \t]+-+)+[ \t]*$")


class Table(NamedTuple):
    """A table that has a header row."""

    header: str
    """What the header row says, without white space."""
    start: int
    """Offset at which the rows behind the header row begin."""
    end: int
    is_html: bool

    def holds_rows(self, text: str) -> bool:
        """Tell whether a piece of the source, of those rows, holds any."""
        return bool(_DATA_ROW.search(text) if self.is_html else text.strip(" \t\r\n>"))

    def lacks_header(self, content: str) -> bool:
        """Tell whether a content does not show the header row, however that is padded."""
        return self.header not in _bare(content, is_html=self.is_html)


def tables(leaves: Leaves) -> Sequence[Table]:
    """Return the tables of a document that have a header row; in HTML, a first row of ``th`` cells only is one."""
    found = (_table(leaves, leaf) for leaf in leaves.row if leaf.kind in {"table", "html"})
    return [table for table in found if table]


def tables_in(found: Sequence[Table], text: str, start: int, end: int) -> Iterator[Table]:
    """Yield the tables of which a span of the source holds rows."""
    first = bisect_right(found, start, key=lambda table: table.end)
    for table in found[first : bisect_left(found, end, key=lambda table: table.start)]:
        if table.holds_rows(text[max(start, table.start) : min(end, table.end)]):
            yield table


def _table(leaves: Leaves, leaf: Leaf) -> Table | None:
    source = leaves.source
    if leaf.kind == "table":
        first = source.line_of(leaf.start)
        lines = _header_lines(source, first, source.line_of(leaf.end - 1))
        if lines is None:
            return None
        # the delimiter row is the line below
        rows = source.starts[min(lines.stop + 1, len(source.starts) - 1)]
        header = "".join(_bare(_MARKERS.sub("", source.line(line), count=1), is_html=False) for line in lines)
        return Table(header, rows, leaf.end, is_html=False)
    opening = _FIRST_ROW.search(source.text, leaf.start, leaf.end)
    closing = _ROW_END.search(source.text, opening.end(), leaf.end) if opening else None
    if not opening or not closing:
        return None
    row = source.text[opening.start() : closing.end()]
    if "<th" not in row.lower() or "<td" in row.lower():
        return None
    return Table(_bare(row, is_html=True), closing.end(), leaf.end, is_html=True)


def _header_lines(source: Source, first: int, last: int) -> range | None:
    """Return the lines of a table's header, without the rules around it; ``None`` if it has none.

    A grid table has its header between ``+---+`` and ``+===+``, a multiline one between rules of dashes.
    """
    line = source.line(first).lstrip(" \t>")
    below = source.line(first + 1) if first < last else ""
    if not line.startswith(("+-", "+:", "--")) or _RULE.match(below):
        return range(first, first + 1)
    ends = (number for number in range(first + 1, last) if _RULE.match(source.line(number)))
    end = next(ends, 0)
    has_header = "=" in source.line(end) if line.startswith("+") else _COLUMNS.match(source.line(end))
    return range(first + 1, end) if end and has_header else None


def _bare(text: str, *, is_html: bool) -> str:
    """Return a text without white space, and without tags if it is HTML."""
    return "".join((_TAG.sub(" ", text) if is_html else text).split())
