"""Files in, one chunk file out: find, chunk in shards, write whole.

::

    paths ─ walk ─▶ Input… ─ plan ─▶ Shard… ─ engine ─▶ ShardResult… ─┐
                       └──── manifest ─▶ Kept… (unchanged) ───────────┴─▶ blocks ─ formats ─▶ output
"""

from __future__ import annotations

import hashlib
import os
import time
from contextlib import ExitStack, closing, contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from mdchunk.files.atomic import whole_file
from mdchunk.files.by_pattern import with_options
from mdchunk.files.chunk_file import BLOCK
from mdchunk.files.formats import FORMATS
from mdchunk.files.inputs import Input, find_inputs, spooled
from mdchunk.files.outputs import check_output, remove_leftovers
from mdchunk.files.settings import STDOUT
from mdchunk.files.streams import standard_output
from mdchunk.model import Notice
from mdchunk.shards import engine, manifest
from mdchunk.shards.look import is_settled
from mdchunk.shards.manifest import hash_of
from mdchunk.shards.plan import error_of, job_of, jobs_for, plan
from mdchunk.shards.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from mdchunk.files.settings import BuildSettings, OnError
    from mdchunk.model import Options
    from mdchunk.shards.manifest import Kept, Manifest
    from mdchunk.shards.plan import FileReport, Job, ShardResult
    from mdchunk.shards.progress import Watch

    Results = Iterator[tuple[FileReport, Iterator[bytes]]]
    """Each file's report and the blocks of its records, to be used up before the next file is asked for."""


class _NothingBuiltError(Exception):
    """Every file was skipped because of an error: the old output stays."""


def build(
    paths: Sequence[str],
    options: Options,
    settings: BuildSettings,
    on_start: Callable[[int], Callable[[], object]] = lambda _files: lambda: None,
    watch: Watch | None = None,
) -> Summary:
    """Chunk files and write their records.

    Args:
        paths: Files, folders and globs, as ``walk`` takes them, and ``-`` for standard input.
        options: How to chunk.
        settings: What to read and write, and how.
        on_start: Called with the number of files before the first is chunked; what it returns is called after
            each.
        watch: Gets how far the build is, after each file or part.

    Returns:
        What was done. If every file failed, ``files`` is 0 and the output was not changed.

    Raises:
        MdchunkError: A path does not exist, a file cannot be chunked and ``on_error`` is ``stop``, or the output
            cannot be written. The output was not changed.
    """
    if settings.has_parts:
        from mdchunk.build_parts import build_parts  # noqa: PLC0415 - most builds write one file

        return build_parts(paths, options, settings, watch)
    summary = Summary(settings.output, "tokens" if options.max_tokens else "characters")
    looked_at = time.time_ns()
    found, summary.skipped, unread = find_inputs(paths, settings)
    if settings.text_column:
        from mdchunk.files.tables import with_groups  # noqa: PLC0415 - most builds read no tables

        found = list(with_groups(found, settings.path_column, settings.text_column))
    unread += check_output(settings, found)
    job = job_of(options, settings)
    found = with_options(found, options, settings)
    with ExitStack() as stack:
        inputs = [spooled(one, stack) for one in found]
        try:
            tick = _watched(watch, summary, inputs) if watch else on_start(len(inputs))
            _write(_Work(job, settings, inputs, looked_at, summary, tick))
        except _NothingBuiltError:
            summary.copied = 0
            summary.notices += unread
            return summary
    summary.notices += unread
    summary.notices += (
        Notice("config", "", 0, f"names {key!r}, which no file has in its front matter", "metadata")
        for key in dict.fromkeys(key for each in _all_options(options, found) for key in each.metadata)
        if key not in summary.keys and key != "*"
    )
    return summary


def _all_options(options: Options, inputs: Iterable[Input]) -> list[Options]:
    """Return all that some file is chunked with, those of the build first."""
    own = {repr(one.options): one.options for one in inputs if one.options}
    return [options, *own.values()]


def _watched(watch: Watch, summary: Summary, inputs: Sequence[Input]) -> Callable[[], object]:
    """Return what is to be called after each file."""
    from mdchunk.shards.progress import Total, progress_of  # noqa: PLC0415 - only for who watches

    tables = any(one.groups for one in inputs)
    total = Total(None if tables else len(inputs), sum(one.size for one in inputs))
    began = time.monotonic()
    return lambda: watch(progress_of(summary, time.monotonic() - began, total))


