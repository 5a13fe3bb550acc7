"""Two chunk files are compared by id and hash."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from mdchunk.checks.diff import Change, diff_chunks
from mdchunk.files.chunk_file import record_at
from mdchunk.model import MdchunkError


def record(name: str, content: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "source": "a.md", "hash": content, "start_line": 1, "heading_path": []} | more


def file(*records: dict[str, Any]) -> io.BytesIO:
    return io.BytesIO(b"".join(json.dumps(r).encode() + b"\n" for r in records))


def test_each_operation() -> None:
    old = file(
        record("1", "same"),
        record("2", "moves"),
        record("3", "goes"),
        record("4", "file moves"),
        record("5", "path"),
    )
    new = file(
        record("9", "comes"),
        record("1", "same"),
        record("2", "moves", start_line=7),
        record("8", "file moves", source="b.md"),
        record("5", "path", heading_path=["A"]),
    )
    diff = diff_chunks(old, new)
    assert diff.counts == {"added": 1, "removed": 1, "moved": 2, "renamed": 1, "unchanged": 1}
    assert [c.id for c in diff.changes["moved"]] == ["2", "5"]
    assert diff.changes["renamed"] == (Change("8", diff.changes["renamed"][0].place, "4"),)
    assert record_at(new, diff.changes["added"][0].place)["id"] == "9"
    assert record_at(new, diff.changes["moved"][0].place)["start_line"] == 7
    assert record_at(old, diff.changes["removed"][0].place)["id"] == "3"
    assert not diff.same


def test_no_difference_whatever_the_order() -> None:
    one, two = record("1", "x"), record("2", "y")
    diff = diff_chunks(file(one, two), file(two, one))
    assert diff.same
    assert diff.unchanged == 2


def test_equal_contents_are_paired_first_with_first_and_each_once() -> None:
    old = file(record("1", "x"), record("2", "x"))
    new = file(record("7", "x"), record("8", "x"), record("9", "x"))
    diff = diff_chunks(old, new)
    assert [(c.id, c.old_id) for c in diff.changes["renamed"]] == [("7", "1"), ("8", "2")]
    assert [c.id for c in diff.changes["added"]] == ["9"]
    assert not diff.changes["removed"]


def test_a_record_that_stays_is_nobodys_old_name() -> None:
    diff = diff_chunks(file(record("1", "x")), file(record("1", "x"), record("2", "x", source="copy.md")))
    assert diff.counts == {"added": 1, "removed": 0, "moved": 0, "renamed": 0, "unchanged": 1}


def test_empty_files_and_blank_lines() -> None:
    assert diff_chunks(io.BytesIO(), io.BytesIO(b"\n \n")).same


@pytest.mark.parametrize(
    ("line", "complaint"),
    [(b"{", "NEW:2: not JSON"), (b"[1]", "NEW:2: not a chunk record"), (b'{"id": "1"}', "it lacks hash")],
)
def test_what_is_no_record_names_its_line(line: bytes, complaint: str) -> None:
    with pytest.raises(MdchunkError, match=complaint):
        diff_chunks(file(), io.BytesIO(b"\n" + line + b"\n"))
