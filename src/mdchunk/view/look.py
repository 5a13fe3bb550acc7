"""From a document to what its page shows: chunked by settings, or with the records that it was given."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from mdchunk.api import document_of
from mdchunk.checks.chunked import slice_of
from mdchunk.checks.leaves import Leaves, leaves_of
from mdchunk.checks.quality import inspect_leaves
from mdchunk.checks.uncovered import uncovered_in
from mdchunk.convert.document import FileText
from mdchunk.document.content import Content, read_content
from mdchunk.document.reading import Reading, read
from mdchunk.length.counters import length_of
from mdchunk.model import MdchunkError, Options, Span
from mdchunk.syntax.dialects import dialect_of
from mdchunk.view.passages import passages, repeated_from
from mdchunk.view.stretches import Placed, stretches
from mdchunk.view.values import ChunkView, DocumentView, Passage, SectionView

if TYPE_CHECKING:
    from mdchunk.document.sections import Section
    from mdchunk.text.source import Source

CHARACTERS, TOKENS = "characters", "tokens"
_NAMES_A_PLACE = re.compile(r"[^\s\"'<>&]+")
_LINE_ID = re.compile(r"L\d+|view-.*")
_MARKDOWN = FileText("")


class ReadText(NamedTuple):
    """A document that is read, and can be chunked by one setting after the other."""

    reading: Reading
    leaves: Leaves


def read_text(text: str, source: str, options: Options) -> ReadText:
    """Read a document, the longest part of ``look``.

    Args:
        text: The document.
        source: Its name.
        options: Its settings.
    """
    reading = read(text, source, options)
    return ReadText(reading, leaves_of(reading))


def read_by(options: Options) -> Options:
    """Return the settings that reading a document depends on, and the defaults of all others."""
    return Options(**{name: getattr(options, name) for name in _READ_BY})


_READ_BY = ("dialect", "anchors", "max_level", "heading_patterns", "page_marker")


def look(
    text: str, source: str, options: Options, found: FileText = _MARKDOWN, ready: ReadText | None = None
) -> DocumentView:
    """Chunk a document and return what its page shows.

    Args:
        text: The document.
        source: Its name, as its records will have it.
        options: How to chunk; for the text of a converter, those of ``convert.document.reading_options``.
        found: How it was read, if from a file.
        ready: What ``read_text`` returned for this text, name and ``read_by(options)``; read now if it is not given.

    Raises:
        MdchunkError: A setting is invalid.
    """
    prepared = _prepare(ready or read_text(text, source, options), options)
    document = document_of(prepared.reading, prepared.content)
    records = [chunk.to_dict() for chunk in document.chunks]
    unit = TOKENS if options.max_tokens else CHARACTERS
    shown = _shown(prepared, records, unit, options.max_size)
    return replace(
        shown,
        notices=(*found.notices, *document.notices),
        converter=found.converter,
        settings=_settings(options),
    )


def look_at_records(
    text: str,
    source: str,
    records: Iterable[Mapping[str, Any]],
    limit: int,
    *,
    options: Options = Options(),  # noqa: B008 - frozen
    found: FileText = _MARKDOWN,
) -> DocumentView:
    """Return what the page of a document shows with chunks that were made before, by any chunker.

    Args:
        text: The document.
        source: Its name.
        records: Its records, with ``text``, ``content`` and ``start_char``, as ``files.foreign`` gives them.
        limit: The largest size that a chunk may have, in the unit of the records.
        options: What the records were made with, as far as that is known: the dialect, and what is dropped.
        found: How it was read, if from a file.

    Raises:
        MdchunkError: A record has no text and place, or the document has another text there.
    """
    kept = sorted(records, key=lambda record: record.get("start_char", -1))
    for record in kept:
        if "text" not in record or "start_char" not in record:
            raise MdchunkError("its records have no text and start_char", place=source)
        if not text.startswith(record["text"], record["start_char"]):
            raise MdchunkError("it has changed since its chunks were made", place=source)
    prepared = _prepare(read_text(text, source, options), options)
    unit = TOKENS if any("tokens" in record for record in kept) else CHARACTERS
    shown = _shown(prepared, kept, unit, limit)
    return replace(shown, notices=(*found.notices, *prepared.reading.notices), converter=found.converter)


_SHOWN_ELSEWHERE = frozenset({"max_chars", "max_tokens", "dialect"})


def _settings(options: Options) -> dict[str, str]:
    """Return the settings that are not the defaults, in few words."""
    default = Options()
    changed = {
        each.name: getattr(options, each.name)
        for each in fields(options)
        if getattr(options, each.name) != getattr(default, each.name) and each.name not in _SHOWN_ELSEWHERE
    }
    return {name: _said(value) for name, value in changed.items()}


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Collection) and not isinstance(value, str):
        return ", ".join(sorted(map(str, value))) or "none"
    return getattr(value, "__name__", str(value))


class _Prepared(NamedTuple):
    """A document that is read, before it is cut: packing lets go of the tokens of long ones."""

    reading: Reading
    content: Content
    with_uris: Content
    """Nothing shown in short: what ``uncovered_in`` takes."""
    leaves: Leaves
    dialect: str


def _prepare(ready: ReadText, options: Options) -> _Prepared:
    # packing takes tokens out of the list: those of what may be chunked again stay
    tokens = list(ready.reading.parsed.tokens)
    reading = ready.reading._replace(parsed=replace(ready.reading.parsed, tokens=tokens))
    content = read_content(reading.parsed, options, length_of(options))
    has_uris = any(edit.kind == "data_uri" for edit in content.edits)
    with_uris = (
        read_content(reading.parsed, replace(options, keep_data_uris=True), len) if has_uris else content
    )
    dialect = dialect_of(content.source.name, options.dialect)
    return _Prepared(reading, content, with_uris, ready.leaves, dialect)


def _shown(prepared: _Prepared, records: Sequence[Mapping[str, Any]], unit: str, limit: int) -> DocumentView:
    reading, content = prepared.reading, prepared.content
    source = content.source
    made = [passages(content, record) for record in records]
    placed = [_placed(content, record, parts) for record, parts in zip(records, made, strict=True)]
    spans = [Span(each.start, each.end) for each in placed]
    quality = inspect_leaves(prepared.leaves, [slice_of(record) for record in records], limit)
    names: dict[int, list[str]] = {}
    for finding in quality.findings:
        names.setdefault(finding.chunk, []).append(finding.check)
    missing = list(_missing(prepared, spans))
    sizes = [int(record.get("tokens", len(record["content"]))) for record in records]
    starts = [reading.parsed.blocks[section.first].start for section in reading.sections]
    sections = _Sections(reading.sections, starts)
    owners = [sections.of(span.start) for span in spans]
    chunks = [
        _chunk(source, span, record, parts) for span, record, parts in zip(spans, records, made, strict=True)
    ]
    return DocumentView(
        source=source.name,
        title=reading.title,
        text=source.text,
        dialect=prepared.dialect,
        unit=unit,
        limit=limit,
        chunks=tuple(
            replace(chunk, id=own, size=sizes[i], findings=tuple(names.get(i, ())), parent=parent)
            for i, (chunk, own, parent) in enumerate(
                zip(chunks, _ids(records), sections.parents(owners), strict=True)
            )
        ),
        stretches=tuple(stretches(content, placed, missing)),
        sections=tuple(_tree(reading, owners, sizes)),
        findings=quality.findings,
        dropped=content.dropped,
    )


def _missing(prepared: _Prepared, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield the lines that should be in a chunk and are in none."""
    source = prepared.content.source
    for lines in uncovered_in(prepared.with_uris, prepared.reading.sections, spans):
        first, last = source.line_numbered(lines.first), source.line_numbered(lines.last + 1) - 1
        yield Span(source.starts[first], source.line_end(last))


