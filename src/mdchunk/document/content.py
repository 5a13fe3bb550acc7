"""A document while it is cut: its blocks, and the text and size of any span once the edits are made."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from markdown_it.token import Token

from mdchunk.document.edits import PAGE_MARKER, Edit, amounts, edits
from mdchunk.model import DROPPED_BY, Length, Options, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mdchunk.document.blocks import Block, Parsed
    from mdchunk.text.source import Source

PROBE = 6
"""Code points a unit of size that are more than prose has: a token has about four."""

_LEFT_AT_EDGES = frozenset({"comment", PAGE_MARKER, *DROPPED_BY})
"""Kinds of edits that are in no chunk if they are at its edge."""
_GONE = Token("gone", "", 0)
"""In the place of a token that nobody needs any more."""
_LINE_ENDS = re.compile(r"\s*[\r\n]")


@dataclass(frozen=True, slots=True, eq=False)
class Content:
    """What of a document goes into chunks, and how sizes are measured. Offsets are into the untouched source."""

    source: Source
    options: Options
    tokens: list[Token]
    """Those of a block are gone once it is packed: see ``forget``."""
    blocks: Sequence[Block]
    """The top-level blocks, in order."""
    edits: list[Edit]
    """In order, apart from each other."""
    starts: list[int]
    """Where the edits start."""
    ends: list[int]
    """Where they end."""
    gains: list[int]
    """How many code points the edits before each of them add, all of them last; usually below 0."""
    length: Length
    """How sizes are measured; a tokenizer measures each text once."""
    has_crlf: bool
    """Whether some line ends in two code points, which are one in ``Chunk.content``."""
    plain_from: int
    """Offset from which on sizes are code points of the source: behind the last edit, past the end if nowhere."""
    dropped: Mapping[str, int]
    """Code points that are in no ``Chunk.content``, by kind."""
    known: dict[tuple[object, int], Any] = field(default_factory=dict)
    """What was found out about single blocks, by the function that did and the block's token."""

    def forget(self, blocks: Iterable[Block]) -> None:
        """Let go of what only the packing of blocks needs: their tokens, and what was found out about them.

        Tokens take several times as much memory as the text, and so would the chunks at their side.
        """
        self.known.clear()
        for block in blocks:
            # the info string of code is asked for later
            first = block.token + (block.kind == "code")
            if first >= 0 and block.stop > first:
                self.tokens[first : block.stop] = [_GONE] * (block.stop - first)

    def slice(self, start: int, end: int) -> str:
        r"""Return a span with the edits that lie inside it made and ``\n`` for every line ending."""
        text = self.source.text
        if not self.edits or start >= self.ends[-1]:
            # most edits are one, of the front matter
            return newlines(text[start:end])
        parts: list[str] = []
        for edit in self._inside(start, end):
            parts += (newlines(text[start : edit.start]), edit.text)
            start = edit.end
        return "".join((*parts, newlines(text[start:end])))

    def size(self, start: int, end: int) -> int:
        """Return the size of a span as it reads in ``Chunk.content``."""
        if start >= self.plain_from:
            return end - start
        if self.length is len:
            return self._chars(start, end) if self.has_crlf or self.edits else end - start
        return self.length(self.slice(start, end))

    def size_up_to(self, start: int, end: int, limit: int) -> int:
        """Return the size of a span; if that is well above ``limit``, the size of its beginning, also above."""
        if self.length is not len:
            probe = start + limit * PROBE
            if edit := self.edit_at(probe):
                probe = edit.end
            if probe < end and (size := self.size(start, probe)) > limit * 5 // 4:
                return size
        return self.size(start, end)

    def between(self, end: int, start: int) -> int:
        """Return what to add to the sizes of two spans, of which one ends and one starts here, for that of both.

        Tokens don't add up: ``.`` and a blank line may be one token, a blank line be two before a letter, and
        a tokenizer may begin and end each text with a token. So the border is measured with a code point on each
        side, and the sum is close; that it is right is seen when the finished text is measured.
        """
        if self.length is len:
            return self.size(end, start)
        text = self.source.text
        before, after = text[end - 1 : end], text[start : start + 1]
        both = self.length(before + self.slice(end, start) + after)
        # no less than what is added to every text: sizes that are rounded up would make up for nothing
        return max(both - self.length(before) - self.length(after), -self.length(""))

    def code_points(self, start: int, end: int) -> int:
        """Return how many code points a span has where each line ends in one."""
        return end - start - (self.source.text.count("\r\n", start, end) if self.has_crlf else 0)

    def ahead(self, start: int, count: int, end: int) -> int:
        """Return the offset so many of these code points further on, but at most ``end``."""
        at = start + count
        while at < end and (short := count - self.code_points(start, at)):
            at += short
        return min(at + (self.source.text[at - 1 : at + 1] == "\r\n"), end)

    def _chars(self, start: int, end: int) -> int:
        size = self.code_points(start, end)
        first, last = bisect_left(self.starts, start), bisect_right(self.ends, end)
        return size + self.gains[last] - self.gains[first] if last > first else size

    def edit_at(self, offset: int) -> Edit | None:
        """Return the edit in which an offset lies: a cut there would bring back what was taken out."""
        i = bisect_left(self.starts, offset)
        return self.edits[i - 1] if i > 0 and offset < self.edits[i - 1].end else None

    def trimmed(self, start: int, end: int) -> Span:
        """Return a span with no edit across its ends, and without comments and dropped blocks there; maybe empty.

        A comment at the edge of a chunk is in none, and one that is cut would come back.
        """
        if not self.edits or start >= self.ends[-1]:
            return Span(start, end)
        while (i := bisect_right(self.starts, start) - 1) >= 0 and start < self.ends[i]:
            if self.edits[i].kind not in _LEFT_AT_EDGES:
                break
            # > <!-- a -->
            # > text             the piece begins with the whole line
            start = behind_line_ends(self.source.text, self.ends[i], len(self.source.text))
        while (i := bisect_left(self.starts, end) - 1) >= 0 and start < end <= self.ends[i]:
            if self.edits[i].kind not in _LEFT_AT_EDGES:
                return Span(start, self.ends[i])
            end = stripped_end(self.source.text, start, self.edits[i].start)
        return Span(start, max(start, end))

    def _inside(self, start: int, end: int) -> list[Edit]:
        return self.edits[bisect_left(self.starts, start) : bisect_right(self.ends, end)]


