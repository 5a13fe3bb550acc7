"""Shards run in this process or in others, in order, and a process that dies costs one file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mdchunk.files.inputs import Input
from mdchunk.model import Notice, Options
from mdchunk.shards.engine import records_of, run
from mdchunk.shards.plan import FileReport, Job, Shard
from tests.support import deadly

OPTIONS = Options(max_tokens=1000, tokenizer=deadly.count)


def shards(folder: Path, *groups: str) -> list[Shard]:
    """Each group is a shard, each of its letters a document; ``D`` is deadly, ``X`` is not there."""
    made = []
    for number, group in enumerate(groups):
        inputs = []
        for n, letter in enumerate(group):
            path = folder / f"{number}{n}{letter}.md"
            if letter != "X":
                path.write_text("# DEADLY\n" if letter == "D" else f"# {letter} {number}\n", encoding="utf-8")
            inputs.append(Input(str(path), path.name, 10))
        made.append(Shard(number, tuple(inputs)))
    return made


def results(job: Job, work: list[Shard], jobs: int) -> Iterator[tuple[FileReport, bytes]]:
    with closing(run(job, work, jobs)) as done:
        for result in done:
            for report, blocks in records_of(result):
                yield report, b"".join(blocks)


def test_any_number_of_processes_gives_the_same_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = shards(tmp_path, "abc", "d", "ef", "g", "h", "i")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = sorted(tmp_path.iterdir())
    one = list(results(Job(OPTIONS), work, 1))
    assert [report.source[2] for report, _ in one] == list("abcdefghi")
    assert list(results(Job(OPTIONS), work, 2)) == one
    assert sorted(tmp_path.iterdir()) == before


def test_a_process_that_dies_costs_its_file_and_no_other(tmp_path: Path) -> None:
    work = shards(tmp_path, "ab", "cDe", "Df", "g")
    job = Job(OPTIONS, on_error="skip")
    done = list(results(job, work, 2))
    assert [report.source[2] for report, _ in done] == list("abcDeDfg")
    dead = [report for report, _ in done if report.error]
    assert [report.source for report in dead] == ["11D.md", "20D.md"]
    assert dead[0].error
    assert dead[0].error.message.startswith("the process that chunked it died")
    assert all(data for report, data in done if not report.error)


@pytest.mark.parametrize("on_error", ["stop", "skip"])
def test_where_an_error_stops_the_files_after_it_are_left_alone(tmp_path: Path, on_error: str) -> None:
    work = shards(tmp_path, "aXb")
    job = Job(OPTIONS, on_error="stop" if on_error == "stop" else "skip")
    reports = [report for report, _ in results(job, work, 1)]
    assert [report.source[2] for report in reports] == (["a", "X"] if on_error == "stop" else ["a", "X", "b"])
    assert reports[1].error == Notice("skipped", "01X.md", 0, "No such file or directory")
