"""Answers that fit: pages by a budget in bytes, and cursors that notice when the document has changed.

Clients cut or drop long answers, each at a limit of its own: 25,000 tokens or 50,000 characters are the
narrowest known. 30,000 bytes of compact JSON in UTF-8 stay under both in any script, at about one token for a
character of Chinese. Bytes are counted, not characters, for that reason.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from typing import TYPE_CHECKING, Any, TypeVar

from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BUDGET = 30_000
"""Most bytes of one answer, as compact JSON in UTF-8; it is sent once as text and once as structured content."""
ENVELOPE = 2_000
"""Bytes kept free for what an answer says beside the items of its page."""

T = TypeVar("T")


def size(value: Any) -> int:
    """Return the bytes of a JSON value as it is sent."""
    return len(compact(value).encode("utf-8", "surrogatepass"))


def compact(value: Any) -> str:
    """Return a JSON value as text without blanks, other scripts as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def mark(*parts: object) -> str:
    """Return 12 hexadecimal digits of a hash over what a cursor depends on: the text and the options."""
    digest = hashlib.sha256()
    for part in parts:
        data = str(part).encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()[:12]


def to_cursor(index: int, marked: str) -> str:
    """Return the cursor of a place in a list or a text that ``marked`` stands for."""
    return base64.urlsafe_b64encode(f"{index}.{marked}".encode()).decode().rstrip("=")


def from_cursor(cursor: str | None, marked: str) -> int:
    """Return the place that a cursor stands for, 0 without one.

    Raises:
        MdchunkError: It is no cursor, or it was made for another text or other options.
    """
    if not cursor:
        return 0
    try:
        index, _, made_for = (
            base64.b64decode(cursor + "=" * (-len(cursor) % 4), "-_", validate=True).decode().partition(".")
        )
        place = int(index)
    except (binascii.Error, ValueError):
        raise MdchunkError("this is not a cursor; pass next_cursor of the page before, or none") from None
    if made_for != marked or place < 0:
        raise MdchunkError(
            "the document or the options have changed since the page before; start again without cursor"
        )
    return place


def page(
    items: Sequence[T],
    show: Callable[[T], dict[str, Any]],
    cursor: str | None,
    marked: str,
    budget: int = BUDGET,
) -> tuple[list[dict[str, Any]], str | None]:
    """Return the items from the cursor on that fit, as JSON objects, and the cursor of the next page.

    There is always at least one item, cut where it alone is too large; the cursor is None at the end.

    Raises:
        MdchunkError: The cursor is not of this list.
    """
    start = from_cursor(cursor, marked)
    room = budget - ENVELOPE
    shown: list[dict[str, Any]] = []
    for item in items[start:]:
        record = show(item)
        needed = size(record) + 1
        if needed > room:
            if shown:
                return shown, to_cursor(start + len(shown), marked)
            record, needed = {**shorten(record, room - 12), "cut": True}, room
        shown.append(record)
        room -= needed
    return shown, None


def shorten(value: Any, room: int) -> Any:
    """Return a JSON value with its longest strings cut until it fits into ``room`` bytes."""
    most = room
    while size(value) > room and most:
        value = _cut_strings(value, most)
        most //= 2
    return value


def _cut_strings(value: Any, most: int) -> Any:
    if isinstance(value, str):
        return value if len(value) <= most else value[: most - 1] + "…"
    if isinstance(value, dict):
        return {key: _cut_strings(item, most) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_cut_strings(item, most) for item in value]
    return value


def piece(text: str, start: int, budget: int = BUDGET) -> int:
    """Return where the piece of ``text`` from ``start`` ends: after a line, where one ends in its last half.

    Args:
        text: Any text.
        start: Code point, 0-based.
        budget: Most bytes of the piece as a JSON string, the envelope included.

    Returns:
        Code point, one past the last; always more than ``start`` where there is text left.
    """
    room = budget - ENVELOPE
    low, high = start, min(len(text), start + room)
    while low < high:  # the longest piece that fits; its size grows with its length
        middle = (low + high + 1) // 2
        low, high = (middle, high) if size(text[start:middle]) <= room else (low, middle - 1)
    if low < len(text):
        line_end = max(
            text.rfind("\n", start + (low - start) // 2, low),
            text.rfind("\r", start + (low - start) // 2, low),
        )
        low = line_end + 1 if line_end >= 0 else low
    return low
