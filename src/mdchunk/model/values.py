"""What the stages hand on: spans, headings, outlines, sections, chunks, documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, make_dataclass
from functools import cache
from typing import Any, NamedTuple, cast

from mdchunk.model import cite
from mdchunk.model.errors import Notice

SCHEMA_VERSION = 1
"""Version of the record; raised if a field is removed or changes its meaning."""


class Span(NamedTuple):
    """A piece of the source by position."""

    start: int
    """First code point, 0-based."""
    end: int
    """One past the last code point."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the outline: what opens a section."""

    level: int
    """1 to 6."""
    text: str
    """What a reader sees: no markup, no tags, images by their alt text, blanks folded."""
    anchor: str
    """What the page's renderer makes, GitHub's by default, or the explicit one if the dialect has it."""
    start_line: int
    """The heading's own first line, 1-based."""
    end_line: int
    """Last non-blank line of the section's own text (sub-sections left out), 1-based, inclusive."""
    chars: int
    """Code points of the section's own text, heading included, sub-sections left out."""
    ref: str
    """``source#anchor``."""
    parent_ref: str
    """``ref`` of the section that encloses it, ``""`` at the top."""
    tree_end_line: int = 0
    """As ``end_line``, sub-sections included."""
    tree_chars: int = 0
    """As ``chars``, sub-sections included."""

    def to_dict(self) -> dict[str, Any]:
        """Return the published fields by name, in the published order (the subtree's are left out)."""
        return {f.name: getattr(self, f.name) for f in fields(self) if not f.name.startswith("tree_")}


