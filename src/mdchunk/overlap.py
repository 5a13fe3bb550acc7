"""Where the overlap of a cut section begins: at a sentence or a word, never in code or a table."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from mdchunk.prose import CLAUSE, SENTENCE
from mdchunk.unit import Page, Unit

_WORD = re.compile(r"\s+")


def overlap_start(page: Page, before: Iterable[Unit], unit: Unit, most: int) -> int:
    """Return the offset from which a chunk that starts with ``unit`` repeats the end of the chunk before.

    That is ``unit.start`` where nothing is repeated: what precedes is no running text, the chunk starts inside a
    container or with a copied line, or not even the last word is within ``most`` units.

    Args:
        page: The document.
        before: The units of the chunk before, the last one first.
        unit: The first of the chunk.
        most: The most that may be repeated, in the unit of sizes.
    """
    if unit.open or unit.block.kind != "paragraph":
        return unit.start
    kept = _paragraphs(page, before)
    if not kept:
        return unit.start
    body, text = page.body, page.parsed.source.text
    low, high = kept[0].start, kept[-1].end
    for pattern in (SENTENCE, CLAUSE, _WORD):
        starts = [each.start for each in kept if each.start == each.block.start or each is kept[0]]
        for match in pattern.finditer(text, low, high):
            at = match.end()
            while at < high and text[at].isspace():
                at += 1
            starts.append(at)
        starts = [at for at in sorted(starts) if at < high and not body.edit_at(at)]
        first = _first_within(page, starts, unit.start, most)
        if first is not None:
            return first
    return unit.start


def _first_within(page: Page, starts: Sequence[int], end: int, most: int) -> int | None:
    """Return the first of some offsets from which the text up to ``end`` is within ``most`` units.

    From the end on, by steps that double, so that little more than what is repeated gets measured.
    """
    high, step = len(starts), 1
    low = high
    while low and page.body.size(starts[max(high - step, 0)], end) <= most:
        low = max(high - step, 0)
        step *= 2
    first = bisect_left(
        starts, True, max(high - step, 0), low, key=lambda at: page.body.size(at, end) <= most
    )
    return starts[first] if first < high else None


def _paragraphs(page: Page, units: Iterable[Unit]) -> list[Unit]:
    """Return those at the end of a chunk that are running text outside containers, in order."""
    text = page.parsed.source.text
    kept: list[Unit] = []
    for unit in units:
        is_quoted = ">" in text[unit.block.start : unit.block.start + 4]
        if unit.block.kind != "paragraph" or unit.around.lines or is_quoted:
            break
        kept.append(unit)
    return kept[::-1]
