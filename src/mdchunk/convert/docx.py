"""Word documents to Markdown with anydoc. They have no pages: Word computes them as it shows a document."""

from __future__ import annotations

import zipfile
from xml.etree import ElementTree as ET

from mdchunk.convert.draft import ConvertError, Draft

_DUBLIN_CORE = "{http://purl.org/dc/elements/1.1/}"
_PROPERTIES = "docProps/core.xml"
"""ECMA-376 part 2, 11.1: where a package keeps its title and author."""
_MAX_PROPERTIES = 100_000
"""Bytes; real ones have under 2,000."""


def convert(path: str) -> Draft:
    """Convert a ``.docx`` file.

    Raises:
        ConvertError: It is broken, encrypted, too large once unpacked, or has no text.
    """
    import anydoc  # noqa: PLC0415 - of an extra

    try:
        markdown = anydoc.to_markdown(path)
    except anydoc.EncryptedError as error:
        raise ConvertError("needs a password", advice="save a copy without one") from error
    except anydoc.ConvertError as error:
        raise ConvertError(f"cannot be read: {' '.join(str(error).split())}") from error
    if not markdown.strip():
        raise ConvertError("has no text")
    title, author = _properties(path)
    return Draft((markdown,), title=title, author=author)


def _properties(path: str) -> tuple[str, str]:
    """Return the title and the author; empty if the document says nothing of them that can be read."""
    try:
        with zipfile.ZipFile(path) as package:
            if package.getinfo(_PROPERTIES).file_size > _MAX_PROPERTIES:
                return "", ""
            data = package.read(_PROPERTIES)
        # a document type could declare entities, which nobody needs here
        if b"<!DOCTYPE" in data:
            return "", ""
        root = ET.fromstring(data)  # noqa: S314 - without a document type there is nothing to expand
    except (zipfile.BadZipFile, KeyError, ET.ParseError, NotImplementedError, RuntimeError):
        # anydoc read the text; without properties the document is as good
        return "", ""
    return _text(root, "title"), _text(root, "creator")


def _text(root: ET.Element, name: str) -> str:
    return (root.findtext(f"{_DUBLIN_CORE}{name}") or "").strip()
