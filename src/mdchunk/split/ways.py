"""Kind to the ways of cutting one block that is too large, from the best to the last resort."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from mdchunk.model import Kind
from mdchunk.split.by_size import code_points, graphemes
from mdchunk.split.containers import components, framed_blocks, item_blocks, items, quote_blocks
from mdchunk.split.html import elements, outside_tags
from mdchunk.split.lines import any_lines, blank_lines, least_indents, line_blanks
from mdchunk.split.table import cell_blanks, cells, first_row, header_row, rows
from mdchunk.split.text import blanks, clauses, inner_blanks, sentences
from mdchunk.split.unit import Cut, Page, Unit

_TEXT: tuple[Cut, ...] = (sentences, clauses, blanks, inner_blanks, graphemes, code_points)
_LINES: tuple[Cut, ...] = (blank_lines, least_indents, any_lines, line_blanks, graphemes, code_points)
_REST: tuple[Cut, ...] = (any_lines, line_blanks, graphemes, code_points)
_HTML: tuple[Cut, ...] = (elements, outside_tags, graphemes, code_points)

CUTS: Mapping[Kind, tuple[Cut, ...]] = MappingProxyType(
    {
        "heading": _TEXT,
        "paragraph": _TEXT,
        "code": _LINES,
        "list": (items, *_REST),
        "list_item": (item_blocks, *_REST),
        "blockquote": (quote_blocks, *_REST),
        "table": (rows, first_row, header_row, cells, cell_blanks, graphemes, code_points),
        "html": _HTML,
        "comment": _LINES,
        "thematic_break": _REST,
        "definition": _REST,
        "footnote_definition": (item_blocks, *_REST),
        "definition_list": (items, *_REST),
        "front_matter": _LINES,
        "math": _LINES,
        "directive": (framed_blocks, *_LINES),
        "mdx_jsx": (components, framed_blocks, *_LINES),
        "mdx_esm": _LINES,
        "mdx_expression": _LINES,
    }
)
"""A way that can't cut hands over to the next weaker one."""


def split(page: Page, unit: Unit, room: Sequence[int]) -> list[Unit]:
    """Return a unit in smaller ones, cut in the best way that is left for it; empty if nothing is.

    Args:
        page: The document.
        unit: What is too large.
        room: The most that the first piece may take, and each of the others, where a way cuts to measure.
    """
    ways = CUTS[unit.block.kind]
    while unit.cut < len(ways):
        cut = _trimmed(page, ways[unit.cut](page, unit, room))
        if len(cut) > 1 or any(
            (new.start, new.end, new.block) != (unit.start, unit.end, unit.block) for new in cut
        ):
            return cut
        unit = unit._replace(cut=unit.cut + 1)
    return []


def _trimmed(page: Page, units: list[Unit]) -> list[Unit]:
    """Return units without what is dropped at their edges, and without those that hold nothing else."""
    if not page.body.edits:
        return units
    spans = [page.body.trimmed(unit.start, unit.end) for unit in units]
    return [
        unit._replace(start=span.start, end=span.end)
        for unit, span in zip(units, spans, strict=True)
        if span.start < span.end
    ]
