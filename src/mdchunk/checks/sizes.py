"""Chunks and sections of a wrong size or make: tables without header, no words, runts, long sections."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import regex

from mdchunk.checks.headers import tables_in

if TYPE_CHECKING:
    from mdchunk.checks.chunked import Chunked, Places

RUNT = 10
"""A chunk is a runt if it is smaller than the limit divided by this."""
LONG = 10
"""A section is long if its chunks together are larger than the limit times this."""

_WORD = regex.compile(r"[\p{L}\p{N}]")


def headerless_tables(doc: Chunked) -> Places:
    """Yield the chunks with rows of a table whose header row their content does not show."""
    for i, chunk in enumerate(doc.slices):
        held = tables_in(doc.tables, doc.text, chunk.start, chunk.end)
        if any(table.lacks_header(chunk.content) for table in held):
            yield i, chunk.start


def wordless_chunks(doc: Chunked) -> Places:
    """Yield the chunks without a letter or a digit."""
    for i, chunk in enumerate(doc.slices):
        if not _WORD.search(doc.text, chunk.start, chunk.end):
            yield i, chunk.start


def runts(doc: Chunked) -> Places:
    """Yield the chunks that are tiny though the one before or behind, of the same section, has room for them."""
    slices = doc.slices
    sections = [doc.leaves.section_of(chunk.start) for chunk in slices]
    for i, chunk in enumerate(slices):
        near = [n for n in (i - 1, i + 1) if 0 <= n < len(slices) and sections[n] == sections[i]]
        if chunk.size * RUNT < doc.limit and any(slices[n].size + chunk.size + 2 <= doc.limit for n in near):
            yield i, chunk.start


def long_sections(doc: Chunked) -> Places:
    """Yield the first chunk of each section whose chunks together are far over the limit."""
    sizes: Counter[int] = Counter()
    firsts: dict[int, int] = {}
    for i, chunk in enumerate(doc.slices):
        section = doc.leaves.section_of(chunk.start)
        sizes[section] += chunk.size
        firsts.setdefault(section, i)
    for section, size in sizes.items():
        if size > doc.limit * LONG:
            yield firsts[section], doc.leaves.section_starts[section]
