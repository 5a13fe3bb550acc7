"""The routes of the server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mdchunk.model import MdchunkError
from mdchunk.model.errors import python_spelling
from mdchunk.view.live.guard import Application, guarded
from mdchunk.view.markup import escape
from mdchunk.view.page import page

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from mdchunk.view.live.answers import Live, Sent

LARGEST = 32 << 20
"""Maximum bytes of a request: a text that was pasted."""


def application(live: Live, port: int) -> Application:
    """Return the ASGI application.

    Args:
        live: What it answers.
        port: That of the server, which requests have to name.
    """
    from starlette.applications import Starlette  # noqa: PLC0415 - of an extra
    from starlette.concurrency import run_in_threadpool  # noqa: PLC0415
    from starlette.responses import HTMLResponse  # noqa: PLC0415
    from starlette.routing import Route  # noqa: PLC0415

    async def index(request: Request) -> Response:
        try:
            return HTMLResponse(await run_in_threadpool(live.page, request.query_params.get("doc", "")))
        except MdchunkError as error:
            return HTMLResponse(
                page("mdchunk", f"<main><p>{escape(str(error))}</p></main>", kind="index"), 404
            )

    answers: Mapping[str, Callable[[Sent], Sent]] = {
        "/look": live.look,
        "/compare": live.compare,
        "/state": live.state,
        "/change": live.change,
        "/save": live.save,
    }
    routes = [Route("/", index), *(_route(path, answer) for path, answer in answers.items())]
    return guarded(Starlette(routes=routes), port)


def _route(path: str, answer: Callable[[Sent], Sent]) -> Route:
    """Return the route of an answer, whose errors are values for the page, too."""
    from starlette.concurrency import run_in_threadpool  # noqa: PLC0415
    from starlette.responses import JSONResponse  # noqa: PLC0415
    from starlette.routing import Route  # noqa: PLC0415

    async def endpoint(request: Request) -> Response:
        try:
            return JSONResponse(await run_in_threadpool(answer, await _sent(request)))
        except MdchunkError as error:
            said = {"message": error.render(python_spelling), "setting": error.setting}
            return JSONResponse({"error": said}, 422)

    return Route(path, endpoint, methods=["POST"])


async def _sent(request: Request) -> dict[str, Any]:
    """Return what the page sent.

    Raises:
        MdchunkError: It is too large, or no JSON object.
    """
    data = bytearray()
    async for block in request.stream():
        data += block
        if len(data) > LARGEST:
            raise MdchunkError(f"more than {LARGEST:,} bytes were sent")
    try:
        sent = json.loads(data)
    except (ValueError, RecursionError):
        sent = None
    if not isinstance(sent, dict):
        raise MdchunkError("a JSON object must be sent")
    return sent
