"""Chunk files are read line by line and block by block."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from mdchunk.files import chunk_file as read
from mdchunk.files.chunk_file import blocks_of, lines_of, open_chunks, record_at
from mdchunk.model import MdchunkError


def test_lines_know_their_places() -> None:
    file = io.BytesIO(b'{"a": 1}\n\n{"a": "\xc3\xa4"}\r\n{"a": 3}')
    lines = list(lines_of(file, "x"))
    assert [(line.number, line.offset, line.record["a"]) for line in lines] == [
        (1, 0, 1),
        (3, 10, "ä"),
        (4, 23, 3),
    ]
    assert lines[1].data == b'{"a": "\xc3\xa4"}'
    assert record_at(file, lines[2].offset) == {"a": 3}


def test_a_missing_field_is_named() -> None:
    with pytest.raises(MdchunkError, match=r"^x:1: not a chunk record: it lacks hash, id$"):
        list(lines_of(io.BytesIO(b'{"a": 1}\n'), "x", ["id", "a", "hash"]))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(MdchunkError, match=r"nope: No such file"), open_chunks(str(tmp_path / "nope")):
        pass


@pytest.mark.parametrize("block", [4, 5, 8, 100])
def test_blocks_end_at_lines_and_where_they_should(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    monkeypatch.setattr(read, "BLOCK", block)
    file = io.BytesIO(b"one\ntwo\nthree\nfour\n")
    blocks = list(blocks_of(file, 8))
    assert b"".join(blocks) == b"one\ntwo\n"
    assert all(b.endswith(b"\n") for b in blocks)
    assert b"".join(blocks_of(file, 11)) == b"three\nfour\n"


def test_a_file_that_ends_early(tmp_path: Path) -> None:
    path = tmp_path / "short"
    path.write_bytes(b"one\n")
    with path.open("rb") as file, pytest.raises(MdchunkError, match="short: became shorter during the build"):
        list(blocks_of(file, 8))
