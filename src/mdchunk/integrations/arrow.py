"""Arrow tables: documents in, chunks out, for every engine that hands its data over as Arrow.

::

    table or batch with a path and a text column ─ chunk_table, chunk_batches ─▶ table or batch of SCHEMA
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, Unpack, get_args

from mdchunk.api import chunk_document
from mdchunk.extras import install
from mdchunk.files.columns import Row, rows_of
from mdchunk.files.parquet import arrow_schema, metadata_text
from mdchunk.model import FIELDS, Chunk, MdchunkError, Options, Settings

try:
    import pyarrow as pa
except ImportError as error:
    raise ImportError(f"mdchunk.integrations.arrow needs one more package: {install('pyarrow')}") from error

OnError = Literal["record", "stop"]

SCHEMA = arrow_schema().append(pa.field("error", pa.string()))
"""The columns of every result: the fields of the record as ``build`` writes them to Parquet, then ``error``.

``error`` is null in the row of a chunk. A document that cannot be chunked has one row, with ``source`` and ``error``
and all other columns null.
"""


def chunk_table(
    table: Any,
    options: Options | None = None,
    *,
    path_column: str = "path",
    text_column: str = "text",
    on_error: OnError = "record",
    **settings: Unpack[Settings],
) -> Any:
    """Chunk the documents of a table.

    Args:
        table: A ``pyarrow.Table`` or ``RecordBatch`` with one document a row; other columns are ignored.
        options: Every setting of the chunker; if None, the defaults.
        path_column: Column with the name of each document: its ``source``, part of the ids, whose ending chooses the
            dialect.
        text_column: Column with the text: string, large_string, string_view, or binary in UTF-8.
        on_error: If a document cannot be chunked: give it a row with an ``error``, or stop.
        settings: Single settings of the chunker: ``max_chars=800``.

    Returns:
        A ``pyarrow.Table`` of ``SCHEMA``, the chunks in the order of the documents.

    Raises:
        MdchunkError: A column is missing or holds no text, or a setting is invalid; or a document cannot be chunked
            and ``on_error`` is ``stop``.
    """
    chosen = replace(options or Options(), **settings)
    return pa.table(_columns(table, chosen, path_column, text_column, on_error), SCHEMA)


def chunk_batches(
    batches: Iterable[Any],
    options: Options | None = None,
    *,
    path_column: str = "path",
    text_column: str = "text",
    on_error: OnError = "record",
    **settings: Unpack[Settings],
) -> Iterator[Any]:
    """Chunk the documents of record batches: one batch of ``SCHEMA`` for each, which may be empty.

    The arguments and errors are those of ``chunk_table``.
    """
    chosen = replace(options or Options(), **settings)
    for batch in batches:
        yield pa.record_batch(_columns(batch, chosen, path_column, text_column, on_error), SCHEMA)


def _columns(table: Any, options: Options, path: str, text: str, on_error: OnError) -> dict[str, list[Any]]:
    """Return the values of each column of the result."""
    if on_error not in get_args(OnError):
        raise MdchunkError(f"must be record or stop, not {on_error!r}", setting="on_error")
    columns: dict[str, list[Any]] = {name: [] for name in SCHEMA.names}
    for row in rows_of(table, path, text):
        try:
            chunks = chunk_document(row.decoded(), options, source=row.source).chunks
        except MdchunkError as error:
            if on_error == "stop":
                raise
            _add_error(columns, row, error.problem)
        except Exception as bug:
            if on_error == "stop":
                raise
            _add_error(columns, row, f"a bug in mdchunk; please report it ({type(bug).__name__}: {bug})")
        else:
            _add(columns, chunks)
    return columns


def _add(columns: dict[str, list[Any]], chunks: Sequence[Chunk]) -> None:
    """Add a row for each chunk."""
    for name in FIELDS:
        columns[name] += [getattr(chunk, name) for chunk in chunks]
    metadata = columns["metadata"]
    for i in range(len(metadata) - len(chunks), len(metadata)):
        if metadata[i] is not None:
            metadata[i] = metadata_text(metadata[i])
    columns["error"] += [None] * len(chunks)


def _add_error(columns: dict[str, list[Any]], row: Row, problem: str) -> None:
    """Add the row of a document that cannot be chunked."""
    for values in columns.values():
        values.append(None)
    columns["source"][-1], columns["error"][-1] = row.source, problem
