"""The documents that a report is made of: files to chunk, or the records of a chunk file with their sources."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mdchunk.convert.document import conversion_of, read_again, read_input, reading_options
from mdchunk.files.by_pattern import options_of_files, path_of
from mdchunk.view.look import look, look_at_records
from mdchunk.view.report import Shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from mdchunk.files.inputs import Input
    from mdchunk.files.settings import BuildSettings
    from mdchunk.model import Options
    from mdchunk.view.values import DocumentView


def of_files(inputs: Iterable[Input], options: Options, settings: BuildSettings) -> Iterator[Shown]:
    """Yield the files to show; each is read and chunked when it is asked for.

    Args:
        inputs: As ``files.inputs.find_inputs`` gives them.
        options: How to chunk.
        settings: How to read.
    """
    options_of = options_of_files(options, settings.files)
    for one in inputs:
        yield Shown(one.source, partial(_of_file, one, options_of(path_of(one, settings)), settings))


def of_records(
    records: Iterable[Mapping[str, Any]], limit: int, options: Options, settings: BuildSettings
) -> Iterator[Shown]:
    """Yield the documents of a chunk file; each is read when it is asked for.

    Args:
        records: As ``files.foreign.records_of`` gives them; all are held in memory.
        limit: The largest size that a chunk may have, in the unit of the records.
        options: What they were made with, as far as that is known.
        settings: How to read the sources.
    """
    grouped: dict[str, list[Mapping[str, Any]]] = {}
    for record in records:
        grouped.setdefault(str(record["source"]), []).append(record)
    options_of = options_of_files(options, settings.files)
    for source, found in grouped.items():
        own = options_of(str(Path(settings.root, source)))
        yield Shown(source, partial(_of_records, source, found, limit, own, settings))


def _of_file(one: Input, options: Options, settings: BuildSettings) -> DocumentView:
    found = read_input(one, settings.encoding, conversion_of(settings))
    return look(found.text, one.source, reading_options(options, found), found)


def _of_records(
    source: str, records: Iterable[Mapping[str, Any]], limit: int, options: Options, settings: BuildSettings
) -> DocumentView:
    found = read_again(Path(settings.root), source, settings.encoding, conversion_of(settings))
    return look_at_records(
        found.text, source, records, limit, options=reading_options(options, found), found=found
    )
