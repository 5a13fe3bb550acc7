"""The MCP server: which tools, resources and prompts there are, and how a client hears of errors."""

from __future__ import annotations

from contextlib import asynccontextmanager
from inspect import getdoc
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
from mdchunk.document.outline import NoHeadingError
from mdchunk.mcp import resources as mcp_resources
from mdchunk.mcp import search as mcp_search
from mdchunk.mcp import tools as mcp_tools
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
"""Most code points of an error."""

READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
WRITES = ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
)

TOOLS: tuple[tuple[Callable[..., Any], str, ToolAnnotations], ...] = (
    (mcp_tools.search_sections, "Search sections", READS),
    (mcp_tools.list_documents, "List documents", READS),
    (mcp_tools.outline_markdown, "Outline of a document", READS),
    (mcp_tools.get_section, "Get one section", READS),
    (mcp_tools.chunk_markdown, "Chunk a document", READS),
    (mcp_tools.save_chunks_jsonl, "Save chunks as JSONL", WRITES),
)
"""Function, title, annotations; in the order in which a model reads them."""


class Server(MCPServer[Library]):
    """The SDK's server, with errors as sentences and the documents among the resources."""

    def __init__(self, library: Library, tools: list[Tool]) -> None:
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
            subscriptions=False,  # nobody is told of changes, so nobody may ask to be
            tools=tools,
        )
        self._library = library
        self._arguments = {tool.name: ", ".join(tool.parameters["properties"]) for tool in tools}

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Library, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; what the model can mend is told to it, anything else stays on the server."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if (sentence := _told(error.__cause__)) is None:
                raise
            if isinstance(error.__cause__, ValidationError):
                sentence += f"; {name} takes {self._arguments[name]}"
            raise ToolError(f"{name}: {sentence}") from None

    async def read_resource(
        self, uri: AnyUrl | str, context: Context[Library, Any] | None = None
    ) -> Iterable[ReadResourceContents] | InputRequiredResult:
        """Read a document; the client hears why it cannot be read."""
        try:
            return await super().read_resource(uri, context)
        except Exception as error:
            if (sentence := _told(error.__cause__)) is None:
                raise
            raise ResourceNotFoundError(sentence) from None

    async def list_resources(self) -> list[Resource]:
        """List the documents themselves, of which the SDK knows the template only."""
        return await anyio.to_thread.run_sync(mcp_resources.listed, self._library)


def build_server(
    folders: tuple[Folder, ...],
    *,
    dialect: str = Options().dialect,
    read_only: bool = False,
    cache: Path | None = None,
) -> Server:
    """Return a server of the documents under some folders.

    Args:
        folders: From ``mcp_roots.open_folders``.
        dialect: What Markdown is read as where a call says nothing else.
        read_only: Leave out the tool that writes.
        cache: File that keeps the search index; in memory without one.

    Raises:
        MdchunkError: The cache file holds something else.
    """
    library = Library(folders, mcp_search.open_index(folders, cache, dialect))
    rows = [row for row in TOOLS if not (read_only and row[2] is WRITES)]
    server = Server(library, [_tool(*row, dialect) for row in rows])

    def document(path: str) -> str:
        """A Markdown or text file in a served folder."""
        return mcp_resources.document(library, path)

    server.resource(mcp_resources.TEMPLATE, title="A document", mime_type=mcp_resources.MIME_TYPE)(document)
    for prompt, title in mcp_resources.PROMPTS:
        server.prompt(title=title)(prompt)

    async def complete(
        ref: PromptReference | ResourceTemplateReference,  # noqa: ARG001 - a path is a path in either
        argument: CompletionArgument,
        context: CompletionContext | None,  # noqa: ARG001 - the SDK passes three
    ) -> Completion | None:
        return await anyio.to_thread.run_sync(mcp_resources.complete, library, argument)

    server.completion()(complete)  # type: ignore[no-untyped-call]
    return server


class AsSent(FuncMetadata):
    """A tool's arguments as the client sent them."""

    def pre_parse_json(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments: the SDK would read the text ``[1]`` as a list and the heading ``null`` as none."""
        return data


def _tool(function: Callable[..., Any], title: str, annotations: ToolAnnotations, dialect: str) -> Tool:
    """Return a tool with the server's dialect for a default, which a model reads in the schema.

    It refuses unknown arguments: the SDK would pass over a misspelt one in silence.
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


def _told(cause: BaseException | None) -> str | None:
    """Return what a client hears of a failure: our message or what is wrong with an argument, else None."""
    if isinstance(cause, NoHeadingError):
        return f"{cause.fact[:ERROR_CHARS]}; outline_markdown lists them"
    if isinstance(cause, MdchunkError):
        return str(cause)[:ERROR_CHARS]
    if isinstance(cause, ValidationError):
        sentences = [_wrong(error["type"], error["loc"], error["msg"]) for error in cause.errors()]
        return "; ".join(sentences)[:ERROR_CHARS]
    return None


def _wrong(kind: str, place: tuple[int | str, ...], message: str) -> str:
    name = ".".join(map(str, place))
    return f"there is no argument {name[:100]!r}" if kind == "extra_forbidden" else f"{name}: {message}"
