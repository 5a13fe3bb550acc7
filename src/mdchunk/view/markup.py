"""Text as HTML that reads back as the same text, and the small pieces of markup that several parts of a page share."""

from __future__ import annotations

import re

_SPECIAL = (
    ("&", "&amp;"),  # the first: the others bring their own
    ("<", "&lt;"),
    (">", "&gt;"),
    # a parser of HTML reads a carriage return as a line feed
    ("\r", "&#13;"),
    # no HTML can hold it, and no other character stands for it as plainly
    ("\0", "\u2400"),
)
_NEEDS_CARE = re.compile("[&<>\r\0\ud800-\udfff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_HIDDEN = re.compile("[\u202a-\u202e\u2066-\u2069]")


def escape(text: str) -> str:
    """Return a text as HTML, for a place in an attribute with quotes or between tags; see ``escape_text``."""
    return escape_text(text).replace('"', "&quot;")


def escape_text(text: str) -> str:
    r"""Return a text as HTML, for a place between tags.

    A parser reads the same text back, except NUL, shown as ``␀``, and lone surrogates, shown as U+FFFD: HTML holds
    neither.
    """
    if not _NEEDS_CARE.search(text):
        return text
    for character, shown in _SPECIAL:
        if character in text:
            text = text.replace(character, shown)
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def attribute(text: str) -> str:
    """Return a text for an attribute that people read, without marks that would reorder what is around it."""
    return escape(_HIDDEN.sub("", text))


def bar(size: int, limit: int) -> str:
    """Return a bar that shows a size against the limit; one over the limit is full, and looks different."""
    share = 100 if size >= limit else max(1, size * 100 // max(limit, 1))
    return f'<i class="bar w{share}{" over" if size > limit else ""}"></i>'


def plural(count: int, noun: str) -> str:
    """Return ``1 chunk``, ``2,000 chunks``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
