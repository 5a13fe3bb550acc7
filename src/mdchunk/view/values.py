"""What a page shows, as frozen values: a document, its chunks in the source, what each ``content`` is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mdchunk.checks.quality import Finding
    from mdchunk.model import Notice

Role = Literal["chunk", "dropped", "in_path", "uncovered", "blank"]
"""What a stretch of the source is: in a chunk, dropped by a setting, a heading that shows in the paths of the chunks
below, text that no chunk covers, or white space."""

PassageRole = Literal["path", "overlap", "opening", "text", "short", "closing", "unknown"]
"""What a passage of a content is.

``text`` is sliced from the source; ``short`` stands for something longer in the source; the others were added:
the heading path, what is repeated of the part before, and what makes a cut piece stand alone (header rows, fences,
markers). ``unknown`` is not in the chunk's text, and the settings do not say why.
"""


class Marked(NamedTuple):
    """A span inside a chunk that is more than plain text."""

    start: int
    """First code point in the source, 0-based."""
    end: int
    """One past the last code point."""
    dropped: str
    """Kind of what is left out of ``content`` or shown in short there; empty if the span is in ``content``."""
    is_repeated: bool
    """Whether the next chunk repeats it as its overlap."""


class Stretch(NamedTuple):
    """A span of the source. The stretches of a document tile it, in order."""

    start: int
    """First code point, 0-based."""
    end: int
    """One past the last code point."""
    role: Role
    chunk: int = -1
    """Position of its chunk among those of the document, from 0; -1 outside chunks."""
    kind: str = ""
    """Kind of what was dropped."""
    marked: tuple[Marked, ...] = ()
    """In order, apart from each other."""


class Passage(NamedTuple):
    """A piece of a content; all of them together are the content."""

    role: PassageRole
    text: str


@dataclass(frozen=True, slots=True)
class ChunkView:
    """A chunk as the page shows it."""

    id: str
    """The record's own id; made up if the record has none. No two chunks of a document share one."""
    start: int
    """First code point of its text in the source, 0-based."""
    end: int
    """One past the last code point."""
    start_line: int
    """1-based."""
    end_line: int
    """1-based, inclusive."""
    size: int
    """Size of its content, in the unit of the document."""
    path: tuple[str, ...]
    """From the outermost heading to the section's own."""
    part: int
    parts: int
    """2 of 3: the second part of a section cut in three."""
    kind: str
    passages: tuple[Passage, ...]
    fields: Mapping[str, Any]
    """The record without ``text`` and ``content``, as JSON values."""
    findings: tuple[str, ...] = ()
    """Names of the checks of quality that found something here."""
    parent: int = -1
    """Position of the first chunk of the nearest section around its own that has chunks; -1 if there is none."""

    @property
    def content(self) -> str:
        """What is embedded."""
        return "".join(passage.text for passage in self.passages)

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as JSON has it."""
        return {
            "id": self.id,
            "start": self.start,
            "end": self.end,
            "start_line": self.start_line,
            "end_line": self.end_line,
            "size": self.size,
            "path": list(self.path),
            "part": self.part,
            "parts": self.parts,
            "kind": self.kind,
            "passages": [passage._asdict() for passage in self.passages],
            "fields": dict(self.fields),
            "findings": list(self.findings),
            "parent": self.parent,
        }


class SectionView(NamedTuple):
    """A heading of the tree, with what is below it."""

    level: int
    """1 to 6; 0 for the text before the first heading."""
    text: str
    """What a reader sees of it."""
    line: int
    """Its own line, 1-based."""
    first: int
    """Position of the first chunk of its own or below it, from 0; -1 if it has none."""
    chunks: int
    """Chunks that begin in it or below it."""
    size: int
    """Of their contents together, in the unit of the document."""


@dataclass(frozen=True, slots=True)
class DocumentView:
    """A document as the page shows it."""

    source: str
    """Its name, as its records have it."""
    title: str
    text: str
    """Its text, with its newlines and byte order mark unchanged."""
    dialect: str
    unit: str
    """``characters`` or ``tokens``: of sizes and the limit."""
    limit: int
    """The largest size that a chunk may have; of records from elsewhere, the size of the biggest chunk."""
    chunks: tuple[ChunkView, ...]
    stretches: tuple[Stretch, ...]
    sections: tuple[SectionView, ...]
    findings: tuple[Finding, ...] = ()
    notices: tuple[Notice, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    """Kind -> code points of the source that are in no content."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Settings of the chunks other than the defaults, as far as they are known; not the limit and the dialect."""
    converter: str = ""
    """Name and version of what made the text; empty for Markdown."""

    @property
    def sizes(self) -> list[int]:
        """Sizes of the chunks, in order."""
        return [chunk.size for chunk in self.chunks]

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as JSON has it."""
        return {
            "source": self.source,
            "title": self.title,
            "text": self.text,
            "dialect": self.dialect,
            "unit": self.unit,
            "limit": self.limit,
            "chunks": [chunk.to_dict() for chunk in self.chunks],
            "stretches": [
                each._asdict() | {"marked": [one._asdict() for one in each.marked]} for each in self.stretches
            ],
            "sections": [section._asdict() for section in self.sections],
            "findings": [finding._asdict() for finding in self.findings],
            "notices": [notice.to_dict() for notice in self.notices],
            "dropped": dict(self.dropped),
            "settings": dict(self.settings),
            "converter": self.converter,
        }
