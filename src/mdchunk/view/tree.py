"""The left of the page: the documents of the folder, a filter, the tree of headings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mdchunk.checks.quality import CHECKS
from mdchunk.view.markup import escape, plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mdchunk.view.values import DocumentView


class Sibling(NamedTuple):
    """Another document of the folder."""

    name: str
    href: str
    """Its page, relative to this one; empty for the document itself."""


def side(view: DocumentView, siblings: Sequence[Sibling] = (), more: str = "") -> str:
    """Return the left column as HTML.

    Args:
        view: The document.
        siblings: The documents around it, itself included.
        more: Link to the list of all documents, if there is one.
    """
    return (
        f'<nav class="side" id="view-side" aria-label="Document">{document_list(siblings, more)}{_filter(view)}'
        f"<h2>Headings</h2>{tree(view)}{_KEYS}</nav>"
    )


def tree(view: DocumentView) -> str:
    """Return the headings of a document as nested lists, each with its chunks and their size."""
    parts: list[str] = []
    open_levels: list[int] = []
    for section in view.sections:
        level = max(section.level, 1)
        if not section.level and not section.chunks:
            continue
        while open_levels and open_levels[-1] >= level:
            open_levels.pop()
            parts.append("</li></ul>")
        parts.append("<ul>")
        open_levels.append(level)
        place = view.chunks[section.first].id if section.first >= 0 else f"L{section.line}"
        text = section.text or ("(no heading)" if section.level else "(before the first heading)")
        parts.append(
            f'<li data-first="{section.first}" data-count="{section.chunks}">'
            f'<a href="#{escape(place)}"><span dir="auto">{escape(text)}</span>'
            f'<small title="{plural(section.chunks, "chunk")}, {section.size:,} {view.unit}">'
            f"{section.chunks:,} · {_short(section.size)}</small></a>"
        )
    parts += ["</li></ul>"] * len(open_levels)
    # <ul><li>…</li></ul><ul><li>…</li></ul> of one level is one list
    nested = "".join(parts).replace("</li></ul><ul><li", "</li><li")
    return f'<div class="tree" id="view-tree">{nested or "<p>No headings.</p>"}</div>'


def _short(size: int) -> str:
    """Return a size in few letters: ``840``, ``1.2k``, ``35k``."""
    if size < 1000:
        return str(size)
    return f"{size / 1000:.1f}k" if size < 9950 else f"{round(size / 1000):,}k"


def document_list(siblings: Sequence[Sibling], more: str) -> str:
    """Return the documents of the folder; the arguments are those of ``side``."""
    if not siblings and not more:
        return ""
    listed = "".join(
        f'<li><a href="{escape(each.href)}" dir="auto">{escape(each.name)}</a></li>'
        if each.href
        else f'<li><span aria-current="page" dir="auto">{escape(each.name)}</span></li>'
        for each in siblings
    )
    every = f'<p><a href="{escape(more)}">All documents</a></p>' if more else ""
    return f'<h2>Documents</h2><ul class="documents">{listed}</ul>{every}'


def _filter(view: DocumentView) -> str:
    """Return the filter; it is shown if scripts run."""
    kinds = sorted({chunk.kind for chunk in view.chunks})
    found = {name for chunk in view.chunks for name in chunk.findings}
    return (
        '<form class="filter scripted" id="view-filter" role="search" aria-label="Chunks">'
        '<input type="search" id="view-words" placeholder="Filter text or headings"'
        ' aria-label="Filter text or headings" autocomplete="off" spellcheck="false">'
        f"{_select('view-kind', 'Kind', 'all kinds', ((kind, kind.replace('_', ' ')) for kind in kinds))}"
        f"{_select('view-found', 'Finding', 'all chunks', _choices(found))}"
        '<output id="view-count"></output></form>'
    )


def _choices(found: set[str]) -> Iterator[tuple[str, str]]:
    if found:
        yield "*", "with a finding"
    for name in CHECKS:
        if name in found:
            yield name, name.replace("_", " ")


def _select(name: str, label: str, none: str, choices: Iterator[tuple[str, str]]) -> str:
    options = "".join(f'<option value="{escape(value)}">{escape(text)}</option>' for value, text in choices)
    return f'<select id="{name}" aria-label="{label}"><option value="">{none}</option>{options}</select>'


_KEYS = (
    '<p class="keys scripted"><kbd>j</kbd> <kbd>k</kbd> or <kbd>→</kbd> <kbd>←</kbd> next and previous chunk, '
    "<kbd>n</kbd> next finding, <kbd>/</kbd> filter, <kbd>Esc</kbd> close</p>"
)
