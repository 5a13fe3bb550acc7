"""``search_sections``: waits for the index, searches it, and says what to try if nothing was found."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Annotated

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp.types import CallToolResult
from pydantic import Field

from mdchunk.mcp import indexing, paging, roots, schemas, search
from mdchunk.mcp.answers import page_of
from mdchunk.mcp.filters import Value, chosen
from mdchunk.mcp.index import is_damage, remake
from mdchunk.mcp.library import Library, Request, library_of
from mdchunk.mcp.schemas import Cursor, Folder, Language, MaxBytes, Where
from mdchunk.mcp.tools import budget

PROGRESS_SECONDS = 0.5
"""Seconds between two progress messages."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a call asks for."""

    query: str
    folder: str | None
    language: str | None
    where: Mapping[str, Value] | None
    limit: int
    cursor: str | None
    budget: int


async def search_sections(
    ctx: Request,
    *,
    query: Annotated[
        str,
        Field(
            description='Key words, in any language, and "exact phrases" in double quotes', max_length=2000
        ),
    ],
    folder: Folder = None,
    language: Language = None,
    where: Where = None,
    limit: Annotated[int, Field(ge=1, le=50, description="Maximum hits on a page")] = 10,
    max_bytes: MaxBytes = None,
    cursor: Cursor = None,
) -> Annotated[CallToolResult, schemas.HitPage]:
    """Find sections by words in all documents, best first: those with all the words, then those with some.

    Cut a question to its key words. Read a hit with get_section and its ref. To list files, use list_documents.
    Example: {"query": "retry failed job", "folder": "guide/"}
    """
    library, stop = library_of(ctx), threading.Event()
    wanted = _Wanted(query, folder, language, where, limit, cursor, budget(library, max_bytes))
    work = partial(_search_sound, library, wanted, stop.is_set, _progress(ctx, stop))
    try:
        return await anyio.to_thread.run_sync(work, abandon_on_cancel=True, limiter=library.searches)
    except anyio.get_cancelled_exc_class():
        stop.set()
        raise


def _progress(ctx: Request, stop: threading.Event) -> Callable[[int, int], None]:
    """Return what sends a progress message for a call that waits for the index, now and then."""
    last = [time.monotonic()]

    def report(done: int, total: int) -> None:
        if not stop.is_set() and time.monotonic() - last[0] >= PROGRESS_SECONDS:
            last[0] = time.monotonic()
            anyio.from_thread.run(
                ctx.report_progress, done, total, f"indexed {done:,} of {total:,} documents"
            )

    return report


def _search_sound(
    library: Library, wanted: _Wanted, stop: Callable[[], bool], progress: Callable[[int, int], None]
) -> CallToolResult:
    """Search; rebuild the index first if it turns out to be damaged."""
    try:
        return _search(library, wanted, stop, progress)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        remake(library.index, error)
    return _search(library, wanted, stop, progress)


def _search(
    library: Library, wanted: _Wanted, stop: Callable[[], bool], progress: Callable[[int, int], None]
) -> CallToolResult:
    files = roots.files(library.folders)
    with library.index.lock:
        state = indexing.refresh(library.index, files, stop=stop, progress=progress)
        filters = (wanted.folder, wanted.language, wanted.where)
        made_from = paging.fingerprint(wanted.query, wanted.limit, *filters, state.generation)
        start = paging.from_cursor(wanted.cursor, made_from)
        inside = chosen(library.index, *filters)
        look = partial(search.search, library.index, wanted.query, stop=stop)
        found = look(limit=wanted.limit, offset=start, files=inside)
        elsewhere = look(limit=0).total if inside is not None and not found.total else 0
        near = {word: search.similar(library.index, word) for word in found.missing[:5]}
    shown, _ = paging.page([asdict(hit) for hit in found.hits], dict, None, made_from, wanted.budget)
    end = start + len(shown)
    return page_of(
        schemas.HitPage,
        "hits",
        (shown, paging.to_cursor(end, made_from) if end < found.total else None),
        total=found.total,
        with_all=found.with_all,
        matched=found.matched,
        replaced=[f"searched for {by} instead of {word}" for word, by in found.replaced.items()] or None,
        missing=list(found.missing) or None,
        advice=None if found.total else _advice(near, elsewhere, state.pending),
        pending=state.pending or None,
        unreadable=len(state.problems) or None,
    )


def _advice(near: Mapping[str, list[str]], elsewhere: int, pending: int) -> list[str]:
    """Return what to try, a sentence each."""
    said = [
        f"no indexed document holds {word!r}; similar words are {', '.join(words)}"
        for word, words in near.items()
        if words
    ]
    if elsewhere:
        said.append(f"{elsewhere:,} sections match without folder, language and where")
    if pending:
        said.append(f"{pending:,} documents are not indexed yet: call again")
    return [*said, "try other words, or look at list_documents and outline_markdown"]
