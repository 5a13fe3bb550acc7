"""The engine that runs work in processes of this machine, and recovers when one dies.

It guards against three accidents: a process that dies (out of memory, a crash in a library) costs only what it was
working on; Ctrl-C ends all processes at once without tracebacks; and if this process is killed, its workers end too.
"""

from __future__ import annotations

import gc
import os
import signal
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from mdchunk.shards import quarantine

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from mdchunk.shards.plan import Job, Shard, ShardResult

Item = TypeVar("Item")
Result = TypeVar("Result")

COLLECT_AFTER = 100_000
"""Objects that a worker makes before Python looks for cycles among them; 700 by default."""
MOST = 61
"""Maximum number of processes: Windows cannot wait for more at once."""


def run_in_processes(job: Job, shards: Iterable[Shard], jobs: int) -> Generator[ShardResult]:
    """Run shards in processes and yield their results in order.

    A document that ends its process has an error in its report, and costs no other.
    """
    run = partial(_run_shard, job)
    for shard, result in each(run, shards, jobs):
        yield result or quarantine.run_apart(job, shard, run, each)


def each(
    run: Callable[[Item], Result], items: Iterable[Item], jobs: int
) -> Generator[tuple[Item, Result | None]]:
    """Map a function over items in processes.

    Args:
        run: A function that can be pickled and never returns None.
        items: Its arguments; no more are taken from it than are worked on.
        jobs: Number of processes.

    Yields:
        Each item with its result, in order; None if the process died although it worked on nothing else.
    """
    waiting: deque[Item] = deque()
    live: deque[tuple[Item, Future[Result]]] = deque()
    rest = iter(items)
    while True:
        with _pool(jobs) as pool:
            try:
                while True:
                    while len(live) < 2 * jobs and (waiting or _take(rest, waiting)):
                        live.append((waiting[0], _submit(pool, run, waiting[0])))
                        waiting.popleft()
                    if not live:
                        return
                    item, future = live[0]
                    result = future.result()
                    live.popleft()
                    yield item, result
            except BrokenProcessPool:
                pass
        yield from _after_break(run, live)


def _take(rest: Iterator[Item], waiting: deque[Item]) -> bool:
    """Take the next item, if there is one."""
    waiting.extend(islice(rest, 1))
    return bool(waiting)


def _after_break(
    run: Callable[[Item], Result], live: deque[tuple[Item, Future[Result]]]
) -> Iterator[tuple[Item, Result | None]]:
    """Yield what was in flight: the results that were there, and the others once more, each alone."""
    while live:
        item, future = live.popleft()
        if future.done() and not future.cancelled() and not future.exception():
            yield item, future.result()
            continue
        result = None
        with _pool(1) as pool, suppress(BrokenProcessPool):
            result = _submit(pool, run, item).result()
        yield item, result


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


def _submit(pool: ProcessPoolExecutor, run: Callable[[Item], Result], item: Item) -> Future[Result]:
    """Hand work to a pool, which may start a process for it.

    Ctrl-C waits until that is done: a process that it interrupted while starting would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(run, item)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(run, item)
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
