"""How far a build is, as a value that front ends show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from mdchunk.shards.summary import Summary


class Total(NamedTuple):
    """All that a build has to read."""

    documents: int | None
    """None if the inputs are tables, whose rows nobody has counted."""
    size: int
    """Bytes."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What a build has done so far."""

    seconds: float
    """Since it began."""
    documents: int
    """Documents that are done: chunked now, kept from an earlier build, or with an error."""
    kept: int
    """Those of them whose records are of an earlier build."""
    errors: int
    characters: int
    """Code points that were chunked now."""
    chunks: int
    """Chunks of all documents that are done."""
    chunks_per_second: float
    """Of those that were made now."""
    of_documents: int | None
    """Number of all documents, None if it is not known, or not yet."""
    seconds_left: float | None
    """Estimated from the speed so far, None if there is nothing to estimate from."""

    def to_dict(self) -> dict[str, Any]:
        """Return the values as JSON has them."""
        return {
            name: round(value, 3) if isinstance(value, float) else value
            for name, value in asdict(self).items()
        }


Watch = Callable[[Progress], object]
"""Gets what is done, again and again."""


def progress_of(summary: Summary, seconds: float, total: Total | None) -> Progress:
    """Return how far a build is.

    Args:
        summary: What is done.
        seconds: Since it began.
        total: All that there is to do, None if it is not yet known.
    """
    documents = summary.files + summary.failed
    left = None
    if total and total.documents is not None:
        left = _left(total.documents - documents, documents - summary.copied, seconds)
    elif total:
        left = _left(total.size - summary.read_bytes - summary.kept_bytes, summary.read_bytes, seconds)
    return Progress(
        seconds=seconds,
        documents=documents,
        kept=summary.copied,
        errors=summary.failed,
        characters=summary.read_chars,
        chunks=summary.chunks,
        chunks_per_second=(summary.chunks - summary.kept_chunks) / seconds if seconds else 0.0,
        of_documents=total.documents if total else None,
        seconds_left=left,
    )


def _left(rest: int, done: int, seconds: float) -> float | None:
    if rest <= 0:
        return 0.0
    return seconds * rest / done if done > 0 else None
