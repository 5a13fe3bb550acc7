"""What is wrong in the documents, as annotations in the order of their weight.

GitHub shows ten annotations of a kind for a step, so the worst come first, and the last word says how many
there are beside them.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING

from mdchunk.action.commands import Annotation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mdchunk.action.report import SplitSection
    from mdchunk.model import Notice, NoticeKind

SHOWN = 9
"""Warnings that are annotated: one less than GitHub shows, as the actions that this one uses may warn too."""

WORSE: tuple[NoticeKind, ...] = ("config", "nesting", "unclosed", "front_matter", "long_heading")
"""Kinds of notices, the worst first, that come before split sections: something is not as it was meant."""
LESSER: tuple[NoticeKind, ...] = ("cut_inside",)
"""Kinds that come after them: a long line that was cut is often in a section that was."""


def failures(notices: Iterable[Notice]) -> tuple[Annotation, ...]:
    """Return an error for each file that was skipped, on the line that its message names."""
    return tuple(_failed(notice) for notice in notices if notice.kind == "skipped")


def _failed(notice: Notice) -> Annotation:
    """Return the error of ``a.md:3: no UTF-8`` for line 3 of ``a.md``."""
    place, _, message = notice.message.removeprefix(f"{notice.file}:").partition(": ")
    line, words = (int(place), message) if place.isdecimal() else (notice.line, notice.message)
    return Annotation("error", words, "File not chunked", notice.file, line)


def findings(notices: Iterable[Notice], splits: Iterable[SplitSection], limit: str) -> tuple[Annotation, ...]:
    """Return an annotation for each other warning and each split section, the worst first.

    Args:
        notices: In the order of the documents.
        splits: The worst first.
        limit: What the sections did not fit, such as ``1,500 characters``.
    """
    by_kind = defaultdict(list)
    for notice in notices:
        annotation = Annotation("warning", notice.message, "mdchunk", notice.file, notice.line)
        by_kind[notice.kind].append(annotation)
    return (
        *chain.from_iterable(by_kind[kind] for kind in WORSE),
        *(_split(split, limit) for split in splits),
        *chain.from_iterable(by_kind[kind] for kind in LESSER),
    )


def _split(split: SplitSection, limit: str) -> Annotation:
    name = f"“{split.heading}”" if split.heading else "The text before the first heading"
    message = (
        f"{name} has {split.chars:,} characters; it was cut into {split.parts:,} chunks of at most {limit}"
    )
    title = "Section does not fit one chunk"
    return Annotation("warning", message, title, split.source, split.start_line, split.end_line)


def within_limit(annotations: Sequence[Annotation]) -> tuple[Annotation, ...]:
    """Return what GitHub shows of annotations of one kind, and a notice of how many more there are."""
    more = len(annotations) - SHOWN
    if more <= 0:
        return tuple(annotations)
    words = (
        f"1 more {annotations[0].level} stands"
        if more == 1
        else f"{more:,} more {annotations[0].level}s stand"
    )
    rest = f"{words} in the log of this step"
    return (*annotations[:SHOWN], Annotation("notice", rest))


def as_text(annotation: Annotation) -> str:
    """Return an annotation as a line for people: ``a.md:3: message``."""
    place = f"{annotation.file}:{annotation.line}: " if annotation.line else f"{annotation.file}: "
    known = not annotation.file or annotation.message.startswith(place)
    return annotation.message if known else place + annotation.message
