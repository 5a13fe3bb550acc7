"""Pieces into chunks: everything of the record that a piece does not know itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from mdchunk.document.content import Body, kinds_in
from mdchunk.document.outline import ref_of
from mdchunk.document.page_markers import read_pages
from mdchunk.document.reading import Reading
from mdchunk.model import Chunk, Options
from mdchunk.pack.pack import Piece
from mdchunk.records import chunk_id, content_hash

# js{1,3} of VitePress, {r, echo=FALSE} of R Markdown, {.python .wide} of Pandoc
_LANG = re.compile(r"\s*\{?\s*\.?([^\s{}]+?)(?:,?[\s{}]|,?\Z)")


class _Refs(NamedTuple):
    """Of a section and of the one that encloses it."""

    own: str
    parent: str


def assemble(reading: Reading, body: Body, pieces: Iterable[Piece], options: Options) -> Iterator[Chunk]:
    """Yield the chunks of a document in order."""
    source = reading.parsed.source
    own = [ref_of(reading, section) for section in reading.sections]
    refs = [
        _Refs(own[i], own[section.parent] if section.parent >= 0 else "")
        for i, section in enumerate(reading.sections)
    ]
    metadata = _chosen(reading.metadata, options.metadata)
    pages = read_pages(reading.parsed, options.page_marker)
    occurrences: Counter[str] = Counter()
    for index, piece in enumerate(pieces):
        section = reading.sections[piece.section]
        digest = content_hash(piece.content)
        kind = kinds_in(piece.blocks)
        text = source.text[piece.start : piece.end]
        yield Chunk(
            id=chunk_id(source.name, digest, occurrences[digest]),
            ref=refs[piece.section].own,
            parent_ref=refs[piece.section].parent,
            source=source.name,
            index=index,
            title=reading.title,
            heading_path=section.path,
            heading_level=section.level,
            anchor=section.anchor,
            start_char=piece.start,
            end_char=piece.end,
            start_line=source.line_of(piece.start) + 1,
            end_line=source.line_of(piece.end - 1) + 1,
            part=piece.part,
            parts=piece.parts,
            kind=kind,
            lang=_lang(reading, piece) if kind == "code" else "",
            chars=piece.end - piece.start,
            tokens=body.length(piece.content) if options.max_tokens else None,
            overlap=piece.overlap,
            page_start=pages.first(piece.start, piece.end) if pages else None,
            page_end=pages.last(piece.start, piece.end) if pages else None,
            hash=digest,
            text=text,
            content=text if text == piece.content else piece.content,  # kept once where they are the same
            metadata=metadata,
        )
        occurrences[digest] += 1


def _chosen(metadata: Mapping[str, Any], keys: Sequence[str]) -> Mapping[str, Any] | None:
    """Return the front matter that was asked for, empty where the document has none of it; ``None`` if none was."""
    if not keys:
        return None
    return metadata if "*" in keys else {key: metadata[key] for key in keys if key in metadata}


def _lang(reading: Reading, piece: Piece) -> str:
    """Return the language that all code of a piece has by its info string, else ``""``."""
    langs = {_lang_of(reading.parsed.tokens[block.token].info) for block in piece.blocks}
    return langs.pop() if len(langs) == 1 else ""


@lru_cache(maxsize=64)
def _lang_of(info: str) -> str:
    # asked for each piece of a block, and an info string may be as long as the block
    found = _LANG.match(info)
    return found[1] if found else ""
