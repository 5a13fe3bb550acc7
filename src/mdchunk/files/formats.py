"""Output formats: each writer turns blocks of JSON lines into the bytes of its format."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, BinaryIO

from mdchunk.extras import install
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    Writer = Callable[[BinaryIO, Iterable[bytes], Sequence[str]], None]

GROUP_ROWS = 20_000
"""Rows of a Parquet row group; what a writer holds in memory."""


def write_jsonl(file: BinaryIO, blocks: Iterable[bytes], _fields: Sequence[str]) -> None:
    """Write one record a line."""
    file.writelines(blocks)


def write_json(file: BinaryIO, blocks: Iterable[bytes], _fields: Sequence[str]) -> None:
    """Write one array, a record a line."""
    between = b"[\n"
    for block in blocks:
        file.write(between + block[:-1].replace(b"\n", b",\n"))
        between = b",\n"
    file.write(b"[]\n" if between == b"[\n" else b"\n]\n")


def write_parquet(file: BinaryIO, blocks: Iterable[bytes], fields: Sequence[str]) -> None:
    """Write a Parquet file with a row a record; lists are lists, ``metadata`` is JSON text."""
    import pyarrow as pa  # noqa: PLC0415 - an extra
    import pyarrow.parquet as pq  # noqa: PLC0415

    from mdchunk.records import schema as record_schema  # noqa: PLC0415

    columns = record_schema()["properties"]
    schema = pa.schema([pa.field(name, _arrow_type(columns[name])) for name in fields or columns])
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        rows: list[dict[str, Any]] = []
        for block in blocks:
            rows += [_row(json.loads(line)) for line in block.splitlines()]
            if len(rows) >= GROUP_ROWS:
                writer.write_table(pa.Table.from_pylist(rows, schema))
                rows = []
        if rows:
            writer.write_table(pa.Table.from_pylist(rows, schema))


WRITERS: Mapping[str, Writer] = {"jsonl": write_jsonl, "json": write_json, "parquet": write_parquet}
"""Name of a format -> what writes it: to a file, from blocks of whole lines, with these fields, or all."""


DEFAULT = "jsonl"


def format_of(path: str) -> str:
    """Return the format that a file's name ends in, ``""`` where it ends in none."""
    ending = PurePath(path).suffix.lower().removeprefix(".")
    return ending if ending in WRITERS else ""


def check_format(name: str) -> None:
    """See that a format can be written here, before any work is done.

    Raises:
        MdchunkError: A package that it needs is not installed.
    """
    if name == "parquet" and find_spec("pyarrow") is None:
        raise MdchunkError(f"the format parquet needs one more package: {install('pyarrow')}")


def _arrow_type(column: Mapping[str, Any]) -> Any:
    """Return the Arrow type of a field of the record, given its JSON Schema."""
    import pyarrow as pa  # noqa: PLC0415

    kinds = {"integer": pa.int64(), "array": pa.list_(pa.string())}
    return kinds.get(column.get("type", "string"), pa.string())


def _row(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record as columns hold it: an object whose keys differ by document is JSON text."""
    if "metadata" in record:
        record["metadata"] = json.dumps(record["metadata"], ensure_ascii=False)
    return record
