"""The work of a build as values: files, shards of them, and a report of each file.

Whoever runs a shard reads, chunks and writes its files; only these values travel, so an engine only has to map
``shard.run_shard`` over shards.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from mdchunk.files.settings import STDIN_NAME
from mdchunk.model import MdchunkError, Notice, Place
from mdchunk.shards.repeats import Paragraph

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mdchunk.files.inputs import Input
    from mdchunk.files.settings import BuildSettings, OnError
    from mdchunk.model import Options

SHARD_BYTES = 1_000_000
"""A shard is full when its files have this many bytes ..."""
SHARD_FILES = 500
"""... or when it has this many files. Large enough to be worth a message, small enough that no process idles."""
PDF_WEIGHT = 20
"""A page of a PDF takes some 8 ms, as 20 times its bytes of Markdown do."""
PART_FILES = 20_000
"""A part has fewer files than this for each of its minimum sizes, however small they are."""
WORTH_BYTES = 4_000_000
"""Minimum bytes for several processes to be worth their start, which takes some tenths of a second."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is the same for all shards of a build."""

    options: Options
    folder: str = ""
    """Where shards write their files; an engine makes it."""
    fields: tuple[str, ...] = ()
    """Fields of the record to write; if empty, all."""
    flat: bool = False
    """Whether records have scalars only."""
    on_error: OnError = "stop"
    encoding: str = "utf-8"
    converter: tuple[str, ...] = ()
    """As in ``BuildSettings``, and so is ``converted``."""
    converted: str = ""
    text_column: str = ""
    """As in ``BuildSettings``, and so are ``path_column`` and ``doc_timeout``."""
    path_column: str = ""
    doc_timeout: float = 0
    output: str = ""
    """Folder of the parts; empty if the output is one file."""
    format: str = ""
    """Of the parts: a name in ``formats.FORMATS``."""


def job_of(options: Options, settings: BuildSettings) -> Job:
    """Return the job of a build."""
    return Job(
        options,
        fields=settings.fields,
        flat=settings.flat,
        on_error=settings.if_error,
        encoding=settings.encoding,
        converter=settings.converter,
        converted=settings.converted,
        text_column=settings.text_column,
        path_column=settings.path_column,
        doc_timeout=settings.doc_timeout,
        output=settings.output if settings.has_parts else "",
        format=settings.format,
    )


@dataclass(frozen=True, slots=True)
class Shard:
    """Some neighbouring files of a build."""

    number: int
    """From 0, in the order of the output."""
    inputs: tuple[Input, ...]
    key: str = ""
    """Of a part: a hash of the inputs and of all that its bytes depend on."""
    deadly: frozenset[int] = frozenset()
    """Numbers of documents, from 0, that are known to end the process that chunks them."""
    span: tuple[int, int] | None = None
    """Numbers of the only documents to chunk, half-open; None: all."""


@dataclass(frozen=True, slots=True)
class Split:
    """A section that was cut."""

    line: int
    """First line of its first chunk, 1-based."""
    ref: str
    parts: int


