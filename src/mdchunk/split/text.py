"""Ways to cut running text: after a sentence, after a clause, at a blank; its words without the markers around them."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.model import Span
from mdchunk.split.piece import TOP, Border, Piece, cut_at, once_per_block
from mdchunk.text.code_spans import code_spans
from mdchunk.text.links import links
from mdchunk.text.sentences import CLOSERS, Starts, sentence_starts, starts_behind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mdchunk.document.blocks import Block
    from mdchunk.document.content import Content

# [!NOTE]                    an alert of GitHub, behind its quote mark
# [!faq]- Is it folded?      a callout of Obsidian
_ALERT = re.compile(r"\[![\w-]+(?:\|[^\]\n]*)?\][+-]?(?:[ \t][^\n]*)?(?:\n|\Z)")
CLAUSE = re.compile(rf"[,;:—–،؛][{CLOSERS}]*(?=\s)|[，、；：][{CLOSERS}]*")
_BLANK = re.compile(r"(?<=\S)(?=\s)")
# 123 Main Street␠␠         a hard break
# • oats                    a sign, a number or a key in front: what the author put on a line of its own
# 2) milk
# Phone: 030 12345
OWN_LINE = re.compile(
    r"(?: {2,}|\\|<br ?/?>)\r?\n"
    r"|\n(?=[ \t>]*(?:[•·▪◦‣●○–][ \t]|\d{1,3}[.)][ \t]|(?=[^\W\d_])(?![a-z])[\w-]+(?: [\w-]+){0,2}:[ \t]))"
)
_MAY_HOLD_FORMULA = re.compile(r"[$「『]|\\\(")
# a formula $x + 1$, \(x + 1\), and what somebody says in 「」
_FORMULA = re.compile(
    r"\\\((?:(?!\\[()]).)+\\\)"
    r"|(?<![\\$\w])\$(?=[^\s$])(?:[^$\\\n]|\\.)*(?<=\S)\$(?![\d$])"
    r"|「[^「」]*」|『[^『』]*』"
)
_INDENTED = re.compile(r"\n\s|\r")


class _Line(NamedTuple):
    """A line of the text and where it comes from."""

    at: int
    """Its first code point in ``Prose.text``."""
    start: int
    """Offset of the source line."""
    content: int
    """Offset of its first code point in the source, behind indentation and markers."""
    number: int
    """0-based line of the source."""


class Prose(NamedTuple):
    """The text of a leaf block with its lines, and the spans in it that are better left whole."""

    text: str
    lines: list[_Line]
    whole: list[Span]
    """Code spans, links, images, autolinks and formulas, as offsets into ``text``, in order and apart."""
    whole_starts: list[int]
    offset: int
    """Offset of the text in the source if it stands there as it is, without markers or indentation; else -1."""

    def is_whole(self, at: int) -> bool:
        """Return whether ``at`` lies inside a span that is better left whole."""
        i = bisect_right(self.whole_starts, at) - 1
        return i >= 0 and self.whole[i].start < at < self.whole[i].end

    def line_at(self, at: int) -> _Line:
        """Return the line that holds a code point of ``text``."""
        return self.lines[bisect_right(self.lines, at, key=lambda line: line.at) - 1]


def sentences(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut after sentences, outside links, code spans and formulas."""
    return cut_at(content, piece, _borders(content, piece, sentence_starts))


