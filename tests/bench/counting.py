"""How much text a tokenizer gets to count, against how much there is."""

from __future__ import annotations

from collections.abc import Sequence

from mdchunk.api import chunk_document
from mdchunk.length.counters import approx


def recounts(texts: Sequence[str], limit: int) -> float:
    """Return the code points that are counted for each code point of the documents.

    Args:
        texts: The documents.
        limit: ``max_tokens``.
    """
    counted = 0

    def tokens(text: str) -> int:
        nonlocal counted
        counted += len(text)
        # as many as a byte-pair tokenizer would find; what is taken is only how often it is asked
        return approx(text)

    for text in texts:
        chunk_document(text, source="a.md", max_tokens=limit, tokenizer=tokens)
    return counted / sum(map(len, texts))
