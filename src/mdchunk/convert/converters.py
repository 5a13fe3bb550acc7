"""From the ending of a file to its converter."""

from __future__ import annotations

import os
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.convert.draft import ConvertError, Draft
from mdchunk.extras import install
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


class Converter(NamedTuple):
    """What converts files of an ending."""

    name: str
    """A row of ``FORMATS``, or ``py:package.module:function``."""
    packages: tuple[str, ...] = ()
    """Distributions that it needs, the one that reads the text first."""

    def described(self) -> str:
        """Return its name and version: ``liteparse 2.18.0``.

        Raises:
            MdchunkError: A package that it needs is not installed.
        """
        if not self.packages:
            return self.name
        versions = {package: _version(package) for package in self.packages}
        if missing := [package for package, found in versions.items() if not found]:
            many = "one more package" if len(missing) == 1 else f"{len(missing)} more packages"
            raise MdchunkError(f"needs {many} to be converted", advice=f"run {install(*missing)}")
        return f"{self.packages[0]} {versions[self.packages[0]]}"


def _version(package: str) -> str:
    # as slow to import as all the rest of a build in which nothing changed
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        return version(package)
    except PackageNotFoundError:
        return ""


FORMATS: Mapping[str, Converter] = MappingProxyType(
    {
        "pdf": Converter("pdf", ("liteparse", "pypdfium2")),
        "docx": Converter("docx", ("firecrawl-anydoc",)),
        "html": Converter("html", ("html-to-markdown",)),
        "htm": Converter("html", ("html-to-markdown",)),
        "xhtml": Converter("html", ("html-to-markdown",)),
    }
)
"""Ending of a file, without a dot and in lower case -> its converter: a module of this folder with ``convert``."""

ENDINGS = tuple(f".{ending}" for ending in FORMATS)


def converter_of(path: str, own: Iterable[str] = ()) -> Converter | None:
    """Return what converts a file, or ``None`` for Markdown and text.

    Args:
        path: The file, of which the ending counts, in any case.
        own: The user's converters, each ``pdf=py:package.module:function``.

    Raises:
        MdchunkError: An entry of ``own`` has another form.
    """
    ending = os.path.splitext(path)[1].lstrip(".").lower()  # noqa: PTH122 - for each of 50,000 files
    return own_converters(own).get(ending) or FORMATS.get(ending)


def own_converters(own: Iterable[str]) -> dict[str, Converter]:
    """Return the user's converters by ending.

    Raises:
        MdchunkError: An entry has another form than ``pdf=py:package.module:function``.
    """
    found = {}
    for entry in own:
        ending, _, name = entry.partition("=")
        if not ending.strip(". ") or not name.startswith("py:") or name.count(":") < 2:
            raise MdchunkError(
                f"must be ENDING=py:package.module:function, such as pdf=py:my.module:convert, not {entry!r}",
                setting="converter",
            )
        found[ending.strip(". ").lower()] = Converter(name)
    return found


def run(converter: Converter, path: str) -> Draft:
    """Convert a file, in this process.

    Raises:
        ConvertError: It cannot be converted.
    """
    if converter.name.startswith("py:"):
        from mdchunk.length.tokenizers import python_function  # noqa: PLC0415 - for this alone

        function: Callable[[str], object] = python_function(converter.name.removeprefix("py:"))
        text = function(path)
        if not isinstance(text, str) or not text.strip():
            raise ConvertError(f"gave no text through {converter.name}")
        return Draft((text,), is_final=True)
    draft: Draft = import_module(f"mdchunk.convert.{converter.name}").convert(path)
    return draft
