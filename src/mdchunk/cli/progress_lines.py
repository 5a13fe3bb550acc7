"""How far a build is, in lines: for people on stderr, for programs as JSON on stdout."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mdchunk.cli.output import say, write_json
from mdchunk.cli.progress import clock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mdchunk.cli.output import Manner
    from mdchunk.shards.progress import Progress, Watch

EVERY = 5.0
"""Seconds between two lines."""


@contextmanager
def progress_lines(manner: Manner) -> Iterator[Watch]:
    """Yield what prints lines: at most one in some seconds, and one of the end."""
    last, newest = time.monotonic(), None

    def watch(now: Progress) -> None:
        nonlocal last, newest
        newest = now
        if time.monotonic() - last >= EVERY:
            last, newest = time.monotonic(), None
            _print(now, manner)

    yield watch
    if newest:
        _print(newest, manner)


def _print(now: Progress, manner: Manner) -> None:
    if manner.json:
        write_json({"event": "progress"} | now.to_dict())
    else:
        say(line(now))


def line(now: Progress) -> str:
    """Return how far a build is in one line."""
    of = f" of {now.of_documents:,}" if now.of_documents is not None else ""
    parts = [
        f"{now.documents:,}{of} documents",
        f"{now.kept:,} kept" if now.kept else "",
        f"{now.characters:,} characters",
        f"{now.chunks_per_second:,.0f} chunks a second",
        f"{now.errors:,} errors",
        f"{clock(now.seconds_left)} left" if now.seconds_left is not None else "",
    ]
    return "Progress: " + ", ".join(filter(None, parts))
