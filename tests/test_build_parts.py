"""A folder of parts holds what one file would, and a build into it goes on where the one before stopped."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mdchunk import build_parts as builder
from mdchunk import read_chunks
from mdchunk.build import build
from mdchunk.files import inputs as reading
from mdchunk.files.formats import FORMATS
from mdchunk.files.settings import BuildSettings
from mdchunk.model import MdchunkError, Options
from mdchunk.shards import parts, shard
from mdchunk.shards.summary import Summary
from tests.support import deadly
from tests.support.command import mdchunk

SMALL = ("--part-size", "0.004")
"""Parts of 4 to 8 kB."""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for n in range(30):
        put(n)


def put(number: int, text: str = "Some words. ") -> Path:
    path = Path(f"docs/{number % 3}/{number:02}.md")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# Page {number}\n\n" + text * (60 + 2 * (number % 30)), encoding="utf-8")
    return path


def files(folder: str = "out") -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in Path(folder).rglob("*")
        if path.is_file()
    }


def head(folder: str = "out") -> Any:
    return json.loads(Path(folder, "_mdchunk.json").read_bytes())


def make(*, count: Any = len, folder: str = "out/", **settings: Any) -> Summary:
    options = Options(max_tokens=1000, tokenizer=count)
    return build(["docs"], options, BuildSettings(output=folder, jobs=1, **{"part_size": 0.004} | settings))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Return the first source of each part that is made."""
    seen: list[str] = []
    own = builder.ENGINES["local"]

    def each(run: Any, items: Any, _jobs: int) -> Any:
        for item in items:
            seen.append(item.inputs[0].source)
            yield item, run(item)

    monkeypatch.setitem(builder.ENGINES, "here", "tests.test_build_parts")
    monkeypatch.setitem(builder.ENGINES, "local", "tests.test_build_parts")
    monkeypatch.setattr("tests.test_build_parts.each", each, raising=False)
    yield seen
    assert own == "mdchunk.shards.processes"


@pytest.mark.parametrize("name", FORMATS)
def test_the_parts_are_the_records_of_one_file(name: str) -> None:
    if FORMATS[name].package:
        pytest.importorskip(FORMATS[name].package)
    assert mdchunk("build", "docs", "-o", "one.jsonl").status == 0
    done = mdchunk("build", "docs", "-o", "out/", "--format", name, *SMALL, "-j", "2")
    assert done.status == 0
    assert done.stderr.endswith("Saved: out/ (30 chunks from 30 files, biggest 1427 characters)\n")
    written = files()
    assert len(written) > 3
    parts = [part["name"] for part in head()["parts"]]
    assert sorted(parts) == sorted(written.keys() - {"_mdchunk.json"})
    assert all(part.endswith(FORMATS[name].ending) for part in parts)
    assert [part[:11] for part in parts] == [f"part-{n:05}-" for n in range(len(parts))]
    merged = mdchunk("merge", "out", "-o", "all.jsonl")
    assert (merged.status, merged.stderr) == (0, "Saved: all.jsonl (30 chunks)\n")
    assert Path("all.jsonl").read_bytes() == Path("one.jsonl").read_bytes()
    assert head()["documents"] == head()["chunks"] == 30


def test_the_folder_is_read_as_one_file() -> None:
    mdchunk("build", "docs", "-o", "one.jsonl")
    mdchunk("build", "docs", "-o", "out/", *SMALL)
    assert mdchunk("diff", "one.jsonl", "out/", "--exit-code").status == 0
    assert mdchunk("verify", "out/").stdout == b"30 chunks in 30 documents match their sources\n"
    assert mdchunk("stats", "out/").stdout == mdchunk("stats", "one.jsonl").stdout
    assert mdchunk("view", "out/", "-o", "report").status == 0
    assert mdchunk("view", "one.jsonl", "-o", "other").status == 0
    assert files("report").keys() == files("other").keys()
    assert "docs/0/00.md.html" in files("report")
    put(3, "Other words. ")
    assert mdchunk("verify", "out/").status == 1
    assert mdchunk("merge", "out/", "-o", "-").stdout == Path("one.jsonl").read_bytes()


