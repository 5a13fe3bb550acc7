"""The outline of a document: its headings with lines, anchors and sizes, and the choice of one of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mdchunk.document.reading import Reading
from mdchunk.document.sections import Section
from mdchunk.model import Heading, Kind, MdchunkError


class AmbiguousHeadingError(MdchunkError):
    """More than one section has the heading that was asked for."""

    def __init__(self, problem: str, choices: tuple[Heading, ...], advice: str) -> None:
        super().__init__(problem, advice=advice)
        self.choices = choices
        """The sections to choose from, by their anchors."""


class NoHeadingError(MdchunkError):
    """No section has the heading or the anchor that was asked for."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem, advice="{outline} lists them")


def headings(reading: Reading, drop: Collection[Kind]) -> list[Heading]:
    """Return one heading for each section above level 0; what is dropped at the end of a section counts for no size."""
    blocks, found, source = reading.parsed.blocks, reading.sections, reading.parsed.source
    listed: list[Heading] = []
    for i, section in enumerate(found):
        if not section.level:
            continue
        first = blocks[section.heading]
        own = blocks[_last_kept(reading, section, drop)]
        tree = blocks[_last_kept(reading, found[tree_end(found, i) - 1], drop)]
        listed.append(
            Heading(
                level=section.level,
                text=section.text,
                anchor=section.anchor,
                start_line=source.number(first.first),
                end_line=source.number(own.last - 1),
                chars=own.end - first.start,
                ref=section.ref,
                parent_ref=section.parent_ref,
                tree_end_line=source.number(tree.last - 1),
                tree_chars=tree.end - first.start,
            )
        )
    return listed


def tree_end(found: Sequence[Section], i: int) -> int:
    """Return one past the index of the last section inside section ``i``."""
    end = i + 1
    while end < len(found) and found[end].level > found[i].level:
        end += 1
    return end


def choose(
    listed: Sequence[Heading],
    heading: str | None,
    anchor: str | None,
    labels: Sequence[Collection[str]] = (),
) -> int:
    """Return the index of the heading that was asked for, by its text, its anchor, or one of its labels, if given.

    Raises:
        AmbiguousHeadingError: Several headings have this text.
        NoHeadingError: There is no such heading.
        MdchunkError: Not exactly one of the two was given.
    """
    if (heading is None) == (anchor is None):
        raise MdchunkError(
            "a section needs either its heading or its anchor", advice=("set {heading}", "set {anchor}")
        )
    if anchor is not None:
        wanted = anchor.removeprefix("#")
        found = [i for i, known in enumerate(listed) if known.anchor == wanted]
        found = found or [i for i, names in enumerate(labels) if wanted in names]
        if not found:
            raise NoHeadingError(f"no section has the anchor #{wanted}")
        return found[0]
    wanted = " ".join((heading or "").split())
    found = [i for i, known in enumerate(listed) if known.text == wanted]
    if not found:
        found = [i for i, known in enumerate(listed) if known.text.casefold() == wanted.casefold()]
    if not found:
        raise NoHeadingError(f"no section has the heading {wanted!r}")
    if len(found) > 1:
        choices = tuple(listed[i] for i in found)
        anchors = ", ".join(f"#{choice.anchor} (line {choice.start_line})" for choice in choices)
        problem = f"{len(found)} sections have the heading {wanted!r}: {anchors}"
        raise AmbiguousHeadingError(problem, choices, "choose one by its {anchor}")
    return found[0]


def _last_kept(reading: Reading, section: Section, drop: Collection[Kind]) -> int:
    """Return the index of a section's last block that is not dropped, or of its heading."""
    last = section.last - 1
    while last > section.heading and reading.parsed.blocks[last].kind in drop:
        last -= 1
    return last
