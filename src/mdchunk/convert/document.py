"""The text of a file, whatever its format: the one way in for all who read documents."""

from __future__ import annotations

import hashlib
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from mdchunk.convert.converters import Converter, converter_of
from mdchunk.files.atomic import whole_file
from mdchunk.files.inputs import Input, read_bytes, spooled
from mdchunk.files.settings import STDIN, STDIN_NAME, BuildSettings
from mdchunk.files.store import is_url
from mdchunk.model import MdchunkError, Notice, Options
from mdchunk.syntax.dialects import CONVERTED
from mdchunk.text.source import decode, shown_name

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Conversion:
    """How files of other formats are read."""

    converters: tuple[str, ...] = ()
    """Converters of the user's own, each ``pdf=py:package.module:function``."""
    folder: str = ""
    """Folder that keeps the converted texts as ``<source>.md``; none is kept if empty."""


@dataclass(frozen=True, slots=True)
class FileText:
    """The text of a file, and what is worth knowing of how it was read."""

    text: str
    notices: tuple[Notice, ...] = ()
    converter: str = ""
    """Name and version of the converter, empty for Markdown."""


AS_IS = Conversion()


def conversion_of(settings: BuildSettings) -> Conversion:
    """Return what build settings say of conversions."""
    return Conversion(settings.converter, settings.converted)


def read_input(one: Input, encoding: str, conversion: Conversion = AS_IS) -> FileText:
    """Read a file, or standard input, as text.

    Raises:
        MdchunkError: It can't be read, decoded or converted; the error names it.
    """
    with ExitStack() as stack:
        if one.path == STDIN and converter_of(one.source, conversion.converters):
            one = spooled(one, stack)  # converters read files
        return text_of(one.path, read_bytes(one), one.source or STDIN_NAME, encoding, conversion)


def text_of(
    path: str | os.PathLike[str],
    data: bytes,
    name: str,
    encoding: str = "utf-8",
    conversion: Conversion = AS_IS,
) -> FileText:
    """Return the text of a file: decoded, or converted if its ending is that of another format.

    Args:
        path: The file, for a converter to read.
        data: Its bytes.
        name: The document's name, as in its records and errors.
        encoding: Of the bytes, if they are Markdown.
        conversion: How other formats are read.

    Raises:
        MdchunkError: The bytes are not in the encoding, a converter is missing, the document can't be converted, or its
            name is not UTF-8, so that no record can have it.
    """
    if shown_name(name) != name:
        raise MdchunkError("the file's name is not UTF-8", place=shown_name(name), advice="rename the file")
    converter = converter_of(name, conversion.converters)
    if converter is None:
        return FileText(decode(data, name, encoding))
    with _named(name):
        return _converted(str(path), data, name, converter, conversion)


def kept_text(path: Path, data: bytes, name: str, conversion: Conversion) -> FileText:
    """Return the converted text of a document as it was kept, or convert it again if no folder keeps it.

    Raises:
        MdchunkError: Nothing is kept of it, or of an older state of the file; or as for ``text_of``.
    """
    converter = converter_of(name, conversion.converters)
    if converter is None or not conversion.folder:
        return text_of(path, data, name, "utf-8", conversion)
    from mdchunk.convert.joined import CONVERTER, HASH, described  # noqa: PLC0415 - Markdown needs no YAML parser

    with _named(name):
        try:
            text = kept_path(conversion.folder, name).read_bytes().decode()
        except (OSError, UnicodeDecodeError) as error:
            raise MdchunkError(f"its converted text in {conversion.folder} cannot be read") from error
        said = described(text)
        if said.get(HASH) != hashlib.sha256(data).hexdigest():
            raise MdchunkError("changed since it was converted")
        return FileText(text, converter=str(said.get(CONVERTER, "")))


def read_again(root: Path, name: str, encoding: str, conversion: Conversion = AS_IS) -> FileText:
    """Return the text of a document that records were made from.

    Args:
        root: Folder that ``name`` is relative to.
        name: The ``source`` of the records.
        encoding: Of the file, if it is Markdown.
        conversion: Where converted texts are kept, and the user's own converters.

    Raises:
        MdchunkError: The records are of standard input, the file can't be read, or as for ``kept_text``.
    """
    if not name:
        raise MdchunkError("built from standard input, which cannot be read again")
    if is_url(name):
        return text_of(name, read_bytes(Input(name, name, 0)), name, encoding, conversion)
    try:
        data = (root / name).read_bytes()
    except OSError as error:
        raise MdchunkError(f"{error.strerror} in {root}", place=name) from error
    if converter_of(name, conversion.converters):
        return kept_text(root / name, data, name, conversion)
    return FileText(decode(data, name, encoding))


def reading_options(options: Options, found: FileText) -> Options:
    """Return the options for a file's text: what a converter wrote is in no dialect of the user's."""
    return replace(options, dialect=CONVERTED) if found.converter else options


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Say in each error which document it is about."""
    try:
        yield
    except MdchunkError as error:
        if error.place.file:
            raise
        raise MdchunkError(error.problem, place=name, setting=error.setting, advice=error.advice) from error


def kept_path(folder: str, source: str) -> Path:
    """Return where the converted text of a document is kept.

    Raises:
        MdchunkError: The document is not below the root, so that it would be kept outside the folder.
    """
    place = Path(folder, f"{source}.md")
    if Path(source).is_absolute() or ".." in Path(source).parts:
        raise MdchunkError(
            "is outside the root, so its converted text has no place",
            advice="set {root} to a folder above it",
        )
    return place


def _converted(path: str, data: bytes, name: str, converter: Converter, conversion: Conversion) -> FileText:
    from mdchunk.convert.joined import REMARKS, described, joined  # noqa: PLC0415 - Markdown needs no YAML parser
    from mdchunk.convert.worker import convert  # noqa: PLC0415

    sha256 = hashlib.sha256(data).hexdigest()
    described_as = converter.described()
    place = kept_path(conversion.folder, name) if conversion.folder else None
    text = _kept(place, sha256, described_as) if place else ""
    if not text:
        with _on_disk(path, data) as local:
            text = joined(convert(local, converter), name, sha256, described_as)
        if place:
            place.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(place) as file:
                file.write(text.encode())
    remarks = described(text).get(REMARKS, ())
    return FileText(text, tuple(Notice("converted", name, 0, remark) for remark in remarks), described_as)


@contextmanager
def _on_disk(path: str, data: bytes) -> Iterator[str]:
    """Give the path of a file for a converter to read: of one behind a URL, a copy with the same ending."""
    if not is_url(path):
        yield path
        return
    import tempfile  # noqa: PLC0415 - files of this machine need none

    with tempfile.TemporaryDirectory(prefix="mdchunk-") as folder:
        copy = Path(folder, path.rpartition("/")[2])
        copy.write_bytes(data)
        yield str(copy)


def _kept(place: Path, sha256: str, converter: str) -> str:
    """Return a kept text if it was made from the same bytes by the same converter, else ``""``."""
    from mdchunk.convert.joined import CONVERTER, HASH, described  # noqa: PLC0415

    try:
        text = place.read_bytes().decode()
    except (FileNotFoundError, UnicodeDecodeError):
        return ""
    said = described(text)
    return text if (said.get(HASH), said.get(CONVERTER)) == (sha256, converter) else ""
