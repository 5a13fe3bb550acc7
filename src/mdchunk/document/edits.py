"""Noise: what is in no ``content``, or only in short: blocks of dropped kinds, comments, data URIs."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.document.link_targets import link_targets
from mdchunk.document.padding import padding
from mdchunk.syntax.dialects import CONVERTED, DIALECTS, dialect_of
from mdchunk.text.code_spans import code_spans

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from markdown_it.token import Token

    from mdchunk.document.blocks import Block, Parsed
    from mdchunk.model import Kind, Length, Options, Span
    from mdchunk.text.source import Source

_HEAD = r"data:(?P<type>[\w.+-]+/[\w.+-]+)?(?:;[\w.+-]+(?:=[\w.+-]+)?)*?;base64,"
_DIGITS = "[A-Za-z0-9+/=_%-]"
# <img src="data:image/png;base64,iVBORw0KGgo…
#           AAANSUhEUgAA…">              in an attribute the digits may span lines
_DATA_URI = re.compile(
    rf"(?<=(?P<quote>[\"'])){_HEAD}[\s>]*(?:{_DIGITS}{{16,}}+[\s>]+)*+{_DIGITS}*+[\s>]*(?=(?P=quote))"
    rf"|{_HEAD.replace('type', 'bare')}{_DIGITS}+",
    re.IGNORECASE,
)
_BASE64 = re.compile("base64,", re.IGNORECASE)
PAGE_MARKER = "page_marker"
"""Kind of an edit that takes a page marker out."""
HEADING_ID = "heading_id"
"""Kind of an edit that counts as nothing dropped: a converter of ours wrote what it takes out."""
_HEADING_ID = re.compile(r"[ \t]+\{#[^\s{}#]+\}$")
_BLANKS_AROUND = 100
"""Code points of white space that may be around a page marker which is a block."""
_LONG = 64
"""Code points from which on a data URI is shown in short."""
_CODE_TOKENS = frozenset({"fence", "code_block"})
_LINE_TOKENS = frozenset({"table", "thead", "tbody", "tr", "th", "td"})
"""In a table a code span ends with its row."""
_TEXT_TOKENS = frozenset({"paragraph", "paragraph_open", "heading_open", "inline", "table"})
_BLANKS = frozenset({"", " ", "\t", "\r", "\n"})

PADDING = "padding"
"""Kind of an edit that shortens a table."""
_UNCOUNTED = frozenset({HEADING_ID, PADDING})
"""Kinds of edits that drop nothing that anybody would miss."""


class Edit(NamedTuple):
    """A piece of the source that reads differently in ``content``: dropped, or shown in short."""

    start: int
    """First code point, 0-based."""
    end: int
    """One past the last code point."""
    text: str
    """The replacement, possibly empty."""
    kind: str
    """A kind of block, ``data_uri``, ``heading_id``, ``padding`` or one of ``DROPPED_BY``."""


def edits(parsed: Parsed, options: Options, length: Length) -> list[Edit]:
    """Return the edits of a document, in order and apart from each other; ``length`` measures what fits a chunk."""
    found = list(_blocks(parsed, options))
    dialect = dialect_of(parsed.source.name, options.dialect)
    if "comment" in options.drop:
        found += [Edit(span.start, span.end, "", "comment") for span in parsed.comments]
        found += _inline_comments(parsed, DIALECTS[dialect].inline_comments)
    found += _page_markers(parsed)
    if dialect == CONVERTED:
        found += _heading_ids(parsed)
    if not options.keep_data_uris and _has_base64(parsed.source.text):
        found += _data_uris(parsed, options.max_size)
    found += (
        Edit(*span, text, PADDING) for span, text in padding(parsed.source, parsed.tokens, options, length)
    )
    if options.link_targets == "drop":
        found += (Edit(*span, "", "link_target") for span in link_targets(parsed))
    return list(_apart(sorted(found, key=lambda edit: (edit.start, -edit.end))))


def _has_base64(text: str) -> bool:
    # the second question takes its time
    return "64," in text and _BASE64.search(text) is not None


def amounts(text: str, made: Iterable[Edit]) -> Mapping[str, int]:
    """Return how many code points of a text are left out by the edits, by kind, blanks around them not counted."""
    dropped: Counter[str] = Counter()
    for edit in made:
        if edit.kind not in _UNCOUNTED:
            dropped[edit.kind] += len(text[edit.start : edit.end].strip())
    return {kind: count for kind, count in dropped.items() if count}  # a form feed is white space


def _blocks(parsed: Parsed, options: Options) -> Iterator[Edit]:
    blocks, source = parsed.blocks, parsed.source
    reason = _reason_to_drop(options)
    drop, asks_text = options.drop, bool(options.drop_prefixes or options.drop_patterns)
    for i, block in enumerate(blocks):
        if not asks_text and block.kind not in drop:
            continue
        kind = reason(block.kind, source.text, block.start, block.end)
        if not kind:
            continue
        yield _whole(parsed, i, kind)


def _reason_to_drop(options: Options) -> Callable[[Kind, str, int, int], str]:
    """Return the function that says why a block, by kind, text, start and end, is dropped: ``""`` if it is not."""
    drop, prefixes = options.drop, tuple(options.drop_prefixes)
    patterns = [re.compile(pattern) for pattern in options.drop_patterns]

    def reason(kind: Kind, text: str, start: int, end: int) -> str:
        if kind in drop:
            return kind
        if kind == "heading" or not (prefixes or patterns):
            return ""
        if prefixes and text.startswith(prefixes, start, end):
            return "drop_prefixes"
        return "drop_patterns" if any(pattern.search(text[start:end]) for pattern in patterns) else ""

    return reason


def _page_markers(parsed: Parsed) -> Iterator[Edit]:
    """Yield an edit for each page marker: what it says is in ``page_start`` and ``page_end``."""
    source, blocks = parsed.source, parsed.blocks
    text, starts = source.text, [block.start for block in blocks if parsed.page_markers]
    for start, end, *_ in parsed.page_markers:
        marker = text[start:end].strip()
        i = bisect_right(starts, start) - 1
        line = source.line_of(start)
        if i >= 0 and start < blocks[i].end and _is_all_of(text, blocks[i], start, end):
            yield _whole(parsed, i, PAGE_MARKER)
        elif marker and source.line(line).strip() == marker and line + 2 < len(source.starts):
            yield Edit(source.starts[line], source.starts[line + 1], "", PAGE_MARKER)  # its line goes with it
        elif source.is_inner(line):
            yield Edit(start, end, "\n" if start == source.starts[line] else "", PAGE_MARKER)
        else:
            # a[p. 3]b: two words stay two
            joins = text[start - 1 : start].strip() and text[end : end + 1].strip()
            yield Edit(start, end, " " if joins else "", PAGE_MARKER)


def _is_all_of(text: str, block: Block, start: int, end: int) -> bool:
    """Return whether a block holds nothing but a span; one of many lines need not be read for each of its markers."""
    if start - block.start > _BLANKS_AROUND or block.end - end > _BLANKS_AROUND:
        return False
    return not text[block.start : start].strip() and not text[end : block.end].strip()


def _whole(parsed: Parsed, i: int, kind: str) -> Edit:
    """Return the edit that drops a block, with the blank lines after it."""
    blocks, source = parsed.blocks, parsed.source
    block = blocks[i]
    # one line ending stays if the blocks around it would touch:
    # one
    # <!-- note -->
    # two
    end = blocks[i + 1].start if i + 1 < len(blocks) else block.end
    touches = block.first > 0 and not source.is_blank(block.first - 1)
    return Edit(block.start, end, "\n" if touches else "", kind)


def _heading_ids(parsed: Parsed) -> Iterator[Edit]:
    """Yield an edit for each ``{#id}`` behind a heading: in a converted text it is ours, and no reader's."""
    for block in parsed.blocks:
        if block.kind == "heading" and (
            found := _HEADING_ID.search(parsed.source.text, block.start, block.end)
        ):
            yield Edit(found.start(), found.end(), "", HEADING_ID)


def _data_uris(parsed: Parsed, max_size: int) -> Iterator[Edit]:
    """Yield an edit for each long base64 data URI outside code, which would drown the text around it.

    Nothing replaces it if a chunk could not hold the placeholder, which is never cut.
    """
    leaves = _Leaves.of(parsed)
    for match in _DATA_URI.finditer(parsed.source.text):
        if match.end() - match.start() >= _LONG and not leaves.is_code(match.start()):
            short = f"data:{match['type'] or match['bare'] or ''};base64,..."
            yield Edit(match.start(), match.end(), short if len(short) <= max_size else "", "data_uri")


def _inline_comments(parsed: Parsed, pattern: str) -> Iterator[Edit]:
    """Yield an edit for each comment of the dialect inside a text, with one of the blanks around it."""
    text = parsed.source.text
    found = list(re.finditer(pattern, text)) if pattern else []
    leaves = _Leaves.of(parsed) if found else None
    for match in found:
        if leaves and leaves.kind(match.start()) in _TEXT_TOKENS and not leaves.is_code(match.start()):
            start, end = match.span()
            before, after = text[start - 1 : start], text[end : end + 1]
            if before in _BLANKS and after in _BLANKS:
                # a %%b%% c: one blank stays, and none at the end of a line
                start, end = (
                    (start, end + 1) if after in {" ", "\t"} else (start - len(before.strip("\r\n")), end)
                )
            yield Edit(start, end, "", "comment")


class _Leaves(NamedTuple):
    """The tokens of a document by their lines, for questions about single offsets."""

    source: Source
    tokens: Sequence[Token]
    firsts: Sequence[int]
    known: dict[tuple[int, int], list[Span]]
    """The code spans of lines that were read before: a paragraph may hold thousands, and is read once."""

    @staticmethod
    def of(parsed: Parsed) -> _Leaves:
        """Return those of a document."""
        tokens = [token for token in parsed.tokens if token.map and token.nesting >= 0]
        return _Leaves(parsed.source, tokens, [token.map[0] for token in tokens if token.map], {})

    def _at(self, line: int) -> int:
        """Return the index of the last token that begins before the end of a line and holds it, or -1."""
        i = bisect_right(self.firsts, line) - 1
        while i >= 0 and (self.tokens[i].map or (0, 0))[1] <= line:
            i -= 1
        return i

    def kind(self, offset: int) -> str:
        """Return the type of the innermost token at an offset, or nothing."""
        i = self._at(self.source.line_of(offset))
        return self.tokens[i].type if i >= 0 else ""

    def is_code(self, offset: int) -> bool:
        """Return whether an offset lies in a code block or a code span."""
        source, tokens = self.source, self.tokens
        line = source.line_of(offset)
        i = self._at(line)
        if i < 0 or tokens[i].type in _CODE_TOKENS:
            return i >= 0
        if tokens[i].type == "html_block":
            return False
        first, last = (
            (line, line + 1) if tokens[i].type in _LINE_TOKENS else tokens[i].map or (line, line + 1)
        )
        start = source.starts[first]
        if (first, last) not in self.known:
            self.known[first, last] = list(code_spans(source.text[start : source.starts[last]]))
        spans, at = self.known[first, last], offset - start
        before = bisect_left(spans, at, key=lambda span: span.start) - 1
        return before >= 0 and at < spans[before].end


def _apart(found: Iterable[Edit]) -> Iterator[Edit]:
    end = -1
    for edit in found:
        if edit.start >= end:
            yield edit
            end = edit.end
