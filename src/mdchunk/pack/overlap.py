"""Where the overlap of a cut section begins: at a sentence, a word or an item, never in code or a table."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from mdchunk.split.prose import CLAUSE, SENTENCE
from mdchunk.split.unit import Page, Unit

_PROSE = frozenset({"paragraph", "list", "list_item", "blockquote", "definition_list"})
_WORD = re.compile(r"\s+")


def overlap_start(page: Page, before: Iterable[Unit], unit: Unit, most: int) -> int:
    """Return the offset from which a chunk that starts with ``unit`` repeats the end of the chunk before.

    From running text a sentence, a clause or a word on is repeated; of lists and quotes whole items and blocks. That
    is ``unit.start`` where nothing is: what precedes is code, a table or the like, the chunk starts with copied lines,
    or not even the last word is within ``most`` units.

    Args:
        page: The document.
        before: The units of the chunk before, the last one first.
        unit: The first of the chunk.
        most: The most that may be repeated, in the unit of sizes.
    """
    if unit.open or unit.block.kind not in _PROSE:
        return unit.start
    kept = list(takewhile(lambda each: each.block.kind in _PROSE, before))
    wholes = [each.start for each in kept if not each.open]
    plain = [each for each in kept if _is_plain(page, each)]
    for pattern in (SENTENCE, CLAUSE, _WORD):
        starts = sorted({*wholes, *(at for each in plain for at in _behind(page, each, pattern))})
        first = _first_within(page, [at for at in starts if not page.body.edit_at(at)], unit.start, most)
        if first is not None:
            return first
    return unit.start


def _behind(page: Page, unit: Unit, pattern: re.Pattern[str]) -> Iterator[int]:
    """Yield the places in a unit where words begin behind a match."""
    text = page.parsed.source.text
    for match in pattern.finditer(text, unit.start, unit.end):
        at = match.end()
        while at < unit.end and text[at].isspace():
            at += 1
        if at < unit.end:
            yield at


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


def _is_plain(page: Page, unit: Unit) -> bool:
    """Tell whether a unit is running text outside containers, which may be repeated from any word on."""
    is_quoted = ">" in page.parsed.source.text[unit.block.start : unit.block.start + 4]
    return unit.block.kind == "paragraph" and not unit.around.lines and not is_quoted
