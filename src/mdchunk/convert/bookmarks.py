"""The bookmarks of a PDF as the levels of its headings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_HEADING = re.compile(r"(#{1,6}) +(.*?)(?: +#+)? *$")
_NOT_LETTERS = re.compile(r"[\W_]+")
_DEEPEST = 6


class Bookmark(NamedTuple):
    """One entry of a PDF's outline."""

    level: int
    """0 for the outermost."""
    title: str
    page: int
    """0-based."""


def with_levels(pages: Sequence[str], bookmarks: Sequence[Bookmark]) -> list[str]:
    """Return the pages with the levels that the bookmarks give to headings.

    A heading that is bookmarked gets its bookmark's level; a paragraph of one line that is bookmarked becomes a
    heading; any other heading goes below the bookmark before it. A document in which no bookmark is found stays as
    it is. The rule is ours: a converter guesses levels from font sizes, the author wrote the bookmarks.

    Args:
        pages: Markdown, one text a page.
        bookmarks: In the order of the document.
    """
    wanted: dict[int, dict[str, int]] = {}
    for bookmark in bookmarks:
        wanted.setdefault(bookmark.page, {}).setdefault(_key(bookmark.title), bookmark.level)
    titles = [wanted.get(number, {}) for number in range(len(pages))]
    if not any(_found(page, known) for page, known in zip(pages, titles, strict=True)):
        return list(pages)
    above = 0
    releveled = []
    for page, known in zip(pages, titles, strict=True):
        lines, above = _releveled(page.split("\n"), known, above)
        releveled.append("\n".join(lines))
    return releveled


def _releveled(lines: list[str], known: dict[str, int], above: int) -> tuple[list[str], int]:
    """Return a page's lines, and the level of the last bookmark on or before it (1-based; 0 before the first)."""
    made = list(lines)
    for i, text, hashes in _titles(lines):
        level = known.get(_key(text))
        if level is not None:
            above = min(level + 1, _DEEPEST)
            made[i] = f"{'#' * above} {text}"
        elif hashes and above:
            made[i] = f"{'#' * min(above + 1, _DEEPEST)} {text}"
    return made, above


def _found(page: str, known: dict[str, int]) -> bool:
    return bool(known) and any(_key(text) in known for _, text, _ in _titles(page.split("\n")))


def _titles(lines: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Yield each line that is or may become a heading: its index, its text, its ``#`` signs."""
    fence = ""
    for i, line in enumerate(lines):
        if fence:
            fence = "" if line.startswith(fence) and not line.strip("`~ ") else fence
        elif line.startswith(("```", "~~~")):
            fence = line[: len(line) - len(line.lstrip(line[0]))]
        elif heading := _HEADING.match(line):
            yield i, heading[2], heading[1]
        elif line.strip() and _is_blank(lines, i - 1) and _is_blank(lines, i + 1):
            yield i, line.strip(), ""


def _is_blank(lines: Sequence[str], i: int) -> bool:
    return not 0 <= i < len(lines) or not lines[i].strip()


def _key(title: str) -> str:
    """Return a title as bookmarks and pages share it: letters and digits, in lower case."""
    return _NOT_LETTERS.sub("", title).casefold()
