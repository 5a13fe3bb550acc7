"""What a cut goes through, where it is worth a warning: a row of a table, a line of code, a word."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

from mdchunk.model import Kind
from mdchunk.split.by_size import code_points, graphemes
from mdchunk.split.unit import MARKERS, Page, Unit
from mdchunk.split.ways import CUTS

_LINES: Mapping[Kind, str] = MappingProxyType(
    {
        "table": "a table row",
        "code": "a line of code",
        "math": "a line of math",
        "mdx_esm": "a line of code",
        "mdx_expression": "a line of code",
        "front_matter": "a line of front matter",
    }
)
"""Kinds whose lines mean something as a whole."""


def cut_inside(page: Page, unit: Unit) -> str:
    """Return what is cut where a unit starts, or nothing: cuts between lines, sentences and words are as meant."""
    source = page.parsed.source
    markers = MARKERS.match(source.text, source.starts[source.line_of(unit.start)], unit.start)
    if markers is None or markers.end() == unit.start:
        return ""
    if unit.block.kind in _LINES and unit.start > unit.block.start:
        return _LINES[unit.block.kind]
    return "a word" if _is_last_resort(unit) and _is_word(source.text[unit.start - 1]) else ""


def _is_last_resort(unit: Unit) -> bool:
    return unit.cut > 0 and CUTS[unit.block.kind][unit.cut - 1] in (graphemes, code_points)


def _is_word(character: str) -> bool:
    return not character.isspace() and not unicodedata.category(character).startswith("P")
