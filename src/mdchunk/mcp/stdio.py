"""Serving over stdin and stdout: every line gets an answer, and the process ends soon after stdin closes."""

from __future__ import annotations

import json
import os
import threading
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import anyio
from mcp.shared.message import SessionMessage
from mcp.types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError
from pydantic import ValidationError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

GRACE = 1.5
"""Seconds from the end of stdin until the process ends, whatever still runs."""

Item = SessionMessage | Exception


@asynccontextmanager
async def answered(read: Any, write: Any, at_end: Callable[[], None]) -> AsyncIterator[Any]:
    """Give the messages of a stream; a line that the SDK can't read, and would ignore, gets an error.

    Args:
        read: The SDK's stream of messages and of errors in reading them.
        write: Its stream of replies.
        at_end: Called when there are no more messages.
    """
    send: MemoryObjectSendStream[Item]
    receive: MemoryObjectReceiveStream[Item]
    send, receive = anyio.create_memory_object_stream(0)

    async def pump() -> None:
        async with send:
            async for item in read:
                if not isinstance(item, ValidationError):
                    await send.send(item)
                elif (reply := refusal(item)) is not None:
                    await write.send(SessionMessage(reply))
            at_end()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(pump)
        async with receive:
            yield receive
        tasks.cancel_scope.cancel()


def refusal(error: ValidationError) -> JSONRPCError | None:
    """Return the reply to a line that is not a message of JSON-RPC; None if the line is empty."""
    line = next((found["input"] for found in error.errors() if found["type"] == "json_invalid"), None)
    if isinstance(line, str) and not line.strip():
        return None
    code, message, request = INVALID_REQUEST, "not a request of JSON-RPC 2.0", _request(error)
    if isinstance(line, str):
        try:
            request = json.loads(line)
        except ValueError:
            code, message = PARSE_ERROR, "not JSON"
        else:  # half a surrogate, which only Python's parser takes
            message = "text that is not Unicode: half of a surrogate pair"
    id_ = request.get("id") if isinstance(request, dict) else None
    known = id_ if isinstance(id_, str | int) and not isinstance(id_, bool) else None
    return JSONRPCError(jsonrpc="2.0", id=known, error=ErrorData(code=code, message=message))


def _request(error: ValidationError) -> Any:
    """Return the object that was sent in place of a message, if there is one."""
    inputs = (found["input"] for found in error.errors())
    return next((each for each in inputs if isinstance(each, dict) and "id" in each), None)


def end_soon() -> None:
    """End the process after a moment, whatever runs: no thread of a tool outlives the client."""
    timer = threading.Timer(GRACE, os._exit, (0,))
    timer.daemon = True
    timer.start()
