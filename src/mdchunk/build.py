"""Files in, one chunk file out: find, chunk in shards, write whole.

::

    paths ─ walk ─▶ Input… ─ plan ─▶ Shard… ─ engine ─▶ ShardResult… ─┐
                       └──── manifest ─▶ Kept… (as they were) ────────┴─▶ blocks ─ formats ─▶ output
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections import Counter
from contextlib import ExitStack, closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from mdchunk.files.atomic import whole_file
from mdchunk.files.chunk_file import BLOCK
from mdchunk.files.formats import FORMATS
from mdchunk.files.inputs import Input, find_inputs, spooled
from mdchunk.files.settings import STDIN, STDIN_NAME, STDOUT
from mdchunk.model import MdchunkError, Notice, Place
from mdchunk.shards import engine, manifest
from mdchunk.shards.manifest import hash_of
from mdchunk.shards.plan import Job, jobs_for, plan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from mdchunk.files.settings import BuildSettings, OnError
    from mdchunk.model import Options
    from mdchunk.shards.manifest import Kept
    from mdchunk.shards.plan import FileReport, ShardResult, Split

    Results = Iterator[tuple[FileReport, Iterator[bytes]]]
    """Each file's report and the blocks of its records, to be used up before the next file is asked for."""


@dataclass(slots=True)
class Summary:
    """What a build did; it grows with what there is to report, not with the number of files."""

    output: str
    unit: str
    """Of ``biggest``: ``characters`` or ``tokens``."""
    files: int = 0
    """Files whose records were written."""
    copied: int = 0
    """Files among them whose records were copied from the old output."""
    chunks: int = 0
    biggest: int = 0
    splits: list[tuple[str, Split]] = field(default_factory=list)
    """Source and section, for each section that was cut."""
    dropped: Counter[str] = field(default_factory=Counter)
    """Code points that were dropped, by kind."""
    notices: list[Notice] = field(default_factory=list)
    failed: int = 0
    """Files that were skipped because of an error; each has a notice."""
    skipped: Mapping[str, int] = field(default_factory=dict)
    """Number of entries of folders that were skipped, by reason."""
    keys: set[str] = field(default_factory=set)
    """Requested front matter keys that at least one file has."""
    ids_as_text: int = 0
    """Files with a heading that ends in ``{#id}`` in a dialect that reads this as text."""

    @property
    def hints(self) -> tuple[Notice, ...]:
        """What the user may want to change, though nothing went wrong."""
        if not self.ids_as_text:
            return ()
        files = "1 file has" if self.ids_as_text == 1 else f"{self.ids_as_text} files have"
        return (
            Notice(
                "config",
                "",
                0,
                f"{files} headings that end in {{#id}}",
                advice=("to use it as the anchor, set {dialect} to vitepress, mkdocs, pandoc or hugo",),
            ),
        )

    def add(self, report: FileReport) -> None:
        """Add one file's report."""
        if report.error:
            self.failed += 1
            self.notices.append(report.error)
            return
        self.files += 1
        self.chunks += report.chunks
        self.biggest = max(self.biggest, report.biggest)
        self.splits += ((report.source, split) for split in report.splits)
        if report.dropped:
            self.dropped.update(report.dropped)
        self.notices += report.notices
        self.keys.update(report.keys)
        self.ids_as_text += report.ids_as_text


class _NothingBuiltError(Exception):
    """Every file was skipped because of an error: the old output stays."""


def build(
    paths: Sequence[str],
    options: Options,
    settings: BuildSettings,
    on_start: Callable[[int], Callable[[], object]] = lambda _files: lambda: None,
) -> Summary:
    """Chunk files and write their records.

    Args:
        paths: Files, folders and globs, as ``walk`` takes them, and ``-`` for standard input.
        options: How to chunk.
        settings: What to read and write, and how.
        on_start: Called with the number of files before the first is chunked; what it returns is called after
            each.

    Returns:
        What was done. If every file failed, ``files`` is 0 and the output was not changed.

    Raises:
        MdchunkError: A path does not exist, a file cannot be chunked and ``on_error`` is ``stop``, or the output
            cannot be written. The output was not changed.
    """
    summary = Summary(settings.output, "tokens" if options.max_tokens else "characters")
    found, summary.skipped = find_inputs(paths, settings)
    _check_output(settings.output, found)
    job = Job(
        options,
        fields=settings.fields,
        flat=settings.flat,
        on_error=settings.on_error,
        encoding=settings.encoding,
        converter=settings.converter,
        converted=settings.converted,
    )
    with ExitStack() as stack:
        inputs = [spooled(one, stack) for one in found]
        try:
            _write(job, settings, inputs, summary, on_start(len(inputs)))
        except _NothingBuiltError:
            summary.copied = 0
            return summary
    summary.notices += (
        Notice("config", "", 0, f"names {key!r}, which no file has in its front matter", "metadata")
        for key in options.metadata
        if key not in summary.keys and key != "*"
    )
    return summary


