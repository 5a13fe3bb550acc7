"""Text as HTML that reads back as the same text, and the small pieces of markup that several parts of a page share."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SPECIAL: Mapping[int, str] = {
    ord("&"): "&amp;",
    ord("<"): "&lt;",
    ord(">"): "&gt;",
    ord('"'): "&quot;",
    # a parser of HTML reads a carriage return as a line feed
    ord("\r"): "&#13;",
    # no HTML can hold it, and no other character stands for it as plainly
    0: "\u2400",
}
_NEEDS_CARE = re.compile('[&<>"\r\0\ud800-\udfff]')
_SURROGATE = re.compile("[\ud800-\udfff]")
_HIDDEN = re.compile("[\u202a-\u202e\u2066-\u2069]")


def escape(text: str) -> str:
    r"""Return a text as HTML, for a place between tags or in an attribute.

    A parser reads the same text back, except NUL, shown as ``␀``, and lone surrogates, shown as U+FFFD: HTML holds
    neither.
    """
    if not _NEEDS_CARE.search(text):
        return text
    return _SURROGATE.sub("\ufffd", text.translate(_SPECIAL))


def attribute(text: str) -> str:
    """Return a text for an attribute that people read, without marks that would reorder what is around it."""
    return escape(_HIDDEN.sub("", text))


def bar(size: int, limit: int) -> str:
    """Return a bar that shows a size against the limit; one over the limit is full, and looks different."""
    share = 100 if size >= limit else max(1, size * 100 // max(limit, 1))
    over = " over" if size > limit else ""
    return (
        f'<svg class="bar{over}" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="room" width="100" height="6"/><rect width="{share}" height="6"/></svg>'
    )


def plural(count: int, noun: str) -> str:
    """Return ``1 chunk``, ``2,000 chunks``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
