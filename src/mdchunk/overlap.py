"""Where the overlap of a cut section begins: at a sentence or a word, never in code or a table."""

from __future__ import annotations

import re

from mdchunk.prose import CLAUSE, SENTENCE
from mdchunk.unit import Page, Unit

_PROSE = frozenset({"paragraph", "heading"})
_WORD = re.compile(r"\s+")


def overlap_start(page: Page, before: Unit, unit: Unit, most: int) -> int:
    """Return the offset from which a chunk that starts with ``unit`` repeats the end of the chunk before.

    That is ``unit.start`` where nothing is repeated: what precedes is no running text, the chunk starts inside a
    container or with a copied line, or not even the last word is within ``most`` units.
    """
    if unit.open or unit.block.kind not in _PROSE or before.block.kind not in _PROSE or before.around.lines:
        return unit.start
    body, text = page.body, page.parsed.source.text
    is_quoted = ">" in text[before.block.start : before.block.start + 4]
    low = before.start
    for pattern in (SENTENCE, CLAUSE, _WORD):
        starts = [low] if pattern is SENTENCE else []
        for match in pattern.finditer(text, low, before.end):
            at = match.end()
            while at < before.end and text[at].isspace():
                at += 1
            starts.append(at)
        for at in starts:
            if (
                at < before.end
                and not is_quoted
                and not body.is_cut(at)
                and body.size(at, unit.start) <= most
            ):
                return at
    return unit.start
