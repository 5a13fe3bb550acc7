"""Which kinds of blocks are in no chunk, from what a user adds to the default and takes out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdchunk.model.errors import MdchunkError
from mdchunk.model.options import DROPPED, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable


def dropped_kinds(drop: Iterable[Kind], keep: Iterable[Kind]) -> frozenset[Kind]:
    """Return the kinds to drop: the default and ``drop``, without ``keep``.

    Raises:
        MdchunkError: A kind to keep is not dropped anyway.
    """
    return without(DROPPED | set(drop), keep)


def without(dropped: frozenset[Kind], keep: Iterable[Kind]) -> frozenset[Kind]:
    """Return the kinds to drop without those to keep.

    Raises:
        MdchunkError: A kind to keep is not dropped anyway.
    """
    kept = frozenset(keep)
    if needless := sorted(kept - dropped):
        raise MdchunkError(
            f"has no effect on {needless[0]}, which is not dropped; dropped are {', '.join(sorted(dropped))}",
            setting="keep",
        )
    return dropped - kept