@pytest.mark.parametrize("jobs", [1, 3])
def test_any_number_of_processes_gives_the_same_bytes(jobs: int) -> None:
    make(folder="first/")
    make(folder="out/")
    for name, data in files("first").items():
        assert files()[name] == data
    shutil.rmtree("out")
    build(
        ["docs"],
        Options(max_tokens=1000, tokenizer=len),
        BuildSettings(output="out/", jobs=jobs, part_size=0.004),
    )
    assert files() == files("first")


def test_a_second_build_makes_nothing(made: list[str]) -> None:
    first = make()
    count, looks = len(made), {path: path.stat() for path in Path("out").rglob("*")}
    second = make()
    assert (len(made), first.copied, second.copied) == (count, 0, 30)
    assert second.totals() == first.totals()
    assert {path: path.stat() for path in Path("out").rglob("*")} == looks


def test_only_what_changed_is_made_again_and_the_end_is_that_of_one_build(made: list[str]) -> None:
    make()
    count = len(made)
    assert count > 5
    put(26, "Many other words. ")
    put(92)
    Path("docs/2/29.md").unlink()
    make()
    assert 1 <= len(made) - count < count // 2
    make(folder="new/")
    assert files() == files("new")


def test_parts_of_documents_that_are_gone_go_when_all_is_done(made: list[str]) -> None:
    make()
    before = files().keys()
    shutil.rmtree("docs/0")
    shutil.rmtree("docs/1")
    make()
    assert len(files()) < len(before)
    assert {record["source"][:7] for record in records()} == {"docs/2/"}
    assert made


def records() -> list[Any]:
    mdchunk("merge", "out", "-o", "all.jsonl")
    return [json.loads(line) for line in Path("all.jsonl").read_bytes().splitlines()]


def test_parts_may_get_other_numbers_without_being_made_again(made: list[str]) -> None:
    make()
    count = len(made)
    # a part of its own, before all others
    put(0, "Very many words. " * 20).rename("docs/0/-.md")
    put(0)
    make()
    assert len(made) - count <= 2
    assert len(head()["parts"]) == count + 1
    make(folder="new/")
    assert files() == files("new")


def test_other_options_make_all_again(made: list[str]) -> None:
    make()
    count = len(made)
    build(["docs"], Options(max_chars=300), BuildSettings(output="out/", jobs=1, part_size=0.004))
    assert len(made) == 2 * count
    assert len(head()["parts"]) == count