def _chunk(source: Source, span: Span, record: Mapping[str, Any], made: tuple[Passage, ...]) -> ChunkView:
    """Return what a record alone says of a chunk."""
    return ChunkView(
        id="",
        start=span.start,
        end=span.end,
        start_line=source.number(source.line_of(span.start)),
        end_line=source.number(source.line_of(max(span.end - 1, span.start))),
        size=0,
        path=tuple(map(str, record.get("heading_path", ()))),
        part=record.get("part", 1),
        parts=record.get("parts", 1),
        kind=str(record.get("kind", "")),
        passages=made,
        fields={name: value for name, value in record.items() if name not in {"text", "content"}},
    )


def _placed(content: Content, record: Mapping[str, Any], made: Sequence[Passage]) -> Placed:
    start = record["start_char"]
    repeated = next((passage.text for passage in made if passage.role == "overlap"), "")
    return Placed(
        start,
        start + len(record["text"]),
        repeated_from(content, start, repeated) if repeated else start,
        all(passage.role != "unknown" for passage in made),
    )


class _Sections(NamedTuple):
    """The sections of a document, and where each begins."""

    row: Sequence[Section]
    starts: Sequence[int]

    def of(self, offset: int) -> int:
        """Return the index of the section that an offset lies in."""
        return max(bisect_right(self.starts, offset) - 1, 0)

    def parents(self, owners: Sequence[int]) -> Iterator[int]:
        """Yield for each chunk the first chunk of the nearest section around its own that has one, or -1.

        Args:
            owners: The section of each chunk.
        """
        firsts: dict[int, int] = {}
        for chunk, section in enumerate(owners):
            firsts.setdefault(section, chunk)
        for section in owners:
            at = self.row[section].parent if self.row else -1
            while at >= 0 and at not in firsts:
                at = self.row[at].parent
            yield firsts.get(at, -1)


def _ids(records: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield an id for each record: its own if a link can name it and no other record or place of the page has it."""
    used: set[str] = set()
    for number, record in enumerate(records, 1):
        own = str(record.get("id", ""))
        may_be = _NAMES_A_PLACE.fullmatch(own) and not _LINE_ID.fullmatch(own) and own not in used
        name = own if may_be else f"chunk-{number}"
        used.add(name)
        yield name


def _tree(reading: Reading, owners: Sequence[int], sizes: Sequence[int]) -> Iterator[SectionView]:
    """Yield the sections of a document, each with the chunks that begin in it or below it."""
    found = reading.sections
    blocks, source = reading.parsed.blocks, reading.parsed.source
    counts, totals, firsts = [0] * len(found), [0] * len(found), [-1] * len(found)
    for chunk in range(len(owners) - 1, -1, -1):
        at = owners[chunk] if found else -1
        while at >= 0:
            counts[at] += 1
            totals[at] += sizes[chunk]
            firsts[at] = chunk
            at = found[at].parent
    for i, section in enumerate(found):
        line = source.number(source.line_of(blocks[section.heading].start))
        yield SectionView(section.level, section.text, line, firsts[i], counts[i], totals[i])