def own_lines(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut at hard breaks and before lines that begin with a bullet sign, a number or a key."""
    return cut_at(content, piece, _borders(content, piece, starts_behind(OWN_LINE)))


def clauses(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut after commas, semicolons, colons and dashes, outside links, code spans and formulas."""
    return cut_at(content, piece, _borders(content, piece, starts_behind(CLAUSE)))


def blanks(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut at white space outside links, code spans and formulas."""
    return cut_at(content, piece, _borders(content, piece, starts_behind(_BLANK)))


def inside(content: Content, piece: Piece, _room: Sequence[int]) -> list[Piece]:
    """Cut links, code spans and formulas too: after sentences, else after clauses, else at white space."""
    for starts in (sentence_starts, starts_behind(CLAUSE), starts_behind(_BLANK)):
        found = cut_at(content, piece, _borders(content, piece, starts, goes_inside=True))
        if len(found) > 1:
            return [part._replace(cut=piece.cut) for part in found]
    return []


def is_alert(line: str) -> bool:
    """Return whether a line, without the markers in front of it, begins an alert or a callout: ``[!NOTE]``."""
    return _ALERT.match(line) is not None


def border_at(content: Content, piece: Piece, at: int) -> Border:
    """Return the border at any offset of a piece of running text."""
    prose = _read_prose(content, piece.block)
    line = prose.lines[max(bisect_right(prose.lines, at, key=lambda line: line.start) - 1, 0)]
    if line.start < at <= line.content:
        # -
        #   |text        cut behind its own indentation, a piece begins with a copy of that
        opening = piece.around.opening(line.number) + content.source.text[line.start : at]
        return Border(at, _marked(opening), piece.around.close)
    return _border(content, piece, prose, line.at + max(at - line.content, 0))._replace(at=at)


@once_per_block
def _read_prose(content: Content, block: Block) -> Prose:
    """Return the text of a paragraph or heading (or any block of lines) without its containers' markers."""
    text = content.source.text[block.start : block.end]
    offset = block.start
    if _is_bare(content, block, text):
        starts = content.source.starts[block.first : block.last]
        lines = [_Line(start - offset, start, start, n) for n, start in enumerate(starts, block.first)]
    else:
        text, lines = _without_markers(content, block)
        offset = -1
    whole = list(_whole(text))
    return Prose(text, lines, whole, [span.start for span in whole], offset)


def _is_bare(content: Content, block: Block, text: str) -> bool:
    """Return whether the text of a block, from the source, is a paragraph without markers, indentation or CR.

    Most text that is cut is, and its lines need not be looked at one by one.
    """
    if block.kind != "paragraph" or block.token < 0:
        return False
    said = content.tokens[block.token].content
    return text.startswith(said) and not text[len(said) :].strip() and not _INDENTED.search(said)


def _without_markers(content: Content, block: Block) -> tuple[str, list[_Line]]:
    """Return the text of a block, and its lines, without what its containers put in front of them."""
    lines: list[_Line] = []
    texts: list[str] = []
    at = 0
    for line, end in _content_lines(content, block):
        text = content.source.text[line.content : end]
        lines.append(line._replace(at=at))
        texts.append(text)
        at += len(text) + 1
    return "\n".join(texts), lines


def _borders(
    content: Content,
    piece: Piece,
    starts: Starts,
    *,
    goes_inside: bool = False,
) -> Iterator[Border]:
    """Yield the borders of a piece of running text at these offsets of its words."""
    prose = _read_prose(content, piece.block)
    low, high = _inner(prose, piece)
    for at in starts(prose.text, low, high):
        if goes_inside or not prose.is_whole(at):
            yield _border(content, piece, prose, at)


def _inner(prose: Prose, piece: Piece) -> tuple[int, int]:
    """Return the part of the text that a piece holds."""
    if prose.offset >= 0:
        # <div>        the first and the last piece inside have the tags, too
        return max(piece.start - prose.offset, 0), min(piece.end - prose.offset, len(prose.text))
    first = bisect_right(prose.lines, piece.start, key=lambda line: line.start) - 1
    line = prose.lines[max(first, 0)]
    low = line.at + max(piece.start - line.content, 0)
    last = prose.lines[max(bisect_right(prose.lines, piece.end - 1, key=lambda line: line.start) - 1, 0)]
    return low, min(last.at + max(piece.end - last.content, 0), len(prose.text))


def _border(content: Content, piece: Piece, prose: Prose, at: int) -> Border:
    text, around = content.source.text, piece.around
    if around is TOP and prose.offset >= 0:
        return Border(prose.offset + at, "", "")
    line, first = prose.line_at(at), prose.lines[0]
    if around is TOP and line.start == line.content and first.start == first.content:
        return Border(line.start + at - line.at, "", "")
    prefix, of_first = text[line.start : line.content], text[first.start : first.content]
    if _is_lazy(prefix, of_first, around.width):
        # > some words
        # some | more          a lazy line has no markers: those of the first are copied
        opening = around.opening(first.number) + of_first
    elif at > line.at:
        # > - some | more      the piece begins with the markers of its own line
        opening = around.opening(line.number) + prefix
    elif prefix.isspace() and not around.lines:
        #     text         an indented continuation: alone, it would be code
        return Border(line.content, "", around.close)
    else:
        return Border(line.start, around.opening(line.number), around.close)
    return Border(line.content + at - line.at, _marked(opening), around.close)


def _marked(opening: str) -> str:
    """Return what a piece begins with, unless that is only the indentation of a top-level paragraph."""
    return opening if opening.strip() else ""


def _is_lazy(prefix: str, first: str, width: int) -> bool:
    return prefix.count(">") < first.count(">") or len(prefix.expandtabs(4)) < width


def _content_lines(content: Content, block: Block) -> Iterator[tuple[_Line, int]]:
    """Yield each line and where its content ends.

    The parser cuts markers off the front of a line, so the content is where the line ends.
    """
    source = content.source
    texts = _texts(content, block)
    for number in range(block.first, block.last):
        start, end = source.starts[number], source.line_end(number)
        line = source.text[start:end]
        i = number - block.first
        if i < len(texts):
            text = texts[i].strip()
            at = start + max(line.rfind(text), 0)
            yield _Line(0, start, at, number), at + len(text) if block.kind == "heading" else end
        elif texts:
            return  # the underline of a setext heading
        else:
            yield _Line(0, start, start + len(line) - len(line.lstrip(" \t>")), number), end


def _texts(content: Content, block: Block) -> list[str]:
    """Return the lines of a block's text without markers, if the parser kept them."""
    if block.token < 0:
        return []
    for token in content.tokens[block.token : min(block.token + 2, block.stop)]:
        if token.type in ("paragraph", "inline"):
            return token.content.split("\n")
    return []


def _whole(text: str) -> Iterator[Span]:
    """Yield code spans, links, images, autolinks and formulas; an alert's marker line belongs to the next line."""
    if not ("[" in text or "`" in text or "<" in text):
        return
    alert = _ALERT.match(text)
    if alert and alert.end() < len(text):
        yield Span(0, alert.end() + 1)
    code = list(code_spans(text))
    found = [*code, *(Span(link.start, link.end) for link in links(text, code))]
    if _MAY_HOLD_FORMULA.search(text):
        found += (Span(*match.span()) for match in _FORMULA.finditer(text))
    found.sort()
    end = 0
    for span in found:
        if span.start >= end:
            yield span
            end = span.end
