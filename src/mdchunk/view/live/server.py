"""Runs the server on the loopback address."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from mdchunk.extras import install
from mdchunk.model import MdchunkError, Options
from mdchunk.view.live.answers import Live
from mdchunk.view.live.application import application
from mdchunk.view.live.documents import Served, documents
from mdchunk.view.live.guard import HOST

if TYPE_CHECKING:
    from collections.abc import Callable

    from mdchunk.view.live.saving import SettingsFile


def serve(
    served: Served, options: Options, file: SettingsFile, port: int, on_start: Callable[[str], object]
) -> None:
    """Serve documents until the process is interrupted.

    Args:
        served: The documents.
        options: The settings to begin with.
        file: Where settings are saved.
        port: The port; 0 for a free one.
        on_start: Called with the address of the page.

    Raises:
        MdchunkError: There is no document, the packages are missing, or the port can't be listened on.
    """
    try:
        import starlette  # noqa: F401, PLC0415 - of an extra
        import uvicorn  # noqa: PLC0415
    except ImportError as error:
        raise MdchunkError(
            "the server needs more packages", advice=f"run {install('starlette', 'uvicorn', 'tomlkit')}"
        ) from error
    listed = documents(served, options)
    listening = _listen(port)
    port = listening.getsockname()[1]
    live = Live(served, options, file, listed)
    config = uvicorn.Config(application(live, port), log_level="warning", timeout_graceful_shutdown=1)
    on_start(f"http://{HOST}:{port}/")
    uvicorn.Server(config).run(sockets=[listening])


def _listen(port: int) -> socket.socket:
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        raise MdchunkError(
            f"can't listen on port {port}: {error.strerror or error}", advice="choose another {port}"
        ) from error
