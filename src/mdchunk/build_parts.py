"""Documents in, a folder of parts out: planned, made and continued part by part.

::

    paths ─ each_input ─▶ Input… ─ plan ─▶ Shard… ─ known? ─▶ engine(write_part) ─▶ Part… ─ finish ─▶ _mdchunk.json
                                               └──────── kept ─────────────────────▶ Part…

Nothing grows with the number of documents but the list of parts.
"""

from __future__ import annotations

import os
import threading
import time
from contextlib import ExitStack, closing, suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from mdchunk.files.by_pattern import each_with_options
from mdchunk.files.formats import FORMATS
from mdchunk.files.inputs import each_input, spooled
from mdchunk.files.outputs import remove_leftovers
from mdchunk.files.selection import Tally
from mdchunk.files.store import is_url, store_at
from mdchunk.model import MdchunkError
from mdchunk.shards import parts, quarantine
from mdchunk.shards.plan import cores, error_of, job_of, plan
from mdchunk.shards.progress import Total, progress_of
from mdchunk.shards.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from mdchunk.files.inputs import Input
    from mdchunk.files.settings import BuildSettings
    from mdchunk.model import Options
    from mdchunk.shards.parts import Part
    from mdchunk.shards.plan import Job, Shard
    from mdchunk.shards.progress import Watch

ENGINES: Mapping[str, str] = {"local": "mdchunk.shards.processes", "ray": "mdchunk.shards.in_ray"}
"""Name of an engine -> the module whose ``each`` it is."""
NOTICES = 200
"""Notices that are kept; more are counted."""
JUDGED = 1000
"""Documents after which a share of errors is judged before all is done."""


class _TooManyError(Exception):
    """More documents have an error than may."""


def build_parts(
    paths: Sequence[str], options: Options, settings: BuildSettings, watch: Watch | None = None
) -> Summary:
    """Chunk documents into a folder of parts, and leave the parts as they are whose inputs are unchanged.

    Args:
        paths: As for ``build``.
        options: How to chunk.
        settings: What to read and write, and how.
        watch: Gets how far the build is after each part.

    Returns:
        What the folder holds. If ``too_many`` is set, the build ended early.

    Raises:
        MdchunkError: A path does not exist, the output cannot be written, or a document cannot be chunked and
            ``on_error`` is ``stop``. What is done is kept, and the next build continues.
    """
    if not is_url(settings.output):
        remove_leftovers(settings)
    job = job_of(options, settings)
    summary = Summary(settings.output, "tokens" if options.max_tokens else "characters")
    tally = Tally()
    done: list[Part] = []
    began, total = time.monotonic(), _counted(paths, settings) if watch else lambda: None
    with ExitStack() as stack:
        found = (spooled(one, stack) for one in each_input(paths, settings, tally, remember=len(paths) > 1))
        inputs = each_with_options(_inputs(found, settings), options, settings)
        shards = plan(inputs, int(settings.part_size * 1_000_000))
        try:
            for part, kept in _parts(job, shards, settings):
                _add(summary, part, kept=kept)
                done.append(part)
                if watch:
                    watch(progress_of(summary, time.monotonic() - began, total()))
                _judge(summary, settings, all_done=False)
            _judge(summary, settings, all_done=True)
        except _TooManyError:
            summary.too_many = True
            return summary
        finally:
            summary.skipped = dict(sorted(tally.skipped.items()))
            summary.notices += tally.unread
    parts.finish(job, done)
    return summary


def _inputs(found: Iterable[Input], settings: BuildSettings) -> Iterator[Input]:
    """Yield what is to be read.

    Raises:
        MdchunkError: It is part of the output.
    """
    if settings.text_column:
        from mdchunk.files.tables import with_groups  # noqa: PLC0415 - most builds read no tables

        found = with_groups(found, settings.path_column, settings.text_column)
    output = settings.output if is_url(settings.output) else f"{os.path.realpath(settings.output)}{os.sep}"
    for one in found:
        path = one.path if is_url(one.path) else os.path.realpath(one.path)
        if path.startswith(output) and parts.key_of(path[len(output) :]):
            raise MdchunkError(
                f"is {settings.output}, which is among the files to chunk",
                setting="output",
                advice="name another folder",
            )
        yield one


def _parts(job: Job, shards: Iterable[Shard], settings: BuildSettings) -> Iterator[tuple[Part, bool]]:
    """Yield all parts of the output, each with whether it was there already."""
    mark, known = (
        parts.mark_of(job, settings.files),
        parts.known_parts(store_at(job.output), FORMATS[job.format].ending),
    )
    kept: list[Part] = []

    def missing() -> Iterator[Shard]:
        for shard in shards:
            keyed = parts.with_key(shard, mark, checksum=settings.checksum)
            before = known.get(keyed.key)
            if before:
                kept.append(parts.renumbered(before, shard.number))
            else:
                yield keyed

    engine = import_module(ENGINES[settings.engine]).each
    write = partial(parts.write_part, job)
    with closing(engine(write, missing(), settings.jobs or cores())) as made:
        for shard, part in made:
            part = part or quarantine.run_apart(job, shard, write, engine)  # noqa: PLW2901
            if part.stopped:
                raise error_of(part.stopped)
            yield part, False
            yield from ((one, True) for one in kept)
            kept.clear()
    yield from ((one, True) for one in kept)


def _counted(paths: Sequence[str], settings: BuildSettings) -> Callable[[], Total | None]:
    """Count what there is to do beside the work; return a function that gives the result once it is there."""
    found: list[Total] = []

    def count() -> None:
        documents = size = 0
        # whoever does the work meets the same errors, and reports them
        with suppress(MdchunkError, OSError):
            for one in _inputs(each_input(paths, settings, Tally(), remember=len(paths) > 1), settings):
                documents += 1
                size += one.size
            found.append(Total(None if settings.text_column else documents, size))

    threading.Thread(target=count, daemon=True).start()
    return lambda: found[0] if found else None


def _add(summary: Summary, part: Part, *, kept: bool) -> None:
    """Add what a part holds; of the notices only so many that memory does not grow with the documents."""
    if kept:
        summary.copied += part.totals["files"]
        summary.kept_bytes += part.read_bytes
        summary.kept_chunks += part.totals["chunks"]
    else:
        summary.read_bytes += part.read_bytes
        summary.read_chars += part.read_chars
    totals: dict[str, Any] = dict(part.totals)
    room = max(0, NOTICES - len(summary.notices))
    summary.add_totals(totals | {"notices": totals["notices"][:room]})


def _judge(summary: Summary, settings: BuildSettings, *, all_done: bool) -> None:
    """Check that no more documents have an error than may.

    Raises:
        _TooManyError: More have.
    """
    limit, is_share = settings.error_share or (0, False)
    if settings.error_share is None:
        return
    documents = summary.files + summary.failed
    if is_share and not all_done and documents < JUDGED:
        return
    if summary.failed > (limit * documents if is_share else limit):
        raise _TooManyError
