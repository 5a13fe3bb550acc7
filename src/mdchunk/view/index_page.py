"""The page that lists the documents of a folder, with the figures of all of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from mdchunk.view.document_page import THEME
from mdchunk.view.markup import bar, escape, plural
from mdchunk.view.page import page
from mdchunk.view.summary import Figures, Place, summary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mdchunk.view.values import DocumentView


@dataclass(frozen=True, slots=True)
class Entry:
    """What the list says of one document."""

    source: str
    href: str
    """Its page, relative to the list."""
    sizes: Sequence[int]
    """Of its chunks."""
    unit: str = ""
    limit: int = 0
    findings: Sequence[tuple[str, Place]] = ()
    """Each with the name of its check."""
    notices: Sequence[tuple[str, Place]] = ()
    headings: tuple[str, ...] = ()
    """Its title and headings, each once, for the filter."""
    problem: str = ""
    """Why it is not shown; empty if it is."""
    settings: tuple[str, ...] = ()
    """Those that are not the defaults."""


def entry_of(view: DocumentView, href: str) -> Entry:
    """Return the line of a document that is shown on the page ``href``."""
    return Entry(
        source=view.source,
        href=href,
        sizes=view.sizes,
        unit=view.unit,
        limit=view.limit,
        findings=tuple(
            (each.check, Place(f"{view.source}:{each.line}", f"{href}#{view.chunks[each.chunk].id}"))
            for each in view.findings
        ),
        notices=tuple(
            (notice.render(), Place(str(notice.place), f"{href}#L{notice.line}" if notice.line else href))
            for notice in view.notices
        ),
        headings=tuple(dict.fromkeys(filter(None, _names(view)))),
        settings=tuple(f"{name} {value}" for name, value in view.settings.items()),
    )


def _names(view: DocumentView) -> Iterator[str]:
    yield view.title
    yield from (section.text for section in view.sections if section.level)


def index_page(title: str, entries: Sequence[Entry]) -> str:
    """Return the page that lists documents, in their order."""
    rows = "".join(map(_row, entries))
    return page(
        title,
        f'<header class="top"><h1>{escape(title)}</h1><span class="title">{plural(len(entries), "document")}</span>'
        f'{THEME}</header><main id="view-main">{summary(_figures(entries))}'
        '<form class="filter scripted" id="view-filter" role="search" aria-label="Documents">'
        '<input type="search" id="view-words" placeholder="Filter by name or heading"'
        ' aria-label="Filter by name or heading" autocomplete="off" spellcheck="false">'
        '<output id="view-count"></output></form>'
        '<table class="list"><thead><tr><th scope="col">Document</th><th scope="col">Chunks</th>'
        f'<th scope="col">{escape(_unit(entries).capitalize())}</th><th scope="col">Biggest</th>'
        '<th scope="col">Findings</th><th scope="col">Warnings</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
        '</main><div role="status" class="unseen" id="view-status"></div>',
        kind="index",
    )


def _row(entry: Entry) -> str:
    link = f'<a href="{escape(entry.href)}" dir="auto">{escape(entry.source or "standard input")}</a>'
    if entry.problem:
        why = f'<td colspan="5" class="found">not shown: {escape(entry.problem)}</td>'
        return f'<tr><th scope="row">{link}</th>{why}</tr>'
    biggest = max(entry.sizes, default=0)
    cells = (
        f"{len(entry.sizes):,}",
        f"{sum(entry.sizes):,}",
        f"{bar(biggest, entry.limit)} {biggest:,}",
        _count(len(entry.findings)),
        _count(len(entry.notices)),
    )
    headings = f' data-headings="{escape(" | ".join(entry.headings))}"' if entry.headings else ""
    return f'<tr{headings}><th scope="row">{link}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


def _count(count: int) -> str:
    return f'<span class="found">{count:,}</span>' if count else "–"


def _figures(entries: Sequence[Entry]) -> Figures:
    shown = [entry for entry in entries if not entry.problem]
    findings: dict[str, list[Place]] = {}
    for name, place in chain.from_iterable(entry.findings for entry in shown):
        findings.setdefault(name, []).append(place)
    limit = max((entry.limit for entry in shown), default=0)
    return Figures(
        [size for entry in shown for size in entry.sizes],
        _unit(shown),
        limit,
        findings,
        list(chain.from_iterable(entry.notices for entry in shown)),
        list(dict.fromkeys(chain.from_iterable(entry.settings for entry in shown))),
    )


def _unit(entries: Sequence[Entry]) -> str:
    return next((entry.unit for entry in entries if entry.unit), "characters")
