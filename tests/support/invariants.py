"""What holds for every document and every setting; the sentences are DESIGN's and the README's."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from mdchunk.api import chunk_document
from tests.support.oracles import EOL, dropped_lines, fold, path_at, tokens_of, top_headings

NAME_OR_BLANK = re.compile(r"[ ]{0,3}(?:(?:<(a|span) (?:name|id)=\S+>\s*</\1>|\(\w+\)=)\s*)?")

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mdchunk.model import Chunk, Document, Options


def check(text: str, options: Options, *, source: str = "doc.md") -> Document:
    """Chunk a text, check what holds for any text, and return what came out."""
    document = chunk_document(text, options, source=source)
    exact(text, document.chunks)
    ordered(document.chunks)
    numbered(document.chunks)
    bounded(document.chunks, options)
    lines(text, document.chunks)
    dropping = bool(options.drop or options.drop_prefixes) or not options.keep_data_uris
    contained(document.chunks, dropping=dropping)
    return document


def exact(text: str, chunks: Sequence[Chunk]) -> None:
    """``text`` is an exact slice of the source and holds something."""
    for chunk in chunks:
        assert text[chunk.start_char : chunk.end_char] == chunk.text
        assert chunk.chars == len(chunk.text)
        assert chunk.text.strip()
        assert not chunk.text.startswith("\ufeff") or chunk.start_char


def ordered(chunks: Sequence[Chunk]) -> None:
    """Chunks stand in source order and do not overlap."""
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    for before, after in itertools.pairwise(chunks):
        assert before.end_char <= after.start_char


def numbered(chunks: Sequence[Chunk]) -> None:
    """The parts of a section are numbered without a hole, and no id comes twice."""
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    at = 0
    while at < len(chunks):
        run = chunks[at : at + chunks[at].parts]
        assert [(c.part, c.parts) for c in run] == [(n, len(run)) for n in range(1, len(run) + 1)]
        assert len({(c.heading_path, c.anchor) for c in run}) == 1
        at += len(run)


def bounded(chunks: Sequence[Chunk], options: Options) -> None:
    """``len(content) <= max_size``, prefix, overlap and wrappers included."""
    for chunk in chunks:
        size = len(chunk.content) if chunk.tokens is None else chunk.tokens
        assert size <= options.max_size, (size, chunk)
        assert 0 <= chunk.overlap <= options.overlap


def lines(text: str, chunks: Sequence[Chunk]) -> None:
    """``start_line`` and ``end_line`` are those of the first and the last character."""
    starts = [0, *(match.end() for match in EOL.finditer(text))]
    for chunk in chunks:
        assert chunk.start_line == bisect_right(starts, chunk.start_char)
        assert chunk.end_line == bisect_right(starts, chunk.end_char - 1)


def contained(chunks: Sequence[Chunk], *, dropping: bool) -> None:
    """``content`` has LF line ends and holds ``text``, but for what was dropped from it."""
    for chunk in chunks:
        text = EOL.sub("\n", chunk.text)
        assert "\r" not in chunk.content
        is_whole = any(shown(text) in shown(chunk.content) for shown in (str, squeezed, unpaged))
        assert dropping or is_whole, chunk
        if chunk.content == chunk.text:
            assert chunk.overlap == 0


def squeezed(text: str) -> str:
    """Return a text without the padding of its tables, which ``content`` leaves out of those too wide for a chunk."""
    return re.sub(r"[ \t]*\|[ \t]*", "|", re.sub(r"-{3,}", "---", text)) if "|" in text else text


def unpaged(text: str) -> str:
    """Return a text without white space and form feeds, which end pages and are in no ``content``."""
    return re.sub(r"\s", "", squeezed(text))


def covered(text: str, chunks: Sequence[Chunk]) -> list[bool]:
    """Return for each code point whether a chunk holds it."""
    marks = [False] * len(text)
    for chunk in chunks:
        marks[chunk.start_char : chunk.end_char] = [True] * chunk.chars
    return marks


def lost_lines(text: str, chunks: Sequence[Chunk]) -> set[int]:
    """Return the 0-based lines with something in them that no chunk holds."""
    marks = covered(text, chunks)
    starts = [0, *(match.end() for match in EOL.finditer(text))]
    return {
        bisect_right(starts, at) - 1
        for at, (character, mark) in enumerate(zip(text, marks, strict=True))
        if not mark and not character.isspace() and character != "\ufeff"
    }


def complete(text: str, chunks: Sequence[Chunk], options: Options, *, tables: bool = True) -> None:
    """Nothing is lost: a line is in a chunk, of a dropped kind, or a bare heading that a path below shows."""
    tokens = tokens_of(text, tables=tables)
    lost = lost_lines(text, chunks)
    dropped = dropped_lines(text, tokens) if options.drop else set()
    lost -= dropped
    found = [h for h in top_headings(tokens) if h.level <= options.max_level]
    for heading, below in itertools.pairwise(found):
        here = set(heading.lines)
        if here & lost and heading.bare and below.level > heading.level:
            after = [c for c in chunks if c.start_line > heading.lines.start]
            shows = bool(after) and fold(heading.text) in map(fold, after[0].heading_path)
            assert shows or not heading.text, heading
            lost -= here
    split = EOL.split(text)
    assert not lost, [split[n] for n in sorted(lost)]


def pathed(text: str, chunks: Sequence[Chunk], options: Options, *, tables: bool = True) -> None:
    """The heading path is that of an independent scan over the top-level headings."""
    found = [h for h in top_headings(tokens_of(text, tables=tables)) if h.level <= options.max_level]
    split = EOL.split(text)
    for chunk in chunks:
        line = chunk.start_line - 1
        # what names a heading is in its section
        while line + 1 < chunk.end_line and NAME_OR_BLANK.fullmatch(split[line]):
            line += 1
        assert [*map(fold, chunk.heading_path)] == path_at(found, line), chunk
