"""The pipeline on one screen: from a text to its chunks, its outline, one of its sections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, Unpack

from mdchunk.body import kinds_in, read_body
from mdchunk.dialects import dialect_of, parser
from mdchunk.front_matter import read as read_front_matter
from mdchunk.length import length_of
from mdchunk.model import (
    Chunk,
    Document,
    Heading,
    MdchunkError,
    Options,
    Outline,
    SectionText,
    Settings,
    Warning_,
)
from mdchunk.pack import Piece, pack
from mdchunk.parse import Parsed, parse
from mdchunk.records import chunk_id, content_hash
from mdchunk.sections import Section, sections, title_of
from mdchunk.source import decode, read_source
from mdchunk.unit import Page


class AmbiguousHeadingError(MdchunkError):
    """More than one section has the heading that was asked for."""

    def __init__(self, message: str, choices: tuple[Heading, ...]) -> None:
        super().__init__(message)
        self.choices = choices
        """The sections to choose from, by their anchors."""


def chunk_markdown(
    text: str, options: Options | None = None, *, source: str = "", **settings: Unpack[Settings]
) -> list[Chunk]:
    """Return the chunks of a Markdown text in order.

    Args:
        text: The document, newlines and byte order mark as they are.
        options: Every setting; the defaults of ``Options`` where there is none.
        source: The document's name, part of the ids; its ending chooses the dialect under ``auto``.
        settings: Single settings by the names of ``Options``' fields: ``max_chars=800``.

    Raises:
        MdchunkError: A setting is out of its range.
    """
    return list(chunk_document(text, options, source=source, **settings).chunks)


def chunk_file(
    path: str | Path,
    options: Options | None = None,
    *,
    root: str | Path | None = None,
    **settings: Unpack[Settings],
) -> list[Chunk]:
    """Return the chunks of a file; their ``source`` is its path relative to ``root`` (the current folder).

    Raises:
        MdchunkError: The file can't be read or is not UTF-8; or a setting is out of its range.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise MdchunkError(f"{path}: {error.strerror or error}") from error
    name = source_name(path, root)
    return chunk_markdown(decode(data, str(path)), options, source=name, **settings)


def source_name(path: Path, root: str | Path | None = None) -> str:
    """Return a path relative to ``root`` (the current folder), with ``/`` between its parts.

    Raises:
        MdchunkError: The path is not below the root that was given.
    """
    absolute = path.absolute()
    try:
        return absolute.relative_to(Path(root or ".").absolute()).as_posix()
    except ValueError:
        if root is None:
            return absolute.as_posix()
        raise MdchunkError(
            f"{path} is not below the root {root}; name a root that holds every file"
        ) from None


def chunk_document(
    text: str, options: Options | None = None, *, source: str = "", **settings: Unpack[Settings]
) -> Document:
    """Return everything that one pass over a Markdown text gives: chunks, headings, warnings, what was dropped.

    The arguments and errors are those of ``chunk_markdown``.
    """
    options = _options(options, settings)
    read = _read(text, source, options)
    parsed, found = read.parsed, read.sections
    body = read_body(parsed, options.drop, length_of(options), keep_data_uris=options.keep_data_uris)
    pieces = pack(Page(parsed, body), found, read.title, options)
    headings = _headings(read, options)
    refs = dict(zip((i for i, section in enumerate(found) if section.level), headings, strict=True))
    occurrences: Counter[str] = Counter()
    chunks: list[Chunk] = []
    for index, piece in enumerate(pieces):
        digest = content_hash(piece.content)
        chunks.append(_chunk(read, piece, index, digest, occurrences[digest], refs, options))
        occurrences[digest] += 1
    dropped: Counter[str] = Counter()
    for block in parsed.blocks:
        if block.kind in options.drop:
            dropped[block.kind] += block.end - block.start
    return Document(
        source,
        read.title,
        read.metadata,
        tuple(headings),
        tuple(chunks),
        _warnings(read, pieces),
        dict(dropped),
    )


