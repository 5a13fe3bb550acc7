"""The progress bar: when it is shown, what it says, how often it is drawn."""

from __future__ import annotations

import io
import sys
import time
from collections import deque

import pytest

from mdchunk.cli import progress as bar
from mdchunk.cli.output import Manner
from mdchunk.cli.progress import EVERY, LONG_WORK, WINDOW, Sample, add_sample, line, progress, time_left


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "manner", "files", "shown"),
    [
        (Terminal(), Manner(), LONG_WORK, True),
        (Terminal(), Manner(), LONG_WORK - 1, False),
        (io.StringIO(), Manner(), LONG_WORK, False),
        (Terminal(), Manner(quiet=True), LONG_WORK, False),
        (Terminal(), Manner(json=True), LONG_WORK, False),
    ],
)
def test_only_on_a_terminal_and_for_long_work(
    stream: io.StringIO, manner: Manner, files: int, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    with progress(manner) as start:
        tick = start(files)
        for _ in range(files):
            tick()
    assert stream.getvalue().endswith(f"{'#' * 30}]  {files}/{files}" + " " * 16 + "\n") == shown
    assert bool(stream.getvalue()) == shown


def test_it_ends_with_its_block_whatever_ends_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stream := Terminal())

    def work() -> None:
        with progress(Manner()) as start:
            start(1000)()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert stream.getvalue().endswith("\n")


def test_it_is_drawn_by_the_clock_and_not_by_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that has not struck yet: the only drawing is that at the end."""
    monkeypatch.setattr(sys, "stderr", stream := Terminal())
    monkeypatch.setattr(bar, "EVERY", 1000.0)
    with progress(Manner()) as start:
        tick = start(10_000)
        for _ in range(10_000):
            tick()
    assert stream.getvalue().count("\r") == 1


def test_the_real_clock() -> None:
    assert EVERY >= 0.1
    began = time.monotonic()
    stream, before = Terminal(), sys.stderr
    sys.stderr = stream
    try:
        with progress(Manner()) as start:
            tick = start(300)
            for _ in range(300):
                tick()
                time.sleep(0.001)
    finally:
        sys.stderr = before
    assert stream.getvalue().count("\r") <= (time.monotonic() - began) / EVERY + 1


class TestEstimate:
    def test_none_before_it_is_known(self) -> None:
        assert time_left([(0.0, 0)], 1000) is None
        assert time_left([(0.0, 0), (1.9, 500)], 1000) is None
        assert time_left([(0.0, 0), (9.0, 0)], 1000) is None

    def test_the_speed_of_the_last_seconds(self) -> None:
        assert time_left([(0.0, 0), (10.0, 250)], 1000) == 30
        samples: deque[Sample] = deque([(0.0, 0)])
        for second in range(1, 101):
            add_sample(samples, (float(second), second * 10 if second < 80 else 800 + (second - 80)))
        assert len(samples) == WINDOW + 2
        # one file a second since the eightieth: not ten, as before
        assert time_left(samples, 1000) == 180 * 16 / 16

    def test_a_burst_after_a_long_wait(self) -> None:
        """The first file of a process comes with the five hundred behind it."""
        samples: deque[Sample] = deque([(0.0, 0)])
        for tenth in range(1, 52):
            add_sample(samples, (tenth / 10, 0 if tenth < 51 else 500))
        assert time_left(samples, 10_000) == pytest.approx(9500 / 500 * 5.1)

    def test_the_line(self) -> None:
        assert line(1, 50_000, None) == f"Chunking  [{'-' * 30}]       1/50,000{' ' * 16}"
        assert (
            line(25_000, 50_000, 61.2) == f"Chunking  [{'#' * 15}{'-' * 15}]  25,000/50,000  1:01 left     "
        )
        assert line(49_999, 50_000, 3_725).endswith("49,999/50,000  1:02:05 left  ")
        assert line(50_000, 50_000, 0.0).rstrip().endswith("50,000/50,000")
        assert (
            len({len(line(done, 50_000, left)) for done, left in ((0, None), (7, 4.0), (50_000, 3e5))}) == 1
        )
