"""A paragraph that leads in what does not fit beside it: its last sentence alone may go along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdchunk.split.glue import LEAD_IN_GLUE
from mdchunk.split.ways import split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mdchunk.pack.runs import Packing, Run
    from mdchunk.split.piece import Piece

_LEAST = 8
"""A chunk ends before the last sentence only if that leaves it at least this part of the limit."""


def in_sentences(packing: Packing, run: Run) -> tuple[Run | None, Sequence[Piece]] | None:
    """Return a run without the paragraph at its end, and the sentences of that with the piece behind them.

    ``Text. And so: | code`` becomes ``Text. | And so: code``. The piece behind the run is laid already; all that is
    returned as pieces is taken back. ``None`` if the sentence does not fit beside the piece.
    """
    laid, content = packing.laid, packing.content
    at, piece = run.last - 1, laid.pieces[run.last]
    while at > run.first and laid.pieces[at].glue and laid.pieces[at].block.kind in {"html", "mdx_jsx"}:
        at -= 1  # a tag between the two
    lead_in, between = laid.pieces[at], laid.pieces[at + 1 : run.last]
    if lead_in.block.kind != "paragraph" or lead_in.glue != LEAD_IN_GLUE or lead_in.cut:
        return None
    sentences = split(content, lead_in, (packing.max_size,), may_tear=False)
    if len(sentences) < 2 or sentences[-1].cut != 1:
        return None
    together = content.size(sentences[-1].start, piece.end) + content.length(piece.close)
    rest = content.size(laid.pieces[run.first].start, sentences[-2].end)
    if together > packing.max_size or rest * _LEAST < packing.max_size:
        return None
    laid.take_back(at)
    shorter = run._replace(last=at, size=run.lead.size + laid.size(run.first, at)) if at > run.first else None
    return shorter, (*sentences, *between, piece)