class _Work(NamedTuple):
    """A build while it runs."""

    job: Job
    settings: BuildSettings
    inputs: list[Input]
    looked_at: int
    """When it began to look for them, in nanoseconds since 1970."""
    summary: Summary
    tick: Callable[[], object]
    """To be called after each file."""


def _write(work: _Work) -> None:
    """Write the output and, for incremental builds, its manifest."""
    settings, inputs, summary = work.settings, work.inputs, work.summary
    if not settings.incremental:
        _write_all(work, {})
        return
    output, mark = Path(settings.output), manifest.fingerprint(work.job, settings.files)
    totals = None if settings.checksum else manifest.unchanged(output, mark, inputs)
    if totals and not (totals["failed"] and work.job.on_error == "stop"):
        summary.add_totals(totals)
        summary.copied = summary.files
        for _ in inputs:
            work.tick()
        return
    known = manifest.read_manifest(output, mark, checksum=settings.checksum)
    kept = _unchanged(inputs, known, checksum=settings.checksum)
    summary.copied = sum(not one.report.error for one in kept.values())
    if len(kept) == len(inputs) and list(kept) == list(known.kept):
        reports, sha256 = _left(work, kept), known.sha256
    else:
        reports, sha256 = _write_all(work, kept)
    built = manifest.Built(inputs, reports, sha256, work.looked_at, summary.totals())
    manifest.write_manifest(output, mark, built)
    if known.problem:
        summary.notices.insert(0, known.problem)


def _write_all(work: _Work, kept: Mapping[str, Kept]) -> tuple[list[FileReport], str]:
    """Write the output; return the report of each file and, of an incremental build, the hash of the output."""
    job, settings = work.job, work.settings
    remove_leftovers(settings, manifest.manifest_path(Path(settings.output)).name)
    shards = list(plan(one for one in work.inputs if one.source not in kept))
    reports: list[FileReport] = []
    digest = hashlib.sha256()
    with (
        sink(settings.output) as file,
        closing(engine.run(job, shards, settings.jobs or jobs_for(shards))) as done,
        Path(settings.output).open("rb") if kept else nullcontext() as old,
    ):
        results = _in_order(work.inputs, kept, old, done)
        if settings.incremental:
            results = _collected(results, reports, digest)
        blocks = _blocks(results, work.summary, job.on_error, work.tick)
        FORMATS[settings.format].write(file, blocks, job.fields)
    return reports, digest.hexdigest()


def _left(work: _Work, kept: Mapping[str, Kept]) -> list[FileReport]:
    """Leave an unchanged output as it is, but make it newer than its sources, as ``make`` expects."""
    reports = [one.report for one in kept.values()]
    results = ((report, iter(())) for report in reports)
    for _ in _blocks(results, work.summary, work.job.on_error, work.tick):
        pass
    latest = max((one.look.modified for one in work.inputs if one.look), default=0)
    output = work.settings.output
    if os.stat(output).st_mtime_ns <= latest:  # noqa: PTH116 - as in find_inputs
        os.utime(output)
    return reports


def _unchanged(inputs: Iterable[Input], known: Manifest, *, checksum: bool) -> dict[str, Kept]:
    """Return, by source, the records in the old output whose files have not changed by a byte."""
    same = {}
    for one in inputs:
        before = known.kept.get(one.source)
        if before and before.report.sha256:
            look = one.look
            looks_same = look is not None and look == before.look and is_settled(look, known.looked_at)
            if (looks_same and not checksum) or hash_of(one.path) == before.report.sha256:
                same[one.source] = before
    return same


def _in_order(
    inputs: Iterable[Input], kept: Mapping[str, Kept], old: BinaryIO | None, shards: Iterable[ShardResult]
) -> Results:
    """Yield each file's result in the order of the inputs, from the old output or from the shards."""
    chunked = chain.from_iterable(map(engine.records_of, shards))
    if not old:
        # a table of documents has a result for each of its rows
        yield from chunked
        return
    for one in inputs:
        if one.source in kept:
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
            raise error_of(report.error)
        summary.add(report)
        yield from blocks
        tick()
    if not summary.files:
        raise _NothingBuiltError


@contextmanager
def sink(output: str) -> Iterator[BinaryIO]:
    """Open what is written to: a file, whole or unchanged, or standard output."""
    if output == STDOUT:
        file = standard_output()
        yield file
        file.flush()
    else:
        with whole_file(Path(output)) as file:
            yield file
