"""Chunk files in any format, read as JSON lines: their records one after the other, with their places."""

from __future__ import annotations

import json
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from mdchunk.files.formats import FORMATS, Format, check_package, format_that_begins
from mdchunk.files.part_folder import head_of, is_folder, open_part
from mdchunk.files.settings import STDIN, STDIN_NAME
from mdchunk.files.streams import standard_input
from mdchunk.model import MdchunkError, Place
from mdchunk.records import line_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BLOCK = 1 << 20
"""Bytes that are copied at a time, about."""
_HEAD = 64
"""Bytes that a format is recognised by."""


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
    if path == STDIN:
        yield standard_input()
        return
    try:
        file = Path(path).open("rb")  # noqa: SIM115 - closed below; only its opening may fail by the user's doing
    except OSError as error:
        raise MdchunkError(error.strerror or str(error), place=path) from error
    with file:
        yield file


@contextmanager
def open_as_lines(path: str, name: str = "") -> Iterator[BinaryIO]:
    """Open a chunk file in any format, or a folder of parts, as JSON lines; ``-`` is standard input.

    The lines of another format, or of all parts, are written to a temporary file.

    Args:
        path: The file.
        name: What to call it in errors; by default its path.

    Raises:
        MdchunkError: The file cannot be read, or a package that its format needs is not installed.
    """
    import tempfile  # noqa: PLC0415 - JSON lines need none

    if is_folder(path):
        with tempfile.TemporaryFile() as lines:
            lines.writelines(blocks_in(path))
            lines.seek(0)
            yield lines
        return
    with open_chunks(path) as file:
        form = _form_of(file, path)
        if form.read is None:
            yield file
            return
        with tempfile.TemporaryFile() as lines:
            lines.write(b"\n" * (form.first_line - 1))
            lines.writelines(_lines(file, form, name or path))
            lines.seek(0)
            yield lines


@contextmanager
def rereadable(file: BinaryIO) -> Iterator[BinaryIO]:
    """Give a file that can be read twice, a copy if it is a pipe."""
    if file.seekable():
        yield file
        return
    import shutil  # noqa: PLC0415 - files need none
    import tempfile  # noqa: PLC0415

    with tempfile.TemporaryFile() as copy:
        shutil.copyfileobj(file, copy)
        copy.seek(0)
        yield copy


def blocks_in(folder: str) -> Iterator[bytes]:
    """Yield the records of a folder of parts, in order, as whole JSON lines.

    Raises:
        MdchunkError: No build into it has ended well, or a part cannot be read.
    """
    for part in head_of(folder)["parts"]:
        with open_part(folder, part["name"]) as file:
            form = _form_of(file, f"{folder.rstrip('/')}/{part['name']}")
            yield from _lines(file, form, part["name"]) if form.read else file


def _form_of(file: BinaryIO, path: str) -> Format:
    """Return the format of an open file by its first bytes.

    Raises:
        MdchunkError: It cannot be read from there, or a package that it needs is not installed.
    """
    head = b""
    if isinstance(file, BufferedReader):
        head = file.peek(_HEAD)[:_HEAD]
    elif file.seekable():
        head = file.read(_HEAD)
        file.seek(0)
    name = format_that_begins(head)
    form = FORMATS[name]
    if path == STDIN and not form.may_stream:
        raise MdchunkError(
            f"{form.title} cannot be read from standard input", place=STDIN_NAME, advice="name the file"
        )
    check_package(name)
    return form


def _lines(file: BinaryIO, form: Format, path: str) -> Iterator[bytes]:
    """Yield the records of a file that is not in JSON lines as such.

    Raises:
        MdchunkError: It is not in the format.
    """
    if form.read:
        try:
            for record in form.read(file):
                yield line_of(record).encode()
        except ValueError as error:
            raise MdchunkError(f"not {form.title}: {error}", place=path) from error


def lines_of(file: BinaryIO, name: str, needed: Iterable[str] = ()) -> Iterator[Line]:
    """Yield the lines of a chunk file that are not blank.

    Args:
        file: The open file.
        name: What to call it in errors.
        needed: Fields that each record must have.

    Raises:
        MdchunkError: A line is not a JSON object or lacks a field; the error has file and line.
    """
    wanted = frozenset(needed)
    offset = 0
    for number, data in enumerate(file, 1):
        if data.strip():
            try:
                record = json.loads(data)
            except ValueError as error:
                raise MdchunkError(f"not JSON: {error}", place=Place(name, number)) from error
            if not isinstance(record, dict) or not wanted <= record.keys():
                missing = ", ".join(sorted(wanted - set(record))) if isinstance(record, dict) else "any field"
                raise MdchunkError(f"not a chunk record: it lacks {missing}", place=Place(name, number))
            yield Line(number, offset, data.rstrip(b"\r\n"), record)
        offset += len(data)


def record_at(file: BinaryIO, offset: int) -> dict[str, Any]:
    """Return the record whose line begins ``offset`` bytes into a file that ``lines_of`` has read."""
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
            raise MdchunkError(
                "became shorter during the build; another program writes to it", place=file.name
            )
        size -= len(block)
        yield block
