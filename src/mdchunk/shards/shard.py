"""One shard's work: read its files, chunk them, write their records."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from mdchunk.api import chunk_document
from mdchunk.convert.document import Conversion, reading_options, text_of
from mdchunk.files.inputs import read_bytes
from mdchunk.files.settings import STDIN_NAME
from mdchunk.model import MdchunkError, Notice
from mdchunk.records import to_line
from mdchunk.shards.heading_ids import ids_as_text
from mdchunk.shards.plan import FileReport, ShardResult, Split
from mdchunk.shards.repeats import paragraphs_at_ends
from mdchunk.syntax.dialects import dialect_of
from mdchunk.text.source import shown_name

if TYPE_CHECKING:
    from typing import BinaryIO

    from mdchunk.convert.document import FileText
    from mdchunk.files.inputs import Input
    from mdchunk.model import Document, Options
    from mdchunk.shards.heading_ids import ids_as_text
from mdchunk.shards.plan import Job, Shard


def run_shard(job: Job, shard: Shard) -> ShardResult:
    """Chunk the files of a shard into a file of its own in the folder of the job.

    A file's error is in its report; if the job is to stop on errors, the files after it are not read.
    """
    path = Path(job.folder, f"{shard.number:06}.jsonl")
    reports = []
    with path.open("wb") as file:
        for one in shard.inputs:
            reports.append(_run_file(job, one, file))
            if reports[-1].error and job.on_error == "stop":
                break
    return ShardResult(str(path), tuple(reports))


def _run_file(job: Job, one: Input, file: BinaryIO) -> FileReport:
    data = None
    options = one.options or job.options
    try:
        data = read_bytes(one)
        conversion = Conversion(job.converter, job.converted)
        found = text_of(one.path, data, one.source or STDIN_NAME, job.encoding, conversion)
        document = chunk_document(found.text, reading_options(options, found), source=one.source)
    except MdchunkError as error:
        return FileReport(one.source, _sha256(data), error=error.notice(shown_name(one.source)))
    except Exception as error:  # noqa: BLE001 - one file must not cost the others, whatever is wrong with it
        problem = f"a bug in mdchunk; please report it ({type(error).__name__}: {error})"
        return FileReport(one.source, error=Notice("skipped", shown_name(one.source), 0, problem))
    size = sum(file.write(to_line(chunk, job.fields, flat=job.flat).encode()) for chunk in document.chunks)
    return _report(document, found, options, _sha256(data), size)


def _sha256(data: bytes | None) -> str:
    """Return the hash of a file's bytes, ``""`` if it could not be read."""
    return hashlib.sha256(data).hexdigest() if data is not None else ""


def _report(document: Document, found: FileText, options: Options, sha256: str, size: int) -> FileReport:
    chunks = document.chunks
    return FileReport(
        document.source,
        sha256,
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
    )


def _ids_as_text(document: Document, options: Options) -> str:
    dialect = dialect_of(document.source, options.dialect)
    return ids_as_text((heading.text for heading in document.headings), dialect)
