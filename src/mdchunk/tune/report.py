"""The experiment as one self-contained page: the table, and the questions that each setting missed."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mdchunk.tune.verdict import sentence, table
from mdchunk.tune.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mdchunk.tune.experiment import Result
    from mdchunk.tune.queries import Query

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 0 auto; padding: 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
td { white-space: nowrap; }
.misses td { white-space: normal; }
th, td { padding: .25rem .75rem; text-align: right; }
th, td { border-bottom: 1px solid color-mix(in srgb, CanvasText 20%, Canvas); }
th:first-child, td:first-child, .misses td { text-align: left; }
caption { text-align: left; padding-bottom: .5rem; }
summary { cursor: pointer; padding: .25rem 0; }
.verdict { font-size: 1.15rem; }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(results: Sequence[Result], queries: Sequence[Query], documents: int) -> str:
    """Return the page as HTML, everything of the documents escaped.

    Args:
        results: At least one.
        queries: What was asked.
        documents: Their number.
    """
    return "".join(_page(results, queries, documents))


def _page(results: Sequence[Result], queries: Sequence[Query], documents: int) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>mdchunk tune</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Which settings?</h1>\n"
    yield f'<p class="verdict">{escape(sentence(results, len(queries)))}</p>\n<div class="scroll"><table>\n'
    yield f"<caption>{len(queries):,} questions, {documents:,} documents</caption>\n"
    head, *rows = table(results)
    yield f"<thead><tr>{_cells('th', head)}</tr></thead>\n<tbody>\n"
    yield from (f"<tr>{_cells('td', row)}</tr>\n" for row in rows)
    yield "</tbody>\n</table></div>\n<h2>Questions without an answer</h2>\n"
    yield "<p>Of these nothing was read within 2,000 tokens.</p>\n"
    for result in results:
        yield from _misses(result, queries)
    yield "</main>\n</body>\n</html>\n"


def _misses(result: Result, queries: Sequence[Query]) -> Iterator[str]:
    missed = [queries[i] for i in result.missed]
    yield f"<details>\n<summary>{escape(result.name)}: {len(missed):,}</summary>\n"
    for kind, some in _kinds(missed):
        yield f'<h3>{kind}: {len(some):,}</h3>\n<div class="scroll"><table class="misses">\n'
        yield "<thead><tr><th>question</th><th>answer</th><th>document</th></tr></thead>\n<tbody>\n"
        for query in some:
            yield f"<tr>{_cells('td', (query.question, query.heading, query.target.source))}</tr>\n"
        yield "</tbody>\n</table></div>\n"
    yield "</details>\n"


def _kinds(missed: Sequence[Query]) -> Iterator[tuple[str, list[Query]]]:
    """Yield the missed questions by what they share with the heading of their answer."""
    some = [query for query in missed if set(words(query.question)) & set(words(query.heading))]
    none = [query for query in missed if query not in some]
    for kind, found in (
        ("A word in common with the heading", some),
        ("No word in common with the heading", none),
    ):
        if found:
            yield kind, found


def _cells(tag: str, cells: Iterable[str]) -> str:
    return "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells)
