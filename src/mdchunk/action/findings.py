"""Problems in the documents as annotations, the worst first.

GitHub shows ten annotations of each level for a step, so the worst come first, and a last one counts the rest.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING

from mdchunk.action.commands import Annotation, Level
from mdchunk.action.inputs import spelling
from mdchunk.model import MdchunkError, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mdchunk.action.report import SplitSection
    from mdchunk.model import Notice, NoticeKind

SHOWN = 9
"""Maximum number of warnings: one less than GitHub shows, as the actions that this one uses may warn too."""

WORSE: tuple[NoticeKind, ...] = ("config", "converted", "nesting", "unclosed", "front_matter", "long_heading")
"""Kinds of notices, the worst first, that come before split sections: something is not as its author meant it."""
LESSER: tuple[NoticeKind, ...] = ("cut_inside", "small_chunks")
"""Kinds that come after them: a long line that was cut is often in a section that was cut."""


def failure(error: MdchunkError, title: str = "mdchunk") -> Annotation:
    """Return the error at its place, in the words of the action."""
    return Annotation("error", error.notice(error.place.file).render(spelling), title, *error.place)


def failures(notices: Iterable[Notice], level: Level = "error") -> tuple[Annotation, ...]:
    """Return an annotation for each file that was skipped."""
    return tuple(
        Annotation(level, notice.render(spelling), "File not chunked", notice.file, notice.line)
        for notice in notices
        if notice.kind == "skipped"
    )


def findings(notices: Iterable[Notice], splits: Iterable[SplitSection], limit: str) -> tuple[Annotation, ...]:
    """Return an annotation for each other warning and each split section, the worst first.

    Args:
        notices: In the order of the documents.
        splits: The worst first.
        limit: The limit that the sections exceed, with its unit: ``1,500 characters``.
    """
    by_kind = defaultdict(list)
    for notice in notices:
        message = notice.render(spelling)
        annotation = Annotation("warning", message, "mdchunk", notice.file, notice.line)
        by_kind[notice.kind].append(annotation)
    return (
        *chain.from_iterable(by_kind[kind] for kind in WORSE),
        *(_split(split, limit) for split in splits),
        *chain.from_iterable(by_kind[kind] for kind in LESSER),
    )


def gone_anchors(gone: Iterable[tuple[str, str]]) -> tuple[Annotation, ...]:
    """Return an annotation for each source and anchor of it that is gone."""
    return tuple(
        Annotation(
            "warning",
            f"#{anchor} is gone; links to it and citations of it are broken",
            "Anchor is gone",
            source,
        )
        for source, anchor in gone
    )


def _split(split: SplitSection, limit: str) -> Annotation:
    name = f"“{split.heading}”" if split.heading else "The text before the first heading"
    unit = limit.rpartition(" ")[2]
    message = f"{name} has {split.size:,} {unit} in {split.parts:,} chunks; the limit of a chunk is {limit}"
    title = "Section does not fit one chunk"
    return Annotation("warning", message, title, split.source, split.start_line, split.end_line)


def within_limit(annotations: Sequence[Annotation]) -> tuple[Annotation, ...]:
    """Return the annotations of one level that GitHub shows, and a notice that counts the rest."""
    more = len(annotations) - SHOWN
    if more <= 0:
        return tuple(annotations)
    level = annotations[0].level
    words = f"1 more {level} is" if more == 1 else f"{more:,} more {level}s are"
    rest = f"{words} in the log of this step"
    return (*annotations[:SHOWN], Annotation("notice", rest))


def as_text(annotation: Annotation) -> str:
    """Return an annotation as a line for people: ``a.md:3: message``."""
    place = f"{Place(annotation.file, annotation.line)}: " if annotation.file else ""
    return place + annotation.message
