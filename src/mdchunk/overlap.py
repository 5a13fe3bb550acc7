"""Where the overlap of a cut section begins: at a sentence or a word, never in code or a table."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from mdchunk.prose import CLAUSE, SENTENCE
from mdchunk.unit import Page, Unit

_PROSE = frozenset({"paragraph", "heading"})
_WORD = re.compile(r"\s+")


def overlap_start(page: Page, before: Unit, unit: Unit, most: int) -> int:
    """Return the offset from which a chunk that starts with ``unit`` repeats the end of the chunk before.

    That is ``unit.start`` where nothing is repeated: what precedes is no running text, the chunk starts inside a
    container or with a copied line, or not even the last word is within ``most`` units.
    """
    if unit.open or unit.block.kind not in _PROSE or before.block.kind not in _PROSE or before.around.lines:
        return unit.start
    body, text = page.body, page.parsed.source.text
    if ">" in text[before.block.start : before.block.start + 4]:
        return unit.start
    low = before.start
    for pattern in (SENTENCE, CLAUSE, _WORD):
        starts = [low] if pattern is SENTENCE else []
        for match in pattern.finditer(text, low, before.end):
            at = match.end()
            while at < before.end and text[at].isspace():
                at += 1
            starts.append(at)
        starts = [at for at in starts if at < before.end and not body.edit_at(at)]
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
