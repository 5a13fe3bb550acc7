"""Which section of a document a model means: by ref, heading, path of headings or anchor."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from mdchunk.model import Heading, MdchunkError, Outline

if TYPE_CHECKING:
    from collections.abc import Sequence

NEAREST = 5
"""Maximum headings that an error proposes."""
_HASHES = re.compile(r"#{1,6}\s+|\s+#+$")
_ARROW = re.compile(r"\s*›\s*|\s+(?:>|/|→|»|::)\s+")


def choose(outline: Outline, wanted: str) -> Heading | None:
    """Return the heading that a model means; None for the text before the first one.

    Args:
        outline: Of the document.
        wanted: An anchor or a heading, with or without ``#``; headings from the outside in, as in
            ``Queues > Job Batching``; ``""`` for the text before the first heading.

    Raises:
        MdchunkError: There is none, with the nearest five; or several, with their anchors.
    """
    wanted = " ".join(wanted.split())
    if not wanted:
        return None
    anchor = wanted.removeprefix("#")
    text = _HASHES.sub("", wanted).strip()
    for found in (
        [each for each in outline.headings if each.anchor == anchor],
        [each for each in outline.headings if each.text == text],
        [each for each in outline.headings if each.text.casefold() == text.casefold()],
        _by_path(outline, text),
        [each for each in outline.headings if each.anchor == anchor.casefold().replace(" ", "-")],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            raise _ambiguous(found, text)
    where = f" in {outline.source}" if outline.source else ""
    problem = f"no section{where} has the heading or anchor {wanted[:200]!r}"
    near = ", ".join(f"{each.text[:80]!r} (#{each.anchor[:80]})" for each in nearest(outline, text))
    if not near:
        raise MdchunkError(f"{problem}; the document has no headings")
    raise MdchunkError(problem, advice=f"the nearest are {near}; {{outline}} lists all")


def heading_path(outline: Outline, heading: Heading) -> list[str]:
    """Return the headings that enclose a heading, from the outermost, and its own; empty ones left out."""
    path: list[Heading] = []
    for each in outline.headings:
        path = [*(above for above in path if above.level < each.level), each]
        if each is heading:
            break
    return [each.text for each in path if each.text]


def nearest(outline: Outline, wanted: str) -> list[Heading]:
    """Return the headings most like what was asked for, the best first."""
    target = wanted.casefold()[:200]
    words = set(re.findall(r"\w+", target))

    def likeness(heading: Heading) -> float:
        text = heading.text.casefold()[:200]
        shared = len(words & set(re.findall(r"\w+", text)))
        close = difflib.SequenceMatcher(None, target, text)
        return shared + (close.ratio() if close.real_quick_ratio() > 0.3 else 0.0)

    return sorted(outline.headings, key=likeness, reverse=True)[:NEAREST]


def _by_path(outline: Outline, wanted: str) -> list[Heading]:
    """Return the headings that a path leads to; it may leave out steps at its beginning and in between."""
    parts = [_HASHES.sub("", part).strip().casefold() for part in _ARROW.split(wanted)]
    if len(parts) < 2:
        return []
    titled = [outline.title.casefold()] if outline.title else []
    last = [each for each in outline.headings if each.text.casefold() == parts[-1]]
    return [
        each
        for each in last
        if _in_order(parts, titled + [step.casefold() for step in heading_path(outline, each)])
    ]


def _in_order(parts: Sequence[str], path: Sequence[str]) -> bool:
    steps = iter(path)
    return all(part in steps for part in parts)


def _ambiguous(found: Sequence[Heading], text: str) -> MdchunkError:
    anchors = ", ".join(f"#{each.anchor} (line {each.start_line})" for each in found[:20])
    return MdchunkError(
        f"{len(found)} sections have the heading {text[:200]!r}",
        advice=f"choose one by its anchor: {anchors}",
    )
