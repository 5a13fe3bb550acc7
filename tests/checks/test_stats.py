"""Figures of a chunk file."""

from __future__ import annotations

from typing import Any

from mdchunk.checks.stats import measure


def record(size: int, **more: Any) -> dict[str, Any]:
    fields = {"source": "a.md", "content": "x" * size, "start_line": 1, "end_line": 2, "part": 1, "parts": 1}
    return fields | {"kind": "paragraph"} | more


def test_percentiles_are_sizes_that_occur() -> None:
    stats = measure(record(size) for size in range(100, 0, -1))
    assert (stats.chunks, stats.smallest, stats.biggest, stats.total) == (100, 1, 100, 5050)
    assert stats.percentiles == {5: 5, 25: 25, 50: 50, 75: 75, 95: 95}
    assert measure([record(7)]).percentiles == {5: 7, 25: 7, 50: 7, 75: 7, 95: 7}


def test_the_histogram_counts_each_chunk_once() -> None:
    stats = measure(record(size) for size in (1, 10, 11, 95, 100))
    assert stats.histogram[0] == (10, 2)
    assert stats.histogram[1] == (20, 1)
    assert stats.histogram[-1] == (100, 2)
    assert len(stats.histogram) == 10
    assert measure([record(0), record(1), record(3)]).histogram == ((1, 2), (2, 0), (3, 1))


def test_tokens_where_the_records_have_them() -> None:
    stats = measure([record(50, tokens=9), record(5, tokens=12)])
    assert (stats.unit, stats.biggest) == ("tokens", 12)
    assert measure([record(1)]).unit == "characters"


def test_split_sections_kinds_documents_and_the_biggest() -> None:
    stats = measure(
        [
            record(3, part=1, parts=2),
            record(9, part=2, parts=2, start_line=3, end_line=4),
            record(9, source="b.md", kind="table"),
            *(record(1) for _ in range(9)),
        ]
    )
    assert (stats.documents, stats.split_sections) == (2, 1)
    assert stats.kinds == {"paragraph": 11, "table": 1}
    assert stats.top[:3] == ((9, "a.md:3-4"), (9, "b.md:1-2"), (3, "a.md:1-2"))
    assert len(stats.top) == 5


def test_nothing() -> None:
    stats = measure([])
    assert stats.to_dict()["chunks"] == 0
    assert stats.histogram == ()