def test_a_build_that_was_killed_goes_on(made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    make(folder="quiet/")
    total, finish = len(made), parts.finish
    monkeypatch.setattr(parts, "finish", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        make()
    with pytest.raises(
        MdchunkError, match=r"out: has no _mdchunk\.json: no build into this folder has ended"
    ):
        list(read_chunks("out"))
    # one part without its report, and what a process left when it was killed
    next(Path("out/_reports").iterdir()).unlink()
    (next(Path("out").glob("part-*"))).with_name(".part-00009-x.jsonl.0123abcd.tmp").write_bytes(b"{")
    monkeypatch.setattr(parts, "finish", finish)
    made.clear()
    make()
    assert (len(made), total > 3) == (1, True)
    assert files() == files("quiet")


def test_an_error_is_recorded_and_the_rest_is_done() -> None:
    Path("docs/1/bad.md").write_bytes(b"# A\n\n\xff\n")
    done = mdchunk("build", "docs", "-o", "out/", *SMALL)
    assert done.status == 1
    assert "warning: docs/1/bad.md:3: not utf-8: byte 0xff at offset 5" in done.stderr
    (name,) = [name for name in files() if name.startswith("_errors/")]
    assert [json.loads(line) for line in files()[name].splitlines()] == [
        {
            "path": "docs/1/bad.md",
            "error": "not utf-8: byte 0xff at offset 5; save the file as UTF-8, or set encoding",
            "size": 7,
            "again": False,
        }
    ]
    assert (head()["documents"], head()["failed"], len(records())) == (31, 1, 30)
    assert mdchunk("build", "docs", "-o", "out/", *SMALL, "--json").json["copied"] == 30
    Path("docs/1/bad.md").write_bytes(b"# A\n")
    assert mdchunk("build", "docs", "-o", "out/", *SMALL).status == 0
    assert not [name for name in files() if name.startswith("_errors")]


def test_on_error_stop_ends_the_build() -> None:
    Path("docs/1/bad.md").write_bytes(b"\xff\n")
    done = mdchunk("build", "docs", "-o", "out/", "--on-error", "stop")
    assert done.status == 1
    assert done.stderr.startswith("Error: docs/1/bad.md:1: not utf-8")
    assert not Path("out/_mdchunk.json").exists()


@pytest.mark.parametrize(("limit", "status"), [("0", 2), ("1", 2), ("2", 1), ("5%", 2), ("6.5%", 1), ("", 1)])
def test_max_errors(limit: str, status: int) -> None:
    for n in (1, 2):
        Path(f"docs/{n}/bad.md").write_bytes(b"\xff\n")
    done = mdchunk("build", "docs", "-o", "out/", "--max-errors", limit, "--json")
    assert (done.status, done.json["failed"]) == (status, 2)
    if status == 2:
        assert done.json["error"]["kind"] == "too_many_errors"
        assert not Path("out/_mdchunk.json").exists()
        assert mdchunk("build", "docs", "-o", "out/", "--json").json["copied"] == 30


def test_a_document_that_ends_or_never_ends_its_process_is_an_error() -> None:
    put(7, "DEADLY ")
    put(8, "ENDLESS ")
    summary = make(count=deadly.count, doc_timeout=2, part_size=1)
    assert (summary.files, summary.failed) == (28, 2)
    errors = [
        json.loads(line) for name, data in files().items() if "_errors" in name for line in data.splitlines()
    ]
    assert {(error["path"], error["error"], error["again"]) for error in errors} == {
        (
            "docs/1/07.md",
            "the process that chunked it died; it may need more memory or time than there is",
            True,
        ),
        ("docs/2/08.md", "took longer than 2 seconds; set doc_timeout higher", True),
    }
    # they may go well the next time
    put(7)
    put(8)
    summary = make(count=deadly.count, part_size=1)
    assert (summary.files, summary.failed) == (30, 0)


def test_an_error_that_may_pass_is_tried_again(made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    read = reading.read_bytes

    def fails(one: Any) -> bytes:
        if one.source == "docs/0/09.md":
            raise MdchunkError("the disk says no", place=one.source)
        return read(one)

    make(folder="quiet/")
    monkeypatch.setattr(shard, "read_bytes", fails)
    assert make().failed == 1
    monkeypatch.setattr(shard, "read_bytes", read)
    count = len(made)
    assert make().failed == 0
    assert len(made) == count + 1
    assert files() == files("quiet")


def test_checksum_knows_a_file_that_was_only_touched(made: list[str]) -> None:
    make(checksum=True)
    count = len(made)
    for path in Path("docs").rglob("*.md"):
        path.touch()
    make(checksum=True)
    assert len(made) == count


def test_what_a_folder_cannot_be() -> None:
    Path("plain").mkdir()
    done = mdchunk("build", "docs", "-o", "plain")
    assert "--output is plain, which is a folder; end --output with a / to write parts into it" in done.stderr
    for option in (("--engine", "ray"), ("--max-errors", "3")):
        done = mdchunk("build", "docs", *option)
        assert done.status == 2
        assert f"{option[0]} needs a folder of parts; end --output with a /" in done.stderr
    done = mdchunk("build", "docs", "-o", "out/", "--max-errors", "1.5")
    assert "--max-errors must be a number of documents, or a share from 0% to 100%, not '1.5'" in done.stderr
    done = mdchunk("stats", "plain")
    assert "plain: has no _mdchunk.json: no build into this folder has ended well" in done.stderr
