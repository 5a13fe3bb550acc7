"""The page of one document: its parts put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdchunk.view.markup import escape
from mdchunk.view.middle import middle
from mdchunk.view.page import page
from mdchunk.view.rendered import LARGEST, renderer
from mdchunk.view.summary import document_figures, summary
from mdchunk.view.tree import Sibling, document_list, side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mdchunk.view.values import DocumentView


def document_page(
    view: DocumentView, siblings: Sequence[Sibling] = (), more: str = "", *, rendered: bool = True
) -> str:
    """Return the page of a document.

    Args:
        view: The document.
        siblings: The documents of its folder around it, itself included.
        more: Link to the list of all documents, if there is one.
        rendered: Whether the page can show the chunks rendered, too; never those of a long document.
    """
    return page(_name(view), document_body(view, siblings, more, rendered=rendered))


def document_body(
    view: DocumentView, siblings: Sequence[Sibling] = (), more: str = "", *, rendered: bool = True
) -> str:
    """Return what is in the body of the page of a document; the arguments are those of ``document_page``."""
    render = renderer(view) if rendered else None
    return (
        f"{top(view, has_rendered=render is not None)}{side(view, siblings, more)}"
        f'<main id="view-main">{summary(document_figures(view))}{_LEGEND}'
        f'<div class="source" id="view-source" translate="no">{middle(view, render)}</div></main>'
        f'{_NOT_CHOSEN}<div role="status" class="unseen" id="view-status"></div>'
    )


def problem_page(source: str, problem: str, siblings: Sequence[Sibling], more: str) -> str:
    """Return the page of a document that cannot be shown."""
    return page(
        source,
        f'<header class="top"><h1 dir="auto">{escape(source)}</h1>{THEME}</header>'
        f'<nav class="side" aria-label="Documents">{document_list(siblings, more)}</nav>'
        f'<main><p class="problem">This document cannot be shown: {escape(problem)}.</p></main>'
        '<div role="status" class="unseen" id="view-status"></div>',
    )


def top(view: DocumentView, *, has_rendered: bool) -> str:
    """Return the bar above the page: the document, and the switches of how it is shown."""
    title = f'<span class="title" dir="auto">{escape(view.title)}</span>' if view.title else ""
    return (
        f'<header class="top"><h1 dir="auto">{escape(_name(view))}</h1>{title}'
        f"{_switch(has_rendered=has_rendered)}{THEME}</header>"
    )


def _name(view: DocumentView) -> str:
    return view.source or "standard input"


def _switch(*, has_rendered: bool) -> str:
    disabled = "" if has_rendered else f' disabled title="Only for documents up to {LARGEST:,} characters"'
    return (
        '<fieldset class="switch"><legend class="unseen">Show the document</legend>'
        '<label><input type="radio" name="view-shown" id="view-written" checked><span>Source</span></label>'
        f'<label><input type="radio" name="view-shown" id="view-rendered"{disabled}><span>Rendered</span></label>'
        "</fieldset>"
    )


THEME = '<button type="button" class="scripted" id="view-theme" aria-label="Light or dark">◐</button>'
"""The button for light and dark, which works if scripts run."""

_LEGEND = (
    '<ul class="legend" aria-label="Marks"><li><mark>repeated by the next chunk</mark></li>'
    '<li><del class="dropped">not in the content</del></li><li><ins class="path">added to the content</ins></li></ul>'
)
_NOT_CHOSEN = (
    '<aside class="not-chosen" aria-label="No chunk chosen"><p>Choose a chunk to see the content to embed, what was'
    " added to it, and its record.</p></aside>"
)
