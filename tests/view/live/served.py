"""A server of its own for a test: ``mdchunk view --serve`` as users run it."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Reply:
    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


@dataclass(frozen=True)
class Address:
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def ask(self, path: str, sent: object = None, method: str = "", **headers: str) -> Reply:
        """Send a request; a JSON value makes it a POST. Underscores in the names of headers stand for hyphens."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        body = None if sent is None else json.dumps(sent).encode()
        if sent is not None:
            given = {"content-type": "application/json", **given}
        connection.request(method or ("GET" if sent is None else "POST"), path, body, given)
        reply = connection.getresponse()
        text = reply.read().decode()
        connection.close()
        return Reply(reply.status, {name.lower(): value for name, value in reply.getheaders()}, text)


@contextmanager
def serving(*args: str) -> Iterator[Address]:
    """Serve from the current folder until the block ends."""
    process = subprocess.Popen(
        [sys.executable, "-m", "mdchunk", "view", *args, "--serve", "--port", "0"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path.cwd(),
    )
    assert process.stderr
    try:
        said = process.stderr.readline()
        address = re.fullmatch(r"Serving on http://127\.0\.0\.1:(\d+)/\. Press Ctrl-C to stop\.\n", said)
        assert address, said + process.stderr.read()
        yield Address(int(address[1]))
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
