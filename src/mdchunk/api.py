"""The pipeline on one screen: from a text to its chunks, its outline, one of its sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from mdchunk.convert.document import reading_options, text_of
from mdchunk.document.content import Content, read_content
from mdchunk.document.outline import AmbiguousHeadingError, NoHeadingError, choose, headings, tree_end
from mdchunk.document.reading import Reading, read
from mdchunk.length.counters import length_of
from mdchunk.model import (
    Chunk,
    Document,
    MdchunkError,
    Notice,
    Options,
    Outline,
    SectionText,
    SectionTree,
    Settings,
    WrongTypeError,
    chosen_options,
)
from mdchunk.pack.assemble import assemble
from mdchunk.pack.pack import Packed, pack
from mdchunk.text.source import source_name

__all__ = [
    "AmbiguousHeadingError",
    "NoHeadingError",
    "chunk_document",
    "chunk_file",
    "chunk_file_document",
    "chunk_markdown",
    "get_section",
    "outline",
    "sections",
]


def chunk_markdown(
    text: str, options: Options | None = None, *, source: str = "", **settings: Unpack[Settings]
) -> list[Chunk]:
    """Return the chunks of a Markdown text in order.

    Args:
        text: The document, with its newlines and byte order mark unchanged.
        options: Every setting; by default those of ``Options``.
        source: The document's name, part of the ids; its ending chooses the dialect under ``auto``.
        settings: Single settings by the names of ``Options``' fields: ``max_chars=800``.

    Raises:
        MdchunkError: A setting is out of its range, or there is no such setting.
        TypeError: An argument is of another type.
    """
    return list(chunk_document(text, options, source=source, **settings).chunks)


def chunk_file(
    path: str | Path,
    options: Options | None = None,
    *,
    root: str | Path | None = None,
    encoding: str = "utf-8",
    **settings: Unpack[Settings],
) -> list[Chunk]:
    """Return the chunks of a file; their ``source`` is its path relative to ``root`` (the current folder).

    The arguments and errors are those of ``chunk_file_document``.
    """
    return list(chunk_file_document(path, options, root=root, encoding=encoding, **settings).chunks)


def chunk_file_document(
    path: str | Path,
    options: Options | None = None,
    *,
    root: str | Path | None = None,
    encoding: str = "utf-8",
    **settings: Unpack[Settings],
) -> Document:
    """Chunk a file and return its chunks, headings, notices and what was dropped.

    PDF, Word and HTML files, recognised by their endings, are converted to Markdown; this needs the extra ``convert``.

    Args:
        path: The file.
        options: Every setting; if None, the defaults of ``Options``.
        root: Folder that ``source`` is relative to; if None, the current one, with ``../`` for a file elsewhere.
        encoding: Encoding of the file, by its name in Python.
        settings: Single settings by the names of ``Options``' fields.

    Raises:
        MdchunkError: The file can't be read, decoded or converted, or is not below ``root``; or a setting is invalid.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise MdchunkError(error.strerror or str(error), place=str(path)) from error
    name = source_name(path, root)
    found = text_of(path, data, name, encoding)
    document = chunk_document(
        found.text, reading_options(chosen_options(options, settings), found), source=name
    )
    return replace(document, notices=(*found.notices, *document.notices)) if found.notices else document


def chunk_document(
    text: str, options: Options | None = None, *, source: str = "", **settings: Unpack[Settings]
) -> Document:
    """Chunk a text and return its chunks, headings, notices and what was dropped.

    The arguments and errors are those of ``chunk_markdown``.
    """
    options = chosen_options(options, settings)
    reading = _read(text, source, options)
    return document_of(reading, read_content(reading.parsed, options, length_of(options)))


def document_of(reading: Reading, content: Content) -> Document:
    """Return what ``chunk_document`` does of a text that is already read, by the options of ``content``.

    The tokens of a long document are gone afterwards.
    """
    options = content.options
    packed = pack(content, reading.sections, reading.title, options)
    return Document(
        source=content.source.name,
        title=reading.title,
        metadata=reading.metadata,
        headings=tuple(headings(reading, options.drop)),
        chunks=tuple(assemble(reading, content, packed, options)),
        notices=_notices(reading, content, packed),
        dropped=content.dropped,
    )


def outline(
    text: str, options: Options | None = None, *, source: str = "", **settings: Unpack[Settings]
) -> Outline:
    """Return the headings that open sections, in order, with lines, anchors and sizes.

    The arguments and errors are those of ``chunk_markdown``.
    """
    options = chosen_options(options, settings)
    reading = _read(text, source, options)
    return Outline(source, reading.title, tuple(headings(reading, options.drop)))


