"""Serving over Streamable HTTP: one process for several clients, on the loopback address unless there is a token."""

from __future__ import annotations

import hmac
import ipaddress
import socket
import sys
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any

from mcp.server.transport_security import TransportSecuritySettings

from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from pathlib import Path

    from mdchunk.mcp.server import Server

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
TOKEN_CHARS = 16
"""Minimum characters of a token."""
PATH = "/mcp"


def read_token(file: Path | None) -> str:
    """Return the token in a file, without the whitespace around it; empty if no file is given.

    Raises:
        MdchunkError: The file can't be read, or its token is too short or holds spaces.
    """
    if file is None:
        return ""
    try:
        token = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise MdchunkError(f"can't be read as a token: {error}", place=str(file)) from None
    if len(token) < TOKEN_CHARS or len(token.split()) != 1 or not token.isascii():
        raise MdchunkError(
            f"a token is one line of at least {TOKEN_CHARS} ASCII characters without spaces", place=str(file)
        )
    return token


def serve_http(server: Server, host: str, port: int, token: str) -> None:
    """Serve until the process is interrupted; says the address on stderr.

    Args:
        server: What is served.
        host: Address to listen on.
        port: Port; 0 for a free one.
        token: What clients send as ``Authorization: Bearer TOKEN``; empty for none.

    Raises:
        MdchunkError: The address is not the loopback one and there is no token, or it can't be listened on.
    """
    import uvicorn  # noqa: PLC0415 - the SDK's own dependency, needed here only

    check_address(host, token)
    listening = _listen(host, port)
    port = listening.getsockname()[1]
    config = uvicorn.Config(
        application(server, host, port, token), log_level="warning", timeout_graceful_shutdown=1
    )
    shown = f"[{host}]" if ":" in host else host
    sys.stderr.write(f"mdchunk mcp serves on http://{shown}:{port}{PATH}. Press Ctrl-C to stop.\n")
    sys.stderr.flush()
    uvicorn.Server(config).run(sockets=[listening])


def check_address(host: str, token: str) -> None:
    """Refuse an address that others can reach, if there is no token.

    Raises:
        MdchunkError: It is refused.
    """
    if not token and not _is_loopback(host):
        raise MdchunkError(
            f"{host} can be reached from other machines, and there is no token",
            advice=("set {token_file}", "listen on 127.0.0.1"),
        )


def application(server: Server, host: str, port: int, token: str) -> Application:
    """Return the ASGI application: the SDK's, which checks ``Host`` and ``Origin``, behind the token."""
    names = dict.fromkeys([*LOOPBACK, *_names(host)])
    security = TransportSecuritySettings(
        allowed_hosts=[each for name in names for each in (name, f"{name}:{port}")],
        allowed_origins=[f"http://{name}:{port}" for name in names],
    )
    app: Any = server.streamable_http_app(host=host, streamable_http_path=PATH, transport_security=security)
    guarded: Application = _guarded(app, token) if token else app
    return guarded


def _guarded(app: Any, token: str) -> Application:
    """Answer 401 to requests without the token."""
    wanted = f"Bearer {token}".encode()

    async def guarded(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not _has(scope["headers"], wanted):
            headers = [(b"www-authenticate", b"Bearer"), (b"content-type", b"text/plain")]
            await send({"type": "http.response.start", "status": 401, "headers": headers})
            await send(
                {"type": "http.response.body", "body": b"send the token: Authorization: Bearer TOKEN\n"}
            )
            return
        await app(scope, receive, send)

    return guarded


def _has(headers: Iterable[tuple[bytes, bytes]], wanted: bytes) -> bool:
    sent = next((value for name, value in headers if name == b"authorization"), b"")
    return hmac.compare_digest(sent, wanted)


def _names(host: str) -> list[str]:
    """Return what clients may call an address in ``Host``; for all addresses, this machine's names too."""
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not listened on
        own = socket.gethostname()
        try:
            found = {str(info[4][0]) for info in socket.getaddrinfo(own, None)}
        except OSError:
            found = set()
        return [own, *(f"[{each}]" if ":" in each else each for each in sorted(found))]
    return [f"[{host}]" if ":" in host else host]


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family)
    except OSError as error:
        raise MdchunkError(f"can't listen on {host} port {port}: {error.strerror or error}") from None