def behind_line_ends(text: str, at: int, end: int) -> int:
    """Return ``at`` moved to the line of the next word, if only white space is before it."""
    ended = _LINE_ENDS.match(text, at, end)
    return ended.end() if ended else at


def stripped_end(text: str, start: int, end: int) -> int:
    """Return ``end`` moved before the white space in front of it, but not before ``start``."""
    while end > start and text[end - 1].isspace():
        end -= 1
    return end


def newlines(text: str) -> str:
    r"""Return a text with ``\n`` for every line ending."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def read_content(parsed: Parsed, options: Options, length: Length) -> Content:
    """Return what of a document goes into chunks by ``options``, measured by ``length``."""
    text = parsed.source.text
    has_crlf = "\r\n" in text
    counted = length if length is len else cache(length)
    made = edits(parsed, options, counted)
    is_plain = length is len and not has_crlf
    gains = [0]
    for edit in made:
        crlf = text.count("\r\n", edit.start, edit.end) if has_crlf else 0
        gains.append(gains[-1] + len(edit.text) - (edit.end - edit.start) + crlf)
    return Content(
        source=parsed.source,
        options=options,
        tokens=parsed.tokens,
        blocks=parsed.blocks,
        edits=made,
        starts=[edit.start for edit in made],
        ends=[edit.end for edit in made],
        gains=gains,
        length=counted,
        has_crlf=has_crlf,
        plain_from=(made[-1].end if made else 0) if is_plain else sys.maxsize,
        dropped=amounts(text, made),
    )


def kinds_in(blocks: Iterable[Block]) -> str:
    """Return the kind of some blocks: the one they have in common, else ``mixed``."""
    kinds = {block.kind for block in blocks}
    return kinds.pop() if len(kinds) == 1 else "mixed"
