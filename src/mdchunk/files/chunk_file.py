"""Chunk files in: the records of a ``.jsonl`` file one after the other, with their places."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BLOCK = 1 << 20
"""Bytes that are copied at a time, about."""


class Line(NamedTuple):
    """One line of a chunk file."""

    number: int
    """1-based."""
    offset: int
    """Bytes before it."""
    data: bytes
    """Without its line ending."""
    record: dict[str, Any]


@contextmanager
def open_chunks(path: str) -> Iterator[BinaryIO]:
    """Open a chunk file; ``-`` is standard input.

    Raises:
        MdchunkError: The file cannot be read.
    """
    if path == "-":
        yield sys.stdin.buffer
        return
    try:
        file = Path(path).open("rb")  # noqa: SIM115 - closed below; only its opening may fail by the user's doing
    except OSError as error:
        raise MdchunkError(f"{path}: {error.strerror}") from error
    with file:
        yield file


def lines_of(file: BinaryIO, name: str, needed: Iterable[str] = ()) -> Iterator[Line]:
    """Yield the lines of a chunk file, blank ones left out.

    Args:
        file: The open file.
        name: What to call it in errors.
        needed: Fields that each record must have.

    Raises:
        MdchunkError: A line is no JSON object or lacks a field; the message names file and line.
    """
    wanted = frozenset(needed)
    offset = 0
    for number, data in enumerate(file, 1):
        if data.strip():
            try:
                record = json.loads(data)
            except ValueError as error:
                raise MdchunkError(f"{name}:{number}: not JSON: {error}") from error
            if not isinstance(record, dict) or not wanted <= record.keys():
                missing = ", ".join(sorted(wanted - set(record))) if isinstance(record, dict) else "any field"
                raise MdchunkError(f"{name}:{number}: not a chunk record: it lacks {missing}")
            yield Line(number, offset, data.rstrip(b"\r\n"), record)
        offset += len(data)


def record_at(file: BinaryIO, offset: int) -> dict[str, Any]:
    """Return the record whose line begins ``offset`` bytes into a file that was read before."""
    file.seek(offset)
    record: dict[str, Any] = json.loads(file.readline())
    return record


def blocks_of(file: BinaryIO, size: int) -> Iterator[bytes]:
    """Yield the next ``size`` bytes of a chunk file in blocks of whole lines.

    Raises:
        MdchunkError: The file ends before.
    """
    while size > 0:
        # readlines stops after the line that takes it past its hint
        block = b"".join(file.readlines(min(size, BLOCK) - 1))
        if not block:
            raise MdchunkError(f"{file.name}: shorter than it was; something else writes to it")
        size -= len(block)
        yield block
