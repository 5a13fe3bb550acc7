"""Engines map ``run_shard`` over shards; what they give comes in the order of the shards.

No data passes through an engine, so every engine gives the same bytes.
"""

from __future__ import annotations

import signal
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import TYPE_CHECKING

from mdchunk.plan import FileReport, Shard, ShardResult
from mdchunk.read import blocks_of

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from mdchunk.plan import Job

Live = deque[tuple[Shard, "Future[ShardResult]"]]


def run(job: Job, shards: Iterable[Shard], jobs: int) -> Generator[ShardResult]:
    """Run shards: in this process for one job, else in so many processes.

    A process that dies costs the file that it had in hand and no other. Its result then comes file by file,
    so that there may be more results than shards.
    """
    if jobs == 1:
        return (_run_shard(job, shard) for shard in shards)
    return _in_processes(job, iter(shards), jobs)


def _run_shard(job: Job, shard: Shard) -> ShardResult:
    """Import the parser only where something is to be parsed."""
    from mdchunk.shard import run_shard  # noqa: PLC0415

    return run_shard(job, shard)


def _in_processes(job: Job, shards: Iterator[Shard], jobs: int) -> Generator[ShardResult]:
    """Keep up to two shards a process in flight; when the pool breaks, sort out whose fault it was."""
    live: Live = deque()
    left: Shard | None = next(shards, None)
    while left or live:
        with _pool(jobs) as pool:
            try:
                while left or live:
                    while left and len(live) < 2 * jobs:
                        live.append((left, _submit(pool, job, left)))
                        left = next(shards, None)
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
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _let_ctrl_c_end_me)
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


def _let_ctrl_c_end_me() -> None:
    """End a worker on Ctrl-C at once and in silence; the process that started it tidies up."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def records_of(result: ShardResult) -> Iterator[tuple[FileReport, Iterator[bytes]]]:
    """Yield each file's report with the blocks of its records, and remove the shard's file in the end.

    The blocks of one file must be used up before the next is asked for.
    """
    if not result.path:
        yield from ((report, iter(())) for report in result.reports)
        return
    with Path(result.path).open("rb") as file:
        for report in result.reports:
            yield report, blocks_of(file, report.size)
    Path(result.path).unlink()