@dataclass(frozen=True, slots=True)
class Outline:
    """The headings of one document in source order."""

    source: str
    title: str
    headings: tuple[Heading, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return ``{"source", "title", "headings"}`` as JSON has it."""
        return {"source": self.source, "title": self.title, "headings": [h.to_dict() for h in self.headings]}

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        from mdchunk.model.notebook import outline_html  # noqa: PLC0415 - only notebooks need it

        return outline_html(self.title, self.source, [heading.to_dict() for heading in self.headings])


@dataclass(frozen=True, slots=True)
class SectionText:
    """One section of a document, with or without its sub-sections, as an exact slice."""

    heading: Heading
    heading_path: tuple[str, ...]
    text: str
    """``source[start_char:end_char]``."""
    start_char: int
    end_char: int
    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class SectionTree:
    """One section of a document with the sections below it."""

    level: int
    """1 to 6; 0 for the text before the first heading."""
    heading: str
    """What a reader sees of the heading; empty before the first."""
    heading_path: tuple[str, ...]
    """From the outermost heading to its own."""
    anchor: str
    ref: str
    """``source#anchor``."""
    parent_ref: str
    """``ref`` of the section that encloses it, ``""`` at the top."""
    start_char: int
    """First code point of its own text, heading included, 0-based."""
    end_char: int
    """One past the last code point of its own text; the sections below begin after it."""
    start_line: int
    """1-based."""
    end_line: int
    """1-based, inclusive."""
    text: str
    """Its own text: ``source[start_char:end_char]``."""
    children: tuple[SectionTree, ...]
    """The sections right below it, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """An exact slice of a document and its place. The fields are those of the record, in its order.

    ``source[start_char:end_char] == text``, always. ``content`` is what to embed.
    """

    id: str
    """UUID (version 5) of ``source``, ``content`` and which occurrence of that content in the document it is."""
    ref: str
    """``source#anchor``, one for all parts of a section."""
    parent_ref: str
    """``ref`` of the section that encloses it, ``""`` at the top."""
    source: str
    """Path relative to the root, ``/`` between its parts."""
    index: int
    """Position among the chunks of its document, from 0."""
    title: str
    """Title of the document, ``""`` if it has none."""
    heading_path: tuple[str, ...]
    """From the outermost heading to the section's own; empty before the first."""
    heading_level: int
    """1 to 6; 0 before the first heading."""
    anchor: str
    """Anchor of the section's heading on its page, ``""`` before the first."""
    start_char: int
    """First code point of ``text`` in the source, 0-based."""
    end_char: int
    """One past the last code point."""
    start_line: int
    """1-based."""
    end_line: int
    """1-based, inclusive."""
    part: int
    """2 of 3: the second part of a section cut in three."""
    parts: int
    kind: str
    """The kind of its blocks if they have one kind, else ``mixed``."""
    lang: str
    """The language if the kind is code, else ``""``."""
    chars: int
    """Code points of ``text``."""
    tokens: int | None = None
    """Size of ``content``, only if sizes are tokens."""
    overlap: int
    """Code points of ``content`` that repeat the end of the part before."""
    page_start: int | None = None
    """First page, only if the document has page markers."""
    page_end: int | None = None
    """Last page, inclusive."""
    hash: str
    """SHA-256 of ``content``, hexadecimal."""
    text: str
    content: str
    metadata: Mapping[str, Any] | None = None
    """Requested front matter keys, as JSON values; ``None`` if none were requested."""

    def to_dict(self, *, flat: bool = False) -> dict[str, Any]:
        """Return the record: keys in the published order, no value ``None``, lists for tuples.

        Args:
            flat: Scalars only: ``heading_path`` joined with `` > ``, ``metadata`` as JSON text, empty fields left out.
        """
        record: dict[str, Any] = {}
        for name in FIELDS:
            value = getattr(self, name)
            if value is not None:
                record[name] = value
        record["heading_path"] = list(self.heading_path)
        if self.metadata is not None:
            record["metadata"] = dict(self.metadata)
        return cite.flat(record) if flat else record

    def breadcrumb(self, separator: str = " > ") -> str:
        """Return the document's title and the heading path as one line; a title that is the first heading once."""
        titles = (self.title,) if self.title and self.heading_path[:1] != (self.title,) else ()
        return separator.join((*titles, *self.heading_path))

    def citation(self) -> str:
        """Return the place for a reader: ``Guide › Install (docs/a.md, lines 3-9)``, or the pages if it has some."""
        return cite.citation(self.to_dict())

    def url(self, base: str) -> str:
        """Return the link to the place of the chunk.

        Args:
            base: The address that ``source`` is relative to. A folder of files at GitHub, GitLab, Gitea or Bitbucket
                (``https://github.com/OWNER/REPO/blob/main``) gives a link to the lines. Any other is a site, and gives
                the page, without its ending, and the anchor. If a site's addresses look different, pass the whole
                address with placeholders: ``https://example.org/{page}.html#{anchor}``. The placeholders are
                ``{source}``, ``{page}``, ``{anchor}``, ``{start_line}`` and ``{end_line}``.

        Raises:
            MdchunkError: ``base`` has an unknown placeholder.
        """
        return cite.chunk_url(self.to_dict(), base)

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        from mdchunk.model.notebook import chunk_html  # noqa: PLC0415 - only notebooks need it

        return chunk_html(self.to_dict())


FIELDS = tuple(each.name for each in fields(Chunk))
"""Names of the record's fields, in their order."""


@cache
def chunk_maker() -> type[Chunk]:
    """Return what makes a ``Chunk`` from the same values as its class, in a third of the time.

    A frozen value sets each of its 25 fields by a call. A draft of the same layout just sets them, and then becomes
    the frozen one. The draft's class is made when it is first asked for: an unchanged build makes no chunk.
    """

    def freeze(draft: object) -> None:
        draft.__class__ = Chunk

    own = [(each.name, each.type, each) for each in fields(Chunk)]
    draft = make_dataclass("_Draft", own, slots=True, namespace={"__post_init__": freeze})
    return cast("type[Chunk]", draft)


@dataclass(frozen=True, slots=True)
class Document:
    """Everything that one pass over a document returns."""

    source: str
    title: str
    metadata: Mapping[str, Any]
    """The front matter, as JSON values; empty if there is none."""
    headings: tuple[Heading, ...]
    chunks: tuple[Chunk, ...]
    notices: tuple[Notice, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    """Code points of the source that are in no content, by kind of block; ``data_uri``: that are shown in short."""

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        from mdchunk.model.notebook import document_html  # noqa: PLC0415 - only notebooks need it

        said = [f"{notice.place}: {notice.render()}" for notice in self.notices]
        return document_html(self.title, self.source, [chunk.to_dict() for chunk in self.chunks], said)
