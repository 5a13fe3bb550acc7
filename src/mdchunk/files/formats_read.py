"""Chunk files in any format, read as JSON lines: those of an array or of a table are written down beside."""

from __future__ import annotations

import json
from contextlib import contextmanager
from io import BufferedReader
from typing import TYPE_CHECKING, Any, BinaryIO

from mdchunk.files.chunk_file import open_chunks
from mdchunk.files.formats import check_format
from mdchunk.files.settings import STDIN
from mdchunk.model import MdchunkError
from mdchunk.records import line_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_HEAD = 64
"""Bytes that tell what a file is."""


@contextmanager
def open_as_lines(path: str) -> Iterator[BinaryIO]:
    """Open a chunk file in any format that ``mdchunk build`` writes; ``-`` is standard input.

    Raises:
        MdchunkError: The file cannot be read, or pyarrow is not there for a Parquet file.
    """
    with open_chunks(path) as file:
        head = file.peek(_HEAD)[:_HEAD] if isinstance(file, BufferedReader) else b""
        form = _form(head)
        if form == "parquet" and path == STDIN:
            raise MdchunkError("a Parquet file cannot be read from standard input; name the file")
        if form not in _READERS:
            yield file
            return
        import tempfile  # noqa: PLC0415 - JSON lines need none

        check_format(form)
        with tempfile.TemporaryFile() as lines:
            # the first record of an array that was built stands in the second line
            lines.write(b"\n" * (form == "json"))
            try:
                lines.writelines(line_of(record).encode() for record in _READERS[form](file))
            except ValueError as error:
                raise MdchunkError(f"{path}: not {_NAMES[form]}: {error}") from error
            lines.seek(0)
            yield lines


def _form(head: bytes) -> str:
    """Return the format of a file that begins like this."""
    if head.startswith(b"PAR1"):
        return "parquet"
    return "json" if head.lstrip().startswith(b"[") else "jsonl"


def _array(file: BinaryIO) -> Iterator[Any]:
    yield from json.load(file)


def _table(file: BinaryIO) -> Iterator[dict[str, Any]]:
    """Yield the rows of a Parquet file as the records they were made from."""
    import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

    for batch in pq.ParquetFile(file).iter_batches():
        for row in batch.to_pylist():
            record = {name: value for name, value in row.items() if value is not None}
            if "metadata" in record:
                record["metadata"] = json.loads(record["metadata"])
            yield record


_READERS: Mapping[str, Callable[[BinaryIO], Iterator[Any]]] = {"json": _array, "parquet": _table}
_NAMES: Mapping[str, str] = {"json": "a JSON array", "parquet": "a Parquet file"}
