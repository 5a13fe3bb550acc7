r"""Pages: the markers that converters of PDF leave in Markdown, and the page of a place.

================================  =====================================================================
``\f``                            pdftotext, pypdfium2, docling: the page ends, also inside a line
``<!-- PageBreak -->``            Azure Document Intelligence; so ``<!-- page break -->``: the page ends
``<!-- page 3 -->``               page 3 begins; so ``<!-- page: 3 -->``, ``<!-- page=3 -->``
``<!-- Slide number: 3 -->``       MarkItDown: slide 3 begins
``<!-- PageNumber="3" -->``       Azure: this is printed on the page that contains it
``{3}``, then at least 12 ``-``   Marker: page 3 begins (it counts from 0)
``--- end of page=3 ---``         PyMuPDF4LLM: page 3 ends (old versions count from 0)
================================  =====================================================================

A marker other than a form feed is alone on its line, and is outside fences. Pages have the number that their marker
has; the others count on from there, the first being 1 if none has a number.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from markdown_it.token import Token

    from mdchunk.text.source import Source

_Where = Literal["begins", "ends", "on"]

_MARKERS: Mapping[str, tuple[tuple[_Where, str], ...]] = MappingProxyType(
    {
        "\f": (("ends", r"\f"),),
        "<!--": (
            ("ends", r"<!--[ \t]*page[ _-]?break[ \t]*-->"),
            ("begins", r"<!--[ \t]*page(?:[ \t]*[:=#][ \t]*|[ \t]+)(?P<page>\d{1,7})[ \t]*-->"),
            ("begins", r"<!--[ \t]*slide[ _-]?(?:number)?[ \t]*[:=#]?[ \t]*(?P<page>\d{1,7})[ \t]*-->"),
            ("on", r"""<!--[ \t]*PageNumber="[^"\d\n]{0,40}(?P<page>\d{1,7})[^"\n]{0,40}"[ \t]*-->"""),
        ),
        "}---": (("begins", r"\{(?P<page>\d{1,7})\}-{12,}"),),
        "end of page": (("ends", r"--- end of page[^\d\n]{0,40}(?P<page>\d{1,7}) ---"),),
    }
)
"""From what a marker holds (to pass a text over at once) to the position of the marker on its page, and its pattern."""
_COMMENT = re.compile(r"<!--[ \t]*(?:page|slide)", re.IGNORECASE)
"""How a comment that is a marker begins."""


class Pages(NamedTuple):
    """The pages of a document that has markers."""

    text: str
    starts: list[int]
    """Offset of each page's first code point."""
    numbers: list[int]

    def first(self, start: int, end: int) -> int:
        """Return the number of the page on which a span's text begins; a form feed in front of it is none of it."""
        return self._at(end - len(self.text[start:end].lstrip()))

    def last(self, start: int, end: int) -> int:
        """Return the number of the page on which a span's text ends."""
        return self._at(start + len(self.text[start:end].rstrip()) - 1)

    def _at(self, offset: int) -> int:
        return self.numbers[max(bisect_right(self.starts, offset) - 1, 0)]


class PageMarker(NamedTuple):
    """What marks a page."""

    start: int
    """First code point, 0-based."""
    end: int
    """One past the last code point."""
    where: _Where
    """Where on its page it is."""
    page: int | None
    """The number of the page, if the marker has one."""


def pages_of(text: str, markers: Sequence[PageMarker]) -> Pages | None:
    """Return the pages of a text by its markers, in order, or ``None`` if it has none."""
    return _numbered(text, markers) if markers else None


def page_markers(source: Source, tokens: Sequence[Token], own: str = "") -> list[PageMarker]:
    """Return the page markers of a text outside fences, in order.

    Args:
        source: The text.
        tokens: Its tokens.
        own: A regular expression that finds a marker beside the known ones: with a number in its group ``page``, that
            page begins with it; without one, a page ends with it. It is matched over the whole text, so one that
            backtracks without bound takes as long as it takes.
    """
    markers = sorted(_markers(source, own))
    fences = [token.map for token in tokens if markers and token.type == "fence" and token.map]
    return [marker for marker in markers if not _is_in(source, fences, marker.start)]


def marker_lines(source: Source, tokens: Sequence[Token]) -> list[int]:
    """Return the 0-based lines of a text that hold a page marker."""
    return [source.line_of(marker.start) for marker in page_markers(source, tokens)]


def _markers(source: Source, own: str) -> Iterator[PageMarker]:
    text = source.text
    ends: dict[int, int] = {}
    for hint, patterns in _MARKERS.items():
        if hint not in text or (hint == "<!--" and not _COMMENT.search(text)):
            continue
        for where, pattern in patterns:
            for match in re.finditer(pattern, text, re.IGNORECASE):
                if _is_alone(source, match, ends):
                    yield _marker(match, where)
    if own:
        for match in re.finditer(own, text, re.MULTILINE):
            if match[0]:
                marker = _marker(match, "begins")
                yield marker if marker.page is not None else marker._replace(where="ends")


def _marker(match: re.Match[str], where: _Where) -> PageMarker:
    page = match.groupdict().get("page") or ""
    return PageMarker(match.start(), match.end(), where, int(page) if page.isdecimal() else None)


def _is_alone(source: Source, match: re.Match[str], ends: dict[int, int]) -> bool:
    """Return whether a marker is all of its line, indented by no more than a comment may be; a form feed needs no line.

    Where the words of a line end is kept in ``ends``, for one line may hold any number of form feeds.
    """
    if match[0] == "\f":
        return True
    line = source.line_of(match.start())
    start = source.starts[line]
    if line not in ends:
        ends[line] = start + len(source.line(line).rstrip())
    is_last = match.end() >= ends[line]
    before = match.start() - start
    return is_last and before <= 3 and not source.text[start : match.start()].strip()


def _is_in(source: Source, fences: Sequence[Sequence[int]], offset: int) -> bool:
    line = source.line_of(offset)
    i = bisect_right(fences, line, key=lambda lines: lines[0]) - 1
    # \f```py: the page ends in front of the fence
    return i >= 0 and fences[i][0] < line < fences[i][1]


def _numbered(text: str, markers: Sequence[PageMarker]) -> Pages:
    """Return the pages that markers, in order, stand between, each with its number."""
    breaks = any(marker.where == "ends" for marker in markers)
    starts: list[int] = [0]
    known: list[int | None] = [None]
    for marker in markers:
        if marker.where == "ends":
            known[-1] = marker.page if known[-1] is None else known[-1]
            starts.append(marker.end)
            known.append(None)
        elif marker.where == "begins" or (not breaks and known[-1] is not None):
            starts.append(marker.start)
            known.append(marker.page)
        elif known[-1] is None:
            known[-1] = marker.page
    return Pages(text, starts, _filled(known))


def _filled(known: Sequence[int | None]) -> list[int]:
    """Return numbers for all pages: those without one count on, and down from the first that has one."""
    first = next((i for i, number in enumerate(known) if number is not None), 0)
    lowest = known[first]
    lowest = 1 if lowest is None else lowest
    # a cover before the page that says 1 is page 1 as well
    numbers = [max(lowest - first + i, min(lowest, 1)) for i in range(first + 1)]
    for number in known[first + 1 :]:
        numbers.append(numbers[-1] + 1 if number is None else number)
    return numbers
