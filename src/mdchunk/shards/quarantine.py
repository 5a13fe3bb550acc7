"""Documents that end the process that chunks them: found by halves, then left out with an error each.

No engine can say which document ended a process, so the documents of a shard are tried without output: first all, then
the halves of what died, down to single ones.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from mdchunk.shards.plan import Job, Shard

Result = TypeVar("Result")
Item = TypeVar("Item")

TIMES = 5
"""How often a shard is tried if processes die although no document of it is at fault."""


class Engine(Protocol):
    """Maps a function over items, as ``processes.each`` does."""

    def __call__(
        self, run: Callable[[Item], Result], items: Iterable[Item], jobs: int
    ) -> Generator[tuple[Item, Result | None]]:
        """Yield each item with its result, None if its process died."""
        ...


def run_apart(job: Job, shard: Shard, run: Callable[[Shard], Result], engine: Engine) -> Result:
    """Run a shard whose process died, without the documents that end their process.

    Args:
        job: What is the same for all shards.
        shard: The shard.
        run: What to do with it.
        engine: What runs it.

    Raises:
        MdchunkError: Its process dies again and again, though no document of it does it.
    """
    for _ in range(TIMES):
        shard = replace(shard, deadly=frozenset(shard.deadly | _find(job, shard, engine)))
        result: Result | None = _one(engine, run, shard)
        if result is not None:
            return result
    first, last = shard.inputs[0].source, shard.inputs[-1].source
    raise MdchunkError(
        f"the process that chunks {first} to {last} died {TIMES} times; it may need more memory than there is"
    )


def _find(job: Job, shard: Shard, engine: Engine) -> frozenset[int]:
    """Return the numbers of the documents that end their process alone."""
    counted: int | None = _one(engine, partial(_count, job), shard)
    if counted is None:
        raise MdchunkError("the process that reads it died", place=shard.inputs[0].source)
    found: set[int] = set()
    suspects = _halves(0, counted)
    while suspects:
        tried = engine(partial(_try, job), [replace(shard, span=span) for span in suspects], 1)
        died = [one.span for one, survived in tried if not survived and one.span]
        found |= {first for first, last in died if last - first == 1}
        suspects = [half for first, last in died if last - first > 1 for half in _halves(first, last)]
    return frozenset(found)


def _halves(first: int, last: int) -> list[tuple[int, int]]:
    middle = (first + last) // 2
    return [(a, b) for a, b in ((first, middle), (middle, last)) if a < b]


def _one(engine: Engine, run: Callable[[Item], Result], item: Item) -> Result | None:
    """Run one item."""
    ((_, result),) = engine(run, [item], 1)
    return result


def _count(job: Job, shard: Shard) -> int:
    """Return how many documents a shard has."""
    from mdchunk.shards.shard import documents_of  # noqa: PLC0415 - the parser is for the process that runs it

    return sum(1 for _ in documents_of(job, shard))


def _try(job: Job, shard: Shard) -> Any:
    """Chunk the documents of a span for nothing."""
    import tempfile  # noqa: PLC0415

    from mdchunk.shards.shard import chunk_into  # noqa: PLC0415

    with tempfile.TemporaryFile() as file:
        for _ in chunk_into(replace(job, on_error="skip"), shard, file):
            pass
    return True
