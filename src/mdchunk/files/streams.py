"""The bytes of standard input and output, which a parent process may have closed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, BinaryIO

from mdchunk.files.settings import STDIN_NAME
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from typing import TextIO

STDOUT_NAME = "standard output"
"""What errors call standard output."""


def standard_input() -> BinaryIO:
    """Return standard input.

    Raises:
        MdchunkError: It is closed.
    """
    return _bytes_of(sys.stdin, STDIN_NAME)


def standard_output() -> BinaryIO:
    """Return standard output.

    Raises:
        MdchunkError: It is closed.
    """
    return _bytes_of(sys.stdout, STDOUT_NAME)


def _bytes_of(stream: TextIO | None, name: str) -> BinaryIO:
    if stream is None:
        raise MdchunkError("is closed", place=name)
    return stream.buffer
