"""Records as Arrow columns and as rows of a Parquet file: lists are lists, ``metadata`` is JSON text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, BinaryIO

from mdchunk.records import schema as record_schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

GROUP_ROWS = 20_000
"""Rows of a Parquet row group, the number that the writer holds in memory."""


def arrow_schema(fields: Sequence[str] = ()) -> Any:
    """Return the Arrow schema of records: these fields in this order, or all if none is named."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    columns = record_schema()["properties"]
    return pa.schema([pa.field(name, _arrow_type(columns[name])) for name in fields or columns])


def write(file: BinaryIO, blocks: Iterable[bytes], fields: Sequence[str]) -> None:
    """Write a Parquet file with one row per record.

    Args:
        file: Where to.
        blocks: Whole lines of JSON, a record each.
        fields: Fields of the record to write, in this order; all if none is named.
    """
    import pyarrow as pa  # noqa: PLC0415 - an extra
    import pyarrow.parquet as pq  # noqa: PLC0415

    schema = arrow_schema(fields)
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        rows: list[dict[str, Any]] = []
        for block in blocks:
            rows += [_row(json.loads(line)) for line in block.splitlines()]
            if len(rows) >= GROUP_ROWS:
                writer.write_table(pa.Table.from_pylist(rows, schema))
                rows = []
        if rows:
            writer.write_table(pa.Table.from_pylist(rows, schema))


def read(file: BinaryIO) -> Iterator[dict[str, Any]]:
    """Yield the rows of a Parquet file as the records they were made from.

    Raises:
        ValueError: It is not a Parquet file.
    """
    import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

    for batch in pq.ParquetFile(file).iter_batches():
        for row in batch.to_pylist():
            record = {name: value for name, value in row.items() if value is not None}
            if "metadata" in record:
                record["metadata"] = json.loads(record["metadata"])
            yield record


def metadata_text(metadata: Mapping[str, Any]) -> str:
    """Return the column value of ``metadata``: an object whose keys differ by document is JSON text."""
    return json.dumps(metadata, ensure_ascii=False)


def _arrow_type(column: Mapping[str, Any]) -> Any:
    """Return the Arrow type of a field of the record, given its JSON Schema."""
    import pyarrow as pa  # noqa: PLC0415

    kinds = {"integer": pa.int64(), "array": pa.list_(pa.string())}
    return kinds.get(column.get("type", "string"), pa.string())


def _row(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record as columns hold it."""
    if "metadata" in record:
        record["metadata"] = metadata_text(record["metadata"])
    return record
