"""Whether files changed, according to their folder entries: size, times and inode, as Git's index does it.

A file that changed in the seconds before it was looked at may change again and look the same, since a file system
may keep times in steps of up to two seconds. Such a file is read again before it counts as unchanged
(https://git-scm.com/docs/racy-git).
"""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from mdchunk.files.inputs import Input, Look, look_of

if TYPE_CHECKING:
    from collections.abc import Iterable

STEP = 2_000_000_000
"""Nanoseconds: the coarsest step in which file systems keep times."""


def look_at(path: str) -> Look | None:
    """Return how a file looks now; ``None`` if it is not there."""
    try:
        return look_of(os.stat(path))  # noqa: PTH116 - as in find_inputs
    except OSError:
        return None


def is_settled(look: Look, looked_at: int) -> bool:
    """Return whether a file that looks like this, when it was looked at, can't change and look the same.

    Args:
        look: How the file looks.
        looked_at: When the recorded look was taken, in nanoseconds since 1970.
    """
    return max(look.modified, look.changed) < looked_at - STEP


def digest(inputs: Iterable[Input], looked_at: int) -> str:
    """Return a hash of the names and looks of files in order, hexadecimal; ``""`` if one of them is not settled."""
    latest = looked_at - STEP
    lines = []
    for path, source, size, look, *_ in inputs:
        if look is None or look.modified >= latest or look.changed >= latest:
            return ""
        lines.append(f"{source}\0{path}\0{size}\0{look.modified}\0{look.changed}\0{look.inode}")
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()
