"""The garbage collector, out of the way while a document is in work."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """Pause the collector of cycles for a block of code.

    A parse makes objects by the hundred thousand, all of them in use and none in a cycle. The collector goes over them
    again and again as their number grows, which made a document ten times as long take fifteen times the time.

    Of several threads in such blocks, the first one in starts it again when it is through, maybe before the others
    are; so it always runs in the end.
    """
    was_running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_running:
            gc.enable()
