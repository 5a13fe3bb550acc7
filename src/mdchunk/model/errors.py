"""What went wrong or is worth knowing, as values: each front end renders them once, in its own words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

NoticeKind = Literal[
    "unclosed",
    "cut_inside",
    "nesting",
    "front_matter",
    "long_heading",
    "small_chunks",
    "skipped",
    "config",
    "converted",
]
"""What a warning is about: a fence, comment or tag left open; a block cut inside a row, a line or a word;
nesting that the parser gave up on; front matter that does not parse; a heading as long as a paragraph; chunks below
the minimum size; a file that was skipped; a setting; a conversion that left something out."""


class Place(NamedTuple):
    """Where something is."""

    file: str = ""
    """The file's name as the user gave it, or the document's ``source``; empty if there is none."""
    line: int = 0
    """1-based; 0 if it concerns the whole file."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


Spelling = Callable[[str], str | None]
"""From the name of a setting or function of this package to what a front end calls it; None if it has no such thing."""

_NAME = re.compile(r"\{([a-z_]+)\}")


class MdchunkError(Exception):
    """An error that the user can correct: a value that ``render`` turns into a sentence.

    Attributes:
        problem: What is wrong, without file, line and setting: ``must be at least 1, not 0``.
        place: The file and line; empty if no file is concerned.
        setting: The setting at fault, as ``Options`` or the function's parameter spells it; empty if none is.
        advice: What to do; each entry is one way. ``{name}`` is a setting or a function of this package, which a front
            end spells its own way; a front end without it leaves that entry out.
    """

    def __init__(
        self, problem: str, *, place: Place | str = "", setting: str = "", advice: str | Sequence[str] = ()
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.place = Place(place) if isinstance(place, str) else place
        self.setting = setting
        self.advice = (advice,) if isinstance(advice, str) else tuple(advice)

    def __str__(self) -> str:
        return self.render(python_spelling)

    def render(self, spelling: Spelling) -> str:
        """Return one line: place, setting, problem, advice, with the names that a front end's users know."""
        place = f"{self.place}: " if self.place.file else ""
        return place + _sentence(self.problem, self.setting, self.advice, spelling)

    def notice(self, file: str) -> Notice:
        """Return the notice of a file that was skipped because of this error.

        Args:
            file: The document's ``source``.
        """
        return Notice("skipped", file, self.place.line, self.problem, self.setting, self.advice)


class WrongTypeError(MdchunkError, TypeError):
    """A value is of another type than its parameter or setting."""


def python_spelling(name: str) -> str | None:
    """Return the name as Python has it: of settings and functions, as they are."""
    return name


def _sentence(problem: str, setting: str, advice: Sequence[str], spelling: Spelling) -> str:
    """Return setting, problem and the ways out that a front end has, in its own spelling."""
    subject = f"{spelling(setting) or setting} " if setting else ""
    ways = [said for way in advice if (said := _spelled(way, spelling)) is not None]
    hint = f"; {', or '.join(ways)}" if ways else ""
    return f"{subject}{problem}{hint}"


def _spelled(way: str, spelling: Spelling) -> str | None:
    names = {name: spelling(name) for name in _NAME.findall(way)}
    if None in names.values():
        return None
    return _NAME.sub(lambda match: names[match[1]] or "", way)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that the user should know and that stopped nothing."""

    kind: NoticeKind
    file: str
    """The document's ``source``, empty for a text without a name."""
    line: int
    """1-based; 0 if it concerns the whole file."""
    message: str
    """What is wrong, without file, line, setting and advice."""
    setting: str = ""
    """As in ``MdchunkError``."""
    advice: tuple[str, ...] = ()
    """As in ``MdchunkError``."""

    @property
    def place(self) -> Place:
        """The file and line; empty if no file is concerned."""
        return Place(self.file, self.line)

    def render(self, spelling: Spelling = python_spelling) -> str:
        """Return setting, message and advice with the names that a front end's users know; ``place`` is left to it."""
        return _sentence(self.message, self.setting, self.advice, spelling)

    def to_dict(self, spelling: Spelling = python_spelling) -> dict[str, str | int]:
        """Return kind, file, line and the message for people, as JSON has them."""
        return {"kind": self.kind, "file": self.file, "line": self.line, "message": self.render(spelling)}
