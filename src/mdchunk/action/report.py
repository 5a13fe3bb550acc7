"""What the action reports on the chunks: how many per file, how large, and which sections did not fit one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from mdchunk.checks.stats import NEEDED as MEASURED
from mdchunk.checks.stats import Stats, measure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

NEEDED = (*MEASURED, "heading_path", "ref", "start_char", "end_char")
"""Fields that the report is made from."""

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SplitSection:
    """A section that did not fit one chunk."""

    source: str
    heading: str
    """Text of its heading, empty before the first one."""
    ref: str
    start_line: int
    """1-based."""
    end_line: int
    """1-based, inclusive."""
    size: int
    """In the unit of the limit: code points of the section, or the tokens of all its chunks."""
    parts: int
    """How many chunks it was cut into."""


@dataclass(frozen=True, slots=True)
class Report:
    """Figures of one run."""

    files: int
    """How many files were chunked."""
    counts: Mapping[str, int]
    """File -> number of its chunks, in order; a file without chunks is not in it."""
    splits: tuple[SplitSection, ...]
    """Worst first: by parts, then by size, then in the order of the documents."""
    stats: Stats


def report_on(files: int, records: Iterable[Record]) -> Report:
    """Count the chunks, in one pass.

    Args:
        files: How many files were chunked.
        records: Their records, with the fields of ``NEEDED``.
    """
    counts: Counter[str] = Counter()
    splits: list[SplitSection] = []
    stats = measure(_noted(records, counts, splits))
    splits.sort(key=attrgetter("parts", "size"), reverse=True)
    return Report(files, counts, tuple(splits), stats)


def _noted(records: Iterable[Record], counts: Counter[str], splits: list[SplitSection]) -> Iterator[Record]:
    """Pass the records on, and collect ``counts`` and ``splits`` from them."""
    first: Record = {}
    size = 0
    for record in records:
        counts[record["source"]] += 1
        if record["part"] == 1:
            first, size = record, 0
        size += record.get("tokens", 0)
        if record["part"] == record["parts"] > 1:
            splits.append(_split(first, record, size))
        yield record


def _split(first: Record, last: Record, size: int) -> SplitSection:
    return SplitSection(
        source=first["source"],
        heading=first["heading_path"][-1] if first["heading_path"] else "",
        ref=first["ref"],
        start_line=first["start_line"],
        end_line=last["end_line"],
        size=size or last["end_char"] - first["start_char"],
        parts=last["parts"],
    )
