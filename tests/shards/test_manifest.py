"""What is known of an output, and when it is not trusted."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from mdchunk.files.inputs import Input
from mdchunk.model import SCHEMA_VERSION, Notice, Options
from mdchunk.records import schema
from mdchunk.shards.manifest import Built, Manifest, fingerprint, manifest_path, read_manifest, write_manifest
from mdchunk.shards.plan import FileReport, Job

REPORTS = [
    FileReport("a.md", "aa", 4, 1),
    FileReport("bad.md", "bb", error=Notice("skipped", "bad.md", 0, "bad")),
    FileReport("b.md", "cc", 6, 2),
]
DATA = b"{1}\n{2}{3}\n"


@pytest.fixture
def output(tmp_path: Path) -> Path:
    path = tmp_path / "chunks.jsonl"
    path.write_bytes(DATA[:10])
    write_manifest(path, "mark", built())
    return path


def built(looked_at: int = 0) -> Built:
    inputs = [Input(report.source, report.source, 1) for report in REPORTS]
    return Built(inputs, REPORTS, hashlib.sha256(DATA[:10]).hexdigest(), looked_at, {"files": 2})


def test_what_was_written_is_read(output: Path) -> None:
    known = read_manifest(output, "mark")
    assert not known.problem
    assert [(kept.report, kept.offset) for kept in known.kept.values()] == list(
        zip(REPORTS, [0, 4, 4], strict=True)
    )


def test_it_names_the_version_of_the_record_schema(output: Path) -> None:
    values = json.loads(manifest_path(output).read_bytes().splitlines()[0])
    assert values["schema"] == SCHEMA_VERSION
    assert schema()["title"].endswith(f"version {SCHEMA_VERSION}")


def test_nothing_is_known_without_a_manifest_or_under_other_options(output: Path) -> None:
    assert read_manifest(output, "other mark") == Manifest()
    manifest_path(output).unlink()
    assert read_manifest(output, "mark") == Manifest()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", '{"files": [{}]}', '{"version": 1}', '{"files": [1]}', "\xff"]
)
def test_a_damaged_or_foreign_manifest_is_noticed(output: Path, text: str) -> None:
    manifest_path(output).write_bytes(text.encode("latin-1"))
    known = read_manifest(output, "mark")
    assert not known.kept
    assert known.problem
    assert (known.problem.file, known.problem.message) == (
        str(manifest_path(output)),
        "not a valid manifest; rebuilding everything",
    )


def test_a_manifest_of_another_version_is_no_use(output: Path) -> None:
    path = manifest_path(output)
    head, *rest = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([json.dumps(json.loads(head) | {"version": 99}), *rest]), encoding="utf-8")
    assert read_manifest(output, "mark") == Manifest()


@pytest.mark.parametrize("change", [lambda d: d[:-1], lambda d: d.replace(b"2", b"3"), lambda d: d + b"\n"])
def test_an_output_that_something_else_changed_is_noticed(output: Path, change: object) -> None:
    assert callable(change)
    output.write_bytes(change(output.read_bytes()))
    known = read_manifest(output, "mark")
    assert not known.kept
    assert known.problem
    assert known.problem.message == "does not match its manifest; rebuilding everything"


def test_an_output_that_is_gone(output: Path) -> None:
    output.unlink()
    assert not read_manifest(output, "mark").kept


def test_the_fingerprint_knows_what_the_bytes_depend_on(tmp_path: Path) -> None:
    job = Job(Options())
    mark = fingerprint(job)
    assert fingerprint(replace(job, folder="elsewhere", on_error="skip")) == mark
    others = [
        replace(job, options=Options(max_chars=300)),
        replace(job, options=Options(drop=frozenset({"html"}))),
        replace(job, fields=("id",)),
        replace(job, encoding="latin-1"),
    ]
    assert len({mark, *map(fingerprint, others)}) == 5
    vocabulary = tmp_path / "tokenizer.json"
    counted = replace(job, options=Options(max_tokens=100, tokenizer=f"hf:{vocabulary}"))
    vocabulary.write_text("1", encoding="utf-8")
    before = fingerprint(counted)
    vocabulary.write_text("2", encoding="utf-8")
    assert fingerprint(counted) != before
