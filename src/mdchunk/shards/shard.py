"""One shard's work: read its documents, chunk them, write their records."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.api import chunk_document
from mdchunk.convert.document import Conversion, FileText, reading_options, text_of
from mdchunk.files.inputs import read_bytes
from mdchunk.files.settings import STDIN_NAME
from mdchunk.model import MdchunkError, Notice
from mdchunk.records import to_line
from mdchunk.shards.heading_ids import ids_as_text
from mdchunk.shards.limit import TimeIsUpError, limited
from mdchunk.shards.plan import FileReport, ShardResult, Split
from mdchunk.shards.repeats import paragraphs_at_ends
from mdchunk.syntax.dialects import dialect_of
from mdchunk.text.source import shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from mdchunk.files.columns import Row
    from mdchunk.files.inputs import Input
    from mdchunk.model import Document, Options
    from mdchunk.shards.plan import Job, Shard


class Waiting(NamedTuple):
    """A document of a shard that is to be chunked."""

    input: Input
    row: Row | None = None
    """Its row, if the input is a table of documents."""
    error: MdchunkError | None = None
    """Why the rest of the table cannot be read."""

    @property
    def source(self) -> str:
        """What its records call it."""
        return self.row.source if self.row else self.input.source


def run_shard(job: Job, shard: Shard) -> ShardResult:
    """Chunk the documents of a shard into a file of its own in the folder of the job.

    A document's error is in its report; if the job is to stop on errors, the documents after it are not read.
    """
    handle, path = tempfile.mkstemp(".jsonl", f"{shard.number:06}-", job.folder)
    with os.fdopen(handle, "wb") as file:
        return ShardResult(path, tuple(chunk_into(job, shard, file)))


def chunk_into(job: Job, shard: Shard, file: BinaryIO) -> Iterator[FileReport]:
    """Chunk the documents of a shard, write their records to a file as lines, and yield the report of each."""
    first, last = shard.span or (0, sys.maxsize)
    for number, one in enumerate(documents_of(job, shard)):
        if number < first:
            continue
        if number >= last:
            return
        report = _dead(one) if number in shard.deadly else _run_document(job, one, file)
        yield report
        if report.error and job.on_error == "stop":
            return


def documents_of(job: Job, shard: Shard) -> Iterator[Waiting]:
    """Yield the documents of a shard: its files, or the rows of its tables."""
    for one in shard.inputs:
        if not job.text_column:
            yield Waiting(one)
            continue
        from mdchunk.files.tables import rows_in  # noqa: PLC0415 - most builds read no tables

        try:
            for row in rows_in(one, job.path_column, job.text_column):
                yield Waiting(one, row)
        except MdchunkError as error:
            yield Waiting(one, error=error)


def _dead(one: Waiting) -> FileReport:
    problem = "the process that chunked it died; it may need more memory or time than there is"
    return FileReport(one.source, error=Notice("skipped", shown_name(one.source), 0, problem), again=True)


def _run_document(job: Job, one: Waiting, file: BinaryIO) -> FileReport:
    source, options = one.source, one.input.options or job.options
    try:
        data = _read(one)
    except MdchunkError as error:
        return FileReport(
            source, error=error.notice(shown_name(source)), again=True, read_bytes=one.input.size
        )
    try:
        with limited(job.doc_timeout):
            conversion = Conversion(job.converter, job.converted)
            found = (
                FileText(one.row.decoded(job.encoding))
                if one.row
                else text_of(one.input.path, data, source or STDIN_NAME, job.encoding, conversion)
            )
            document = chunk_document(found.text, reading_options(options, found), source=source)
    except MdchunkError as error:
        return FileReport(source, _sha256(data), error=error.notice(shown_name(source)), read_bytes=len(data))
    except TimeIsUpError:
        problem = f"took longer than {job.doc_timeout:g} seconds"
        notice = Notice("skipped", shown_name(source), 0, problem, advice=("set {doc_timeout} higher",))
        return FileReport(source, error=notice, again=True, read_bytes=len(data))
    except Exception as error:  # noqa: BLE001 - one file must not cost the others, whatever is wrong with it
        problem = f"a bug in mdchunk; please report it ({type(error).__name__}: {error})"
        return FileReport(
            source, error=Notice("skipped", shown_name(source), 0, problem), read_bytes=len(data)
        )
    size = sum(file.write(to_line(chunk, job.fields, flat=job.flat).encode()) for chunk in document.chunks)
    return _report(document, found, options, data, size)


def _read(one: Waiting) -> bytes:
    """Return the bytes of a document.

    Raises:
        MdchunkError: They can't be read.
    """
    if one.error:
        raise one.error
    if one.row:
        text = one.row.text or b""
        return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return read_bytes(one.input)


def _sha256(data: bytes) -> str:
    """Return the hash of a document's bytes."""
    return hashlib.sha256(data).hexdigest()


def _report(document: Document, found: FileText, options: Options, data: bytes, size: int) -> FileReport:
    chunks = document.chunks
    return FileReport(
        document.source,
        _sha256(data),
        size,
        chunks=len(chunks),
        biggest=max((len(c.content) if c.tokens is None else c.tokens for c in chunks), default=0),
        splits=tuple(Split(c.start_line, c.ref, c.parts) for c in chunks if c.part == 1 and c.parts > 1),
        dropped=document.dropped,
        notices=(*found.notices, *document.notices),
        keys=tuple(key for key in options.metadata if key in document.metadata),
        ids_as_text="" if found.converter else _ids_as_text(document, options),
        converter=found.converter,
        ends=paragraphs_at_ends(chunks),
        read_bytes=len(data),
        read_chars=len(found.text),
    )


def _ids_as_text(document: Document, options: Options) -> str:
    dialect = dialect_of(document.source, options.dialect)
    return ids_as_text((heading.text for heading in document.headings), dialect)
