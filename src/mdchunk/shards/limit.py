"""A limit of time for one document, which ends Python code at once and other code with its process."""

from __future__ import annotations

import faulthandler
import os
import signal
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator

SLACK = 2.0
"""Seconds that code outside Python may take longer before its process is ended."""


class TimeIsUpError(BaseException):
    """Time is up. Nothing but ``limited`` may catch it, so it is no ``Exception``."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise ``TimeIsUpError`` in the block after some seconds; 0: never.

    Code that does not return to Python by then is ended together with the process, so this is for the processes of an
    engine, in their main thread.

    Raises:
        TimeIsUpError: Time is up.
    """
    if not seconds:
        yield
        return
    with _last_resort(seconds + SLACK if hasattr(signal, "setitimer") else seconds):
        if not hasattr(signal, "setitimer"):
            yield
            return
        before = signal.signal(signal.SIGALRM, _time_is_up)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            # the alarm may come just now, when the work is done
            with suppress(TimeIsUpError):
                signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


@contextmanager
def _last_resort(seconds: float) -> Iterator[None]:
    """End the process if the block takes longer; this needs no Python, so nothing can hold it up."""
    faulthandler.dump_traceback_later(seconds, exit=True, file=_nowhere())
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@cache
def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - as long as the process


def _time_is_up(*_: object) -> None:
    raise TimeIsUpError
