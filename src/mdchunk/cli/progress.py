"""A progress bar on a terminal.

Files may be done in bursts: a process hands over some hundreds at once. So the bar is drawn by the clock, not by the
file, and the time left is estimated from the last seconds.
"""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mdchunk.cli.output import Manner

LONG_WORK = 200
"""Minimum number of files for a progress bar."""
EVERY = 0.1
"""Seconds between two drawings."""
WINDOW = 15.0
"""Seconds from which the speed is taken."""
MEASURED = 2.0
"""Minimum seconds of measurement for an estimate."""
_WIDTH = 30
"""Of the bar, in columns."""

Sample = tuple[float, int]
"""Seconds since the start, and files that were done by then."""


@contextmanager
def progress(manner: Manner) -> Iterator[Callable[[int], Callable[[], object]]]:
    """Yield a function that takes the number of files and returns the function to call after each.

    A bar is shown for many files if stderr is a terminal.
    """
    with ExitStack() as stack:

        def start(files: int) -> Callable[[], object]:
            if manner.quiet or manner.json or files < LONG_WORK or not sys.stderr.isatty():
                return lambda: None
            return stack.enter_context(_bar(files))

        yield start


@contextmanager
def _bar(total: int) -> Iterator[Callable[[], object]]:
    """Draw a bar while the block runs; yield the function to call after each file."""
    began, stop = time.monotonic(), threading.Event()
    done = 0
    samples: deque[Sample] = deque([(0.0, 0)])

    def tick() -> None:
        nonlocal done
        done += 1

    def draw(end: str = "") -> None:
        now = (time.monotonic() - began, done)
        add_sample(samples, now)
        sys.stderr.write(f"\r{line(done, total, time_left(samples, total))}{end}")
        sys.stderr.flush()

    def draw_by_the_clock() -> None:
        while not stop.wait(EVERY):
            draw()

    drawer = threading.Thread(target=draw_by_the_clock, daemon=True)
    drawer.start()
    try:
        yield tick
    finally:
        stop.set()
        drawer.join()
        draw("\n")


def add_sample(samples: deque[Sample], now: Sample) -> None:
    """Add a sample; those before the window go, except the last of them."""
    samples.append(now)
    while samples[1][0] < now[0] - WINDOW:
        samples.popleft()


def time_left(samples: Sequence[Sample], total: int) -> float | None:
    """Return the seconds that the rest will take at the speed of the last ones, None if that is not known yet.

    Args:
        samples: In order, at least one.
        total: Number of files.
    """
    (first, before), (last, done) = samples[0], samples[-1]
    if last - first < MEASURED or done == before:
        return None
    return (total - done) * (last - first) / (done - before)


def line(done: int, total: int, left: float | None) -> str:
    """Return the bar in one line of constant length."""
    filled = done * _WIDTH // total
    counted = f"{done:,}".rjust(len(f"{total:,}"))
    said = f"{clock(left)} left" if left is not None and done < total else ""
    return f"Chunking  [{'#' * filled}{'-' * (_WIDTH - filled)}]  {counted}/{total:,}  {said:14}"


def clock(seconds: float) -> str:
    """Return a time as ``1:02:03``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
