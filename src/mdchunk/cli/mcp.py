"""``mdchunk mcp``: serve folders to AI assistants. Only the protocol goes to stdout."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mdchunk.cli.options import CHUNK_OPTIONS, some_options
from mdchunk.cli.spelling import Command
from mdchunk.mcp.paging import BUDGET

if TYPE_CHECKING:
    from collections.abc import Sequence

EPILOG = """\b
Examples:
  mdchunk mcp docs/
  mdchunk mcp docs/ handbook/ --read-only
  mdchunk mcp docs/ --dialect vitepress
  mdchunk mcp docs/ --cache ~/.cache/mdchunk-docs.db
  mdchunk mcp docs/ --http --port 8000"""

PATH = click.Path(dir_okay=False, path_type=Path)


@click.command(cls=Command, epilog=EPILOG)
@click.argument("folders", nargs=-1, type=click.Path(exists=True, file_okay=False))
@some_options(CHUNK_OPTIONS, "dialect")
@click.option("--convert", is_flag=True, help="Serve PDF, Word and HTML files too.")
@click.option("--read-only", is_flag=True, help="Leave out the tool that writes a file.")
@click.option("--cache", type=PATH, help="File that keeps the search index.")
@click.option(
    "--max-answer",
    type=click.IntRange(min=4_000),
    default=BUDGET,
    show_default=True,
    metavar="BYTES",
    help="Maximum bytes of an answer.",
)
@click.option("--http", is_flag=True, help="Serve over Streamable HTTP, for several clients.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address for --http.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Port for --http; 0: a free one.",
)
@click.option("--token-file", type=PATH, help="File with the token that HTTP clients must send.")
def mcp(
    folders: Sequence[str],
    *,
    dialect: str,
    convert: bool,
    read_only: bool,
    cache: Path | None,
    max_answer: int,
    http: bool,
    host: str,
    port: int,
    token_file: Path | None,
) -> None:
    """Serve the Markdown in FOLDERS (default: the current one) over the Model Context Protocol.

    An assistant starts this command and uses its stdin and stdout. With --http, clients connect to
    http://127.0.0.1:8000/mcp instead; another address needs --token-file. Only Markdown files in FOLDERS can be
    read. Use the dialect of your builds so that anchors match. Requires the `mcp` extra; if it is missing, the error
    shows how to install it.
    """
    from mdchunk.mcp.serve import serve  # noqa: PLC0415 - half a second, and an extra

    serve(
        folders,
        dialect=dialect,
        convert=convert,
        read_only=read_only,
        cache=cache,
        max_answer=max_answer,
        http=(host, port) if http else None,
        token_file=token_file,
    )
