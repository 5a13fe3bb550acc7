"""The tools: plain functions from arguments to an answer; the docstring is what a model reads.

Each takes the library from the request's context and hands over to the API. Errors that a model can mend are
``MdchunkError``; the server tells them in its words.
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

from mdchunk.mcp import paging as mcp_pages
from mdchunk.mcp import roots as mcp_roots
from mdchunk.mcp import save as mcp_save
from mdchunk.mcp import schemas as mcp_models
from mdchunk.mcp import search as mcp_search
from mdchunk.mcp.arguments import DEFAULTS, Cursor, Dialect, MaxChars, Overlap, Path, PrefixPath, Text
from mdchunk.mcp.library import Library, Request, chunked, library_of, markdown, outlined, section_of
from mdchunk.model import Chunk, Heading, Options


def chunk_markdown(
    ctx: Request,
    *,
    path: Path = None,
    text: Text = None,
    max_chars: MaxChars = DEFAULTS.max_chars,
    overlap: Overlap = DEFAULTS.overlap,
    prefix_path: PrefixPath = DEFAULTS.prefix_path,
    dialect: Dialect = DEFAULTS.dialect,
    cursor: Cursor = None,
) -> Annotated[CallToolResult, mcp_models.ChunkPage]:
    """Split a Markdown document into chunks: exact slices with heading path, lines and link anchor.

    Give either path or text. The answer is a page; follow next_cursor for the rest.
    To read about one topic, outline_markdown and get_section cost less.
    """
    source, given = markdown(ctx, path, text)
    options = Options(max_chars=max_chars, overlap=overlap, prefix_path=prefix_path, dialect=dialect)
    document = chunked(given, source, options)
    marked = mcp_pages.mark(source, given, max_chars, overlap, prefix_path, dialect)
    notices = [f"line {notice.line}: {notice.message}" for notice in document.notices[:10]]
    return _page(
        mcp_models.ChunkPage,
        "chunks",
        mcp_pages.page(document.chunks, _shown_chunk, cursor, marked),
        source=source,
        title=document.title,
        total=len(document.chunks),
        notices=notices or None,
    )


def outline_markdown(
    ctx: Request,
    *,
    path: Path = None,
    text: Text = None,
    dialect: Dialect = DEFAULTS.dialect,
    cursor: Cursor = None,
) -> Annotated[CallToolResult, mcp_models.OutlinePage]:
    """List the headings of a Markdown document with their lines, anchors and sizes.

    Give either path or text. Sizes are of a section's own text (chars) and with all below it (tree_chars);
    get_section returns what a heading or an anchor names.
    """
    source, given = markdown(ctx, path, text)
    outline = outlined(given, source, Options(dialect=dialect))
    marked = mcp_pages.mark(source, given, dialect)
    paged = mcp_pages.page(outline.headings, _shown_heading, cursor, marked)
    total = len(outline.headings)
    return _page(mcp_models.OutlinePage, "headings", paged, source=source, title=outline.title, total=total)


def get_section(
    ctx: Request,
    *,
    path: Path = None,
    text: Text = None,
    heading: Annotated[str | None, Field(description="The heading's text")] = None,
    anchor: Annotated[str | None, Field(description="Or its anchor, which is unique")] = None,
    include_children: Annotated[bool, Field(description="With its sub-sections")] = True,
    dialect: Dialect = DEFAULTS.dialect,
    cursor: Cursor = None,
) -> Annotated[CallToolResult, mcp_models.Section]:
    """Return one section of a Markdown document as it stands there, by heading or by anchor.

    Give either path or text, and either heading or anchor. Where several headings have the same text, the
    error lists their anchors. A long section comes in pieces; follow next_cursor.
    """
    source, given = markdown(ctx, path, text)
    section = section_of(
        given,
        source,
        heading=heading,
        anchor=anchor,
        children=include_children,
        options=Options(dialect=dialect),
    )
    marked = mcp_pages.mark(source, section.text, section.start_char)
    start = mcp_pages.from_cursor(cursor, marked)
    end = mcp_pages.piece(section.text, start)
    return _answer(
        mcp_models.Section(
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
            next_cursor=mcp_pages.to_cursor(end, marked) if end < len(section.text) else None,
        ),
        "text",
    )


def save_chunks_jsonl(
    ctx: Request,
    *,
    output: Annotated[str, Field(description="A .jsonl file in a served folder; its folder must be there")],
    path: Path = None,
    text: Text = None,
    max_chars: MaxChars = DEFAULTS.max_chars,
    overlap: Overlap = DEFAULTS.overlap,
    prefix_path: PrefixPath = DEFAULTS.prefix_path,
    dialect: Dialect = DEFAULTS.dialect,
) -> Annotated[CallToolResult, mcp_models.Saved]:
    """Write all chunks of a Markdown document to a JSONL file, one record a line.

    Give either path or text. Only a file that holds chunks already is ever replaced.
    """
    source, given = markdown(ctx, path, text)
    options = Options(max_chars=max_chars, overlap=overlap, prefix_path=prefix_path, dialect=dialect)
    target = mcp_roots.output(library_of(ctx).folders, output)
    chunks = chunked(given, source, options).chunks
    written, replaced = mcp_save.save(target, chunks)
    return _answer(
        mcp_models.Saved(path=target.name, chunks=len(chunks), bytes=written, replaced=replaced), "path"
    )


def list_documents(
    ctx: Request,
    *,
    contains: Annotated[
        str | None, Field(description="Only paths that hold this, case ignored; * stands for anything")
    ] = None,
    cursor: Cursor = None,
) -> Annotated[CallToolResult, mcp_models.DocumentPage]:
    """List the Markdown documents of the served folders with their titles."""
    library = library_of(ctx)
    wanted = (contains or "").casefold().replace("[", "[[]").replace("?", "[?]")
    documents = [
        document
        for document in mcp_roots.documents(library.folders)
        if fnmatchcase(document.name.casefold(), f"*{wanted}*")
    ]
    marked = mcp_pages.mark(contains, *(document.name for document in documents))

    def show(document: mcp_roots.Document) -> dict[str, Any]:
        title = mcp_search.title(library.index, document)
        return {"path": document.name, "title": title, "bytes": mcp_roots.size(document)}

    paged = mcp_pages.page(documents, show, cursor, marked)
    return _page(mcp_models.DocumentPage, "documents", paged, total=len(documents))


async def search_sections(
    ctx: Request,
    *,
    query: Annotated[str, Field(description='Words, and "exact phrases" in double quotes', max_length=1000)],
    limit: Annotated[int, Field(ge=1, le=50, description="Most hits on a page")] = 10,
    cursor: Cursor = None,
) -> Annotated[CallToolResult, mcp_models.HitPage]:
    """Find sections by words over all documents of the served folders, best first.

    Then read a hit with get_section, by its path and anchor. Sections with all the words come alone;
    where there are none, those with any of them.
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
        found = mcp_search.refresh(library.index, mcp_roots.documents(library.folders), stop=stop.is_set)
        marked = mcp_pages.mark(query, limit, found.generation)
        start = mcp_pages.from_cursor(cursor, marked)
        hits, total, matched = mcp_search.search(library.index, query, limit, start)
    shown, _ = mcp_pages.page(hits, asdict, None, marked)
    end = start + len(shown)
    return _page(
        mcp_models.HitPage,
        "hits",
        (shown, mcp_pages.to_cursor(end, marked) if end < total else None),
        total=total,
        matched=matched,
        pending=found.pending or None,
        problems=list(found.problems[:5]) or None,
    )


