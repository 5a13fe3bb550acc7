"""The engine that runs shards in processes, and recovers when one dies.

It guards against three accidents: a process that dies (out of memory, a crash in a library) costs the one file it
was working on; Ctrl-C ends all processes at once without tracebacks; and if this process is killed, its workers
end too.
"""

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

from mdchunk.model import Notice
from mdchunk.shards.plan import FileReport, Shard, ShardResult
from mdchunk.text.source import shown_name

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from mdchunk.shards.plan import Job

COLLECT_AFTER = 100_000
"""Objects that a worker makes before Python looks for cycles among them; 700 by default."""
MOST = 61
"""Maximum number of processes: Windows cannot wait for more at once."""
Live = deque[tuple[Shard, "Future[ShardResult]"]]


def run_in_processes(job: Job, shards: Iterable[Shard], jobs: int) -> Generator[ShardResult]:
    """Keep up to two shards per process in flight; when the pool breaks, find the file that broke it."""
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
    """Yield the results of the shards in flight: the finished ones, and the others file by file."""
    while live:
        shard, future = live.popleft()
        if future.done() and not future.cancelled() and not future.exception():
            yield future.result()
        else:
            yield from _file_by_file(job, shard)


def _file_by_file(job: Job, shard: Shard) -> Iterator[ShardResult]:
    """Run the files of a shard one by one in a process that may die."""
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
                error = Notice(
                    "skipped",
                    shown_name(source),
                    0,
                    "the process that chunked it died; it may need more memory than there is",
                )
                yield ShardResult("", (FileReport(source, error=error),))


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Start new processes (never by fork, so that all systems behave alike) and end them with the block.

    If an exception ends the block, their unfinished work is not waited for.
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

    Ctrl-C waits until that is done: a process that it interrupted while starting would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(_run_shard, job, shard)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(_run_shard, job, shard)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run_shard(job: Job, shard: Shard) -> ShardResult:
    """Run a shard. The parser is imported here, not in the process that submits it."""
    from mdchunk.shards.shard import run_shard  # noqa: PLC0415

    return run_shard(job, shard)


def _begin() -> None:
    """Make a worker end silently on Ctrl-C, and end with the process that started it.

    A pool's worker waits for work forever; if its parent is killed, nothing else ends it. It also collects garbage
    rarely: the process is ours, and a document makes many objects and hardly any cycles.
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
