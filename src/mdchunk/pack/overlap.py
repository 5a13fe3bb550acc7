"""Where the overlap of a cut section begins: at a sentence, a word or an item, never in code or a table."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import takewhile
from typing import TYPE_CHECKING

from mdchunk.split.text import CLAUSE
from mdchunk.split.ways import KIND_RULES
from mdchunk.text.sentences import sentence_starts, starts_behind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mdchunk.document.content import Content
    from mdchunk.split.piece import Piece

_WORD = re.compile(r"\s+")


def overlap_start(content: Content, before: Iterable[Piece], piece: Piece, most: int) -> int:
    """Return the offset from which a chunk that starts with ``piece`` repeats the end of the chunk before.

    From running text a sentence, a clause or a word on is repeated; of lists and quotes whole items and blocks. That
    is ``piece.start`` where nothing is: what precedes is code, a table or the like, the chunk starts with copied lines,
    or not even the last word is within ``most`` units.

    Args:
        content: The document.
        before: The pieces of the chunk before, the last one first.
        piece: The first of the chunk.
        most: The maximum to repeat, in units.
    """
    if piece.open or not _may_overlap(piece):
        return piece.start
    text = content.source.text
    kept = list(takewhile(_may_overlap, before))
    wholes = [each.start for each in kept if not each.open]
    plain = [each for each in kept if _is_plain(content, each)]
    for starts_in in (sentence_starts, starts_behind(CLAUSE), starts_behind(_WORD)):
        words = (at for each in plain for at in starts_in(text, each.start, each.end))
        starts = sorted({*wholes, *words})
        first = _first_within(content, [at for at in starts if not content.edit_at(at)], piece.start, most)
        if first is not None:
            return first
    return piece.start


def _may_overlap(piece: Piece) -> bool:
    return KIND_RULES[piece.block.kind].may_overlap


def _first_within(content: Content, starts: Sequence[int], end: int, most: int) -> int | None:
    """Return the first of some offsets from which the text up to ``end`` is within ``most`` units.

    From the end on, by steps that double, so that little more than what is repeated gets measured.
    """
    high, step = len(starts), 1
    low = high
    while low and content.size(starts[max(high - step, 0)], end) <= most:
        low = max(high - step, 0)
        step *= 2
    first = bisect_left(starts, True, max(high - step, 0), low, key=lambda at: content.size(at, end) <= most)
    return starts[first] if first < high else None


def _is_plain(content: Content, piece: Piece) -> bool:
    """Return whether a piece is running text outside containers, which may be repeated from any word on."""
    is_quoted = ">" in content.source.text[piece.block.start : piece.block.start + 4]
    return piece.block.kind == "paragraph" and not piece.around.lines and not is_quoted
