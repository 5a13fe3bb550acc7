"""Where the sentences of a paragraph end, for the check of cuts inside one."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from mdchunk.split.text import OWN_LINE
from mdchunk.text.sentences import sentence_starts, starts_behind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mdchunk.checks.leaves import Leaf


def sentence_ends(text: str, leaf: Leaf) -> Iterator[int]:
    """Yield the offsets one past the last character of each sentence of a leaf except the last.

    A line break that the author made ends a sentence, too.
    """
    for at in chain(
        sentence_starts(text, leaf.start, leaf.end), starts_behind(OWN_LINE)(text, leaf.start, leaf.end)
    ):
        end = at
        while text[end - 1] in " \t\r\n>\\":
            end -= 1
        yield end
