"""What the runner reads: commands in the log, and the files behind GITHUB_OUTPUT and GITHUB_STEP_SUMMARY.

The runner takes any line of the log that looks like a command for one, so a file name or a line of a document
must never reach the log as it is: ``::set-output name=x::y`` in a Markdown file would be obeyed. Text that is
not ours is either in an annotation, escaped, or between two lines that stop commands.
"""

from __future__ import annotations

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
    """Relative to the workspace, ``/`` between its parts; empty if it concerns none."""
    line: int = 0
    """1-based; 0 if it concerns the whole file."""
    end_line: int = 0
    """1-based, inclusive; 0 if it is the same line."""

    def command(self) -> str:
        """Return the line of the log that makes the annotation."""
        places = {"file": self.file, "line": self.line, "endLine": self.end_line, "title": self.title}
        given = (f"{name}={escape_property(str(value))}" for name, value in places.items() if value)
        return f"::{self.level} {','.join(given)}::{escape_data(self.message[:MESSAGE_CHARS])}"


def escape_data(text: str) -> str:
    """Return the text as a command's message has it: in one line."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """Return the text as a command's property has it: without what ends a property."""
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


def inert(text: str) -> str:
    """Return the text between two lines that keep the runner from reading commands in it."""
    token = secrets.token_hex(16)
    return f"::stop-commands::{token}\n{text}\n::{token}::"


def write_output(file: Path, name: str, value: str) -> None:
    """Add an output of the step to the file behind GITHUB_OUTPUT; the value may hold any line."""
    end = f"end_{secrets.token_hex(16)}"
    with file.open("a", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
        stream.write(f"{name}<<{end}\n{value}\n{end}\n")


def write_summary(file: Path, text: str) -> None:
    """Add to the step's part of the run's page, behind GITHUB_STEP_SUMMARY."""
    with file.open("a", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
        stream.write(text)
