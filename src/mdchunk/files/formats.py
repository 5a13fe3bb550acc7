"""Output formats: how each writes blocks of JSON lines, and how it gives the records back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import PurePath
from typing import Any, BinaryIO

from mdchunk.extras import install
from mdchunk.model import MdchunkError

Writer = Callable[[BinaryIO, Iterable[bytes], Sequence[str]], None]
"""Writes blocks of whole JSON lines to a file, with these fields of the record, or all if none is named."""
Reader = Callable[[BinaryIO], Iterator[Any]]
"""Yields the records of a file. ``ValueError``: it is not in the format."""


@dataclass(frozen=True, slots=True)
class Format:
    """One format of chunk files: all there is to know about it."""

    title: str
    """What a file of it is called in errors: ``a JSON array``."""
    ending: str
    """How the names of its files end, with the dot."""
    write: Writer
    read: Reader | None
    """``None``: the file is JSON lines already."""
    begins: re.Pattern[bytes]
    """How its files begin; no two formats may begin alike."""
    package: str = ""
    """The package that it needs, a key of ``extras.REQUIREMENTS``."""
    may_stream: bool = True
    """Whether it can be written to standard output and read from standard input."""
    may_be_flat: bool = True
    """Whether its records can be flat; not if its columns have types of their own."""
    first_line: int = 1
    """The line of the file that holds the first record, 1-based, if each record is a line."""


def _write_jsonl(file: BinaryIO, blocks: Iterable[bytes], _fields: Sequence[str]) -> None:
    """Write one record per line."""
    file.writelines(blocks)


class _Ours:
    """A file that stays open when a library closes it."""

    closed = False

    def __init__(self, file: BinaryIO) -> None:
        self.write, self.flush = file.write, file.flush

    def close(self) -> None:
        """Do nothing."""


def _write_zstd(file: BinaryIO, blocks: Iterable[bytes], _fields: Sequence[str]) -> None:
    """Write one record per line, compressed."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    with pa.CompressedOutputStream(pa.PythonFile(_Ours(file), "w"), "zstd") as lines:
        for block in blocks:
            lines.write(block)


def _read_zstd(file: BinaryIO) -> Iterator[Any]:
    import pyarrow as pa  # noqa: PLC0415 - an extra

    rest = b""
    with pa.CompressedInputStream(pa.PythonFile(file), "zstd") as lines:
        try:
            while block := lines.read(1 << 20):
                *whole, rest = (rest + block).split(b"\n")
                yield from map(json.loads, filter(None, whole))
        except OSError as error:
            raise ValueError(str(error)) from error
    if rest:
        raise ValueError("its last line is cut off")


def _write_json(file: BinaryIO, blocks: Iterable[bytes], _fields: Sequence[str]) -> None:
    """Write one array with one record per line."""
    between = b"[\n"
    for block in blocks:
        file.write(between + block[:-1].replace(b"\n", b",\n"))
        between = b",\n"
    file.write(b"[]\n" if between == b"[\n" else b"\n]\n")


def _read_json(file: BinaryIO) -> Iterator[Any]:
    yield from json.load(file)


def _write_parquet(file: BinaryIO, blocks: Iterable[bytes], fields: Sequence[str]) -> None:
    """Write a Parquet file with one row per record."""
    from mdchunk.files.parquet import write  # noqa: PLC0415 - an extra

    write(file, blocks, fields)


def _read_parquet(file: BinaryIO) -> Iterator[dict[str, Any]]:
    """Yield the rows of a Parquet file as the records they were made from."""
    from mdchunk.files.parquet import read  # noqa: PLC0415 - an extra

    yield from read(file)


DEFAULT = "jsonl"
"""The format if neither a setting nor the output's name says one."""

FORMATS: Mapping[str, Format] = {
    DEFAULT: Format("a file of JSON lines", ".jsonl", _write_jsonl, None, re.compile(rb"\s*\{")),
    "json": Format("a JSON array", ".json", _write_json, _read_json, re.compile(rb"\s*\["), first_line=2),
    "jsonl.zst": Format(
        "a file of compressed JSON lines",
        ".jsonl.zst",
        _write_zstd,
        _read_zstd,
        re.compile(rb"\x28\xb5\x2f\xfd"),
        package="pyarrow",
        may_stream=False,
    ),
    "parquet": Format(
        "a Parquet file",
        ".parquet",
        _write_parquet,
        _read_parquet,
        re.compile(rb"PAR1"),
        package="pyarrow",
        may_stream=False,
        may_be_flat=False,
    ),
}
"""Name -> its row: to add a format is to add a row, and the tests go over the table."""


def format_of(path: str) -> str:
    """Return the format whose ending a file's name has, ``""`` if there is none."""
    name = PurePath(path).name.lower()
    return next((form for form, row in FORMATS.items() if name.endswith(row.ending)), "")


def output_format(path: str) -> str:
    """Return the format to write to a file whose format nobody has set: that of its ending, or the default.

    Raises:
        MdchunkError: The name has an ending that is no format's.
    """
    ending = PurePath(path).suffix
    if ending and not format_of(path):
        endings = ", ".join(form.ending for form in FORMATS.values())
        raise MdchunkError(
            f"ends in {ending}, which is the ending of no format ({endings})",
            setting="output",
            advice="set {format}",
        )
    return format_of(path) or DEFAULT


def format_that_begins(head: bytes) -> str:
    """Return the format of a file by its first bytes, JSON lines if it is none of the others."""
    return next((name for name, form in FORMATS.items() if form.begins.match(head)), DEFAULT)


def check_package(name: str) -> None:
    """Check that a format can be written and read here, before any work is done.

    Raises:
        MdchunkError: A package that it needs is not installed.
    """
    package = FORMATS[name].package
    if package and find_spec(package) is None:
        raise MdchunkError(f"the format {name} needs one more package", advice=f"run {install(package)}")
