"""``mdchunk mcp``: serve folders to AI assistants. Only the protocol goes to stdout."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mdchunk.cli.options import CHUNK_OPTIONS, some_options
from mdchunk.cli.spelling import Command

if TYPE_CHECKING:
    from collections.abc import Sequence

EPILOG = """\b
Examples:
  mdchunk mcp docs/
  mdchunk mcp docs/ handbook/ --read-only
  mdchunk mcp docs/ --dialect vitepress
  mdchunk mcp docs/ --cache ~/.cache/mdchunk-docs.db"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("folders", nargs=-1, type=click.Path(exists=True, file_okay=False))
@some_options(CHUNK_OPTIONS, "dialect")
@click.option("--read-only", is_flag=True, help="Leave out the tool that writes a file.")
@click.option(
    "--cache", type=click.Path(dir_okay=False, path_type=Path), help="File to keep the search index in."
)
def mcp(folders: Sequence[str], dialect: str, read_only: bool, cache: Path | None) -> None:
    """Serve the Markdown in FOLDERS (the current one by default) over the Model Context Protocol.

    An assistant starts this command and talks to it on stdin and stdout. Only files in these folders can be read.
    Use the dialect of your builds so that anchors match. Requires the `mcp` extra; if it is missing, the error
    shows how to install it.
    """
    from mdchunk.mcp.serve import serve  # noqa: PLC0415 - half a second, and an extra

    serve(folders, dialect=dialect, read_only=read_only, cache=cache)
