"""What the pages of a build repeat: the paragraphs that most files begin or end with, which search need not find."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mdchunk.model import Chunk

AT_EACH_END = 4
"""Paragraphs that are looked at from the start of a file, and from its end."""
MIN_CHARS = 20
"""Code points of a paragraph that is worth a report; shorter ones are rules, badges and the like."""
MIN_FILES = 5
"""Files of a build from which on repetitions are looked for."""
HELD = 20_000
"""Different paragraphs that are counted at a time."""

_LINE_END = re.compile(r"\r\n|\n|\r")


class Paragraph(NamedTuple):
    """A paragraph near an end of a file."""

    digest: str
    """Equal text has an equal one."""
    line: int
    """1-based."""
    lines: int


class Repeat(NamedTuple):
    """A paragraph that most files have."""

    source: str
    """The first file that has it."""
    line: int
    """Where it has it, 1-based."""
    lines: int
    files: int


def paragraphs_at_ends(chunks: Sequence[Chunk]) -> tuple[Paragraph, ...]:
    """Return the paragraphs that a file begins and ends with, each once; headings and short ones are left out."""
    first = (one for chunk in chunks for one in _paragraphs(chunk))
    last = (one for chunk in reversed(chunks) for one in reversed(list(_paragraphs(chunk))))
    found: dict[str, Paragraph] = {}
    for paragraph in (*islice(first, AT_EACH_END), *islice(last, AT_EACH_END)):
        found.setdefault(paragraph.digest, paragraph)
    return tuple(found.values())


def _paragraphs(chunk: Chunk) -> Iterator[Paragraph]:
    """Yield what blank lines part in a chunk."""
    line = chunk.start_line
    for is_text, some in groupby(_LINE_END.split(chunk.text), lambda text: bool(text.strip())):
        lines = list(some)
        text = "\n".join(lines)
        if is_text and len(text) >= MIN_CHARS and not text.startswith("#"):
            digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
            yield Paragraph(digest, line, len(lines))
        line += len(lines)


@dataclass(slots=True)
class Repeats:
    """Counts in how many files each paragraph is."""

    seen: dict[str, Repeat] = field(default_factory=dict)
    """Digest of a paragraph -> the first file that has it, and how many have it."""

    def add(self, source: str, paragraphs: Iterable[Paragraph], files: int) -> None:
        """Count the paragraphs of a file, the last of so many."""
        for digest, line, lines in paragraphs:
            known = self.seen.get(digest)
            self.seen[digest] = (
                known._replace(files=known.files + 1) if known else Repeat(source, line, lines, 1)
            )
        if len(self.seen) > HELD:
            # what most files have, has been in many of them so far
            self.seen = {digest: one for digest, one in self.seen.items() if one.files * 8 > files}

    def in_most_of(self, files: int) -> list[Repeat]:
        """Return the paragraphs that more than half of so many files have, in the order of the first file."""
        return [one for one in self.seen.values() if files >= MIN_FILES and one.files * 2 > files]
