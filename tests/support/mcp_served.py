"""A server to talk to, in memory, in either era of the protocol."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

import jsonschema
from mcp.types import CallToolResult, TextContent

from mcp import Client
from mdchunk.mcp.paging import BUDGET
from mdchunk.mcp.roots import open_folders
from mdchunk.mcp.server import build_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

ERAS = {"2026-07-28": "auto", "2025-11-25": "legacy"}
"""Protocol version -> how a client comes to it."""
NARROWEST = 50_000
"""Characters that the client with the least room takes."""


SCHEMAS: dict[str, dict[str, Any]] = {}
"""Output schemas by tool; each server has the same."""


@asynccontextmanager
async def served(
    *folders: Path,
    era: str = "2026-07-28",
    dialect: str = "auto",
    convert: bool = False,
    read_only: bool = False,
    cache: Path | None = None,
    max_answer: int = BUDGET,
) -> AsyncIterator[Client]:
    """Connect a client to a new server of some folders."""
    server = build_server(
        open_folders(folders, converted=convert),
        dialect=dialect,
        read_only=read_only,
        cache=cache,
        max_answer=max_answer,
    )
    async with Client(server, mode=ERAS[era]) as client:
        assert client.protocol_version == era
        yield client


@contextmanager
def serving(docs: Path, *options: str) -> Iterator[str]:
    """Serve on a free port and give the address that the server says."""
    with subprocess.Popen(
        [sys.executable, "-m", "mdchunk", "mcp", str(docs), "--http", "--port", "0", *options],
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stderr
        line = server.stderr.readline()
        found = re.fullmatch(r"mdchunk mcp serves on (http://\S+/mcp)\. Press Ctrl-C to stop\.\n", line)
        assert found, line
        try:
            yield found[1]
        finally:
            server.terminate()
            server.wait(10)


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """Call a tool that answers; check that both channels say the same, by the schema, within bounds."""
    result = await client.call_tool(tool, arguments)
    text = text_of(result)
    assert not result.is_error, text
    assert result.structured_content == json.loads(text)
    assert len(text) < NARROWEST
    assert len(text.encode()) <= 31_000
    if tool not in SCHEMAS:
        SCHEMAS.update({each.name: each.output_schema or {} for each in (await client.list_tools()).tools})
    jsonschema.validate(result.structured_content, SCHEMAS[tool])
    return dict(result.structured_content)


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """Call a tool that refuses, and return its sentence."""
    result = await client.call_tool(tool, arguments)
    text = text_of(result)
    assert result.is_error, text
    assert result.structured_content is None
    assert len(text) < 2_200
    assert "Traceback" not in text
    assert "Error executing" not in text
    return text


async def all_pages(client: Client, tool: str, body: str, **arguments: Any) -> list[Any]:
    """Follow the cursor to the end and return the items of all pages."""
    items: list[Any] = []
    cursor: dict[str, str] = {}
    while True:
        page = await call(client, tool, **arguments, **cursor)
        items += page[body]
        if "next_cursor" not in page:
            return items
        cursor = {"cursor": page["next_cursor"]}


def text_of(result: CallToolResult) -> str:
    """Return the text of a result that has one block of it."""
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text
