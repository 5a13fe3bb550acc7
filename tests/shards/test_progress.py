"""What a build says of how far it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mdchunk.build import build
from mdchunk.cli import progress_lines
from mdchunk.files.settings import BuildSettings
from mdchunk.model import Options
from mdchunk.shards.progress import Progress, Total, progress_of
from mdchunk.shards.summary import Summary
from tests.support.command import mdchunk


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    for n in range(8):
        Path(f"docs/{n}.md").write_text(f"# Page {n}\n\n" + "Words. " * 200, encoding="utf-8")
    Path("docs/bad.md").write_bytes(b"\xff")


def test_what_is_left_is_estimated_from_what_was_done_now() -> None:
    summary = Summary(
        "", "characters", files=30, copied=20, chunks=300, failed=10, read_chars=7, kept_chunks=200
    )
    now = progress_of(summary, 10.0, Total(100, 1000))
    assert now == Progress(10.0, 40, 20, 10, 7, 300, 10.0, 100, 30.0)
    assert progress_of(summary, 10.0, None).seconds_left is None
    assert progress_of(Summary("", "characters"), 10.0, Total(100, 1000)).seconds_left is None
    # rows of tables are not counted, so bytes are
    summary = Summary("", "characters", files=7, read_bytes=200, kept_bytes=300)
    now = progress_of(summary, 10.0, Total(None, 1000))
    assert (now.of_documents, now.seconds_left) == (None, 25.0)
    assert progress_of(summary, 10.0, Total(None, 500)).seconds_left == 0


@pytest.mark.parametrize("output", ["out/", "out.jsonl"])
def test_each_part_and_each_file_is_reported(output: str) -> None:
    seen: list[Progress] = []
    settings = BuildSettings(output=output, on_error="skip", part_size=0.003, jobs=1)
    build(["docs"], Options(), settings, watch=seen.append)
    assert len(seen) >= 3
    assert [one.documents for one in seen] == sorted(one.documents for one in seen)
    last = seen[-1]
    assert (last.documents, last.errors, last.chunks, last.kept) == (9, 1, 8, 0)
    assert last.characters == sum(
        len(path.read_text(encoding="utf-8")) for path in Path("docs").glob("[0-9].md")
    )
    seen.clear()
    build(["docs"], Options(), settings, watch=seen.append)
    assert (seen[-1].documents, seen[-1].kept) == ((9, 8) if output == "out/" else (9, 0))


@pytest.mark.parametrize("output", ["out/", "out.jsonl"])
def test_programs_get_lines_before_the_result(output: str) -> None:
    done = mdchunk("build", "docs", "-o", output, "--progress", "--json", "--on-error", "skip")
    *events, result = [json.loads(line) for line in done.stdout.splitlines()]
    assert events
    assert (events[-1]["event"], events[-1]["documents"], events[-1]["errors"]) == ("progress", 9, 1)
    assert (result["files"], result["failed"]) == (8, 1)
    assert "event" not in result
    assert (
        len(mdchunk("build", "docs", "-o", output, "--json", "--on-error", "skip").stdout.splitlines()) == 1
    )


def test_people_get_lines_on_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_lines, "EVERY", 0)
    done = mdchunk("build", "docs", "-o", "out.jsonl", "--progress", "--on-error", "skip")
    lines = [line for line in done.stderr.splitlines() if line.startswith("Progress: ")]
    assert len(lines) == 9
    assert lines[-1].startswith("Progress: 9 of 9 documents, ")
    assert lines[-1].endswith(" chunks a second, 1 errors, 0:00 left")


def test_a_line_leaves_out_what_is_not_known() -> None:
    assert progress_lines.line(Progress(1.0, 5, 0, 0, 1234, 9, 9.0, None, None)) == (
        "Progress: 5 documents, 1,234 characters, 9 chunks a second, 0 errors"
    )
    assert progress_lines.line(Progress(1.0, 5000, 4000, 2, 1234, 9, 9.0, 10_000, 3700.0)) == (
        "Progress: 5,000 of 10,000 documents, 4,000 kept, 1,234 characters, 9 chunks a second, 2 errors, 1:01:40 left"
    )
