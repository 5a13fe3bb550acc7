"""What was packed into chunks: all fields of the record that packing does not know."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mdchunk.document.content import Content, kinds_in
from mdchunk.document.reading import Reading, page_ref
from mdchunk.model import Chunk, Options, chunk_maker
from mdchunk.records import chunk_id, content_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mdchunk.pack.pack import Packed

# js{1,3} of VitePress, {r, echo=FALSE} of R Markdown, {.python .wide} of Pandoc
_LANG = re.compile(r"\s*\{?\s*\.?([^\s{}]+?)(?:,?[\s{}]|,?\Z)")


def assemble(reading: Reading, content: Content, made: Iterable[Packed], options: Options) -> Iterator[Chunk]:
    """Yield the chunks of a document in order."""
    source, pages = content.source, reading.pages
    metadata = _chosen(reading.metadata, options.metadata)
    occurrences: dict[str, int] = {}
    cites_pages = reading.cites_pages
    chunk = chunk_maker()
    for index, packed in enumerate(made):
        section = reading.sections[packed.section]
        digest = content_hash(packed.content)
        kind = kinds_in(packed.blocks)
        text = source.text[packed.start : packed.end]
        if text == packed.content:
            text = packed.content  # kept once if they are the same
        occurrence = occurrences[digest] = occurrences.get(digest, -1) + 1
        page_start = pages.first(packed.start, packed.end) if pages else None
        yield chunk(
            id=chunk_id(source.name, digest, occurrence),
            ref=page_ref(source.name, page_start) if page_start and cites_pages else section.ref,
            parent_ref=section.parent_ref,
            source=source.name,
            index=index,
            title=reading.title,
            heading_path=section.path,
            heading_level=section.level,
            anchor=section.anchor,
            start_char=packed.start,
            end_char=packed.end,
            start_line=source.number_at(packed.start),
            end_line=source.number_at(packed.end - 1),
            part=packed.part,
            parts=packed.parts,
            kind=kind,
            lang=_lang(content, packed) if kind == "code" else "",
            chars=packed.end - packed.start,
            tokens=content.length(packed.content) if options.max_tokens else None,
            overlap=packed.overlap,
            page_start=page_start,
            page_end=pages.last(packed.start, packed.end) if pages else None,
            hash=digest,
            text=text,
            content=packed.content,
            metadata=metadata,
        )


def _chosen(metadata: Mapping[str, Any], keys: Sequence[str]) -> Mapping[str, Any] | None:
    """Return the front matter keys that were asked for and that the document has; ``None`` if none was asked for."""
    if not keys:
        return None
    return metadata if "*" in keys else {key: metadata[key] for key in keys if key in metadata}


def _lang(content: Content, packed: Packed) -> str:
    """Return the language that all code of a chunk has by its info string, else ``""``."""
    langs = {_lang_of(content.tokens[block.token].info) for block in packed.blocks}
    return langs.pop() if len(langs) == 1 else ""


@lru_cache(maxsize=64)
def _lang_of(info: str) -> str:
    # asked for each part of a block, and an info string may be as long as the block
    found = _LANG.match(info)
    return found[1] if found else ""
