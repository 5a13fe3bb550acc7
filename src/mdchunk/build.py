"""Files in, files out: the only module that reads and writes."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from mdchunk.api import chunk_document, source_name
from mdchunk.model import Document, MdchunkError, Options, Warning_
from mdchunk.records import to_line
from mdchunk.source import decode


@dataclass(slots=True)
class Report:
    """What a build did."""

    files: int = 0
    chunks: int = 0
    biggest: int = 0
    """Size of the biggest content, in the unit of sizes."""
    warnings: list[Warning_] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    """Code points that were dropped, by kind."""


def read_document(
    path: Path, options: Options, root: Path | None = None, encoding: str = "utf-8"
) -> Document:
    """Return the document of a file.

    Raises:
        MdchunkError: It can't be read or decoded, or is not below the root.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise MdchunkError(f"{path}: {error.strerror or error}") from error
    return chunk_document(decode(data, str(path), encoding), options, source=source_name(path, root))


def build(documents: Iterable[Document], out: BinaryIO) -> Report:
    """Write the records of documents, one after the other, and return what was done."""
    report = Report()
    for document in documents:
        report.files += 1
        report.warnings += document.warnings
        report.dropped.update(document.dropped)
        for chunk in document.chunks:
            report.chunks += 1
            report.biggest = max(
                report.biggest, chunk.tokens if chunk.tokens is not None else len(chunk.content)
            )
            out.write(to_line(chunk).encode("utf-8"))
    return report


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing that takes the place of ``path`` when all went well, and leaves no trace else."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    except OSError as error:
        raise MdchunkError(f"{path}: can't write here: {error.strerror or error}") from error
    try:
        with os.fdopen(handle, "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
