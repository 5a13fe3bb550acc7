"""Every frozen value that travels between the stages, the options, and the error.

The flow, each stage taking the values of the one before and returning new ones::

    bytes ─ source ─▶ Source ─ parse ─▶ Block… ─ sections ─▶ Section… ─ pack ─▶ Chunk… ─ records ─▶ JSONL

Spans travel, text stays: offsets are 0-based, half-open code points into ``Source.text``; the text itself
is sliced once, at the end. Lines inside the pipeline are 0-based and half-open, as in ``markdown_it.Token.map``;
lines in a ``Chunk``, a ``Heading`` or a ``Notice`` are 1-based and inclusive, as in editors.
"""

from mdchunk.model.errors import MdchunkError, Notice, NoticeKind, Place, Spelling, WrongTypeError
from mdchunk.model.options import (
    DROPPED,
    DROPPED_BY,
    KINDS,
    HtmlHeader,
    Kind,
    Length,
    LinkTargets,
    Options,
    PrefixPath,
    Settings,
    chosen_options,
)
from mdchunk.model.values import (
    FIELDS,
    SCHEMA_VERSION,
    Chunk,
    Document,
    Heading,
    Outline,
    SectionText,
    SectionTree,
    Span,
    chunk_maker,
)

__all__ = [
    "DROPPED",
    "DROPPED_BY",
    "FIELDS",
    "KINDS",
    "SCHEMA_VERSION",
    "Chunk",
    "Document",
    "Heading",
    "HtmlHeader",
    "Kind",
    "Length",
    "LinkTargets",
    "MdchunkError",
    "Notice",
    "NoticeKind",
    "Options",
    "Outline",
    "Place",
    "PrefixPath",
    "SectionText",
    "SectionTree",
    "Settings",
    "Span",
    "Spelling",
    "WrongTypeError",
    "chosen_options",
    "chunk_maker",
]
