"""Files become shards, and reports survive JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from mdchunk.files.inputs import Input
from mdchunk.model import Notice
from mdchunk.shards import plan as planning
from mdchunk.shards.plan import (
    SHARD_BYTES,
    SHARD_FILES,
    WORTH_BYTES,
    FileReport,
    Split,
    cores,
    jobs_for,
    plan,
)
from mdchunk.shards.repeats import Paragraph


def inputs(*sizes: int) -> list[Input]:
    return [Input(f"{n}.md", f"{n}.md", size) for n, size in enumerate(sizes)]


def test_shards_hold_neighbours_up_to_a_size_and_a_number() -> None:
    half = SHARD_BYTES // 2
    some = inputs(half, half, 1, SHARD_BYTES * 9, 1)
    shards = list(plan(some))
    assert [[one.size for one in shard.inputs] for shard in shards] == [
        [half, half],
        [1],
        [SHARD_BYTES * 9],
        [1],
    ]
    assert [shard.number for shard in shards] == [0, 1, 2, 3]
    many = list(plan(inputs(*[1] * (SHARD_FILES + 1))))
    assert [len(shard.inputs) for shard in many] == [SHARD_FILES, 1]
    assert not list(plan([]))


def test_parts_are_between_a_size_and_twice_that() -> None:
    some = [Input(f"{n}.md", f"{n}.md", 900 + n * 7919 % 400) for n in range(5000)]
    sizes = [sum(one.size for one in shard.inputs) for shard in plan(some, 40_000)]
    assert sum(sizes) == sum(one.size for one in some)
    assert all(40_000 <= size <= 80_000 for size in sizes[:-1])
    assert sum(sizes) / len(sizes) < 55_000
    big = list(plan(inputs(10, 50_000, 10, 90_000), 40_000))
    assert [[one.size for one in shard.inputs] for shard in big] == [[10, 50_000], [10], [90_000]]


def test_a_file_more_changes_few_parts() -> None:
    some = [Input(f"{n}.md", f"{n}.md", 1000) for n in range(5000)]
    before = {shard.inputs for shard in plan(some, 40_000)}
    for at in (0, 1, 777, 2500, 4999):
        new = [*some[:at], Input("new.md", "new.md", 1000), *some[at:]]
        after = {shard.inputs for shard in plan(new, 40_000)}
        assert len(before - after) < len(before) / 4


def test_only_the_files_of_one_part_are_held() -> None:
    taken = 0

    def files() -> Iterator[Input]:
        nonlocal taken
        for n in range(10_000):
            taken += 1
            yield Input(f"{n}.md", f"{n}.md", 1000)

    seen = 0
    for shard in plan(files(), 40_000):
        seen += len(shard.inputs)
        assert taken <= seen + 1
    assert seen == 10_000


def test_small_work_stays_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "cores", lambda: 3)
    assert jobs_for([]) == 1
    assert jobs_for(list(plan(inputs(*[WORTH_BYTES // 8] * 8)))) == 1
    assert jobs_for(list(plan(inputs(*[WORTH_BYTES] * 2)))) == 2
    assert jobs_for(list(plan(inputs(*[WORTH_BYTES] * 5)))) == 3
    assert cores() >= 1


def test_a_report_survives_json() -> None:
    report = FileReport(
        "a.md",
        "00",
        12,
        3,
        40,
        (Split(1, "a.md#x", 2),),
        {"comment": 4},
        (Notice("unclosed", "a.md", 3, "x"),),
        Notice("skipped", "a.md", 2, "e", "encoding", ("set {encoding}",)),
        ("tags",),
        ids_as_text="{#id}",
        ends=(Paragraph("0a", 3, 2),),
    )
    assert FileReport.from_dict(json.loads(json.dumps(report.to_dict()))) == report
