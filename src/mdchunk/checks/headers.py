"""Whether a chunk that holds rows of a table shows the table's header row as well."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mdchunk.checks.leaves import Leaf, Leaves

_MARKERS = re.compile(r"[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*")
_FIRST_ROW = re.compile(r"<tr\b", re.IGNORECASE)
_ROW_END = re.compile(r"</tr\s*>", re.IGNORECASE)
_DATA_ROW = re.compile(r"<t[rd]\b", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")


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
        # the delimiter row is the line below
        rows = source.starts[min(first + 2, len(source.starts) - 1)]
        header = source.line(first)
        markers = _MARKERS.match(header)
        return Table(
            _bare(header[markers.end() if markers else 0 :], is_html=False), rows, leaf.end, is_html=False
        )
    opening = _FIRST_ROW.search(source.text, leaf.start, leaf.end)
    closing = _ROW_END.search(source.text, opening.end(), leaf.end) if opening else None
    if not opening or not closing:
        return None
    row = source.text[opening.start() : closing.end()]
    if "<th" not in row.lower() or "<td" in row.lower():
        return None
    return Table(_bare(row, is_html=True), closing.end(), leaf.end, is_html=True)


def _bare(text: str, *, is_html: bool) -> str:
    """Return a text without white space, and without tags if it is HTML."""
    return "".join((_TAG.sub(" ", text) if is_html else text).split())
