"""Switches of the tests."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "mdchunk", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], max_examples=60
)
settings.register_profile("deep", settings.get_profile("mdchunk"), derandomize=False, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "mdchunk"))


def _as_in_a_terminal() -> None:
    """Give the programs that tests start what a terminal gives: a job in the background may have neither.

    A script starts ``nohup pytest &`` with Ctrl-C ignored, which children inherit, and perhaps with standard input
    closed, so that the first pipe to a child would get its number.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


_as_in_a_terminal()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-spec",
        action="store_true",
        help="rewrite what the examples of fixtures/spec expect; to be read before a commit",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--update-spec") and os.environ.get("CI"):
        raise pytest.UsageError("--update-spec is for people who read what it writes, not for CI")
