"""The MCP server: its tools, resources and prompts, and how errors are worded for a client."""

from __future__ import annotations

from contextlib import asynccontextmanager
from inspect import getdoc, signature
from typing import TYPE_CHECKING, Any

import anyio.to_thread
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import FuncMetadata
from mcp.types import (
    CallToolResult,
    Completion,
    CompletionArgument,
    CompletionContext,
    InputRequiredResult,
    PromptReference,
    Resource,
    ResourceTemplateReference,
    ToolAnnotations,
)
from pydantic import AnyUrl, ValidationError

from mdchunk import __version__
from mdchunk.mcp import resources, search, tools
from mdchunk.mcp.library import Library
from mdchunk.model import MdchunkError, Options

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable
    from pathlib import Path

    from mcp.server.lowlevel.helper_types import ReadResourceContents
    from mcp.server.mcpserver import Context

    from mdchunk.mcp.roots import Folder

INSTRUCTIONS = (
    "Markdown documents in parts. To answer from them: search_sections or list_documents, then "
    "outline_markdown, then get_section for what is needed. Answers come in pages: follow next_cursor, "
    "all other arguments the same."
)
ERROR_CHARS = 2_000
"""Maximum characters of an error."""

NAMES = {"outline": "outline_markdown"}
"""Functions of this package that the tools call something else."""

READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
WRITES = ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
)

TOOLS: tuple[tuple[Callable[..., Any], str, ToolAnnotations], ...] = (
    (tools.search_sections, "Search sections", READS),
    (tools.list_documents, "List documents", READS),
    (tools.outline_markdown, "Outline of a document", READS),
    (tools.get_section, "Get one section", READS),
    (tools.chunk_markdown, "Chunk a document", READS),
    (tools.save_chunks_jsonl, "Save chunks as JSONL", WRITES),
)
"""Function, title, annotations; in the order in which a model reads them."""


class Server(MCPServer[Library]):
    """The SDK's server, with readable errors and the documents among the resources."""

    def __init__(self, library: Library, offered: list[Tool]) -> None:
        @asynccontextmanager
        async def lifespan(_: MCPServer[Library]) -> AsyncIterator[Library]:
            try:
                yield library
            finally:
                library.index.close()

        super().__init__(
            "mdchunk",
            title="mdchunk",
            version=__version__,
            instructions=INSTRUCTIONS,
            log_level="WARNING",
            lifespan=lifespan,
            subscriptions=False,  # changes are not announced
            tools=offered,
        )
        self._library = library
        self._arguments = {tool.name: ", ".join(tool.parameters["properties"]) for tool in offered}

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Library, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; the model reads an error that it can correct, any other stays on the server."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if (sentence := rendered(error.__cause__)) is None:
                raise
            if isinstance(error.__cause__, ValidationError):
                sentence += f"; {name} takes {self._arguments[name]}"
            raise ToolError(f"{name}: {sentence}") from None

    async def read_resource(
        self, uri: AnyUrl | str, context: Context[Library, Any] | None = None
    ) -> Iterable[ReadResourceContents] | InputRequiredResult:
        """Read a document; the client gets the reason if it can't be read."""
        try:
            return await super().read_resource(uri, context)
        except Exception as error:
            if (sentence := rendered(error.__cause__)) is None:
                raise
            raise ResourceNotFoundError(sentence) from None

    async def list_resources(self) -> list[Resource]:
        """List the documents themselves, of which the SDK knows the template only."""
        return await anyio.to_thread.run_sync(resources.listed, self._library)


def build_server(
    folders: tuple[Folder, ...],
    *,
    dialect: str = Options().dialect,
    read_only: bool = False,
    cache: Path | None = None,
) -> Server:
    """Return a server of the documents under some folders.

    Args:
        folders: From ``roots.open_folders``.
        dialect: How Markdown is read unless a call says otherwise.
        read_only: Leave out the tool that writes.
        cache: File that keeps the search index; None keeps it in memory.

    Raises:
        MdchunkError: The cache file holds something else.
    """
    library = Library(folders, search.open_index(folders, cache, dialect))
    rows = [row for row in TOOLS if not (read_only and row[2] is WRITES)]
    server = Server(library, [_tool(*row, dialect) for row in rows])

    def document(path: str) -> str:
        """A Markdown or text file in a served folder."""
        return resources.whole_text(library, path)

    server.resource(resources.TEMPLATE, title="A document", mime_type=resources.MIME_TYPE)(document)
    for prompt, title in resources.PROMPTS:
        server.prompt(title=title)(prompt)

    async def complete(
        ref: PromptReference | ResourceTemplateReference,  # noqa: ARG001 - a path is a path in either
        argument: CompletionArgument,
        context: CompletionContext | None,  # noqa: ARG001 - the SDK passes three
    ) -> Completion | None:
        return await anyio.to_thread.run_sync(resources.complete, library, argument)

    server.completion()(complete)  # type: ignore[no-untyped-call]
    return server


class AsSent(FuncMetadata):
    """A tool's arguments as the client sent them."""

    def pre_parse_json(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments as sent: the SDK would read the text ``[1]`` as a list, the heading ``null`` as None."""
        return data


def _tool(function: Callable[..., Any], title: str, annotations: ToolAnnotations, dialect: str) -> Tool:
    """Return a tool whose schema has the server's dialect as the default.

    It refuses unknown arguments: the SDK would ignore a misspelt one.
    """
    tool = Tool.from_function(function, title=title, annotations=annotations, description=getdoc(function))
    arguments = tool.fn_metadata.arg_model
    arguments.model_config = {**arguments.model_config, "extra": "forbid"}
    if "dialect" in arguments.model_fields:
        arguments.model_fields["dialect"].default = dialect
    arguments.model_rebuild(force=True)
    tool.fn_metadata = AsSent(
        arg_model=arguments,
        output_schema=tool.fn_metadata.output_schema,
        output_model=tool.fn_metadata.output_model,
    )
    tool.parameters = arguments.model_json_schema(by_alias=True)
    return tool


def rendered(cause: BaseException | None) -> str | None:
    """Return what a client reads about a failure: our error, or what is wrong with an argument; else None."""
    if isinstance(cause, MdchunkError):
        return cause.render(_spelling)[:ERROR_CHARS]
    if isinstance(cause, ValidationError):
        sentences = [_wrong(error["type"], error["loc"], error["msg"]) for error in cause.errors()]
        return "; ".join(sentences)[:ERROR_CHARS]
    return None


def _spelling(name: str) -> str | None:
    """Return what a tool calls a setting or a function; None if no tool has it, such as an encoding."""
    return NAMES.get(name, name if name in _ARGUMENTS else None)


_ARGUMENTS = {name for function, *_ in TOOLS for name in signature(function).parameters} - {"ctx"}


def _wrong(kind: str, place: tuple[int | str, ...], message: str) -> str:
    name = ".".join(map(str, place))
    return f"there is no argument {name[:100]!r}" if kind == "extra_forbidden" else f"{name}: {message}"
