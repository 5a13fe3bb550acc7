"""The line that says where a chunk is: ``Title > A > B``, in front of its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mdchunk.document.sections import Section
    from mdchunk.model import Length, Options

LONGEST = 150
"""Maximum code points of a path line: shorter ones lose nothing in retrieval, while a paragraph that passes for a
heading, as converters make them, would drown the text of every chunk."""


def path_lines(section: Section, title: str, options: Options, length: Length) -> tuple[str, str]:
    """Return the path line of a section's first chunk and that of its later ones, each with a blank line, or empty.

    A heading that the text itself starts with is not said twice, nor is a title that is the first heading.
    """
    if options.prefix_path == "none":
        return "", ""
    later = next(shorter_lines(_headings(section, title, is_first=False), options, length), "")
    return first_line(section, title, options, length), later


def first_line(
    section: Section, title: str, options: Options, length: Length, text: str | None = None
) -> str:
    """Return the path line of a section's first chunk, with which its text, if given, fits the limit."""
    if options.prefix_path != "all":
        return ""
    for line in shorter_lines(_headings(section, title, is_first=True), options, length):
        if text is None or length(line + text) <= options.max_size:
            return line
    return ""


def _headings(section: Section, title: str, *, is_first: bool) -> list[str]:
    path = list(section.path)
    if is_first and section.text:
        path.pop()
    if title and (not section.path or section.path[0] != title):
        path.insert(0, title)
    return path


def shorter_lines(headings: Sequence[str], options: Options, length: Length) -> Iterator[str]:
    """Yield the path line, then the same without more and more of its outermost headings.

    None is longer than ``LONGEST`` or takes more than a quarter of a chunk; a heading that does alone is left out.
    """

    def fits(line: str) -> bool:
        return len(line) <= LONGEST and length(line) * 4 <= options.max_size

    # code points add up: if all of them fit together, each one fits
    is_short = length is len and fits(" > ".join(headings))
    kept = headings if is_short else [heading for heading in headings if fits(heading)]
    for first in range(len(kept)):
        line = " > ".join(kept[first:])
        if fits(line):
            yield f"{line}\n\n"
