"""The sizes of the chunks of a file."""

from __future__ import annotations

import heapq
from array import array
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PERCENTS = (5, 25, 50, 75, 95)
BIGGEST = 5
BINS = 10
NEEDED = ("source", "content", "start_line", "end_line", "part", "parts", "kind")
"""Fields that the figures are made from."""


@dataclass(frozen=True, slots=True)
class Stats:
    """Figures of one chunk file. Sizes are those of ``content``, in ``unit``."""

    chunks: int
    documents: int
    unit: str
    """``tokens`` if the records have them, otherwise ``characters``."""
    total: int
    smallest: int
    biggest: int
    percentiles: Mapping[int, int]
    """Percent -> the smallest size that this percentage of the chunks does not exceed."""
    histogram: tuple[tuple[int, int], ...]
    """From smallest to biggest: the largest size of the bin, and how many chunks are in it."""
    kinds: Mapping[str, int]
    """Kind -> number of chunks, the most frequent first."""
    split_sections: int
    """Sections that were cut into several chunks."""
    top: tuple[tuple[int, str], ...]
    """The biggest chunks: size and ``source:start-end`` in lines."""

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as JSON has them."""
        return {
            "chunks": self.chunks,
            "documents": self.documents,
            "unit": self.unit,
            "total": self.total,
            "smallest": self.smallest,
            "biggest": self.biggest,
            "percentiles": {str(percent): size for percent, size in self.percentiles.items()},
            "histogram": [{"up_to": size, "chunks": count} for size, count in self.histogram],
            "kinds": dict(self.kinds),
            "split_sections": self.split_sections,
            "biggest_chunks": [{"size": size, "place": place} for size, place in self.top],
        }


def measure(records: Iterable[Mapping[str, Any]]) -> Stats:
    """Return the figures of records that have the fields of ``NEEDED``. Only sizes are held in memory."""
    sizes = array("Q")
    kinds: Counter[str] = Counter()
    documents: set[str] = set()
    top: list[tuple[int, int, str]] = []
    unit, split = "characters", 0
    for record in records:
        if "tokens" in record:
            unit = "tokens"
        size = record.get("tokens", len(record["content"]))
        sizes.append(size)
        kinds[record["kind"]] += 1
        documents.add(record["source"])
        split += record["part"] == 1 and record["parts"] > 1
        place = f"{record['source']}:{record['start_line']}-{record['end_line']}"
        # the count breaks ties in favour of what came first
        (heapq.heappush if len(top) < BIGGEST else heapq.heappushpop)(top, (size, -len(sizes), place))
    ordered = array("Q", sorted(sizes))
    return Stats(
        chunks=len(ordered),
        documents=len(documents),
        unit=unit,
        total=sum(ordered),
        smallest=ordered[0] if ordered else 0,
        biggest=ordered[-1] if ordered else 0,
        percentiles={p: ordered[-(-len(ordered) * p // 100) - 1] for p in PERCENTS} if ordered else {},
        histogram=_histogram(ordered),
        kinds=dict(kinds.most_common()),
        split_sections=split,
        top=tuple((size, place) for size, _, place in sorted(top, reverse=True)),
    )


def _histogram(ordered: array[int]) -> tuple[tuple[int, int], ...]:
    """Count sizes in bins of equal width from 1 to the biggest."""
    if not ordered:
        return ()
    width = max(1, -(-ordered[-1] // BINS))
    counts = Counter(max(0, size - 1) // width for size in ordered)
    return tuple(((n + 1) * width, counts[n]) for n in range(max(counts) + 1))
