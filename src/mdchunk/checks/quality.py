"""Where a careful reader would not have cut: each kind of place has a name and one definition, here.

Works on finished records of any chunker: what it needs of one is where it lies in the source, its content and size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from mdchunk.checks import cuts, lone, sizes
from mdchunk.checks.chunked import Chunked, Places, Slice
from mdchunk.checks.headers import tables, tables_in
from mdchunk.checks.leaves import Leaves, read_leaves
from mdchunk.model import Options


class Finding(NamedTuple):
    """One place where a check found something."""

    check: str
    """A name in ``CHECKS``."""
    source: str
    line: int
    """Of the source, 1-based."""
    chunk: int
    """Position of the chunk among those of its document, from 0."""


@dataclass(frozen=True, slots=True)
class Quality:
    """What was found in the chunks of some documents."""

    limit: int
    """The size limit that ``runts`` and ``long_sections`` are measured by."""
    chunks: int = 0
    table_chunks: int = 0
    """Chunks that hold rows of a table."""
    findings: tuple[Finding, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """How many places each check found, in the order of ``CHECKS``."""
        found = Counter(finding.check for finding in self.findings)
        return {name: found[name] for name in CHECKS}

    def to_dict(self) -> dict[str, Any]:
        """Return counts and places as JSON has them."""
        return {
            "limit": self.limit,
            "chunks": self.chunks,
            "table_chunks": self.table_chunks,
            "counts": self.counts,
            "places": [finding._asdict() for finding in self.findings],
        }


def total(found: Iterable[Quality], limit: int) -> Quality:
    """Return what was found in several documents as one."""
    chunks = with_tables = 0
    findings: list[Finding] = []
    for one in found:
        chunks += one.chunks
        with_tables += one.table_chunks
        findings += one.findings
    return Quality(limit, chunks, with_tables, tuple(findings))


def inspect(
    text: str,
    source: str,
    slices: Sequence[Slice],
    limit: int,
    options: Options = Options(),  # noqa: B008 - frozen
) -> Quality:
    """Check the chunks of one document.

    Args:
        text: The document.
        source: Its name, whose ending chooses the dialect under ``auto``.
        slices: Its chunks, by their start.
        limit: The largest size that a chunk may have, in the unit of ``Slice.size``.
        options: The dialect.
    """
    return inspect_leaves(read_leaves(text, source, options), slices, limit)


def inspect_leaves(leaves: Leaves, slices: Sequence[Slice], limit: int) -> Quality:
    """Check the chunks of a document whose leaf blocks are known; the arguments are those of ``inspect``."""
    text, source = leaves.source.text, leaves.source.name
    doc = Chunked(leaves, tables(leaves), slices, limit)
    file = leaves.source
    findings = [
        Finding(name, source, file.number(file.line_of(offset)), chunk)
        for name, (_, check) in CHECKS.items()
        for chunk, offset in check(doc)
    ]
    findings.sort(key=lambda finding: (finding.chunk, finding.line))
    with_tables = sum(any(tables_in(doc.tables, text, chunk.start, chunk.end)) for chunk in slices)
    return Quality(limit, len(slices), with_tables, tuple(findings))


Check = Callable[[Chunked], Places]

CHECKS: Mapping[str, tuple[str, Check]] = MappingProxyType(
    {
        "cut_sentences": (
            "a chunk ends inside a sentence, though one ends in its second half",
            cuts.cut_sentences,
        ),
        "cut_words": ("a chunk ends inside a word", cuts.cut_words),
        "cut_rows": ("a chunk ends inside a table row", cuts.cut_rows),
        "cut_code_lines": ("a chunk ends inside a line of code", cuts.cut_code_lines),
        "lone_headings": (
            "a chunk holds headings alone, and their text is in the next one",
            lone.lone_headings,
        ),
        "lone_titles": (
            "a chunk ends with a line that serves as the title of what follows",
            lone.lone_titles,
        ),
        "lone_lead_ins": (
            "a chunk ends with a colon; its list, table, code or quote is in the next",
            lone.lone_lead_ins,
        ),
        "lone_captions": (
            "a chunk ends with the caption of the table or figure in the next",
            lone.lone_captions,
        ),
        "lone_code": (
            "a chunk begins with code, and the paragraph before it, which fits, is elsewhere",
            lone.lone_code,
        ),
        "headerless_tables": (
            "a chunk holds rows of a table and not its header row",
            sizes.headerless_tables,
        ),
        "wordless_chunks": ("a chunk holds no letter and no digit", sizes.wordless_chunks),
        "runts": (
            "a chunk is under a tenth of the limit, and a neighbour in its section has room",
            sizes.runts,
        ),
        "long_sections": ("a section is more than ten times the limit", sizes.long_sections),
    }
)
"""Name -> what it finds, and the function that finds it."""
