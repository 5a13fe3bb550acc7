"""The quality of a whole chunk file: each document read again, its chunks looked at."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from mdchunk.checks.chunked import slice_of
from mdchunk.checks.quality import Quality, inspect, total
from mdchunk.convert.document import AS_IS, Conversion, FileText, read_again, reading_options
from mdchunk.model import MdchunkError, Notice, Options

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from mdchunk.files.by_pattern import OptionsOf


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
    options_of: OptionsOf = lambda _path: Options(),
    conversion: Conversion = AS_IS,
) -> Inspection:
    """Check the records of a chunk file, document by document.

    Args:
        records: Those of one document one after the other, as ``files.foreign`` gives them.
        root: Folder that each ``source`` is relative to.
        limit: The largest size that a chunk may have, in the unit of the records.
        encoding: Of the sources.
        options_of: From the path of a source to its dialect and heading patterns.
        conversion: Where converted texts are kept, and the user's own converters; what is not kept is converted again.

    Returns:
        The findings, and a notice for each document that is not there or is no longer what its records say.
    """
    unread: list[Notice] = []

    def each() -> Iterator[Quality]:
        for source, group in groupby(records, key=lambda record: str(record["source"])):
            chunks = list(group)
            try:
                found = read_again(root, source, encoding, conversion)
                _check_slices(found, chunks)
            except MdchunkError as error:
                unread.append(Notice("skipped", source, error.place.line, error.problem))
                continue
            slices = sorted(map(slice_of, chunks))
            yield inspect(
                found.text, source, slices, limit, reading_options(options_of(str(root / source)), found)
            )

    return Inspection(total(each(), limit), tuple(unread))


def _check_slices(found: FileText, records: Iterable[Mapping[str, Any]]) -> None:
    """Refuse records that are no slices of their document.

    Raises:
        MdchunkError: The document has changed, or the records do not say where in it they are.
    """
    for record in records:
        if "text" not in record or "start_char" not in record:
            raise MdchunkError("its records have no text and start_char")
        if not found.text.startswith(record["text"], max(record["start_char"], 0)):
            raise MdchunkError("it has changed since its chunks were made")
