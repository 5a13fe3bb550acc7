"""Every frozen value that travels between the stages, the options, and the error.

The flow, each stage taking the values of the one before and returning new ones::

    bytes ─ source ─▶ Source ─ parse ─▶ Block… ─ sections ─▶ Section… ─ pack ─▶ Chunk… ─ records ─▶ JSONL

Spans travel, text stays: offsets are 0-based, half-open code points into ``Source.text``; the text itself
is sliced once, at the end. Lines inside the pipeline are 0-based and half-open, as in ``markdown_it.Token.map``;
lines in a ``Chunk``, a ``Heading`` or a ``Warning_`` are 1-based and inclusive, as in editors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple, TypedDict, get_args

Kind = Literal[
    "heading",
    "paragraph",
    "code",
    "list",
    "list_item",
    "blockquote",
    "table",
    "html",
    "comment",
    "thematic_break",
    "definition",
    "footnote_definition",
    "definition_list",
    "front_matter",
    "math",
    "directive",
    "mdx_jsx",
    "mdx_esm",
    "mdx_expression",
]
"""What a block is: mdast's node names in snake_case (``comment`` is a block of nothing but comments)."""

SCHEMA_VERSION = 1
"""Of the record; raised when a field changes its meaning or goes."""
KINDS: tuple[Kind, ...] = tuple(kind for kind in get_args(Kind) if kind != "list_item")
"""The kinds of a top-level block."""
DROPPED: frozenset[Kind] = frozenset({"front_matter", "comment", "mdx_esm"})
"""Kinds that are in no chunk unless they are asked for."""

WarningKind = Literal[
    "unclosed",
    "cut_inside",
    "nesting",
    "front_matter",
    "skipped",
    "config",
]
"""What a warning is about: a fence, comment or tag left open; a block cut inside a row, a line or a word;
nesting that the parser gave up on; front matter that does not parse; a file that was skipped; a setting."""

Length = Callable[[str], int]
"""From a text to its size, in a unit of its own (code points, tokens)."""


class MdchunkError(Exception):
    """What the user can mend: the message names the file, the place and what to do, in one line."""


class Span(NamedTuple):
    """A piece of the source by position."""

    start: int
    """First code point, 0-based."""
    end: int
    """One past the last code point."""


@dataclass(frozen=True, slots=True)
class Warning_:  # noqa: N801 - "warning" is the word of the field, and Python has taken it
    """Something that the user should know and that stopped nothing."""

    kind: WarningKind
    file: str
    """The document's ``source``, empty for a text without a name."""
    line: int
    """1-based; 0 where it concerns the whole file."""
    message: str

    def to_dict(self) -> dict[str, str | int]:
        """Return the fields by name, as JSON has them."""
        return {"kind": self.kind, "file": self.file, "line": self.line, "message": self.message}


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the outline: what opens a section."""

    level: int
    """1 to 6."""
    text: str
    """What a reader sees: no markup, no tags, images by their alt text, blanks folded."""
    anchor: str
    """GitHub's anchor, unique in the document, or the explicit one where the dialect has it."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """What comes out: an exact slice of its document, and where it stands. The fields are the record's, in its order.

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
    """Title of the document, ``""`` where it has none."""
    heading_path: tuple[str, ...]
    """From the outermost heading to the section's own; empty before the first."""
    heading_level: int
    """1 to 6; 0 before the first heading."""
    anchor: str
    """GitHub's anchor of the section's heading, ``""`` before the first."""
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
    """The language where the kind is code, else ``""``."""
    chars: int
    """Code points of ``text``."""
    tokens: int | None = None
    """Size of ``content``, only where sizes are tokens."""
    overlap: int
    """Code points of ``content`` that repeat the end of the part before."""
    page_start: int | None = None
    """First page, only where the document has page markers."""
    page_end: int | None = None
    """Last page, inclusive."""
    hash: str
    """SHA-256 of ``content``, hexadecimal."""
    text: str
    content: str
    metadata: Mapping[str, Any] | None = None
    """Front matter keys that were asked for, as JSON values; only then."""

    def to_dict(self) -> dict[str, Any]:
        """Return the record: keys in the published order, absent fields left out, no value ``None``."""
        from mdchunk.records import to_record  # noqa: PLC0415 - the record's shape is decided there

        return to_record(self)


