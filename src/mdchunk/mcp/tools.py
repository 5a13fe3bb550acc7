"""The tools that read and write documents: plain functions from arguments to an answer.

The docstring is what a model reads. Each takes the library from the request's context and hands over to the API.
Errors that a model can correct are ``MdchunkError``; the server renders them.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Annotated, Any

from mcp.types import CallToolResult
from pydantic import Field

from mdchunk.mcp import indexing, paging, reading, roots, save, schemas
from mdchunk.mcp.answers import answer, chunk_fields, heading_fields, page_of
from mdchunk.mcp.library import WITH_IDS, Library, Request, dialect_for, library_of, markdown
from mdchunk.mcp.schemas import (
    DEFAULTS,
    Cursor,
    Dialect,
    DocumentPath,
    MaxBytes,
    MaxChars,
    Overlap,
    PrefixPath,
    Source,
    Text,
)
from mdchunk.mcp.spelling import spelling
from mdchunk.model import MdchunkError, Options


def list_documents(
    ctx: Request,
    *,
    contains: Annotated[
        str | None, Field(description="Only paths that contain this, in any case; * matches anything")
    ] = None,
    max_bytes: MaxBytes = None,
    cursor: Cursor = None,
) -> Annotated[CallToolResult, schemas.DocumentPage]:
    """List the Markdown documents of the served folders with their titles.

    To find something in them, use search_sections. Example: {"contains": "guide/"}
    """
    library = library_of(ctx)
    wanted = (contains or "").casefold().replace("[", "[[]").replace("?", "[?]")
    files = [
        file for file in roots.files(library.folders) if fnmatchcase(file.name.casefold(), f"*{wanted}*")
    ]
    made_from = paging.fingerprint(contains, *(file.name for file in files))

    def show(file: roots.File) -> dict[str, Any]:
        return {"path": file.name, "title": indexing.title(library.index, file), "bytes": roots.size(file)}

    with library.index.lock:  # once for the page: it is shared with what indexes in the background
        paged = paging.page(files, show, cursor, made_from, budget(library, max_bytes))
        problems = indexing.problems(library.index)
    return page_of(
        schemas.DocumentPage,
        "documents",
        paged,
        total=len(files),
        notes=_notes(library) or None,
        problems=problems[:5] or None,
    )


def outline_markdown(
    ctx: Request,
    *,
    path: DocumentPath = None,
    text: Text = None,
    source: Source = None,
    dialect: Dialect = DEFAULTS.dialect,
    max_bytes: MaxBytes = None,
    cursor: Cursor = None,
) -> Annotated[CallToolResult, schemas.OutlinePage]:
    """List the headings of a Markdown document with their lines, anchors and sizes.

    Give either path or text. chars is the size of a section's own text, tree_chars the size with its sub-sections:
    read large ones in parts with get_section. Example: {"path": "guide/setup.md"}
    """
    library = library_of(ctx)
    name, given = markdown(library, path, text, source)
    read_as = dialect_for(name, dialect, library.folders, library.with_ids)
    outline = library.outlined(given, name, Options(dialect=read_as))
    made_from = paging.fingerprint(name, given, read_as)
    return page_of(
        schemas.OutlinePage,
        "headings",
        paging.page(outline.headings, heading_fields, cursor, made_from, budget(library, max_bytes)),
        source=name,
        title=outline.title,
        total=len(outline.headings),
        dialect=read_as if read_as != dialect else None,
    )


def get_section(
    ctx: Request,
    *,
    ref: Annotated[str | None, Field(description="path#anchor, as search_sections gives it")] = None,
    path: DocumentPath = None,
    text: Text = None,
    source: Source = None,
    heading: Annotated[
        str | None,
        Field(description="A heading, or a path of them: Queues > Job Batching. With path or text"),
    ] = None,
    anchor: Annotated[str | None, Field(description="Or the heading's anchor, which is unique")] = None,
    sections: Annotated[
        list[str] | None,
        Field(description="Several at once: refs; or, with path or text, headings or anchors", max_length=50),
    ] = None,
    include_children: Annotated[bool, Field(description="With its sub-sections")] = True,
    dialect: Dialect = DEFAULTS.dialect,
    max_bytes: MaxBytes = None,
    cursor: Cursor = None,
) -> Annotated[CallToolResult, schemas.Sections]:
    """Read a section word for word. Without a heading or an anchor: the text before the first heading.

    Cite its ref. A long section comes in pages. For several, pass sections; what did not fit is named in left_out.
    Example: {"ref": "queues.md#job-batching"} or {"path": "queues.md", "heading": "Job Batching"}
    """
    library = library_of(ctx)
    size = budget(library, max_bytes)
    if path is None and text is None and (heading, anchor) != (None, None):
        path, ref = ref, None  # a ref beside a heading or an anchor names the document

    def found(wanted: str) -> reading.Passage:
        return reading.passage(
            library, path, text, wanted, source=source, children=include_children, dialect=dialect
        )

    if sections is not None:
        passages, not_found = [], []
        for wanted in dict.fromkeys(sections):
            try:
                passages.append(found(wanted))
            except MdchunkError as error:
                not_found.append(error.render(spelling)[:500])
        return answer(reading.several(passages, not_found[:10], size), "sections")
    names = [name for name in (ref, heading, anchor) if name is not None]
    if len(names) > 1:
        raise MdchunkError("give one of ref, heading and anchor")
    if ref is None and path is None and text is None:
        raise MdchunkError("give a ref; or a path, with or without a heading or an anchor")
    return answer(reading.one(found(*names or [""]), cursor, size), "text")


def chunk_markdown(
    ctx: Request,
    *,
    path: DocumentPath = None,
    text: Text = None,
    source: Source = None,
    max_chars: MaxChars = DEFAULTS.max_chars,
    overlap: Overlap = DEFAULTS.overlap,
    prefix_path: PrefixPath = DEFAULTS.prefix_path,
    dialect: Dialect = DEFAULTS.dialect,
    max_bytes: MaxBytes = None,
    cursor: Cursor = None,
) -> Annotated[CallToolResult, schemas.ChunkPage]:
    """Split a Markdown document into chunks: exact slices with heading path, lines and link anchor.

    Give either path or text. Not for reading about a topic: search_sections and get_section cost less.
    Example: {"path": "guide/setup.md", "max_chars": 1200}
    """
    library = library_of(ctx)
    name, given = markdown(library, path, text, source)
    read_as = dialect_for(name, dialect, library.folders, library.with_ids)
    options = Options(max_chars=max_chars, overlap=overlap, prefix_path=prefix_path, dialect=read_as)
    document = library.chunked(given, name, options)
    made_from = paging.fingerprint(name, given, max_chars, overlap, prefix_path, read_as)
    notices = [f"line {notice.line}: {notice.message}" for notice in document.notices[:10]]
    return page_of(
        schemas.ChunkPage,
        "chunks",
        paging.page(document.chunks, chunk_fields, cursor, made_from, budget(library, max_bytes)),
        source=name,
        title=document.title,
        total=len(document.chunks),
        notices=notices or None,
        dialect=read_as if read_as != dialect else None,
    )


def save_chunks_jsonl(
    ctx: Request,
    *,
    output: Annotated[str, Field(description="A .jsonl file in an existing folder among the served ones")],
    path: DocumentPath = None,
    text: Text = None,
    source: Source = None,
    max_chars: MaxChars = DEFAULTS.max_chars,
    overlap: Overlap = DEFAULTS.overlap,
    prefix_path: PrefixPath = DEFAULTS.prefix_path,
    dialect: Dialect = DEFAULTS.dialect,
) -> Annotated[CallToolResult, schemas.Saved]:
    """Write all chunks of a Markdown document to a JSONL file, one record a line.

    Give either path or text. An existing file is replaced only if it holds chunks. Only if the user asks for a file.
    Example: {"path": "guide/setup.md", "output": "setup.jsonl"}
    """
    library = library_of(ctx)
    name, given = markdown(library, path, text, source)
    read_as = dialect_for(name, dialect, library.folders, library.with_ids)
    options = Options(max_chars=max_chars, overlap=overlap, prefix_path=prefix_path, dialect=read_as)
    target = roots.output(library.folders, output)
    chunks = library.chunked(given, name, options).chunks
    written, replaced = save.save(target, chunks)
    return answer(
        schemas.Saved(path=target.name, chunks=len(chunks), bytes=written, replaced=replaced), "path"
    )


def budget(library: Library, max_bytes: int | None) -> int:
    """Return the bytes that an answer may have: what the call asks for, at most the server's own limit."""
    return min(max_bytes or library.max_answer, library.max_answer)


def _notes(library: Library) -> list[str]:
    return [
        f"most files{f' in {label}' if label else ''} have headings that end in {{#id}}; those ids are their anchors "
        f"(read as {WITH_IDS})"
        for label in sorted(library.with_ids())
    ]
