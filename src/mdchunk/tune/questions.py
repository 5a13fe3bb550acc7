"""Questions in a file: real ones, or those found in links to be read and edited by hand."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mdchunk.files.atomic import whole_file
from mdchunk.model import MdchunkError, Place
from mdchunk.tune.metrics import Span
from mdchunk.tune.queries import Query

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mdchunk.tune.sites import Page, Site


def read_questions(path: str, site: Site) -> tuple[Query, ...]:
    """Read questions from JSON lines, or from CSV if the file's name ends in ``.csv``.

    Each has ``question`` and ``source``, and says where the answer is: ``anchor``, ``start_line`` and ``end_line``
    (1-based, inclusive), or ``answer``, a text that the document has.

    Raises:
        MdchunkError: The file cannot be read, or an entry does not say where the answer is.
    """
    queries = []
    for place, entry in _entries(path):
        question, source = str(entry.get("question") or "").strip(), str(entry.get("source") or "")
        if not question:
            raise MdchunkError("has no question", place=place)
        page = site.pages.get(source)
        if page is None:
            raise MdchunkError(f"source {source!r} is none of the documents", place=place)
        span, heading = _answer(page, source, entry, place)
        queries.append(Query(question, str(entry.get("linking") or ""), span, heading))
    if not queries:
        raise MdchunkError("has no questions", place=Place(path))
    return tuple(queries)


def write_questions(path: str, queries: Sequence[Query], site: Site) -> None:
    """Write questions as JSON lines, in the form that ``read_questions`` takes."""
    with whole_file(Path(path)) as file:
        for query in queries:
            entry = {"question": query.question, "source": query.target.source, **_where(query, site)}
            if query.linking:
                entry["linking"] = query.linking
            file.write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")


def _where(query: Query, site: Site) -> dict[str, Any]:
    page = site.pages[query.target.source]
    for section in page.sections:
        if section.span == query.target and section.anchor:
            return {"anchor": section.anchor, "heading": section.heading}
    document = page.document
    return {
        "start_line": document.line_of(query.target.start) + 1,
        "end_line": document.line_of(max(query.target.end - 1, query.target.start)) + 1,
    }


def _entries(path: str) -> Iterator[tuple[Place, Mapping[str, Any]]]:
    """Yield each entry with its place."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise MdchunkError(error.strerror or str(error), place=Place(path)) from error
    except UnicodeDecodeError as error:
        raise MdchunkError(
            f"is not UTF-8: byte 0x{error.object[error.start]:02x}", place=Place(path)
        ) from error
    if path.lower().endswith(".csv"):
        rows = csv.DictReader(text.splitlines(keepends=True))
        for row in rows:
            yield Place(path, rows.line_num), row
        return
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except ValueError as error:
            raise MdchunkError(f"is not JSON: {error}", place=Place(path, number)) from error
        if not isinstance(entry, dict):
            raise MdchunkError("is not a JSON object", place=Place(path, number))
        yield Place(path, number), entry


def _answer(page: Page, source: str, entry: Mapping[str, Any], place: Place) -> tuple[Span, str]:
    """Return where the answer is, and the heading of its section."""
    document = page.document
    if anchor := str(entry.get("anchor") or "").removeprefix("#"):
        section = page.anchors.get(anchor)
        if section is None:
            raise MdchunkError(f"{source} has no anchor #{anchor}", place=place)
        return section.span, section.heading
    if entry.get("start_line"):
        first, last = _line(entry, "start_line", place), _line(entry, "end_line", place)
        if not 1 <= first <= last <= len(document.starts) - 1:
            raise MdchunkError(f"lines {first}-{last} are not in {source}", place=place)
        span = Span(source, document.starts[first - 1], document.line_end(last - 1))
    elif answer := str(entry.get("answer") or ""):
        start = document.text.find(answer)
        if start < 0:
            raise MdchunkError(f"{source} does not hold the answer", place=place)
        span = Span(source, start, start + len(answer))
    else:
        raise MdchunkError(
            "does not say where the answer is: anchor, start_line and end_line, or answer", place=place
        )
    return span, next((s.heading for s in page.sections if s.span.start <= span.start < s.span.end), "")


def _line(entry: Mapping[str, Any], name: str, place: Place) -> int:
    value = str(entry.get(name) or entry["start_line"])
    if not value.strip().isdecimal():
        raise MdchunkError(f"{name} must be a line number, not {value!r}", place=place)
    return int(value)
