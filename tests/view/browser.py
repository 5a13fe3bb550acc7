"""A real browser for the tests, where Playwright and a Chromium are installed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def chromium() -> Iterator[Any]:
    """Give a browser; the test is skipped where there is none."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs the dependency group browser")
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if not path:
        pytest.skip("needs Chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Opened:
    """A page that was opened, and what it should not do."""

    page: Any
    complaints: list[str] = field(default_factory=list)
    """What it wrote to the console, its errors, its dialogs."""
    requests: list[str] = field(default_factory=list)
    """All that it asked for, itself included."""

    def chosen(self) -> list[str]:
        """Return the heading of the details that can be seen where details are: none or one.

        To ask each of thousands whether it is visible would take minutes.
        """
        found: str | None = self.page.evaluate(
            "() => { const there = document.elementFromPoint(innerWidth - 30, innerHeight - 30);"
            " const detail = there && there.closest('aside.detail');"
            " return detail && detail.querySelector('h2').textContent }"
        )
        return [found] if found else []

    def visible_chunks(self) -> int:
        """Return how many chunks are not filtered away."""
        return int(self.page.locator(".chunk:not([hidden])").count())

    def in_sight(self, selector: str) -> bool:
        """Return whether an element is within the window, below the bar at its top."""
        found: bool = self.page.evaluate(
            "(s) => { const box = document.querySelector(s).getBoundingClientRect();"
            " return box.top >= 40 && box.top < innerHeight }",
            selector,
        )
        return found


@contextmanager
def opened(browser: Any, path: Path, place: str = "", **settings: Any) -> Iterator[Opened]:
    """Open a file in a window of its own; ``settings`` are those of ``Browser.new_context``."""
    context = browser.new_context(**{"viewport": {"width": 1600, "height": 900}} | settings)
    page = context.new_page()
    page.set_default_timeout(120_000)  # a busy machine is no failure
    shown = Opened(page)
    page.on("console", lambda message: shown.complaints.append(message.text))
    page.on("pageerror", lambda error: shown.complaints.append(str(error)))
    page.on("dialog", lambda dialog: shown.complaints.append(dialog.message))
    page.on("request", lambda request: shown.requests.append(request.url))
    page.goto(path.as_uri() + place)
    yield shown
    context.close()
