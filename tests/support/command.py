"""Run the command line inside the test's own process."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass
from typing import Any
from unittest import mock

from mdchunk.cli.main import run


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    status: int
    stdout: bytes
    stderr: str

    @property
    def json(self) -> Any:
        """The object on stdout."""
        return json.loads(self.stdout)

    @property
    def records(self) -> list[Any]:
        """The objects on stdout, one a line."""
        return [json.loads(line) for line in self.stdout.splitlines()]


def mdchunk(*args: object, stdin: bytes = b"", encoding: str = "utf-8") -> Done:
    """Run ``mdchunk`` with these arguments, its standard streams in a system's own encoding."""
    streams = [io.TextIOWrapper(io.BytesIO(data), encoding, newline=None) for data in (stdin, b"", b"")]
    with (
        mock.patch.object(sys, "stdin", streams[0]),
        mock.patch.object(sys, "stdout", streams[1]),
        mock.patch.object(sys, "stderr", streams[2]),
    ):
        status = run([str(arg) for arg in args])
        sys.stdout.flush()
        sys.stderr.flush()
    out, err = (stream.detach() for stream in streams[1:])
    assert isinstance(out, io.BytesIO)
    assert isinstance(err, io.BytesIO)
    return Done(status, out.getvalue(), err.getvalue().decode(encoding))
