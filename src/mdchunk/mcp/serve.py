"""``mdchunk mcp``: serve over stdin and stdout. Knows nothing of the SDK until it starts the server."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

from mdchunk.extras import install
from mdchunk.mcp.roots import open_folders
from mdchunk.model import MdchunkError, Options

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def serve(
    folders: Sequence[str | os.PathLike[str]],
    *,
    dialect: str = Options().dialect,
    read_only: bool = False,
    cache: Path | None = None,
) -> None:
    """Serve the Markdown under some folders until stdin closes. Nothing but the protocol goes to stdout.

    Args:
        folders: Folders to serve; the current one if there is none.
        dialect: How Markdown is read unless a call says otherwise.
        read_only: Leave out the tool that writes.
        cache: File that keeps the search index; None keeps it in memory.

    Raises:
        MdchunkError: A folder is missing, the cache is not ours, or the extra is not installed.
    """
    opened = open_folders(folders)
    try:
        from mdchunk.mcp.server import build_server  # noqa: PLC0415 - half a second, and an extra
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("mdchunk"):
            raise
        raise MdchunkError(f"mdchunk mcp needs one more package: {install('mcp')}") from None
    server = build_server(opened, dialect=dialect, read_only=read_only, cache=cache)
    # The SDK's loop would run until stdin closes. Every file is written in one step, so nothing is left half done.
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    if sys.stdin.isatty():
        sys.stderr.write(
            "mdchunk mcp speaks the Model Context Protocol on stdin and stdout. Press Ctrl-C to stop.\n"
        )
    server.run()
