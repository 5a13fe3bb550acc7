"""Tables of documents as inputs of a build: Parquet, cut at its row groups, and JSON lines, also compressed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, BinaryIO

from mdchunk.files.columns import Row, check_columns, rows_of
from mdchunk.files.inputs import Input, open_input
from mdchunk.model import MdchunkError, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BATCH_ROWS = 1000
"""Rows of a table that are read at a time."""
_CODECS = {".gz": "gzip", ".zst": "zstd"}


def with_groups(inputs: Iterable[Input], path: str, text: str) -> Iterator[Input]:
    """Yield files, or, if they are tables, what can be read of each on its own.

    Args:
        inputs: The files.
        path: Column that names the documents.
        text: Column with their text; empty if the files are no tables.

    Raises:
        MdchunkError: A file can't be read, or lacks a column.
    """
    for one in inputs:
        if text:
            yield from _groups_in(one, path, text)
        else:
            yield one


def _groups_in(one: Input, path: str, text: str) -> Iterator[Input]:
    """Yield the row groups of a Parquet file, each with the bytes of its texts; another table as it is."""
    if not one.path.lower().endswith(".parquet"):
        yield one
        return
    import pyarrow as pa  # noqa: PLC0415 - an extra
    import pyarrow.parquet as pq  # noqa: PLC0415

    try:
        with open_input(one) as file:
            about = pq.read_metadata(file)
        check_columns(about.schema.to_arrow_schema(), path, text)
    except pa.ArrowInvalid as error:
        raise MdchunkError(f"not a Parquet file: {error}", place=one.source) from error
    for number in range(about.num_row_groups):
        group = about.row_group(number)
        columns = (group.column(i) for i in range(group.num_columns))
        size = sum(part.total_uncompressed_size for part in columns if part.path_in_schema == text)
        yield one._replace(size=size, groups=(number, number + 1))


def rows_in(one: Input, path: str, text: str) -> Iterator[Row]:
    """Yield the documents of a table: of a Parquet file, or its row groups, or of JSON lines.

    Raises:
        MdchunkError: The file can't be read or is no table, or a column is missing.
    """
    rows = _parquet_rows if one.path.lower().endswith(".parquet") else _json_rows
    with open_input(one) as file:
        yield from rows(file, one, path, text)


def _parquet_rows(file: BinaryIO, one: Input, path: str, text: str) -> Iterator[Row]:
    import pyarrow as pa  # noqa: PLC0415 - an extra
    import pyarrow.parquet as pq  # noqa: PLC0415

    try:
        table = pq.ParquetFile(file)
        check_columns(table.schema_arrow, path, text)
        groups = range(*one.groups) if one.groups else range(table.num_row_groups)
        for batch in table.iter_batches(BATCH_ROWS, list(groups), [path, text]):
            yield from rows_of(batch, path, text)
    except (pa.ArrowInvalid, OSError) as error:
        raise MdchunkError(f"cannot be read as Parquet: {error}", place=one.source) from error


def _json_rows(file: BinaryIO, one: Input, path: str, text: str) -> Iterator[Row]:
    import pyarrow as pa  # noqa: PLC0415 - an extra

    codec = next((name for ending, name in _CODECS.items() if one.path.lower().endswith(ending)), None)
    try:
        lines = pa.CompressedInputStream(pa.PythonFile(file), codec) if codec else file
        for number, line in enumerate(_lines(lines), 1):
            yield _json_row(line, Place(one.source, number), path, text)
    except (pa.ArrowInvalid, OSError) as error:
        raise MdchunkError(f"cannot be read: {error}", place=one.source) from error


def _lines(file: Any) -> Iterator[bytes]:
    """Yield the lines of a file that has only ``read``, blank ones left out."""
    rest = b""
    while block := file.read(1 << 20):
        *whole, rest = (rest + block).split(b"\n")
        yield from filter(bytes.strip, whole)
    if rest.strip():
        yield rest


def _json_row(line: bytes, place: Place, path: str, text: str) -> Row:
    """Return a document; what is wrong with a line is the line's problem, unless no line can be right."""
    try:
        record = json.loads(line)
    except ValueError as error:
        return Row(str(place), None, f"not JSON: {error}")
    if not isinstance(record, dict):
        return Row(str(place), None, "not a JSON object")
    for setting, name in (("path_column", path), ("text_column", text)):
        if name not in record:
            problem = f"is {name!r}, but the first line has {', '.join(map(repr, record))}"
            if place.line == 1:
                raise MdchunkError(problem, place=place, setting=setting)
            return Row(str(place), None, f"has no {name!r}")
    name, value = record[path], record[text]
    source = "" if name is None else str(name)
    if not isinstance(value, str | None):
        return Row(source, None, f"has no text in {text!r}")
    return Row(source, value)
