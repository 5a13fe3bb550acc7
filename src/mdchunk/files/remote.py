"""Object storage and everything else that fsspec, or else pyarrow, has a driver for.

https://filesystem-spec.readthedocs.io/en/latest/api.html
"""

from __future__ import annotations

import io
import tempfile
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from mdchunk.extras import install
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

Result = TypeVar("Result")

TRIES = 6
"""How often something is tried that may go well the next time."""
PAUSE = 0.1
"""Seconds before the second try; twice as many before each further one."""
_FINAL = (FileNotFoundError, PermissionError, IsADirectoryError, NotADirectoryError, NotImplementedError)
"""Errors that another try would give again."""


@cache
def _system(scheme: str, url: str) -> Any:
    """Return the file system of a URL; one for each scheme, or for each URL that leads through another.

    Raises:
        MdchunkError: A package is not installed.
    """
    import fsspec  # noqa: PLC0415 - an extra

    try:
        return fsspec.core.url_to_fs(url, use_listings_cache=False)[0]
    except (ImportError, ValueError) as error:
        if find_spec("pyarrow") is None:
            raise MdchunkError(f"{scheme}: {error}", place=url) from error
        import pyarrow as pa  # noqa: PLC0415 - an extra
        from fsspec.implementations.arrow import ArrowFSWrapper  # noqa: PLC0415
        from pyarrow.fs import FileSystem  # noqa: PLC0415

        try:
            return ArrowFSWrapper(FileSystem.from_uri(url)[0])
        except (pa.ArrowInvalid, OSError):
            raise MdchunkError(f"no driver for {scheme}: {error}", place=url) from error


def system_of(url: str) -> tuple[Any, str]:
    """Return the file system of a URL and the path in it.

    Raises:
        MdchunkError: A package is not installed, or there is no driver for the URL.
    """
    if find_spec("fsspec") is None:
        raise MdchunkError("a URL needs one more package", place=url, advice=f"run {install('fsspec')}")
    scheme = url.partition("://")[0]
    system = _system(
        scheme, url if "::" in url or scheme in {"http", "https"} else f"{scheme}://{_host(url)}"
    )
    return system, str(system._strip_protocol(url.partition("::")[0]))  # noqa: SLF001 - fsspec's own way


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0] or "/"


def tried(url: str, run: Callable[[], Result]) -> Result:
    """Return what a function returns, tried again after an error that may not last.

    Raises:
        MdchunkError: It fails in the end; the error names the URL.
    """
    for left in reversed(range(TRIES)):
        try:
            return run()
        except _FINAL as error:
            raise MdchunkError(_said(error), place=url) from error
        except Exception as error:  # each driver has errors of its own
            if not left:
                raise MdchunkError(f"failed {TRIES} times: {_said(error)}", place=url) from error
        time.sleep(PAUSE * 2 ** (TRIES - 1 - left))
    raise AssertionError


def _said(error: Exception) -> str:
    """Return what an error says in one line."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    if isinstance(error, FileNotFoundError):
        return "no such file or folder"
    return " ".join(text.split()) or type(error).__name__


def read_url(url: str, size: int | None = None) -> bytes:
    """Return the bytes of a file.

    Args:
        url: The file.
        size: How many bytes it has; fewer or more are an error, None if unknown.

    Raises:
        MdchunkError: It can't be read, or not in full.
    """
    system, path = system_of(url)

    def read() -> bytes:
        data: bytes = system.cat_file(path)
        if size is not None and len(data) != size:
            raise OSError(f"{len(data)} of {size} bytes were read")
        return data

    return tried(url, read)


@contextmanager
def open_url(url: str) -> Iterator[BinaryIO]:
    """Open a file to read parts of it.

    Raises:
        MdchunkError: It can't be read.
    """
    system, path = system_of(url)
    file = tried(url, lambda: system.open(path, "rb"))
    with file:
        yield file


@dataclass(frozen=True, slots=True)
class RemoteFolder:
    """A folder behind a URL, which ends in ``/``."""

    url: str

    def names(self, folder: str = "") -> Iterator[str]:
        """Yield the names of files."""
        system, path = system_of(self.url + folder)

        def listed() -> list[dict[str, Any]]:
            system.invalidate_cache()
            try:
                return list(system.ls(path, detail=True))
            except FileNotFoundError:
                return []

        for entry in tried(self.url + folder, listed):
            name = str(entry["name"]).rstrip("/").rpartition("/")[2]
            if entry["type"] == "file":
                yield f"{folder}/{name}" if folder else name

    @contextmanager
    def read(self, name: str) -> Iterator[BinaryIO]:
        """Open a file to read."""
        system, path = system_of(self.url + name)
        size = tried(self.url + name, lambda: system.info(path)["size"])
        yield io.BytesIO(read_url(self.url + name, size))

    @contextmanager
    def write(self, name: str) -> Iterator[BinaryIO]:
        """Open a file to write: a temporary one, which is sent in one piece when the block ends well."""
        system, path = system_of(self.url + name)
        with tempfile.TemporaryDirectory(prefix="mdchunk-") as folder:
            local = Path(folder, "part")
            with local.open("wb") as file:
                yield file

            def send() -> None:
                system.makedirs(path.rpartition("/")[0], exist_ok=True)
                system.put_file(str(local), path)

            tried(self.url + name, send)

    def move(self, name: str, to: str) -> None:
        """Give a file another name."""
        system, path = system_of(self.url + name)
        _, new = system_of(self.url + to)
        tried(self.url + name, lambda: system.mv(path, new))

    def remove(self, name: str) -> None:
        """Remove a file."""
        system, path = system_of(self.url + name)

        def remove() -> None:
            with suppress(FileNotFoundError):
                system.rm_file(path)

        tried(self.url + name, remove)
