"""Line endings and NUL, for ``markdown_it.rules_core.normalize``: by string methods, if there are such."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore


def normalize(state: StateCore) -> None:
    """Make every line ending a line feed, and a NUL the replacement character."""
    src = state.src
    if "\r" in src:
        src = src.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in src:
        src = src.replace("\0", "\ufffd")
    state.src = src
