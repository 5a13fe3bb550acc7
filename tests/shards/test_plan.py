"""Files become shards, and reports survive JSON."""

from __future__ import annotations

import json

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
