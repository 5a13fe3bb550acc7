"""Answers that fit: pages within a budget in bytes, and cursors that detect a changed document.

Clients cut or drop long answers; the tightest known limits are 25,000 tokens and 50,000 characters. 30,000 bytes
of compact JSON in UTF-8 stay under both in any script: Chinese has about one token a character, and three bytes.
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
"""Maximum bytes of one answer, as compact JSON in UTF-8; it is sent as text and as structured content."""
ENVELOPE = 2_000
"""Bytes reserved for the fields of an answer beside the items of its page."""

T = TypeVar("T")


def size(value: Any) -> int:
    """Return the bytes of a JSON value as it is sent."""
    return len(compact(value).encode("utf-8", "surrogatepass"))


def compact(value: Any) -> str:
    """Return a JSON value as text without spaces, other scripts unescaped."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def fingerprint(*parts: object) -> str:
    """Return 12 hexadecimal digits of a hash over what a cursor depends on: the text and the options."""
    digest = hashlib.sha256()
    for part in parts:
        data = str(part).encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()[:12]


def to_cursor(index: int, made_from: str) -> str:
    """Return the cursor for a place in a list or a text; ``made_from`` is its fingerprint."""
    return base64.urlsafe_b64encode(f"{index}.{made_from}".encode()).decode().rstrip("=")


def from_cursor(cursor: str | None, made_from: str) -> int:
    """Return the place that a cursor points to, 0 without one.

    Raises:
        MdchunkError: It is not a cursor, or belongs to another text or other options.
    """
    if not cursor:
        return 0
    try:
        index, _, made_for = (
            base64.b64decode(cursor + "=" * (-len(cursor) % 4), "-_", validate=True).decode().partition(".")
        )
        place = int(index)
    except (binascii.Error, ValueError):
        raise MdchunkError("invalid cursor: pass next_cursor from the previous page, or omit it") from None
    if made_for != made_from or place < 0:
        raise MdchunkError(
            "the document or the options have changed since the previous page; start again without cursor"
        )
    return place


def page(
    items: Sequence[T],
    show: Callable[[T], dict[str, Any]],
    cursor: str | None,
    made_from: str,
    budget: int = BUDGET,
) -> tuple[list[dict[str, Any]], str | None]:
    """Return the items from the cursor on that fit, as JSON objects, and the cursor of the next page.

    There is always at least one item, cut if it alone is too large; the cursor is None at the end.

    Raises:
        MdchunkError: The cursor belongs to another list.
    """
    start = from_cursor(cursor, made_from)
    room = budget - ENVELOPE
    shown: list[dict[str, Any]] = []
    for item in items[start:]:
        record = show(item)
        needed = size(record) + 1
        if needed > room:
            if shown:
                return shown, to_cursor(start + len(shown), made_from)
            record, needed = {**shorten(record, room - 12), "cut": True}, room
        shown.append(record)
        room -= needed
    return shown, None


def shorten(value: Any, room: int) -> Any:
    """Return a JSON value with its longest strings cut until it fits into ``room`` bytes."""
    longest = room
    while size(value) > room and longest:
        value = _cut_strings(value, longest)
        longest //= 2
    return value


def _cut_strings(value: Any, longest: int) -> Any:
    if isinstance(value, str):
        return value if len(value) <= longest else value[: longest - 1] + "…"
    if isinstance(value, dict):
        return {key: _cut_strings(item, longest) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_cut_strings(item, longest) for item in value]
    return value


def page_end(text: str, start: int, budget: int = BUDGET) -> int:
    """Return where the page of ``text`` from ``start`` ends: after a line, if one ends in its second half.

    Args:
        text: Any text.
        start: Code point, 0-based.
        budget: Maximum bytes of the page as a JSON string, including the envelope.

    Returns:
        Code point, one past the last; always more than ``start`` if there is text left.
    """
    room = budget - ENVELOPE
    low, high = start, min(len(text), start + room)
    while low < high:  # the longest page that fits; its size grows with its length
        middle = (low + high + 1) // 2
        low, high = (middle, high) if size(text[start:middle]) <= room else (low, middle - 1)
    if low < len(text):
        line_end = max(
            text.rfind("\n", start + (low - start) // 2, low),
            text.rfind("\r", start + (low - start) // 2, low),
        )
        low = line_end + 1 if line_end >= 0 else low
    return low
