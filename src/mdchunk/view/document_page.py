"""The page of one document: its parts put together."""

from __future__ import annotations

from mdchunk.view.markup import escape
from mdchunk.view.middle import middle
from mdchunk.view.page import page
from mdchunk.view.values import DocumentView


def document_page(view: DocumentView) -> str:
    """Return the page of a document."""
    return page(view.source or "stdin", document_body(view))


def document_body(view: DocumentView) -> str:
    """Return what is in the body of the page of a document."""
    return (
        f'<header class="top"><h1>{escape(view.source or "stdin")}</h1></header>'
        f'<main id="view-source" class="source">{middle(view)}</main>'
    )
