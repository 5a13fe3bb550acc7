"""Who may ask the server: a browser's own page of this address, and programs of this machine; nobody else's page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

HOST = "127.0.0.1"
"""The address that the server listens on: no other machine can reach it."""
NAMES = (HOST, "localhost")
"""What a browser of this machine may call it."""
HEADERS: Mapping[bytes, bytes] = {
    b"cache-control": b"no-store",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
}
"""Headers of every answer."""


def guarded(application: Application, port: int) -> Application:
    """Return an application that answers its own pages only.

    A page of another site can make a browser send requests here, and can give its own name this address (DNS
    rebinding). The first have its ``Origin``, the second its name in ``Host``.
    """
    hosts = {f"{name}:{port}".encode() for name in NAMES} | (
        {name.encode() for name in NAMES} if port == 80 else set()
    )
    origins = {b"http://" + host for host in hosts}

    async def guard(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            problem = _problem(scope, hosts, origins)
            if problem:
                await _refuse(send, problem)
                return
            send = _with_headers(send)
        await application(scope, receive, send)

    return guard


def _problem(scope: Mapping[str, Any], hosts: set[bytes], origins: set[bytes]) -> str:
    """Return why a request is refused, ``""`` if it is not."""
    headers: dict[bytes, list[bytes]] = {}
    for name, value in scope["headers"]:
        headers.setdefault(name, []).append(value.lower())
    if not set(headers.get(b"host", [b""])) <= hosts:
        return "unknown host"
    if not set(headers.get(b"origin", [])) <= origins:
        return "request of another site"
    if scope["method"] == "POST" and headers.get(b"content-type") != [b"application/json"]:
        return "the content type must be application/json"
    return ""


async def _refuse(send: Send, problem: str) -> None:
    headers = [(b"content-type", b"text/plain"), *HEADERS.items()]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": f"{problem}\n".encode()})


def _with_headers(send: Send) -> Send:
    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *HEADERS.items()]}
        await send(message)

    return answer
