"""``mdchunk mcp``: serve over stdin and stdout, or over HTTP. Knows nothing of the SDK until it starts the server."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

from mdchunk.extras import install
from mdchunk.files.streams import standard_input, standard_output
from mdchunk.mcp.paging import BUDGET
from mdchunk.mcp.roots import open_folders
from mdchunk.model import MdchunkError, Options

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def serve(
    folders: Sequence[str | os.PathLike[str]],
    *,
    dialect: str = Options().dialect,
    convert: bool = False,
    read_only: bool = False,
    cache: Path | None = None,
    max_answer: int = BUDGET,
    http: tuple[str, int] | None = None,
    token_file: Path | None = None,
) -> None:
    """Serve the Markdown under some folders until stdin closes. Nothing but the protocol goes to stdout.

    Args:
        folders: Folders to serve; the current one if there is none.
        dialect: How Markdown is read unless a call says otherwise.
        convert: Serve PDF, Word and HTML files too.
        read_only: Leave out the tool that writes.
        cache: File that keeps the search index; None keeps it in memory.
        max_answer: Maximum bytes of an answer.
        http: Address and port to serve on instead, until the process is interrupted.
        token_file: File with the token that HTTP clients send.

    Raises:
        MdchunkError: A folder is missing, the cache is not ours, the extra is not installed, the address can't be
            served on or needs a token.
    """
    opened = open_folders(folders, converted=convert)
    try:
        from mdchunk.mcp.http import check_address, read_token, serve_http  # noqa: PLC0415 - half a second, an extra
        from mdchunk.mcp.server import build_server  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("mdchunk"):
            raise
        raise MdchunkError("mdchunk mcp needs one more package", advice=f"run {install('mcp')}") from None
    token = read_token(token_file)
    if http:
        check_address(http[0], token)
    server = build_server(
        opened, dialect=dialect, read_only=read_only, cache=cache, max_answer=max_answer, report=_report
    )
    if http:
        serve_http(server, *http, token)
        return
    # The SDK's loop would run until stdin closes. Every file is written in one step, so nothing is left half done.
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    standard_input()  # an error here rather than in the SDK if it is closed
    standard_output()
    if sys.stdin.isatty():
        _report("mdchunk mcp speaks the Model Context Protocol on stdin and stdout. Press Ctrl-C to stop.")
    server.run()


def _report(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
