"""What a block rule finds open and reads as something else: noted in the parser's environment, to be told of."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

_KEY = "mdchunk.unclosed"


def note_unclosed(env: MutableMapping[str, Any], line: int, said: str) -> None:
    """Note that what begins in a line (0-based) has no end; the first that is said of a line stays."""
    env.setdefault(_KEY, {}).setdefault(line, said)


def unclosed(env: MutableMapping[str, Any]) -> list[tuple[int, str]]:
    """Return what was noted, in the order of the lines."""
    return sorted(env.get(_KEY, {}).items())
