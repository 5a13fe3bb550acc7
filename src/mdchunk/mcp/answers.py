"""From what was found to the answer of a tool, in both channels and within its bytes."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from mcp.types import CallToolResult, TextContent
from pydantic import BaseModel

from mdchunk.mcp import paging, schemas
from mdchunk.model import Chunk, Heading


def page_of(
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
    return answer(model.model_validate({**about, field: shown, "next_cursor": next_cursor}), field)


def answer(result: BaseModel, body: str) -> CallToolResult:
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


def chunk_fields(chunk: Chunk) -> dict[str, Any]:
    """Return what an answer says of a chunk; ``content`` only if it is not ``text``."""
    record = {key: value for key, value in chunk.to_dict().items() if key in schemas.Chunk.model_fields}
    if record["content"] == record["text"]:
        del record["content"], record["overlap"]
    return record


def heading_fields(heading: Heading) -> dict[str, Any]:
    """Return what an answer says of a heading."""
    return {key: value for key, value in asdict(heading).items() if key in schemas.Heading.model_fields}
