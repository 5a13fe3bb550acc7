"""What the runner reads: commands in the log, and the files behind GITHUB_OUTPUT and GITHUB_STEP_SUMMARY.

The runner obeys any line of the log that looks like a command, so a file name or a line of a document must never
reach the log unchanged: ``::set-output name=x::y`` in a Markdown file would be obeyed. Text that is not ours is
either escaped in an annotation or between two lines that stop commands.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pathlib import Path

Level = Literal["error", "warning", "notice"]

MESSAGE_CHARS = 1000
"""Maximum code points of an annotation's message; the runner cuts at 4,096."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """A message at a line of a file, as GitHub shows it in a pull request."""

    level: Level
    message: str
    title: str = "mdchunk"
    file: str = ""
    """Relative to the repository, ``/`` between its parts; empty if no file is concerned."""
    line: int = 0
    """1-based; 0 if it concerns the whole file."""
    end_line: int = 0
    """1-based, inclusive; 0 if it is the same line."""

    def command(self) -> str:
        """Return the line of the log that makes the annotation."""
        # the file stays as it is: GitHub looks it up
        title = visible(self.title)
        places = {"file": self.file, "line": self.line, "endLine": self.end_line, "title": title}
        given = (f"{name}={escape_property(str(value))}" for name, value in places.items() if value)
        return f"::{self.level} {','.join(given)}::{escape_data(visible(self.message[:MESSAGE_CHARS]))}"


_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
"""Control characters but tab and line feed, and those that show text in another order or not at all."""


def visible(text: str) -> str:
    r"""Return the text with what could hide or reorder it as an escape: ``\u202e``."""
    return _UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def escape_data(text: str) -> str:
    """Return the text as a command's message has it: in one line."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """Return the text as a command's property has it: without what ends a property."""
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


def inert(text: str) -> str:
    """Return the text between two lines that keep the runner from reading commands in it."""
    token = secrets.token_hex(16)
    return f"::stop-commands::{token}\n{visible(text)}\n::{token}::"


def write_output(file: Path, name: str, value: str) -> None:
    """Add an output of the step to the file behind GITHUB_OUTPUT; the value may hold any line."""
    end = f"end_{secrets.token_hex(16)}"
    with file.open("a", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
        stream.write(f"{name}<<{end}\n{value}\n{end}\n")


def write_summary(file: Path, text: str) -> None:
    """Add to the step's part of the run's page, behind GITHUB_STEP_SUMMARY."""
    with file.open("a", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
        stream.write(text)
