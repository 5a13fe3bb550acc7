"""The output as a folder of parts: what it holds, and what is known of it.

::

    part-00000-<key>.jsonl    the records of a shard
    _errors/part-….jsonl      its documents that have none, and why
    _reports/part-….json      what it holds; written last, so it marks a part that is whole; gone when all is done
    _mdchunk.json             all of it, when all is done
"""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from mdchunk import __version__
from mdchunk.files.chunk_file import blocks_of
from mdchunk.files.formats import FORMATS
from mdchunk.files.part_folder import HEAD, read_json
from mdchunk.files.store import store_at
from mdchunk.model import SCHEMA_VERSION, MdchunkError, Notice
from mdchunk.shards.manifest import fingerprint, hash_of
from mdchunk.shards.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import BinaryIO

    from mdchunk.files.inputs import Input
    from mdchunk.files.settings import FileSettings
    from mdchunk.files.store import Store
    from mdchunk.shards.plan import FileReport, Job, Shard

ERRORS = "_errors"
REPORTS = "_reports"
VERSION = 1
"""Of the folder's own form."""
NOTICES = 20
"""Notices of a part that are kept."""

_PART = re.compile(r"(?:_errors/|_reports/)?part-[0-9]{5,}-([0-9a-f]{16})\.[a-z.]+")
_LEFT_OVER = re.compile(r"(?:_errors/|_reports/)?\.(?:part-|_mdchunk).*\.tmp")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the output."""

    number: int
    """From 0, in the order of the output."""
    key: str
    """Hash of its inputs and of all that its bytes depend on."""
    totals: Mapping[str, Any]
    """What ``Summary.totals`` gives for it."""
    read_bytes: int = 0
    """Bytes of its documents."""
    read_chars: int = 0
    """Code points of them."""
    again: int = 0
    """Documents with an error that another run may not have; such a part is made anew."""
    stopped: Notice | None = None
    """The error that is to end the build; the part was not written then."""

    @property
    def stem(self) -> str:
        """Its name without ending."""
        return stem_of(self.number, self.key)

    @property
    def documents(self) -> int:
        """Documents in it, those with an error too."""
        return int(self.totals["files"] + self.totals["failed"])


def stem_of(number: int, key: str) -> str:
    """Return the name of a part without its ending."""
    return f"part-{number:05}-{key}"


def renumbered(part: Part, number: int) -> Part:
    """Return a part at another place of the output."""
    return replace(part, number=number)


def key_of(name: str) -> str:
    """Return the key in the name of a part, its errors or its report; empty if it is none of them."""
    match = _PART.fullmatch(name)
    return match[1] if match else ""


def is_left_over(name: str) -> bool:
    """Return whether a file was being written when its process was killed."""
    return _LEFT_OVER.fullmatch(name) is not None


def mark_of(job: Job, files: Iterable[FileSettings] = ()) -> str:
    """Return a hash of what the bytes of a part depend on besides its inputs.

    Args:
        job: How documents are chunked.
        files: What is other for some of them.
    """
    about = [VERSION, fingerprint(job, files), job.format, job.text_column, job.path_column]
    return hashlib.sha256(json.dumps(about).encode()).hexdigest()


def with_key(shard: Shard, mark: str, *, checksum: bool) -> Shard:
    """Return a shard with its key.

    Args:
        shard: The shard.
        mark: Of the job.
        checksum: Whether the bytes of files count, instead of their size and time of modification.
    """
    digest = hashlib.sha256(mark.encode())
    for one in shard.inputs:
        stamp = hash_of(one.path) if checksum and one.look else _stamp(one)
        digest.update(f"{one.source}\0{one.size}\0{stamp}\0{one.groups}\n".encode("utf-8", "surrogateescape"))
    return replace(shard, key=digest.hexdigest()[:16])


def _stamp(one: Input) -> str:
    """Return what changes with the content of an input."""
    return one.stamp or (str(one.look.modified) if one.look else hash_of(one.path))


def write_part(job: Job, shard: Shard) -> Part:
    """Chunk the documents of a shard and write them as a part, with its errors and its report.

    Raises:
        MdchunkError: The output cannot be written.
    """
    try:
        return _write_part(job, shard)
    except OSError as error:
        raise MdchunkError(f"cannot be written: {error.strerror or error}", place=job.output) from error


def _write_part(job: Job, shard: Shard) -> Part:
    from mdchunk.shards.shard import chunk_into  # noqa: PLC0415 - the parser is for the process that runs it

    store, stem = store_at(job.output), stem_of(shard.number, shard.key)
    summary = Summary(job.output, "tokens" if job.options.max_tokens else "characters")
    size = again = 0
    failed: list[FileReport] = []
    with tempfile.TemporaryFile() as lines:
        for report in chunk_into(job, shard, lines):
            if report.error and (job.on_error == "stop" or report.error.setting):
                return Part(shard.number, shard.key, summary.totals(), stopped=report.error)
            summary.add(report)
            failed += [report] if report.error else []
            size += report.size
            again += report.again
        lines.seek(0)
        if failed:
            with store.write(f"{ERRORS}/{stem}.jsonl") as file:
                file.writelines(map(_error_line, failed))
        else:
            store.remove(f"{ERRORS}/{stem}.jsonl")
        with store.write(stem + FORMATS[job.format].ending) as file:
            FORMATS[job.format].write(file, blocks_of(lines, size), job.fields)
    totals = summary.totals() | {
        "splits": [],
        "repeats": [],
        "notices": summary.totals()["notices"][:NOTICES],
    }
    part = Part(shard.number, shard.key, totals, summary.read_bytes, summary.read_chars, again)
    with store.write(f"{REPORTS}/{stem}.json") as file:
        _write_json(file, asdict(part))
    return part


def _error_line(report: FileReport) -> bytes:
    error = report.error.render() if report.error else ""
    line = {"path": report.source, "error": error, "size": report.read_bytes, "again": report.again}
    return json.dumps(line).encode() + b"\n"


def _write_json(file: BinaryIO, value: Mapping[str, Any]) -> None:
    file.write(json.dumps(value, indent=1).encode() + b"\n")


def known_parts(store: Store, ending: str) -> dict[str, Part]:
    """Return the parts that a folder holds, by their keys; those that another run may do better left out.

    Args:
        store: The folder.
        ending: Of the parts' names.
    """
    rows = list((read_json(store, HEAD) or {}).get("parts", ()))
    rows += filter(None, (read_json(store, name) for name in store.names(REPORTS) if key_of(name)))
    there = {name for name in store.names() if name.endswith(ending)}
    found: dict[str, Part] = {}
    for row in rows:
        try:
            part = Part(**{name: value for name, value in row.items() if name in Part.__dataclass_fields__})
            if part.stem + ending in there and not part.again:
                found[part.key] = part
        except (TypeError, KeyError, ValueError):
            # a report that is no longer readable marks nothing
            continue
    return found


def finish(job: Job, parts: Iterable[Part]) -> None:
    """Give all parts their names, write what the folder holds, and remove what it no longer does.

    Args:
        job: The job.
        parts: All parts of the output.
    """
    store, ending = store_at(job.output), FORMATS[job.format].ending
    ordered = sorted(parts, key=lambda part: part.number)
    wanted = {part.stem + ending for part in ordered}
    wanted_errors = {f"{ERRORS}/{part.stem}.jsonl" for part in ordered if part.totals["failed"]}
    _rename(store, wanted, "")
    _rename(store, wanted_errors, ERRORS)
    head = json.dumps(_head(job, ordered, ending), indent=1).encode() + b"\n"
    if not _holds(store, HEAD, head):
        with store.write(HEAD) as file:
            file.write(head)
    for folder in ("", ERRORS, REPORTS):
        for name in list(store.names(folder)):
            if (key_of(name) and name not in wanted | wanted_errors) or is_left_over(name):
                store.remove(name)


def _rename(store: Store, wanted: set[str], folder: str) -> None:
    """Give parts that have another number now their names."""
    there = set(store.names(folder)) if wanted else set()
    missing = {key_of(name): name for name in wanted - there}
    for name in there - wanted if missing else ():
        if key_of(name) in missing and name.endswith(missing[key_of(name)].partition(".")[2]):
            store.move(name, missing[key_of(name)])


def _holds(store: Store, name: str, data: bytes) -> bool:
    if name not in store.names():
        return False
    with store.read(name) as file:
        return file.read() == data


def _head(job: Job, parts: list[Part], ending: str) -> dict[str, Any]:
    """Return what the folder holds."""
    options = asdict(job.options) | {"drop": sorted(job.options.drop)}
    if callable(options["tokenizer"]):
        options["tokenizer"] = getattr(job.options.tokenizer, "__qualname__", "a function")
    return {
        "version": VERSION,
        "mdchunk": __version__,
        "schema": SCHEMA_VERSION,
        "format": job.format,
        "fields": list(job.fields),
        "options": options,
        "documents": sum(part.documents for part in parts),
        "failed": sum(part.totals["failed"] for part in parts),
        "chunks": sum(part.totals["chunks"] for part in parts),
        "parts": [{"name": part.stem + ending, **_row(part)} for part in parts],
    }


def _row(part: Part) -> dict[str, Any]:
    """Return a part as the head has it."""
    row = asdict(part)
    del row["stopped"]
    return row
