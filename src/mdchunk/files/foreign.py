"""Records of other chunkers, read as ours as far as they go, so that the same checks look at both."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from mdchunk.model import MdchunkError, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from mdchunk.files.chunk_file import Line

RECORDS: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "mdchunk": MappingProxyType({}),
        "langchain-md-chunker": MappingProxyType(
            {"source": ("doc",), "start_char": ("start",), "heading_path": ("headings",)}
        ),
        "offsets": MappingProxyType(
            {
                "source": ("source", "doc", "document", "file", "path"),
                "start_char": ("start_char", "start", "start_index", "start_offset"),
                "text": ("text", "content", "page_content"),
            }
        ),
    }
)
"""Name of a kind of record -> field of ours -> the fields of theirs that may hold it; the first that exists is taken.

``offsets`` is any record with the text of a slice and the offset at which it begins in its source, in code points.
A field may be in an object ``metadata`` of the record, where LangChain's documents have it.
"""
_GIVEN = MappingProxyType(
    {"part": 1, "parts": 1, "kind": "unknown", "start_line": 0, "end_line": 0, "heading_path": []}
)
"""What a record that says nothing about a field is taken to say."""


NEEDED = frozenset({"source", "content"})
"""Fields that every record must have; ``text`` and ``start_char`` are needed to look at its source."""


def records_of(lines: Iterable[Line], name: str, kind: str, source: str = "") -> Iterator[dict[str, Any]]:
    """Yield the records of a chunk file as ours: with ``source``, ``content`` and, if they know it, the rest.

    Args:
        lines: The lines of the file.
        name: What to call it in errors.
        kind: A name in ``RECORDS``; empty: by the fields of each record.
        source: The document of records that name none.

    Raises:
        MdchunkError: A record has no text or no document; the message names the line and the field.
    """
    for line in lines:
        record = _GIVEN | line.record
        given = _with_metadata(line.record)
        fields = RECORDS[kind or _kind_of(given)]
        if fields:
            found = {ours: _first(given, theirs) for ours, theirs in fields.items()}
            record |= {ours: value for ours, value in found.items() if value is not None}
            record.setdefault("source", source)
            if "text" in record:
                record.setdefault("content", record["text"])
        if missing := NEEDED - record.keys():
            lacks = f"not a chunk record: it lacks {', '.join(sorted(missing))}"
            raise MdchunkError(lacks, place=Place(name, line.number))
        yield record


def _with_metadata(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a record with the fields of its ``metadata`` beside its own, which are taken first."""
    metadata = record.get("metadata")
    return {**metadata, **record} if isinstance(metadata, dict) else record


def _kind_of(record: Mapping[str, Any]) -> str:
    """Return the kind of a record by its fields."""
    if {"doc", "start", "headings"} <= record.keys():
        return "langchain-md-chunker"
    if "start_char" in record:
        return "mdchunk"
    return "offsets" if {"start", "start_index", "start_offset"} & record.keys() else "mdchunk"


def _first(record: Mapping[str, Any], names: Iterable[str]) -> Any:
    return next((record[name] for name in names if name in record), None)