class Settings(TypedDict, total=False):
    """The keyword arguments of the API: the fields of ``Options``, which holds their defaults."""

    max_chars: int
    max_tokens: int
    tokenizer: str | Length
    overlap: int
    min_size: int
    prefix_path: bool
    max_level: int
    dialect: str
    drop: frozenset[Kind] | set[Kind] | tuple[Kind, ...] | list[Kind]
    metadata: tuple[str, ...] | list[str]
    page_marker: str
    keep_data_uris: bool


@dataclass(frozen=True, slots=True)
class Options:
    """Every setting of the chunker and its default, which stands here and nowhere else.

    Raises:
        MdchunkError: A value is out of its range; the message names the setting and the range.
    """

    max_chars: int = 1500
    """Most code points of ``Chunk.content``, at least 1."""
    max_tokens: int = 0
    """Most tokens of ``Chunk.content``; 0: sizes are code points. Where set, ``max_chars`` is not looked at."""
    tokenizer: str | Length = "approx"
    """What counts tokens: a name that ``length`` knows, or a function from a text to a number."""
    overlap: int = 0
    """Most units that a later part of a section repeats from the part before; less than half the maximum."""
    min_size: int = 0
    """Neighbouring sections of one parent that are smaller than this are joined, in units; at most the maximum."""
    prefix_path: bool = False
    """Whether ``content`` starts with ``Title > A > B`` and a blank line."""
    max_level: int = 6
    """Deepest heading level that opens a section, 1 to 6."""
    dialect: str = "auto"
    """A name that ``dialects`` knows, or ``auto``: by the ending of the file, gfm where it says nothing."""
    drop: frozenset[Kind] = DROPPED
    """Kinds that are in no chunk."""
    metadata: tuple[str, ...] = ()
    """Front matter keys to put on every record, as far as a document has them; ``*`` for all."""
    page_marker: str = ""
    """A regular expression that finds a page marker beside the known ones; its group ``page`` is the number."""
    keep_data_uris: bool = False
    """Whether ``content`` keeps base64 data URIs as they are rather than a short placeholder."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "drop", frozenset(self.drop))
        object.__setattr__(self, "metadata", tuple(self.metadata))
        for name, low in (
            ("max_chars", 1),
            ("max_tokens", 0),
            ("overlap", 0),
            ("min_size", 0),
            ("max_level", 1),
        ):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < low:
                raise MdchunkError(f"{name} must be a whole number of at least {low}, not {value!r}")
        if self.max_level > 6:
            raise MdchunkError(f"max_level must be from 1 to 6, not {self.max_level}")
        if self.overlap * 2 >= self.max_size and self.overlap:
            raise MdchunkError(
                f"overlap ({self.overlap}) must be less than half of the size limit ({self.max_size})"
            )
        if self.min_size > self.max_size:
            raise MdchunkError(f"min_size ({self.min_size}) is larger than the size limit ({self.max_size})")
        try:
            re.compile(self.page_marker)
        except re.error as error:
            raise MdchunkError(f"page_marker is not a regular expression: {error}") from None
        unknown = sorted(set(self.drop) - set(KINDS))
        if unknown:
            raise MdchunkError(f"unknown kind {unknown[0]!r} to drop; the kinds are {', '.join(KINDS)}")

    @property
    def max_size(self) -> int:
        """The limit of ``content``, in the unit chosen."""
        return self.max_tokens or self.max_chars


@dataclass(frozen=True, slots=True)
class Document:
    """Everything that one pass over a document gives."""

    source: str
    title: str
    metadata: Mapping[str, Any]
    """The front matter, as JSON values; empty where there is none."""
    headings: tuple[Heading, ...]
    chunks: tuple[Chunk, ...]
    warnings: tuple[Warning_, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    """Code points of the source that are in no content, by kind of block; ``data_uri``: that are shown in short."""
