"""What the command line says: data to stdout as UTF-8, everything else to stderr."""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mdchunk.model import Notice

LONG_WORK = 200
"""Files from which on a progress bar is shown."""
SHOWN_WARNINGS = 20
"""Warnings that are printed one by one; the rest are counted, unless all are asked for."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How much a command says, and to whom."""

    json: bool = False
    """One JSON object on stdout instead of text."""
    quiet: bool = False
    verbose: bool = False


def write_text(text: str) -> None:
    r"""Write data to stdout as UTF-8 with ``\n``, whatever the system's own encoding and line ending."""
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
    sys.stdout.buffer.flush()


def drop_output() -> None:
    """Let what is still held back for a stdout that is full go nowhere, or Python would complain at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_json(value: dict[str, Any]) -> None:
    """Write one JSON object on a line to stdout."""
    write_text(json.dumps(value, ensure_ascii=False) + "\n")


def say(message: str) -> None:
    """Tell a person something on stderr."""
    click.echo(message, err=True, color=color_wanted())


def say_error(message: str) -> None:
    """Tell a person what went wrong."""
    say(f"{click.style('Error:', fg='red')} {message}")


def say_notices(notices: list[Notice], manner: Manner) -> None:
    """Print notices as ``file:line: message``: every file that was skipped, and of the others the first.

    With ``--verbose`` all, with ``--quiet`` none but the skipped files.
    """
    if manner.json:
        return
    skipped = [notice for notice in notices if notice.kind == "skipped"]
    others = [] if manner.quiet else [notice for notice in notices if notice.kind != "skipped"]
    shown = others if manner.verbose else others[:SHOWN_WARNINGS]
    for notice in (*skipped, *shown):
        name = notice.file or "stdin"
        place = f"{name}:{notice.line}" if notice.line else name
        # a file's error names the file itself; a setting is of no file
        has_place = notice.message.startswith(name) or (notice.kind == "config" and not notice.file)
        text = notice.message if has_place else f"{place}: {notice.message}"
        say(f"{click.style('warning:', fg='yellow')} {text}")
    if len(shown) < len(others):
        say(f"... and {len(others) - len(shown)} more warnings; --verbose shows all")


def color_wanted() -> bool | None:
    """Return whether colours are forced on or off; ``None``: the stream decides.

    https://no-color.org: NO_COLOR counts when it is set and not empty.
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return True if os.environ.get("FORCE_COLOR") else None


@contextmanager
def progress(manner: Manner) -> Iterator[Callable[[int], Callable[[], object]]]:
    """Give a function that, told how many files there are, gives the one to call after each.

    A bar is shown on long work where stderr is a terminal.
    """
    bars: list[Any] = []

    def start(files: int) -> Callable[[], object]:
        if manner.quiet or manner.json or files < LONG_WORK or not sys.stderr.isatty():
            return lambda: None
        bar = click.progressbar(length=files, file=sys.stderr, label="Chunking", show_pos=True)
        bars.append(bar)
        bar.__enter__()
        return lambda: bar.update(1)

    try:
        yield start
    finally:
        for bar in bars:
            bar.__exit__(None, None, None)


def plural(count: int, noun: str) -> str:
    """Return ``1 file``, ``2 files``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
