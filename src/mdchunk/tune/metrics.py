"""How good a ranking is, at equal cost: what a reader of so many tokens gets of the wanted text.

Chunks are read in the order of their rank until a budget of tokens is full; the last one is cut off there. So no
chunker wins by the size of its chunks, and what it adds to them (heading paths, overlap) costs.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

BUDGETS = (1_000, 2_000, 4_000)
"""Tokens."""
WHOLE = 0.9
"""Share of the target from which on it counts as answered whole."""
FIRST = 10
"""Hits among which the first good one counts for the reciprocal rank."""


class Span(NamedTuple):
    """A place in the documents."""

    source: str
    start: int
    """First code point, 0-based."""
    end: int
    """One past the last."""


class Hit(NamedTuple):
    """A chunk as it is read."""

    span: Span
    tokens: int
    """Of its content."""


class Score(NamedTuple):
    """What one query got."""

    recall: tuple[float, ...]
    """For each of ``BUDGETS``, the share of the target's code points that were read, white space left out."""
    whole: float
    """1 if at least ``WHOLE`` of the target was read within the second budget, else 0."""
    reciprocal_rank: float
    """1 / rank of the first hit that holds some of the target, 0 if none of the first ``FIRST`` does."""


class Target:
    """The wanted text: where its code points that are no white space are."""

    def __init__(self, span: Span, text: str) -> None:
        """Take the span of a target and the text of its whole document."""
        self.span = span
        self.places = [at for at in range(span.start, span.end) if not text[at].isspace()]

    def covered(self, start: int, end: int) -> range:
        """Return the indices in ``places`` that a span (half-open) covers."""
        return range(bisect_left(self.places, start), bisect_right(self.places, end - 1))


def score(target: Target, hits: Sequence[Hit]) -> Score:
    """Return how much of a target the hits bring, read in their order."""
    read: set[int] = set()
    recall = []
    used = 0
    position = 0
    for budget in BUDGETS:
        while position < len(hits) and used + hits[position].tokens <= budget:
            read |= _of(target, hits[position], 1.0)
            used += hits[position].tokens
            position += 1
        cut_off = set()
        if position < len(hits) and hits[position].tokens:
            cut_off = _of(target, hits[position], (budget - used) / hits[position].tokens)
        recall.append(len(read | cut_off) / max(len(target.places), 1))
    ranks = (rank for rank, hit in enumerate(hits[:FIRST], 1) if _of(target, hit, 1.0))
    return Score(tuple(recall), float(recall[1] >= WHOLE), 1 / next(ranks, float("inf")))


def _of(target: Target, hit: Hit, share: float) -> set[int]:
    """Return what the first ``share`` of a hit covers of the target."""
    if hit.span.source != target.span.source:
        return set()
    end = hit.span.start + round((hit.span.end - hit.span.start) * share)
    return set(target.covered(hit.span.start, end))
