"""The tools: plain functions from arguments to an answer; the docstring is what a model reads.

Each takes the library from the request's context and hands over to the API. Errors that a model can correct
are ``MdchunkError``; the server renders them.
"""

from __future__ import annotations

import threading
from dataclasses import asdict
from fnmatch import fnmatchcase
from functools import partial
from typing import Annotated, Any

import anyio
import anyio.to_thread
from mcp.types import CallToolResult, TextContent
from pydantic import BaseModel, Field

from mdchunk.mcp import paging, roots, save, schemas, search
from mdchunk.mcp.library import Library, Request, library_of, markdown
from mdchunk.mcp.schemas import DEFAULTS, Cursor, Dialect, DocumentPath, MaxChars, Overlap, PrefixPath, Text
from mdchunk.model import Chunk, Heading, Options


def chunk_markdown(
    ctx: Request,
    *,
    path: DocumentPath = None,
    text: Text = None,
    max_chars: MaxChars = DEFAULTS.max_chars,
    overlap: Overlap = DEFAULTS.overlap,
    prefix_path: PrefixPath = DEFAULTS.prefix_path,
    dialect: Dialect = DEFAULTS.dialect,
    cursor: Cursor = None,
) -> Annotated[CallToolResult, schemas.ChunkPage]:
    """Split a Markdown document into chunks: exact slices with heading path, lines and link anchor.

    Give either path or text. The answer is a page; follow next_cursor for the rest.
    To read about one topic, outline_markdown and get_section cost less.
    """
    source, given = markdown(ctx, path, text)
    options = Options(max_chars=max_chars, overlap=overlap, prefix_path=prefix_path, dialect=dialect)
    document = library_of(ctx).chunked(given, source, options)
    made_from = paging.fingerprint(source, given, max_chars, overlap, prefix_path, dialect)
    notices = [f"line {notice.line}: {notice.message}" for notice in document.notices[:10]]
    return _page(
        schemas.ChunkPage,
        "chunks",
        paging.page(document.chunks, _shown_chunk, cursor, made_from),
        source=source,
        title=document.title,
        total=len(document.chunks),
        notices=notices or None,
    )


def outline_markdown(
    ctx: Request,
    *,
    path: DocumentPath = None,
    text: Text = None,
    dialect: Dialect = DEFAULTS.dialect,
    cursor: Cursor = None,
) -> Annotated[CallToolResult, schemas.OutlinePage]:
    """List the headings of a Markdown document with their lines, anchors and sizes.

    Give either path or text. Sizes are of a section's own text (chars) and with all below it (tree_chars);
    get_section returns what a heading or an anchor names.
    """
    source, given = markdown(ctx, path, text)
    outline = library_of(ctx).outlined(given, source, Options(dialect=dialect))
    made_from = paging.fingerprint(source, given, dialect)
    paged = paging.page(outline.headings, _shown_heading, cursor, made_from)
    total = len(outline.headings)
    return _page(schemas.OutlinePage, "headings", paged, source=source, title=outline.title, total=total)


def get_section(
    ctx: Request,
    *,
    path: DocumentPath = None,
    text: Text = None,
    heading: Annotated[str | None, Field(description="The heading's text")] = None,
    anchor: Annotated[str | None, Field(description="Or its anchor, which is unique")] = None,
    include_children: Annotated[bool, Field(description="With its sub-sections")] = True,
    dialect: Dialect = DEFAULTS.dialect,
    cursor: Cursor = None,
) -> Annotated[CallToolResult, schemas.Section]:
    """Return one section of a Markdown document word for word, by heading or by anchor.

    Give either path or text, and either heading or anchor. If several headings have the same text, the
    error lists their anchors. A long section comes in pages; follow next_cursor.
    """
    source, given = markdown(ctx, path, text)
    section = library_of(ctx).section(
        given,
        source,
        heading=heading,
        anchor=anchor,
        children=include_children,
        options=Options(dialect=dialect),
    )
    made_from = paging.fingerprint(source, section.text, section.start_char)
    start = paging.from_cursor(cursor, made_from)
    end = paging.page_end(section.text, start)
    return _answer(
        schemas.Section(
            source=source,
            heading=section.heading.text,
            level=section.heading.level,
            heading_path=list(section.heading_path),
            anchor=section.heading.anchor,
            start_line=section.start_line,
            end_line=section.end_line,
            chars=len(section.text),
            start_char=section.start_char + start,
            end_char=section.start_char + end,
            text=section.text[start:end],
            next_cursor=paging.to_cursor(end, made_from) if end < len(section.text) else None,
        ),
        "text",
    )


