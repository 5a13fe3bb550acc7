"""The quality of a whole chunk file: each document read again, its chunks looked at."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from mdchunk.checks.chunked import slice_of
from mdchunk.checks.quality import Quality, inspect, total
from mdchunk.model import MdchunkError, Notice, Options
from mdchunk.text.source import decode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path


class Inspection(NamedTuple):
    """What was found in a chunk file, and which documents could not be looked at."""

    quality: Quality
    unread: tuple[Notice, ...]


def inspect_records(
    records: Iterable[Mapping[str, Any]],
    root: Path,
    limit: int,
    *,
    encoding: str = "utf-8",
    options: Options = Options(),  # noqa: B008 - frozen
) -> Inspection:
    """Check the records of a chunk file, document by document.

    Args:
        records: Those of one document one after the other, as ``files.foreign`` gives them.
        root: Folder that each ``source`` is relative to.
        limit: The largest size that a chunk may have, in the unit of the records.
        encoding: Of the sources.
        options: The dialect of the sources.

    Returns:
        The findings, and a notice for each document that is not there or is no longer what its records say.
    """
    unread: list[Notice] = []

    def each() -> Iterator[Quality]:
        for source, group in groupby(records, key=lambda record: str(record["source"])):
            chunks = list(group)
            try:
                text = _source_of(root, source, encoding, chunks)
            except MdchunkError as error:
                unread.append(Notice("skipped", source, 0, str(error)))
                continue
            yield inspect(text, source, sorted(map(slice_of, chunks)), limit, options)

    return Inspection(total(each(), limit), tuple(unread))


def _source_of(root: Path, name: str, encoding: str, chunks: Iterable[Mapping[str, Any]]) -> str:
    """Return the text that records were made from.

    Raises:
        MdchunkError: There is none, it has changed, or the records do not say where in it they are.
    """
    if not name:
        raise MdchunkError("its records name no source file")
    try:
        text = decode((root / name).read_bytes(), name, encoding)
    except OSError as error:
        raise MdchunkError(f"{error.strerror} in the folder {root}") from error
    for record in chunks:
        if "text" not in record or "start_char" not in record:
            raise MdchunkError("its records have no text and start_char")
        if not text.startswith(record["text"], record["start_char"]):
            raise MdchunkError("it has changed since its chunks were made")
    return text