def _shown_chunk(chunk: Chunk) -> dict[str, Any]:
    record = {key: value for key, value in chunk.to_dict().items() if key in mcp_models.Chunk.model_fields}
    if record["content"] == record["text"]:
        del record["content"], record["overlap"]
    return record


def _shown_heading(heading: Heading) -> dict[str, Any]:
    return {key: value for key, value in asdict(heading).items() if key in mcp_models.Heading.model_fields}


def _page(
    model: type[mcp_models.Page], field: str, paged: tuple[list[dict[str, Any]], str | None], **about: Any
) -> CallToolResult:
    """Return a page of a list.

    Args:
        model: What the answer is.
        field: Its field that is the list.
        paged: What is in the list, and the cursor of the next page, as ``mcp_pages.page`` returns them.
        about: Its other fields.
    """
    shown, next_cursor = paged
    return _answer(model.model_validate({**about, field: shown, "next_cursor": next_cursor}), field)


def _answer(result: BaseModel, body: str) -> CallToolResult:
    """Return a result in both channels: some clients show a model only one of them, so they say the same.

    Args:
        result: What to say.
        body: Its field that is bounded already; the others are cut where they take too much.
    """
    record = result.model_dump(mode="json", exclude_none=True)
    long = record.pop(body)
    record = {**mcp_pages.shorten(record, mcp_pages.ENVELOPE), body: long}
    return CallToolResult(
        content=[TextContent(type="text", text=mcp_pages.compact(record))], structured_content=record
    )
