"""The texts of the inputs, and how each kind of text becomes a value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

PREFIX = "MDCHUNK_ACTION_"


def variable(name: str) -> str:
    """Return the environment variable that carries an input."""
    return PREFIX + name.upper().replace("-", "_")


class Given:
    """The inputs as texts; each method reads one kind of text and names the input in its error.

    Args:
        environment: The variables of the step.
        defaults: Input -> its default.
    """

    def __init__(self, environment: Mapping[str, str], defaults: Mapping[str, str]) -> None:
        self._defaults = defaults
        self._texts = {name: environment.get(variable(name), text).strip() for name, text in defaults.items()}

    def add(self, texts: Mapping[str, str]) -> None:
        """Set inputs that have their default value: those that the workflow does not set."""
        for name, text in texts.items():
            if not self.is_set(name):
                self._texts[name] = text

    def is_set(self, name: str) -> bool:
        """Return whether an input has another value than its default."""
        return self._texts[name] not in {"", self._defaults[name].strip()}

    def text(self, name: str) -> str:
        """Return an input that may be empty."""
        return self._texts[name]

    def setting(self, name: str) -> str:
        """Return an input that always has a value: an empty one, from an unset variable, is the default."""
        return self._texts[name] or self._defaults[name]

    def one_of(self, name: str, known: Sequence[str]) -> str:
        """Return an input that is one of a few words, in any case."""
        value = self.setting(name).lower()
        if value not in known:
            raise MdchunkError(f"must be {_listed(known)}, not {value!r}", setting=name)
        return value

    def boolean(self, name: str) -> bool:
        """Return an input that is true or false."""
        return self.one_of(name, ("true", "false")) == "true"

    def number(self, name: str, least: int) -> int:
        """Return an input that is a whole number."""
        value = self.setting(name)
        # ASCII digits only, and few: int() also takes "1_500", and long ones only with an error of its own
        if not re.fullmatch(r"[0-9]{1,9}", value) or int(value) < least:
            raise MdchunkError(f"must be a whole number of at least {least}, not {value!r}", setting=name)
        return int(value)

    def names(self, name: str) -> tuple[str, ...]:
        """Return names, one per line or with commas between them."""
        return tuple(part for part in map(str.strip, re.split(r"[\r\n,]+", self.text(name))) if part)

    def patterns(self, name: str, folder: Path) -> tuple[str, ...]:
        """Return patterns, one per line or with commas between them.

        A comma in braces (``{a,b}.md``), or in a line that is the name of a file in ``folder``, separates nothing.
        """
        found: list[str] = []
        for line in map(str.strip, re.split(r"[\r\n]+", self.text(name))):
            whole = line and (folder / line).is_file()
            parts = [line] if whole else re.split(r",(?![^{}]*\})", line)
            found += (part.strip() for part in parts if part.strip())
        return tuple(found)


def _listed(words: Sequence[str]) -> str:
    *some, last = words
    return f"{', '.join(some)} or {last}" if some else last
