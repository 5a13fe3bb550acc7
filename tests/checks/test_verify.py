"""Each thing that can be wrong with a record is found, and named."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from mdchunk.api import chunk_markdown
from mdchunk.checks.verify import Verdict, verify_chunks
from mdchunk.model import MdchunkError, Options

TEXT = "\ufeff# Ä\r\n\r\nSame\r\n\r\n## B\r\n\r\nx 😀\r\n\r\n## B\r\n\r\nx 😀\r\n"


@pytest.fixture
def records(tmp_path: Path) -> list[dict[str, Any]]:
    Path(tmp_path, "a.md").write_bytes(TEXT.encode())
    return [chunk.to_dict() for chunk in chunk_markdown(TEXT, source="a.md")]


def verdict(records: list[dict[str, Any]], root: Path, options: Options | None = None) -> Verdict:
    lines = b"".join(json.dumps(record).encode() + b"\n" for record in records)
    return verify_chunks(io.BytesIO(lines), "chunks.jsonl", root, options=options or Options())


def test_what_was_just_built_is_right(records: list[dict[str, Any]], tmp_path: Path) -> None:
    assert verdict(records, tmp_path) == Verdict(3, 1, [])
    assert verdict([], tmp_path) == Verdict()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"text": "other"}, "text differs from characters"),
        ({"start_char": -99}, "text differs from characters -99 to"),
        ({"start_char": 0}, "text differs from characters 0 to"),
        ({"start_line": 2}, "is on lines 1-3; the record says 2-3"),
        ({"end_line": 4}, "is on lines 1-3; the record says 1-4"),
        ({"hash": "00"}, "hash does not match content"),
        ({"id": "00000000-0000-5000-8000-000000000000"}, "id does not match source, content and occurrence"),
    ],
)
def test_what_is_wrong_with_one(
    records: list[dict[str, Any]], tmp_path: Path, change: dict[str, Any], problem: str
) -> None:
    records[0] |= change
    found = verdict(records, tmp_path).stale
    assert (found[0].line, found[0].source) == (1, "a.md")
    assert problem in found[0].problem


def test_equal_contents_have_ids_by_their_order(records: list[dict[str, Any]], tmp_path: Path) -> None:
    records[1]["id"], records[2]["id"] = records[2]["id"], records[1]["id"]
    assert [stale.line for stale in verdict(records, tmp_path).stale] == [2, 3]


def test_a_source_that_is_gone_or_cannot_be_decoded_is_told_once(
    records: list[dict[str, Any]], tmp_path: Path
) -> None:
    Path(tmp_path, "a.md").write_bytes(b"\xff")
    (found,) = verdict(records, tmp_path).stale
    assert found.start_line == 1
    assert "not utf-8" in found.problem
    Path(tmp_path, "a.md").unlink()
    (found,) = verdict(records, tmp_path).stale
    assert found.problem == f"No such file or directory in {tmp_path}"


def test_a_record_that_lacks_what_is_checked(tmp_path: Path) -> None:
    with pytest.raises(MdchunkError, match=r"chunks\.jsonl:1: not a chunk record: it lacks content"):
        verdict([{"id": "1"}], tmp_path)


def test_text_that_was_added_is_in_no_chunk(records: list[dict[str, Any]], tmp_path: Path) -> None:
    Path(tmp_path, "a.md").write_bytes((TEXT + "\r\nNew.\r\n\r\n| t |\r\n|---|\r\n").encode())
    assert [
        (one.line, one.source, one.start_line, one.problem) for one in verdict(records, tmp_path).stale
    ] == [
        (0, "a.md", 13, "this line is in no chunk"),
        (0, "a.md", 15, "lines 15-16 are in no chunk"),
    ]
    dropping = Options(drop=frozenset({"table"}))
    assert [one.start_line for one in verdict(records, tmp_path, dropping).stale] == [13]


def test_the_order_of_the_records_does_not_matter_to_what_is_missing(
    records: list[dict[str, Any]], tmp_path: Path
) -> None:
    Path(tmp_path, "b.md").write_bytes(TEXT.encode())
    others = [chunk.to_dict() for chunk in chunk_markdown(TEXT, source="b.md")]
    mixed = [records[0], others[0], records[1], others[1]]
    assert [(one.source, one.start_line) for one in verdict(mixed, tmp_path).stale] == [
        ("a.md", 9),
        ("a.md", 11),
        ("b.md", 9),
        ("b.md", 11),
    ]


def test_standard_input_cannot_be_verified(tmp_path: Path) -> None:
    found = verdict([chunk.to_dict() for chunk in chunk_markdown(TEXT)], tmp_path).stale
    assert [one.problem for one in found] == ["built from standard input, which cannot be read again"]