def _check_output(output: str, inputs: Iterable[Input]) -> None:
    """Refuse to write over a file that is to be read.

    Raises:
        MdchunkError: The output is one of the inputs.
    """
    place = os.path.realpath(output)
    name = os.path.basename(place)  # noqa: PTH119
    for one in inputs:
        if one.path != STDIN and one.path.endswith(name) and os.path.realpath(one.path) == place:
            raise MdchunkError(
                f"is {output}, which is one of the files to chunk",
                setting="output",
                advice="name another file",
            )


def _write(
    job: Job, settings: BuildSettings, inputs: list[Input], summary: Summary, tick: Callable[[], object]
) -> None:
    """Write the output and, for incremental builds, its manifest."""
    output = Path(settings.output)
    mark = manifest.fingerprint(job) if settings.incremental else ""
    known = manifest.read_manifest(output, mark) if settings.incremental else manifest.Manifest()
    if known.problem:
        summary.notices.append(known.problem)
    kept = _unchanged(inputs, known.kept)
    summary.copied = sum(not one.report.error for one in kept.values())
    if len(kept) == len(inputs) and list(kept) == list(known.kept):
        _leave(output, kept.values(), summary, settings.on_error, tick)
        return
    work = list(plan(one for one in inputs if one.source not in kept))
    reports: list[FileReport] = []
    digest = hashlib.sha256()
    with (
        _sink(settings.output) as file,
        closing(engine.run(job, work, settings.jobs or jobs_for(work))) as shards,
        output.open("rb") if kept else nullcontext() as old,
    ):
        results = _in_order(inputs, kept, old, shards)
        if settings.incremental:
            results = _collected(results, reports, digest)
        blocks = _blocks(results, summary, settings.on_error, tick)
        FORMATS[settings.format].write(file, blocks, job.fields)
    if settings.incremental:
        manifest.write_manifest(output, mark, reports, digest.hexdigest())


def _leave(
    output: Path, kept: Iterable[Kept], summary: Summary, on_error: OnError, tick: Callable[[], object]
) -> None:
    """Leave an unchanged output as it is, but make it newer than its sources, as ``make`` expects."""
    results = ((one.report, iter(())) for one in kept)
    for _ in _blocks(results, summary, on_error, tick):
        pass
    os.utime(output)


def _unchanged(inputs: Iterable[Input], kept: Mapping[str, Kept]) -> dict[str, Kept]:
    """Return, by source, the records in the old output whose files have not changed by a byte."""
    same = {}
    for one in inputs:
        before = kept.get(one.source)
        if before and before.report.sha256 and hash_of(one.path) == before.report.sha256:
            same[one.source] = before
    return same


def _in_order(
    inputs: Iterable[Input], kept: Mapping[str, Kept], old: BinaryIO | None, shards: Iterable[ShardResult]
) -> Results:
    """Yield each file's result in the order of the inputs, from the old output or from the shards."""
    chunked = chain.from_iterable(map(engine.records_of, shards))
    for one in inputs:
        if old and one.source in kept:
            before = kept[one.source]
            old.seek(before.offset)
            yield before.report, _copied(old, before.report.size)
        else:
            yield next(chunked)


def _copied(old: BinaryIO, size: int) -> Iterator[bytes]:
    """Yield the next bytes of the old output. It was just hashed, so they exist."""
    while size > 0:
        block = old.read(min(size, BLOCK))
        size -= len(block)
        yield block


def _collected(results: Results, reports: list[FileReport], digest: hashlib._Hash) -> Results:
    """Pass results on and collect what a manifest needs."""
    for report, blocks in results:
        reports.append(report)
        yield report, _hashed(blocks, digest)


def _hashed(blocks: Iterable[bytes], digest: hashlib._Hash) -> Iterator[bytes]:
    for block in blocks:
        digest.update(block)
        yield block


def _blocks(
    results: Results, summary: Summary, on_error: OnError, tick: Callable[[], object]
) -> Iterator[bytes]:
    """Yield the records of all files, and add their reports to the summary.

    Raises:
        MdchunkError: A file has an error, and the build is to stop there.
        _NothingBuiltError: Every file has one.
    """
    for report, blocks in results:
        if report.error and on_error == "stop":
            raise _stopped(report.error)
        summary.add(report)
        yield from blocks
        tick()
    if not summary.files:
        raise _NothingBuiltError


def _stopped(error: Notice) -> MdchunkError:
    """Return the error that ends a build. A wrong setting is no fault of the file: to skip it would not help."""
    if error.setting:
        return MdchunkError(error.message, setting=error.setting, advice=error.advice)
    ways = (*error.advice, "set {on_error} to skip") if error.file else error.advice
    return MdchunkError(error.message, place=Place(error.file or STDIN_NAME, error.line), advice=ways)


@contextmanager
def _sink(output: str) -> Iterator[BinaryIO]:
    """Open what is written to."""
    if output == STDOUT:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    else:
        with whole_file(Path(output)) as file:
            yield file
