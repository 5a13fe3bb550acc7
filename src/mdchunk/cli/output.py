"""The output of the command line: data to stdout as UTF-8, everything else to stderr."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from mdchunk.files.settings import STDIN_NAME
from mdchunk.files.streams import standard_output
from mdchunk.model import Place
from mdchunk.text.source import shown_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mdchunk.model import Notice, Spelling

SHOWN_WARNINGS = 20
"""Warnings that are printed one by one; the rest are counted, unless the user asks for all."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How much a command prints, and for whom."""

    json: bool = False
    """One JSON object on stdout instead of text."""
    quiet: bool = False
    verbose: bool = False


def write_text(text: str) -> None:
    r"""Write data to stdout as UTF-8 with ``\n``, whatever the system's own encoding and line ending."""
    file = standard_output()
    file.write(text.encode("utf-8", "surrogateescape"))
    file.flush()


def drop_output() -> None:
    """Discard what is still buffered for a stdout that cannot take it, or Python would complain when it exits."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_json(value: dict[str, Any]) -> None:
    """Write one JSON object on a line to stdout; the name of a file that is not UTF-8 is escaped."""
    write_text(json.dumps(_as_shown(value), ensure_ascii=False) + "\n")


def _as_shown(value: Any) -> Any:
    if isinstance(value, str):
        return value if value.isascii() else shown_name(value)
    if isinstance(value, dict):
        return {name: _as_shown(each) for name, each in value.items()}
    return [_as_shown(each) for each in value] if isinstance(value, list | tuple) else value


def say(message: str) -> None:
    """Print a message on stderr."""
    click.echo(message, err=True, color=color_wanted())


def say_error(message: str) -> None:
    """Print an error on stderr."""
    say(f"{click.style('Error:', fg='red')} {message}")


def say_notices(notices: Sequence[Notice], manner: Manner, spelling: Spelling) -> None:
    """Print notices as ``file:line: message``: all skipped files, and the first of the others.

    With ``--verbose`` all are printed, with ``--quiet`` only the skipped files.
    """
    if manner.json:
        return
    skipped = [notice for notice in notices if notice.kind == "skipped"]
    others = [] if manner.quiet else [notice for notice in notices if notice.kind != "skipped"]
    shown = others if manner.verbose else others[:SHOWN_WARNINGS]
    for notice in (*skipped, *shown):
        # a setting is in no file, and a document without a name is standard input
        file = notice.file or ("" if notice.kind == "config" else STDIN_NAME)
        place = f"{Place(file, notice.line)}: " if file else ""
        say(f"{click.style('warning:', fg='yellow')} {place}{notice.render(spelling)}")
    if len(shown) < len(others):
        say(f"... and {len(others) - len(shown)} more warnings; --verbose shows all")


def color_wanted() -> bool | None:
    """Return whether colours are forced on or off; ``None``: the stream decides.

    https://no-color.org: NO_COLOR counts when it is set and not empty.
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return True if os.environ.get("FORCE_COLOR") else None


def plural(count: int, noun: str) -> str:
    """Return ``1 file``, ``2 files``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
