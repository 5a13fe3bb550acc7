"""``mdchunk mcp``: serve folders to AI assistants. Nothing but the protocol goes to stdout."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mdchunk.cli.options import CHUNK_OPTIONS, some_options

if TYPE_CHECKING:
    from collections.abc import Sequence

EPILOG = """\b
Examples:
  mdchunk mcp docs/
  mdchunk mcp docs/ handbook/ --read-only
  mdchunk mcp docs/ --dialect vitepress
  mdchunk mcp docs/ --cache ~/.cache/mdchunk-docs.db"""


@click.command(epilog=EPILOG)
@click.argument("folders", nargs=-1, type=click.Path(exists=True, file_okay=False))
@some_options(CHUNK_OPTIONS, "dialect")
@click.option("--read-only", is_flag=True, help="Leave out the tool that writes a file.")
@click.option(
    "--cache", type=click.Path(dir_okay=False, path_type=Path), help="File that keeps the search index."
)
def mcp(folders: Sequence[str], dialect: str, read_only: bool, cache: Path | None) -> None:
    """Serve the Markdown in FOLDERS (the current one by default) over the Model Context Protocol.

    An assistant starts this command and speaks with it on stdin and stdout. Only files in the folders named
    here can be read. With the dialect of your builds, anchors are those of your builds. It needs the extra mcp,
    and says how to install that where it is missing.
    """
    from mdchunk.mcp.serve import serve  # noqa: PLC0415 - half a second, and an extra

    serve(folders, dialect=dialect, read_only=read_only, cache=cache)
