"""GitHub's anchors: from the text of a heading to its slug, made unique over a document."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

_NOT_ASCII_WORD = re.compile(r"[^\w\- ]", re.ASCII)


@cache
def _not_word() -> Callable[[str, str], str]:
    r"""Return the substitution of what ``\p{Word}`` of GitHub's Ruby leaves out, compiled at its first use."""
    import regex  # noqa: PLC0415 - most documents get by without

    pattern: Callable[[str, str], str] = regex.compile(r"[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]").sub
    return pattern


def slug(text: str) -> str:
    """Return the anchor of a heading text, not yet unique.

    Lower case; what is no letter, mark, decimal digit, connector punctuation, hyphen or space goes; each space becomes
    a hyphen; nothing is trimmed or folded. This is GitHub's rule as github-slugger has it.

    >>> slug("Say “Hi”, C# & co")
    'say-hi-c--co'
    """
    lower = text.lower()
    kept = _NOT_ASCII_WORD.sub("", lower) if lower.isascii() else _not_word()("", lower)
    return kept.replace(" ", "-")


def slugger() -> Callable[[str], str]:
    """Return a function from heading text to anchor that makes the anchors of one document unique.

    A taken anchor gets ``-1``, ``-2`` and so on, counted for each first form, and is looked up again, as on GitHub:
    ``ping``, ``ping``, ``ping 1`` give ``ping``, ``ping-1``, ``ping-1-1``.
    """
    seen: dict[str, int] = {}

    def unique(text: str) -> str:
        first = anchor = slug(text)
        while anchor in seen:
            seen[first] += 1
            anchor = f"{first}-{seen[first]}"
        seen[anchor] = 0
        return anchor

    return unique
