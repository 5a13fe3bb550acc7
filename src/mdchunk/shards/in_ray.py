"""The engine that runs work as tasks of Ray: on the cluster that ``RAY_ADDRESS`` names, else on this machine.

Only shards and what is known of parts travel; every task reads its documents and writes its part itself, so paths must
mean the same on all machines.
"""

from __future__ import annotations

import gc
import os
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from mdchunk.extras import install
from mdchunk.model import MdchunkError
from mdchunk.shards.processes import COLLECT_AFTER

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

Item = TypeVar("Item")
Result = TypeVar("Result")

IN_FLIGHT = 4
"""Tasks for each processor that are handed to Ray before one is done."""
RETRIES = 2
"""How often Ray runs a task again whose process died."""
STORE_BYTES = 100_000_000
"""Bytes of Ray's object store on this machine; next to nothing passes through it."""


def each(
    run: Callable[[Item], Result], items: Iterable[Item], jobs: int
) -> Generator[tuple[Item, Result | None]]:
    """Map a function over items, as ``processes.each`` does, but yield results as they come.

    Args:
        run: A function that can be pickled and never returns None.
        items: Its arguments; only some more are taken from it than are worked on.
        jobs: Number of processors, if Ray is started on this machine.

    Raises:
        MdchunkError: Ray is not installed, or does not start.
    """
    rest = iter(items)
    if (first := next(rest, None)) is None:
        return  # a build with nothing to do need not wait for Ray, which takes seconds to start
    with _ray(jobs) as ray:
        task = ray.remote(max_retries=RETRIES, retry_exceptions=False)(_call)
        most = IN_FLIGHT * max(1, int(ray.cluster_resources().get("CPU", 1)))
        live: dict[Any, Item] = {}
        rest, here = chain((first,), rest), os.getcwd()  # noqa: PTH109
        more = True
        while more or live:
            while more and len(live) < most:
                try:
                    item = next(rest)
                except StopIteration:
                    more = False
                else:
                    live[task.remote(here, run, item)] = item
            if live:
                (done,), _ = ray.wait(list(live), num_returns=1)
                yield live.pop(done), _result(ray, done)


def _result(ray: Any, done: Any) -> Any:
    """Return the result of a task; None if its process or machine died."""
    try:
        return ray.get(done)
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError, ray.exceptions.NodeDiedError):
        return None
    except ray.exceptions.RayTaskError as error:
        raise error.cause from error


def _call(folder: str, run: Callable[[Item], Result], item: Item) -> Result:
    """Run one item in the folder that relative paths are relative to."""
    gc.set_threshold(COLLECT_AFTER)
    if os.path.isdir(folder):  # noqa: PTH112 - it may be another machine
        os.chdir(folder)
    return run(item)


@contextmanager
def _ray(jobs: int) -> Iterator[Any]:
    """Give Ray, started if it is not running in this process, and stopped then."""
    if find_spec("ray") is None:
        raise MdchunkError("needs one more package", setting="engine", advice=f"run {install('ray')}")
    import ray  # noqa: PLC0415 - an extra

    if ray.is_initialized():
        yield ray
        return
    # with RAY_ADDRESS it joins a cluster, whose size is the cluster's business
    own = (
        {}
        if os.environ.get("RAY_ADDRESS")
        else {"num_cpus": jobs, "include_dashboard": False, "object_store_memory": STORE_BYTES}
    )
    try:
        ray.init(log_to_driver=False, logging_level="ERROR", **own)
    except (OSError, RuntimeError, ValueError) as error:
        raise MdchunkError(f"cannot use Ray: {error}", setting="engine") from error
    try:
        yield ray
    finally:
        ray.shutdown()
