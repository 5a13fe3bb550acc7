"""One conversion in a process of its own, so that a crash, a bomb or an endless loop costs one file.

The converters are C++ and Rust; a hostile or broken file may take the whole process with it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict
from typing import Any

from mdchunk.convert.converters import Converter, run
from mdchunk.convert.draft import ConvertError, Draft
from mdchunk.model import MdchunkError

MAX_BYTES = 200_000_000
"""Of the original file."""
MAX_SECONDS = 300
"""Of one conversion: 5,000 pages take about 40."""
MAX_MEMORY_BYTES = 4 << 30
"""Of address space in the process; not limited on Windows."""

_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv.pop(1));"
    "from mdchunk.convert.worker import main; main(*sys.argv[1:])"
)


def convert(path: str, converter: Converter, max_seconds: float = MAX_SECONDS) -> Draft:
    """Convert a file in a process of its own.

    Args:
        path: The file.
        converter: From ``converter_of``; its packages are installed.
        max_seconds: The process is ended after so many seconds.

    Raises:
        ConvertError: The file is too large or cannot be converted, or its process died or took too long.
    """
    size = os.path.getsize(path)  # noqa: PTH202
    if size > MAX_BYTES:
        raise ConvertError(f"has {size:,} bytes, more than the {MAX_BYTES:,} that are converted")
    command = [sys.executable, "-X", "utf8", "-c", _PROGRAM, json.dumps(sys.path), converter.name, path]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=max_seconds, check=False
        )
    except subprocess.TimeoutExpired:
        raise ConvertError(f"took more than {max_seconds:g} s to convert") from None
    try:
        answer: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        raise ConvertError(
            f"could not be converted: the process of {converter.described()} died",
            advice="the file may be damaged, or need more memory than there is",
        ) from None
    if "problem" in answer:
        raise ConvertError(answer["problem"], advice=answer["advice"])
    if "bug" in answer:
        raise ConvertError(
            f"could not be converted: a bug in mdchunk or in {converter.described()}; please report it"
            f" ({answer['bug']})"
        )
    draft: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in answer.items()
    }
    return Draft(**draft)


def main(name: str, path: str) -> None:
    """Convert a file and write the draft, or what went wrong, to standard output as JSON."""
    # what a converter prints must not mix with the answer
    answer = os.dup(1)
    os.dup2(2, 1)
    _limit_memory()
    said: dict[str, Any]
    try:
        said = asdict(run(Converter(name), path))
    except MdchunkError as error:
        said = {"problem": error.problem, "advice": error.advice}
    except MemoryError:
        return
    except Exception as error:  # noqa: BLE001 - a converter of the user's may raise anything
        said = {"bug": f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"}
    with os.fdopen(answer, "wb") as file:
        file.write(json.dumps(said).encode())


def _limit_memory() -> None:
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on Windows

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = MAX_MEMORY_BYTES if hard == resource.RLIM_INFINITY else min(hard, MAX_MEMORY_BYTES)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