def outline(
    text: str, options: Options | None = None, *, source: str = "", **settings: Unpack[Settings]
) -> Outline:
    """Return the headings that open sections, in order, with lines, anchors and sizes.

    The arguments and errors are those of ``chunk_markdown``.
    """
    options = _options(options, settings)
    read = _read(text, source, options)
    return Outline(source, read.title, tuple(_headings(read, options)))


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
        anchor: The anchor, with or without ``#``; one of the two has to be given.
        include_children: Whether the sub-sections belong to it.
        source: The document's name.
        options: As in ``chunk_markdown``, and so are ``settings``.
        settings: Single settings.

    Raises:
        AmbiguousHeadingError: The heading stands more than once; the message lists the anchors to choose from.
        MdchunkError: There is no such section, or not one of ``heading`` and ``anchor`` was given.
    """
    options = _options(options, settings)
    read = _read(text, source, options)
    headings = _headings(read, options)
    indices = [i for i, section in enumerate(read.sections) if section.level]
    chosen = _choose(headings, heading, anchor)
    i = indices[chosen]
    end = _tree_end(read.sections, i) if include_children else i + 1
    blocks = read.parsed.blocks
    first, last = blocks[read.sections[i].first], blocks[read.sections[end - 1].last - 1]
    found = headings[chosen]
    body = read.parsed.source.text[first.start : last.end]
    return SectionText(found, read.sections[i].path, body, first.start, last.end, first.first + 1, last.last)


class _Read(NamedTuple):
    """A document as far as every question needs it."""

    parsed: Parsed
    sections: list[Section]
    title: str
    metadata: Mapping[str, Any]
    warnings: tuple[Warning_, ...]


def _options(options: Options | None, settings: Settings) -> Options:
    try:
        return replace(options or Options(), **settings)
    except TypeError as error:
        raise MdchunkError(str(error).replace("Options.__init__()", "mdchunk")) from None


def _read(text: str, source: str, options: Options) -> _Read:
    parsed = parse(read_source(text, source), parser(dialect_of(source, options.dialect)))
    metadata: Mapping[str, Any] = {}
    warnings = parsed.warnings
    first = parsed.tokens[0] if parsed.tokens else None
    if first is not None and first.type == "front_matter":
        metadata = read_front_matter(first.content, first.meta["syntax"])
        if first.meta["error"]:
            said = f"front matter does not parse: {first.meta['error']}"
            warnings = (Warning_("front_matter", source, first.meta["error_line"], said), *warnings)
    title = metadata.get("title")
    heading = title_of(parsed)
    return _Read(
        parsed,
        sections(parsed, options.max_level),
        " ".join(title.split()) if isinstance(title, str) and title.strip() else heading,
        metadata,
        warnings,
    )


def _headings(read: _Read, options: Options) -> list[Heading]:
    """Return the outline: one heading for each section above level 0."""
    blocks, found = read.parsed.blocks, read.sections
    headings: list[Heading] = []
    refs: list[str] = []
    name = read.parsed.source.name
    for i, section in enumerate(found):
        refs.append(f"{name}#{section.anchor}" if section.anchor else name)
        if not section.level:
            continue
        first = blocks[section.first]
        own = blocks[_last_kept(read, section, options)]
        tree = blocks[_last_kept(read, found[_tree_end(found, i) - 1], options)]
        headings.append(
            Heading(
                section.level,
                section.text,
                section.anchor,
                first.first + 1,
                own.last,
                own.end - first.start,
                refs[i],
                refs[section.parent] if section.parent >= 0 else "",
                tree.last,
                tree.end - first.start,
            )
        )
    return headings


def _last_kept(read: _Read, section: Section, options: Options) -> int:
    """Return the index of a section's last block that is not dropped, or of its heading."""
    last = section.last - 1
    while last > section.first and read.parsed.blocks[last].kind in options.drop:
        last -= 1
    return last


def _tree_end(found: Sequence[Section], i: int) -> int:
    """Return one past the index of the last section inside section ``i``."""
    end = i + 1
    while end < len(found) and found[end].level > found[i].level:
        end += 1
    return end


def _chunk(
    read: _Read,
    piece: Piece,
    index: int,
    digest: str,
    occurrence: int,
    headings: Mapping[int, Heading],
    options: Options,
) -> Chunk:
    source = read.parsed.source
    section = read.sections[piece.section]
    heading = headings.get(piece.section)
    kind = kinds_in(piece.blocks)
    text = source.text[piece.start : piece.end]
    length = length_of(options)
    return Chunk(
        id=chunk_id(source.name, digest, occurrence),
        ref=heading.ref if heading else source.name,
        parent_ref=heading.parent_ref if heading else "",
        source=source.name,
        index=index,
        title=read.title,
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
        lang=_lang(read.parsed, piece) if kind == "code" else "",
        chars=len(text),
        overlap=piece.overlap,
        hash=digest,
        text=text,
        content=piece.content,
        tokens=length(piece.content) if options.max_tokens else None,
    )


def _lang(parsed: Parsed, piece: Piece) -> str:
    """Return the first word of the info string that all code of a piece has, else ``""``."""
    infos = {
        parsed.tokens[block.token].info.split(maxsplit=1)[:1][0]
        if parsed.tokens[block.token].info.strip()
        else ""
        for block in piece.blocks
    }
    return infos.pop() if len(infos) == 1 else ""


def _warnings(read: _Read, pieces: Sequence[Piece]) -> tuple[Warning_, ...]:
    source = read.parsed.source
    cut = [
        Warning_("cut_inside", source.name, source.line_of(piece.start) + 1, "a line is cut to fit the limit")
        for piece in pieces
        if piece.cut_inside
    ]
    return (*read.warnings, *cut)


def _choose(headings: Sequence[Heading], heading: str | None, anchor: str | None) -> int:
    """Return the index of the heading that was asked for."""
    if (heading is None) == (anchor is None):
        raise MdchunkError("name a section by its heading or by its anchor, one of the two")
    if anchor is not None:
        wanted = anchor.removeprefix("#")
        found = [i for i, known in enumerate(headings) if known.anchor == wanted]
        if not found:
            raise MdchunkError(f"no section has the anchor #{wanted}")
        return found[0]
    wanted = " ".join((heading or "").split())
    found = [i for i, known in enumerate(headings) if known.text == wanted]
    if not found:
        found = [i for i, known in enumerate(headings) if known.text.casefold() == wanted.casefold()]
    if not found:
        raise MdchunkError(f"no section has the heading {wanted!r}")
    if len(found) > 1:
        choices = tuple(headings[i] for i in found)
        listed = ", ".join(f"#{choice.anchor} (line {choice.start_line})" for choice in choices)
        raise AmbiguousHeadingError(
            f"{len(found)} sections have the heading {wanted!r}: choose by anchor: {listed}", choices
        )
    return found[0]
