"""Chunks that end inside a sentence, a word, a table row, a line of code."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import regex

from mdchunk.checks.sentences import sentence_ends

if TYPE_CHECKING:
    from mdchunk.checks.chunked import Chunked, Places

# scripts that put no blank between words
_IN_WORD = regex.compile(
    r"[\p{L}\p{M}\p{N}_--\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]",
    regex.V1,
)
_BLANK = regex.compile(r"\s")


def cut_sentences(doc: Chunked) -> Places:
    """Yield the chunks that end inside a sentence that fits a chunk, where text ended in the chunk's second half."""
    leaves = doc.leaves
    known, ends = None, []  # a paragraph may be cut in thousands of pieces, and is read once
    for i, chunk in enumerate(doc.slices):
        leaf = doc.cut_leaf(chunk)
        if not leaf or leaf.kind != "paragraph":
            continue
        if leaf is not known:
            known, ends = leaf, sorted(sentence_ends(doc.text, leaf))
        at = bisect_left(ends, chunk.end)
        first, last = ends[at - 1] if at else leaf.start, ends[at] if at < len(ends) else leaf.end
        if chunk.end in {first, last} or not doc.fits(first, last, chunk):
            continue
        half = (chunk.start + chunk.end) // 2
        before = leaves.row[max(leaves.at(half), 0) : leaves.at(chunk.end - 1)]
        if half < first < chunk.end or any(b.kind != "heading" and half < b.end < chunk.end for b in before):
            yield i, chunk.end


def cut_words(doc: Chunked) -> Places:
    """Yield the chunks that end inside a word, unless the run of text without a blank around it fits no chunk."""
    for i, chunk in enumerate(doc.slices):
        pair = doc.text[chunk.end - 1 : chunk.end + 1]
        if len(pair) == 2 and _IN_WORD.match(pair[0]) and _IN_WORD.match(pair[1]):
            start = max(doc.text.rfind(blank, chunk.start, chunk.end) for blank in " \t\n\r")
            end = min(2 * chunk.end - chunk.start + doc.limit, len(doc.text))  # what is longer fits no chunk
            behind = _BLANK.search(doc.text, chunk.end, end)
            if doc.fits(max(start + 1, chunk.start), behind.start() if behind else end, chunk):
                yield i, chunk.end


def cut_rows(doc: Chunked) -> Places:
    """Yield the chunks that end inside a table row that fits a chunk."""
    return _cut_lines(doc, "table")


def cut_code_lines(doc: Chunked) -> Places:
    """Yield the chunks that end inside a line of code that fits a chunk."""
    return _cut_lines(doc, "code")


def _cut_lines(doc: Chunked, kind: str) -> Places:
    source = doc.leaves.source
    for i, chunk in enumerate(doc.slices):
        leaf = doc.cut_leaf(chunk)
        if leaf and leaf.kind == kind and doc.is_mid_line(chunk.end):
            line = source.line_of(chunk.end)
            if doc.fits(source.starts[line], source.line_end(line), chunk):
                yield i, chunk.end