def save_chunks_jsonl(
    ctx: Request,
    *,
    output: Annotated[str, Field(description="A .jsonl file in an existing folder among the served ones")],
    path: DocumentPath = None,
    text: Text = None,
    max_chars: MaxChars = DEFAULTS.max_chars,
    overlap: Overlap = DEFAULTS.overlap,
    prefix_path: PrefixPath = DEFAULTS.prefix_path,
    dialect: Dialect = DEFAULTS.dialect,
) -> Annotated[CallToolResult, schemas.Saved]:
    """Write all chunks of a Markdown document to a JSONL file, one record a line.

    Give either path or text. An existing file is replaced only if it holds chunks.
    """
    source, given = markdown(ctx, path, text)
    options = Options(max_chars=max_chars, overlap=overlap, prefix_path=prefix_path, dialect=dialect)
    target = roots.output(library_of(ctx).folders, output)
    chunks = library_of(ctx).chunked(given, source, options).chunks
    written, replaced = save.save(target, chunks)
    return _answer(
        schemas.Saved(path=target.name, chunks=len(chunks), bytes=written, replaced=replaced), "path"
    )


def list_documents(
    ctx: Request,
    *,
    contains: Annotated[
        str | None, Field(description="Only paths that contain this, in any case; * stands for anything")
    ] = None,
    cursor: Cursor = None,
) -> Annotated[CallToolResult, schemas.DocumentPage]:
    """List the Markdown documents of the served folders with their titles."""
    library = library_of(ctx)
    wanted = (contains or "").casefold().replace("[", "[[]").replace("?", "[?]")
    documents = [
        document
        for document in roots.files(library.folders)
        if fnmatchcase(document.name.casefold(), f"*{wanted}*")
    ]
    made_from = paging.fingerprint(contains, *(document.name for document in documents))

    def show(document: roots.File) -> dict[str, Any]:
        title = search.title(library.index, document)
        return {"path": document.name, "title": title, "bytes": roots.size(document)}

    paged = paging.page(documents, show, cursor, made_from)
    return _page(schemas.DocumentPage, "documents", paged, total=len(documents))


async def search_sections(
    ctx: Request,
    *,
    query: Annotated[str, Field(description='Words, and "exact phrases" in double quotes', max_length=1000)],
    limit: Annotated[int, Field(ge=1, le=50, description="Maximum hits on a page")] = 10,
    cursor: Cursor = None,
) -> Annotated[CallToolResult, schemas.HitPage]:
    """Find sections by words over all documents of the served folders, best first.

    Then read a hit with get_section, by its path and anchor. If some sections hold all the words, only those
    are found; otherwise those with any of them.
    """
    library, stop = library_of(ctx), threading.Event()
    work = partial(_search, library, query, limit, cursor, stop)
    try:
        return await anyio.to_thread.run_sync(work, abandon_on_cancel=True, limiter=library.searches)
    except anyio.get_cancelled_exc_class():
        stop.set()
        raise


def _search(
    library: Library, query: str, limit: int, cursor: str | None, stop: threading.Event
) -> CallToolResult:
    with library.index.lock:
        found = search.refresh(library.index, roots.files(library.folders), stop=stop.is_set)
        made_from = paging.fingerprint(query, limit, found.generation)
        start = paging.from_cursor(cursor, made_from)
        hits, total, matched = search.search(library.index, query, limit, start)
    shown, _ = paging.page(hits, asdict, None, made_from)
    end = start + len(shown)
    return _page(
        schemas.HitPage,
        "hits",
        (shown, paging.to_cursor(end, made_from) if end < total else None),
        total=total,
        matched=matched,
        pending=found.pending or None,
        problems=list(found.problems[:5]) or None,
    )


def _shown_chunk(chunk: Chunk) -> dict[str, Any]:
    record = {key: value for key, value in chunk.to_dict().items() if key in schemas.Chunk.model_fields}
    if record["content"] == record["text"]:
        del record["content"], record["overlap"]
    return record


def _shown_heading(heading: Heading) -> dict[str, Any]:
    return {key: value for key, value in asdict(heading).items() if key in schemas.Heading.model_fields}


def _page(
    model: type[schemas.Page], field: str, paged: tuple[list[dict[str, Any]], str | None], **about: Any
) -> CallToolResult:
    """Return a page of a list.

    Args:
        model: The answer's class.
        field: Its field that holds the list.
        paged: The items of the list and the cursor of the next page, from ``paging.page``.
        about: Its other fields.
    """
    shown, next_cursor = paged
    return _answer(model.model_validate({**about, field: shown, "next_cursor": next_cursor}), field)


def _answer(result: BaseModel, body: str) -> CallToolResult:
    """Return a result in both channels with the same content: some clients show a model only one of them.

    Args:
        result: The answer.
        body: Its field that is within the limit already; the others are shortened if they take too much.
    """
    record = result.model_dump(mode="json", exclude_none=True)
    long = record.pop(body)
    record = {**paging.shorten(record, paging.ENVELOPE), body: long}
    return CallToolResult(
        content=[TextContent(type="text", text=paging.compact(record))], structured_content=record
    )
