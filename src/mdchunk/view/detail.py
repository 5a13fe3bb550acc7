"""The right of the page: a chunk's content as it will be embedded, and the fields of its record."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mdchunk.checks.quality import CHECKS
from mdchunk.view.markup import escape, escape_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mdchunk.view.values import DocumentView, Passage, PassageRole

ADDED: Mapping[PassageRole, str] = {
    "path": "heading path",
    "overlap": "overlap",
    "opening": "added",
    "closing": "added",
    "short": "placeholder",
    "unknown": "not in the source",
}
"""Role of a passage that is not sliced from the source -> what is said of it."""


def detail(view: DocumentView, i: int) -> str:
    """Return the details of a chunk as HTML, shown if the chunk is the target of the address."""
    chunk = view.chunks[i]
    lines = (
        f"{chunk.start_line:,}–{chunk.end_line:,}"
        if chunk.end_line > chunk.start_line
        else f"{chunk.start_line:,}"
    )
    part = f" · part {chunk.part} of {chunk.parts}" if chunk.parts > 1 else ""
    found = "".join(
        f"<li><b>{name.replace('_', ' ')}</b>: {escape(CHECKS[name][0])}</li>" for name in chunk.findings
    )
    return (
        f'<aside class="detail" aria-label="Chunk {i + 1}"><div class="bearings">'
        f"<h2>Chunk {i + 1:,} <small>of {len(view.chunks):,}</small></h2>{''.join(_links(view, i))}</div>"
        f'<p class="where" dir="auto">{escape(" › ".join(chunk.path)) or "before the first heading"}</p>'
        f'<p class="facts">line {lines}{part} · {chunk.size:,} of {view.limit:,} {view.unit}</p>'
        f"{f'<ul class=findings>{found}</ul>' if found else ''}<h3>Content</h3>"
        f'<div class="content">{"".join(map(_passage, chunk.passages))}</div>'
        f'<h3>Record</h3><div class="fields">{escape_text(_fields(chunk.fields))}</div></aside>'
    )


def _links(view: DocumentView, i: int) -> Iterator[str]:
    yield '<p class="links">'
    for name, other in (("Previous", i - 1), ("Next", i + 1), ("Parent", view.chunks[i].parent)):
        if 0 <= other < len(view.chunks) and other != i:
            yield f'<a class="{name.lower()}" href="#{escape(view.chunks[other].id)}">{name}</a>'
    yield f'<a class="close" href="#L{view.chunks[i].start_line}" aria-label="Close">✕</a></p>'


def _passage(passage: Passage) -> str:
    if passage.role == "text":
        return escape_text(passage.text)
    return f'<ins class="{passage.role}" title="{ADDED[passage.role]}">{escape_text(passage.text)}</ins>'


def _fields(fields: Mapping[str, Any]) -> str:
    """Return the fields of a record, one a line, each with a tab before its value."""
    return "\n".join(f"{name}\t{_value(value)}" for name, value in fields.items())


def _value(value: Any) -> str:
    return str(value) if type(value) in {str, int} else json.dumps(value, ensure_ascii=False)
