"""Where the sentences of a paragraph end, for the check of cuts inside one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdchunk.split.text import SENTENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mdchunk.checks.leaves import Leaf

# one line\
# • another     a line break that the author made ends a sentence, too
_BREAK = re.compile(
    r"(?: {2,}|\\)(?=\r?\n|\r)|\S(?=[ \t]*(?:\r\n?|\n)[ \t>]*(?:[•·–‣▪◦]|\(?\d+[.)]\s|[^\s:][^:\r\n]{0,40}:\s))"
)
_NEXT = re.compile(r"[\s>]*")


def sentence_ends(text: str, leaf: Leaf) -> Iterator[int]:
    """Yield the offsets one past the last character of each sentence of a leaf, but for the last sentence."""
    for pattern in (SENTENCE, _BREAK):
        for match in pattern.finditer(text, leaf.start, leaf.end):
            behind = _NEXT.match(text, match.end(), leaf.end)
            at = behind.end() if behind else match.end()
            # a full stop before a lower-case letter ends no sentence (UAX #29, rule SB8)
            if at < leaf.end and (pattern is _BREAK or not text[at].islower()):
                yield match.start() + len(match[0].rstrip(" \\"))