@dataclass(frozen=True, slots=True)
class FileReport:
    """What a build did with one file."""

    source: str
    sha256: str = ""
    """Of the file's bytes, hexadecimal; empty if they could not be read or a bug ended the work."""
    size: int = 0
    """Bytes of its records in the shard's file."""
    chunks: int = 0
    biggest: int = 0
    """Largest size of ``content``, in the unit of the options."""
    splits: tuple[Split, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    """Code points that were dropped, by kind."""
    notices: tuple[Notice, ...] = ()
    error: Notice | None = None
    """Why it has no records."""
    keys: tuple[str, ...] = ()
    """Requested front matter keys that the file has."""
    ids_as_text: str = ""
    """``{#id}`` or ``{/*id*/}`` if a heading ends in one and another dialect would use it as the anchor."""
    converter: str = ""
    """Name and version of what converted the file; empty for Markdown."""
    ends: tuple[Paragraph, ...] = ()
    """The paragraphs that it begins and ends with."""
    again: bool = False
    """Whether another run may do better: it could not be read, took too long, or ended its process."""
    read_bytes: int = 0
    """Bytes of the document; like the next, only of a report that is not kept in a manifest."""
    read_chars: int = 0
    """Code points of it."""

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON has it."""
        return {
            "source": self.source,
            "sha256": self.sha256,
            "size": self.size,
            "chunks": self.chunks,
            "biggest": self.biggest,
            "splits": [[split.line, split.ref, split.parts] for split in self.splits],
            "dropped": dict(self.dropped),
            "notices": [asdict(notice) for notice in self.notices],
            "error": asdict(self.error) if self.error else None,
            "keys": list(self.keys),
            "ids_as_text": self.ids_as_text,
            "converter": self.converter,
            "ends": self.ends,
        }

    @staticmethod
    def from_dict(values: Mapping[str, Any]) -> FileReport:
        """Return the report that ``to_dict`` gave.

        Raises:
            TypeError, KeyError: The values are not those of a report.
        """
        return FileReport(
            values["source"],
            values["sha256"],
            values["size"],
            values["chunks"],
            values["biggest"],
            tuple([Split(*split) for split in values["splits"]]),
            values["dropped"],
            tuple(map(read_notice, values["notices"])),
            read_notice(values["error"]) if values["error"] else None,
            tuple(values["keys"]),
            values["ids_as_text"],
            values["converter"],
            tuple([Paragraph(*one) for one in values["ends"]]),
        )


def read_notice(values: Mapping[str, Any]) -> Notice:
    """Return the notice of the values that ``dataclasses.asdict`` gave."""
    return Notice(**{**values, "advice": tuple(values["advice"])})


@dataclass(frozen=True, slots=True)
class ShardResult:
    """The result of a shard: a file with the records of its inputs, and a report of each."""

    path: str
    reports: tuple[FileReport, ...]


def error_of(error: Notice) -> MdchunkError:
    """Return the error that ends a build. A wrong setting is no fault of the file: to skip it would not help."""
    if error.setting:
        return MdchunkError(error.message, setting=error.setting, advice=error.advice)
    ways = (*error.advice, "set {on_error} to skip") if error.file else error.advice
    return MdchunkError(error.message, place=Place(error.file or STDIN_NAME, error.line), advice=ways)


def plan(inputs: Iterable[Input], part_bytes: int = 0) -> Iterator[Shard]:
    """Divide files into shards, in order; only those of one shard are held at a time.

    Args:
        inputs: The files.
        part_bytes: Minimum bytes of a shard that becomes a part of the output, and half of the maximum. Such a shard
            ends at a file that a hash of its name chooses, so a file more or less changes one or a few shards.
            0: a shard is what one process does at a time.
    """
    some: list[Input] = []
    most, least_weight = (2 * part_bytes, part_bytes // PART_FILES) if part_bytes else (SHARD_BYTES, 0)
    number = size = 0
    for one in inputs:
        weight = max(_weight(one), least_weight)
        if some and (size + weight > most or (len(some) == SHARD_FILES and not part_bytes)):
            yield Shard(number, tuple(some))
            some, number, size = [], number + 1, 0
        some.append(one)
        size += weight
        if part_bytes and size >= part_bytes and _ends_part(one, weight / part_bytes):
            yield Shard(number, tuple(some))
            some, number, size = [], number + 1, 0
    if some:
        yield Shard(number, tuple(some))


def _ends_part(one: Input, share: float) -> bool:
    """Return whether a part ends here: on average a quarter of its minimum size after that.

    Args:
        one: The file.
        share: Its size as a share of that minimum.
    """
    digest = hashlib.blake2b(f"{one.source}\0{one.groups}".encode("utf-8", "surrogateescape"), digest_size=4)
    return int.from_bytes(digest.digest()) < share * 4 * 2**32


def _weight(one: Input) -> int:
    """Return the bytes of Markdown that take as long."""
    return one.size * PDF_WEIGHT if one.path[-4:].lower() == ".pdf" else one.size


def jobs_for(shards: Sequence[Shard]) -> int:
    """Return how many processes are worth starting: one, or one for each core or shard, whichever are fewer."""
    size = sum(_weight(one) for shard in shards for one in shard.inputs)
    return min(cores(), len(shards)) if size > WORTH_BYTES else 1


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
