"""Check a chunk file against its sources: does each record still match, and is every line of text in a chunk?"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from mdchunk.checks.uncovered import uncovered
from mdchunk.convert.document import AS_IS, Conversion, FileText, read_again, reading_options
from mdchunk.files.chunk_file import lines_of
from mdchunk.model import MdchunkError, Options, Span
from mdchunk.records import chunk_id, content_hash
from mdchunk.text.source import Source, read_source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mdchunk.files.by_pattern import OptionsOf

NEEDED = ("id", "source", "start_char", "end_char", "start_line", "end_line", "hash", "text", "content")
"""Fields that a record must have to be checked."""


class Stale(NamedTuple):
    """A record that no longer matches its source, a source that cannot be read, or text that is in no record."""

    line: int
    """Of the chunk file, 1-based; 0 if no record is concerned."""
    source: str
    start_line: int
    """Of the source, 1-based; 0 if the whole document is concerned."""
    problem: str


@dataclass(slots=True)
class Verdict:
    """What was checked."""

    chunks: int = 0
    documents: int = 0
    stale: list[Stale] = field(default_factory=list)


_NOTHING = Source("", "", [0, 0])
_MARKDOWN = FileText("")


@dataclass(slots=True)
class _Document:
    """The document whose records are being read."""

    name: str
    source: Source | None
    """``None`` if it cannot be read."""
    found: FileText = _MARKDOWN
    """Its text, and what converted it."""
    occurrences: Counter[str] = field(default_factory=Counter)
    """Hash of a content -> number of records with it so far."""


def verify_chunks(
    file: BinaryIO,
    name: str,
    root: Path,
    encoding: str = "utf-8",
    options: Options = Options(),  # noqa: B008 - frozen
    *,
    options_of: OptionsOf | None = None,
    conversion: Conversion = AS_IS,
    built_with: Mapping[str, str] = MappingProxyType({}),
) -> Verdict:
    """Check the records of a chunk file, and that its sources have no text that is in no record.

    A source with a stale record is not searched for such text.

    Args:
        file: The chunk file, open for reading.
        name: What to call it in errors.
        root: Folder that each ``source`` is relative to.
        encoding: Of the sources.
        options: The dialect of the sources, and the kinds of block that may be in no chunk.
        options_of: If some files have settings of their own, the options of a file by its path.
        conversion: Where converted texts are kept, and the user's own converters; what is not kept is converted again.
        built_with: Source -> name and version of what converted it for the build, as far as that is known.

    Raises:
        MdchunkError: A line is no chunk record, or lacks a field that is to be checked.
    """
    verdict = Verdict()
    document = _Document("", None)
    places: dict[str, array[int]] = {}
    converted: dict[str, _Document] = {}  # to convert each only once
    for line in lines_of(file, name, NEEDED):
        record = line.record
        verdict.chunks += 1
        if record["source"] != document.name or verdict.chunks == 1:
            verdict.documents += 1
            document = _Document(str(record["source"]), None)
            places.setdefault(document.name, array("Q"))
            try:
                document = _read(root, document.name, encoding, conversion)
                _check_converter(document, built_with)
                if document.found.converter:
                    converted[document.name] = document
            except MdchunkError as error:
                document = _Document(document.name, None)
                verdict.stale.append(Stale(line.number, document.name, error.place.line, error.problem))
        problems = list(_problems(record, document))
        if not problems:
            places[document.name].extend((record["start_char"], record["end_char"]))
        verdict.stale += (
            Stale(line.number, document.name, record["start_line"], problem) for problem in problems
        )
    stale = {one.source for one in verdict.stale}
    for source, ends in places.items():
        if source not in stale:
            spans = map(Span, ends[::2], ends[1::2])
            read = converted.get(source) or _read(root, source, encoding, conversion)
            own = options_of(str(root / source)) if options_of else options
            for lines in uncovered(read.source or _NOTHING, spans, reading_options(own, read.found)):
                what = f"lines {lines.first}-{lines.last} are" if lines.last > lines.first else "this line is"
                verdict.stale.append(Stale(0, source, lines.first, f"{what} in no chunk"))
    return verdict


def _read(root: Path, name: str, encoding: str, conversion: Conversion) -> _Document:
    found = read_again(root, name, encoding, conversion)
    return _Document(name, read_source(found.text, name), found)


def _check_converter(document: _Document, built_with: Mapping[str, str]) -> None:
    """Say that another converter wrote the text, rather than that all of its records are stale.

    Raises:
        MdchunkError: The build had another converter, or another version of it.
    """
    before, now = built_with.get(document.name), document.found.converter
    if before and now and before != now:
        raise MdchunkError(f"was converted by {before}, and now by {now}", place=document.name)


def _problems(record: dict[str, Any], document: _Document) -> Iterator[str]:
    """Yield what is wrong with a record."""
    start, end = record["start_char"], record["end_char"]
    digest = content_hash(record["content"])
    if digest != record["hash"]:
        yield "hash does not match content"
    if record["id"] != chunk_id(document.name, digest, document.occurrences[digest]):
        yield "id does not match source, content and occurrence"
    document.occurrences[digest] += 1
    source = document.source
    if source is None:
        return
    if source.text[start:end] != record["text"]:
        yield f"text differs from characters {start} to {end} of the source"
    lines = tuple([source.number_at(at) for at in (start, max(start, end - 1))])
    if lines != (record["start_line"], record["end_line"]):
        yield f"is on lines {lines[0]}-{lines[1]}; the record says {record['start_line']}-{record['end_line']}"
