"""How a chunk, a document and an outline look in a notebook: HTML in which every text of a document is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

SHOWN = 20
"""Chunks of a document that are listed; the rest are counted."""
BEGINNING = 80
"""Code points of a chunk that the list of a document shows."""

# MathJax would typeset what is between two dollar signs
_OUTER = '<div class="mathjax_ignore tex2jax_ignore">{}</div>'
_LEFT = ' style="text-align: left"'


def chunk_html(record: Mapping[str, Any]) -> str:
    """Return a chunk as HTML: its place and size above its content.

    Args:
        record: The record of the chunk.
    """
    lines = f"lines {record['start_line']}–{record['end_line']}"
    part = f", part {record['part']} of {record['parts']}" if record["parts"] > 1 else ""
    path = " › ".join(record["heading_path"])
    return _OUTER.format(
        f"<p><b>{escape(path)}</b><br>{escape(record['source'] or 'Chunk')}, chunk {record['index']}, {lines}{part},"
        f" {_size(record)}</p>"
        f'<pre style="white-space: pre-wrap">{escape(record["content"])}</pre>'
    )


def document_html(
    title: str, source: str, records: Sequence[Mapping[str, Any]], notices: Iterable[str]
) -> str:
    """Return a document as HTML: a table of its chunks, and its notices.

    Args:
        title: The document's title.
        source: Its name.
        records: Its chunks.
        notices: What the user should know, as sentences.
    """
    rows = [
        (
            record["index"],
            f"{record['start_line']}–{record['end_line']}",
            _size(record),
            " › ".join(record["heading_path"]),
            " ".join(record["text"][: 4 * BEGINNING].split())[:BEGINNING],
        )
        for record in records[:SHOWN]
    ]
    name = " · ".join(filter(None, (title, source))) or "Document"
    count = f"{len(records):,} chunk{'' if len(records) == 1 else 's'}"
    more = f"<p>… and {len(records) - SHOWN:,} more</p>" if len(records) > SHOWN else ""
    said = "".join(f"<li>{escape(notice)}</li>" for notice in notices)
    return _OUTER.format(
        f"<p><b>{escape(name)}</b>: {count}</p>"
        f"{_table(('', 'lines', 'size', 'section', 'begins'), rows) if rows else ''}{more}"
        f"{f'<ul>{said}</ul>' if said else ''}"
    )


def outline_html(title: str, source: str, headings: Sequence[Mapping[str, Any]]) -> str:
    """Return an outline as HTML: a table of its headings, indented by level.

    Args:
        title: The document's title.
        source: Its name.
        headings: Its headings, as ``Heading.to_dict`` gives them.
    """
    rows = [
        (
            "\N{EM SPACE}" * (2 * heading["level"] - 2) + heading["text"],
            f"#{heading['anchor']}",
            heading["start_line"],
            f"{heading['chars']:,}",
        )
        for heading in headings
    ]
    name = " · ".join(filter(None, (title, source))) or "Outline"
    return _OUTER.format(
        f"<p><b>{escape(name)}</b></p>{_table(('heading', 'anchor', 'line', 'characters'), rows)}"
    )


def _size(record: Mapping[str, Any]) -> str:
    if "tokens" in record:
        return f"{record['tokens']:,} tokens"
    return f"{len(record['content']):,} characters"


def _table(names: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    head = "".join(f"<th{_LEFT}>{escape(name)}</th>" for name in names)
    body = "".join(
        f"<tr>{''.join(f'<td{_LEFT}>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
