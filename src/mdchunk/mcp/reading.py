"""``get_section``: from what a model has at hand (a ref, a heading, an anchor) to the text of the section."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn

from mdchunk.mcp import paging, schemas
from mdchunk.mcp.library import Library, dialect_for, markdown
from mdchunk.mcp.roots import MAX_BYTES, look_up
from mdchunk.mcp.sections import NEAREST, choose
from mdchunk.model import Heading, MdchunkError, Options, Outline


@dataclass(frozen=True, slots=True)
class Passage:
    """A section of a document, found and sliced."""

    source: str
    """Name of the document; empty for a text."""
    heading: Heading | None
    """None for the text before the first heading."""
    path: tuple[str, ...]
    """Headings from the outermost to its own."""
    text: str
    start_char: int
    """Code point in the document, 0-based."""
    start_line: int
    """1-based."""
    end_line: int
    """1-based, inclusive."""
    dialect: str | None
    """How the document was read, if ``auto`` chose it for the ids of its headings."""

    @property
    def ref(self) -> str:
        """``path#anchor``, or the path alone before the first heading."""
        return f"{self.source}#{self.heading.anchor}" if self.heading else self.source


def passage(
    library: Library,
    path: str | None,
    text: str | None,
    wanted: str,
    *,
    source: str | None,
    children: bool,
    dialect: str,
) -> Passage:
    """Return the section that a call is about.

    Args:
        library: What is served.
        path: Of the document, with or without ``#anchor``; None if ``text`` or a ref in ``wanted`` is given.
        text: The Markdown itself; None if a document is meant.
        wanted: What names the section, see ``sections.choose``; or its ref.
        source: What the text is called; None if it has no name, or a document is meant.
        children: Whether its sub-sections belong to it.
        dialect: As the call has it.

    Raises:
        MdchunkError: There is no such document or section, with the nearest names.
    """
    if text is None:
        path, wanted = _split(library, path, wanted)
    name, given = markdown(library, path, text, source)
    read_as = dialect_for(name, dialect, library.folders, library.with_ids)
    outline = library.outlined(given, name, Options(dialect=read_as))
    chose = read_as if read_as != dialect else None
    heading = choose(outline, wanted)
    if heading is None:
        before = _before_headings(library, given, name, Options(max_chars=MAX_BYTES, dialect=read_as), chose)
        heading = next((each for each in outline.headings if not each.anchor), None)
        if before or heading is None:
            return before or _refuse(outline)
    section = library.section(
        given,
        name,
        Options(dialect=read_as),
        anchor=heading.anchor,
        heading=None,
        children=children,
    )
    lines = (section.start_line, section.end_line)
    return Passage(name, heading, section.heading_path, section.text, section.start_char, *lines, chose)


def _split(library: Library, path: str | None, wanted: str) -> tuple[str | None, str]:
    """Return the path of the document and the name of the section, whichever of the two holds a ref.

    A path may hold a ``#`` of its own, so a whole name is tried as a file before what is left of its last ``#``.
    """
    file, hash_, anchor = wanted.rpartition("#")
    if path is None or (hash_ and file and look_up(library.folders, file)):
        if hash_ and file and not look_up(library.folders, wanted):
            return file, anchor
        return wanted, ""
    if look_up(library.folders, path) is None:
        file, hash_, anchor = path.rpartition("#")
        if hash_ and look_up(library.folders, file):
            return file, wanted or anchor
    return path, wanted


def _before_headings(
    library: Library, text: str, source: str, options: Options, chose: str | None
) -> Passage | None:
    """Return the text before the first heading, if there is any."""
    chunks = library.chunked(text, source, options).chunks
    if not chunks or chunks[0].heading_level:
        return None
    chunk = chunks[0]
    lines = (chunk.start_line, chunk.end_line)
    return Passage(source, None, (), chunk.text, chunk.start_char, *lines, chose)


def _refuse(outline: Outline) -> NoReturn:
    """Say that a document has no text before its first heading, and what it has."""
    name = outline.source or "the text"
    if not outline.headings:
        raise MdchunkError(f"{name} is empty")
    first = ", ".join(f"{each.text[:80]!r} (#{each.anchor[:80]})" for each in outline.headings[:NEAREST])
    raise MdchunkError(
        f"{name} has no text before its first heading",
        advice=f"ask for a section by its heading or anchor, such as {first}; {{outline}} lists all",
    )


def fields(found: Passage, start: int, end: int, next_cursor: str | None = None) -> dict[str, Any]:
    """Return what an answer says of a section, with its text from ``start`` to ``end``, in code points."""
    heading = found.heading
    return schemas.Section(
        source=found.source,
        ref=found.ref,
        heading=heading.text if heading else "",
        level=heading.level if heading else 0,
        heading_path=list(found.path),
        anchor=heading.anchor if heading else "",
        start_line=found.start_line,
        end_line=found.end_line,
        chars=len(found.text),
        start_char=found.start_char + start,
        end_char=found.start_char + end,
        dialect=found.dialect,
        text=found.text[start:end],
        next_cursor=next_cursor,
    ).model_dump(exclude_none=True)


def one(found: Passage, cursor: str | None, budget: int) -> schemas.Sections:
    """Return a page of one section."""
    made_from = paging.fingerprint(found.source, found.text, found.start_char)
    start = paging.from_cursor(cursor, made_from)
    end = paging.page_end(found.text, start, budget)
    following = paging.to_cursor(end, made_from) if end < len(found.text) else None
    return schemas.Sections.model_validate(fields(found, start, end, following))


def several(found: list[Passage], not_found: list[str], budget: int) -> schemas.Sections:
    """Return the sections that fit into one answer whole, and the refs of those that don't.

    The first one is always there: if it alone is too large, its first page.
    """
    room = budget - paging.ENVELOPE
    shown: list[dict[str, Any]] = []
    left_out: list[str] = []
    for each in found:
        record = fields(each, 0, len(each.text))
        needed = paging.size(record) + 1
        if needed > room and not shown:
            made_from = paging.fingerprint(each.source, each.text, each.start_char)
            end = paging.page_end(each.text, 0, budget - paging.ENVELOPE)
            record, needed = fields(each, 0, end, paging.to_cursor(end, made_from)), room
        if needed > room:
            left_out.append(each.ref)
            continue
        shown.append(record)
        room -= needed
    return schemas.Sections.model_validate(
        {"sections": shown, "left_out": left_out or None, "not_found": not_found or None}
    )