def sections(
    text: str, options: Options | None = None, *, source: str = "", **settings: Unpack[Settings]
) -> tuple[SectionTree, ...]:
    """Return the sections at the top of a document, each with those below it.

    Each non-blank line of the document is in the own text of exactly one section. The arguments and errors are those
    of ``chunk_markdown``.
    """
    reading = _read(text, source, chosen_options(options, settings))
    return _trees(reading, 0, len(reading.sections))


def _trees(reading: Reading, first: int, last: int) -> tuple[SectionTree, ...]:
    """Return the trees of the sections ``first`` to ``last`` (half-open), which end at the same level."""
    found: list[SectionTree] = []
    while first < last:
        # the text before the first heading has nothing below it
        end = tree_end(reading.sections, first) if reading.sections[first].level else first + 1
        found.append(_tree(reading, first, end))
        first = end
    return tuple(found)


def _tree(reading: Reading, first: int, end: int) -> SectionTree:
    section, blocks, source = reading.sections[first], reading.parsed.blocks, reading.parsed.source
    opening, closing = blocks[section.first], blocks[section.last - 1]
    return SectionTree(
        level=section.level,
        heading=section.text,
        heading_path=section.path,
        anchor=section.anchor,
        ref=section.ref,
        parent_ref=section.parent_ref,
        start_char=opening.start,
        end_char=closing.end,
        start_line=source.number(opening.first),
        end_line=source.number(closing.last - 1),
        text=source.text[opening.start : closing.end],
        children=_trees(reading, first + 1, end),
    )


def get_section(
    text: str,
    *,
    heading: str | None = None,
    anchor: str | None = None,
    include_children: bool = True,
    source: str = "",
    options: Options | None = None,
    **settings: Unpack[Settings],
) -> SectionText:
    """Return one section by its heading or by its anchor, with or without its sub-sections.

    Args:
        text: The document.
        heading: The heading as a reader sees it, without ``#``.
        anchor: The anchor, with or without ``#``; give either ``heading`` or ``anchor``.
        include_children: Whether the sub-sections belong to it.
        source: The document's name.
        options: As in ``chunk_markdown``, and so are ``settings``.
        settings: Single settings.

    Raises:
        AmbiguousHeadingError: Several sections have this heading; the message lists the anchors to choose from.
        MdchunkError: There is no such section, or not exactly one of ``heading`` and ``anchor`` was given.
    """
    options = chosen_options(options, settings)
    reading = _read(text, source, options)
    listed = headings(reading, options.drop)
    blocks, found = reading.parsed.blocks, reading.sections
    chosen = choose(listed, heading, anchor, [section.labels for section in found if section.level])
    # the section before the first heading, if there is one, is in no outline
    i = chosen + len(found) - len(listed)
    end = tree_end(found, i) if include_children else i + 1
    first, last = blocks[found[i].first], blocks[found[end - 1].last - 1]
    return SectionText(
        heading=listed[chosen],
        heading_path=found[i].path,
        text=reading.parsed.source.text[first.start : last.end],
        start_char=first.start,
        end_char=last.end,
        start_line=reading.parsed.source.number(first.first),
        end_line=reading.parsed.source.number(last.last - 1),
    )


def _read(text: str, source: str, options: Options) -> Reading:
    if not isinstance(text, str):
        raise WrongTypeError(
            f"must be a str, not {type(text).__name__}",
            setting="text",
            advice=("decode it first", "use {chunk_file}"),
        )
    if not isinstance(source, str):
        raise WrongTypeError(
            f"must be a str, not {type(source).__name__}",
            setting="source",
            advice='pass the document\'s name, or "" if it has none',
        )
    return read(text, source, options)


def _notices(reading: Reading, content: Content, packed: Sequence[Packed]) -> tuple[Notice, ...]:
    source, least = content.source, content.options.min_size
    found = [
        Notice(
            "cut_inside",
            source.name,
            source.number_at(each.start),
            f"{each.cut_inside} is cut to fit the limit",
        )
        for each in packed
        if each.cut_inside
    ]
    small = [each for each in packed if each.parts == 1 and least and content.length(each.content) < least]
    if small:
        said = f"{len(small)} chunks of whole sections are below the minimum size: no neighbour has room for them"
        line = source.number_at(small[0].start)
        found.append(Notice("small_chunks", source.name, line, said))
    return (*reading.notices, *found)
