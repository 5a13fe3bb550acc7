"""The engine that runs shards in processes of their own, and sorts out what happens when one dies."""

from __future__ import annotations

import gc
import os
import signal
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING

from mdchunk.shards.plan import FileReport, Shard, ShardResult

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from mdchunk.shards.plan import Job

COLLECT_AFTER = 100_000
"""Objects that a worker makes before Python looks for cycles among them; 700 by default."""
MOST = 61
"""Processes that Windows can wait for at once."""
Live = deque[tuple[Shard, "Future[ShardResult]"]]


def run_in_processes(job: Job, shards: Iterable[Shard], jobs: int) -> Generator[ShardResult]:
    """Keep up to two shards a process in flight; when the pool breaks, sort out whose fault it was."""
    left = deque(shards)
    live: Live = deque()
    while left or live:
        with _pool(jobs) as pool:
            try:
                while left or live:
                    while left and len(live) < 2 * jobs:
                        live.append((left[0], _submit(pool, job, left[0])))
                        left.popleft()
                    result = live[0][1].result()
                    live.popleft()
                    yield result
            except BrokenProcessPool:
                pass
        yield from _after_break(job, live)


def _after_break(job: Job, live: Live) -> Iterator[ShardResult]:
    """Give the results of the shards in flight: those that are there, and the others file by file."""
    while live:
        shard, future = live.popleft()
        if future.done() and not future.cancelled() and not future.exception():
            yield future.result()
        else:
            yield from _file_by_file(job, shard)


def _file_by_file(job: Job, shard: Shard) -> Iterator[ShardResult]:
    """Run the files of a shard one after the other in a process that may be thrown away."""
    files = deque(Shard(shard.number, (one,)) for one in shard.inputs)
    while files:
        with _pool(1) as pool:
            try:
                while files:
                    result = _submit(pool, job, files[0]).result()
                    files.popleft()
                    yield result
            except BrokenProcessPool:
                source = files.popleft().inputs[0].source
                error = f"{source}: the process that chunked it died; it may need more memory than there is"
                yield ShardResult("", (FileReport(source, error=error),))


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Start processes afresh (no fork of this one: alike on all systems) and end them with the block.

    Where an exception ends the block, what they have in hand is not waited for.
    """
    others = set(active_children())
    pool = ProcessPoolExecutor(min(jobs, MOST), get_context("spawn"), _begin)
    try:
        yield pool
    except BaseException:
        for process in set(active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _submit(pool: ProcessPoolExecutor, job: Job, shard: Shard) -> Future[ShardResult]:
    """Hand a shard to a pool, which may start a process for it.

    Ctrl-C waits until that is done: a process caught at its start, or left alone there, would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(_run_shard, job, shard)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(_run_shard, job, shard)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run_shard(job: Job, shard: Shard) -> ShardResult:
    """Run a shard. The process that hands it over does not import the parser for that."""
    from mdchunk.shards.shard import run_shard  # noqa: PLC0415

    return run_shard(job, shard)


def _begin() -> None:
    """Prepare a worker to end: on Ctrl-C at once and in silence, and with the process that started it.

    A pool's worker waits for work for ever; where its parent is killed, nobody else ends it. And it collects garbage
    seldom: the process is ours, and a document makes many objects and next to no cycles.
    """
    gc.set_threshold(COLLECT_AFTER)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()
    os._exit(1)
