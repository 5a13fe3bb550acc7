"""The top of a page: how many chunks of which sizes, and what to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mdchunk.checks.quality import CHECKS
from mdchunk.view.histogram import histogram
from mdchunk.view.markup import escape, plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mdchunk.view.values import DocumentView

PERCENTS = (5, 25, 50, 75, 95)
SHOWN = 100
"""Maximum places that are listed of each check."""


class Place(NamedTuple):
    """A place that a check or a notice names."""

    text: str
    """What the link says."""
    href: str


class Figures(NamedTuple):
    """What the top of a page says."""

    sizes: Sequence[int]
    """Of all chunks."""
    unit: str
    limit: int
    findings: Mapping[str, Sequence[Place]]
    """Name of a check -> where it found something."""
    notices: Sequence[tuple[str, Place]]
    """Messages, each with its place."""
    facts: Sequence[str]
    """More to say of them, in a line."""


def summary(figures: Figures) -> str:
    """Return the top of a page as HTML."""
    if not figures.sizes:
        return (
            '<section class="summary" aria-label="Summary"><p class="facts"><b>No chunks</b></p>'
            f'<div class="found">{_notices(figures)}</div></section>'
        )
    ordered = sorted(figures.sizes)
    return (
        '<section class="summary" id="view-summary" aria-label="Summary">'
        f'<div class="sizes"><p class="facts"><b>{plural(len(ordered), "chunk")}</b> · '
        f"{sum(ordered):,} {figures.unit} · limit {figures.limit:,}</p>"
        f'<p class="facts more">{escape(" · ".join(figures.facts))}</p>'
        f"{histogram(ordered, figures.limit, figures.unit)}{_percentiles(ordered)}</div>"
        f'<div class="found"><h2>What to look at</h2>{_findings(figures)}{_notices(figures)}</div></section>'
    )


def document_figures(view: DocumentView) -> Figures:
    """Return what the top of a document's page says."""
    found: dict[str, list[Place]] = {}
    for finding in view.findings:
        places = found.setdefault(finding.check, [])
        places.append(Place(f"line {finding.line:,}", f"#{view.chunks[finding.chunk].id}"))
    notices = [
        (
            notice.render(),
            Place(f"line {notice.line:,}", f"#L{notice.line}") if notice.line else Place("", ""),
        )
        for notice in view.notices
    ]
    return Figures(view.sizes, view.unit, view.limit, found, notices, list(_facts(view)))


def _facts(view: DocumentView) -> Iterator[str]:
    cut = sum(chunk.part == 1 and chunk.parts > 1 for chunk in view.chunks)
    if cut:
        yield f"{plural(cut, 'section')} cut"
    if view.dropped:
        kinds = (f"{count:,} of {kind.replace('_', ' ')}" for kind, count in view.dropped.items())
        yield f"dropped characters: {', '.join(kinds)}"
    yield f"read as {view.converter or view.dialect}"
    if view.settings:
        yield ", ".join(f"{name} {value}" for name, value in view.settings.items())


def _percentiles(ordered: Sequence[int]) -> str:
    """Return the percentiles of sizes as a row: the smallest size that so many of a hundred chunks do not exceed."""
    at = {f"{percent} %": ordered[-(-len(ordered) * percent // 100) - 1] for percent in PERCENTS}
    values = {"smallest": ordered[0]} | at | {"biggest": ordered[-1]}
    cells = "".join(f"<div><dt>{name}</dt><dd>{value:,}</dd></div>" for name, value in values.items())
    return f'<dl class="percentiles">{cells}</dl>'


def _findings(figures: Figures) -> str:
    if not figures.findings:
        return (
            f'<p class="none">Nothing: {len(CHECKS)} checks of where chunks begin and end found no place.</p>'
        )
    return "".join(
        f"<details><summary><b>{len(figures.findings[name]):,}</b> {name.replace('_', ' ')}"
        f"<small>{escape(said)}</small></summary>{_places(figures.findings[name])}</details>"
        for name, (said, _) in CHECKS.items()
        if name in figures.findings
    )


def _places(places: Sequence[Place]) -> str:
    shown = "".join(f"<li>{_link(place)}</li>" for place in places[:SHOWN])
    more = f"<li>and {len(places) - SHOWN:,} more</li>" if len(places) > SHOWN else ""
    return f'<ul class="places">{shown}{more}</ul>'


def _link(place: Place) -> str:
    return f'<a href="{escape(place.href)}" dir="auto">{escape(place.text)}</a>'


def _notices(figures: Figures) -> str:
    if not figures.notices:
        return ""
    word = "warning" if len(figures.notices) == 1 else "warnings"
    return (
        f"<details><summary><b>{len(figures.notices):,}</b> {word}<small>from reading and cutting</small></summary>"
        f'<ul class="places wide">{"".join(_warnings(figures.notices))}</ul></details>'
    )


def _warnings(notices: Iterable[tuple[str, Place]]) -> Iterator[str]:
    for i, (message, place) in enumerate(notices):
        if i == SHOWN:
            yield "<li>and more</li>"
            return
        link = f"{_link(place)} " if place.href else f"{escape(place.text)} "
        yield f"<li>{link if place.text else ''}{escape(message)}</li>"
