"""Decoded text and its line table: the only place where lines become offsets."""

from __future__ import annotations

import os
import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from mdchunk.model import MdchunkError, Place
from mdchunk.text.fences import closes_fence, opening_fence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BOM = "\ufeff"
_PAGE_END = re.compile(r"(?:(?<=[\r\n])|\A)\f+")
# one\f# Two        pages that a converter joined: what follows is the first line of the next page
_INNER_PAGE_END = re.compile(r"(?<=[^\r\n\f])\f(?:[ \t]*\f)*(?=[ \t]*[^\s])")
_EOL = re.compile(r"\r\n?|\n")
_SURROGATE = re.compile("[\ud800-\udfff]")
"""Python's stand-in for a byte of a name that is not UTF-8 (https://peps.python.org/pep-0383/)."""
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Source:
    """One decoded document: its text as it is, newlines and byte order mark included."""

    text: str
    name: str
    """Path relative to the root, ``/`` between its parts; empty for a text without a name."""
    starts: list[int]
    """Offset of each line's first code point, and one past the last line; a byte order mark is in no line."""
    inner: tuple[int, ...] = ()
    r"""Lines (0-based) that begin at a form feed inside a line of the file, in order.

    Converters join pages by a form feed, and in ``one\f# Two`` the heading of the next page begins a line.
    """

    @property
    def body(self) -> str:
        """The text that a parser gets: without a byte order mark, and without the page ends that begin a line."""
        body = self.text[self.starts[0] :] if self.starts[0] else self.text
        if self.inner:
            body = "".join(self._bodies())
        return _PAGE_END.sub("", body) if "\f" in body else body

    def _bodies(self) -> Iterator[str]:
        begun = self.starts[0]
        for line in self.inner:
            found = _INNER_PAGE_END.match(self.text, self.starts[line])
            yield f"{self.text[begun : self.starts[line]]}\n"
            begun = found.end() if found else self.starts[line]
        yield self.text[begun:]

    def number(self, line: int) -> int:
        """Return the number, from 1, that a line (0-based) has in the file: there a form feed ends none."""
        return line + 1 - bisect_right(self.inner, line)

    def number_at(self, offset: int) -> int:
        """Return the number, from 1, of the file's line that holds the code point at ``offset``."""
        line = bisect_right(self.starts, offset, 1, len(self.starts) - 1)
        return line - bisect_right(self.inner, line - 1) if self.inner else line

    def is_inner(self, line: int) -> bool:
        """Return whether a line (0-based) begins at a form feed inside a line of the file."""
        i = bisect_left(self.inner, line)
        return i < len(self.inner) and self.inner[i] == line

    def line_numbered(self, number: int) -> int:
        """Return the first line (0-based) of a line of the file, which may be one past its last (1-based)."""
        line = number - 1
        for each in self.inner:
            line += each <= line
        return line

    def line_of(self, offset: int) -> int:
        """Return the 0-based line that holds the code point at ``offset``."""
        return bisect_right(self.starts, offset, 1, len(self.starts) - 1) - 1

    def line_end(self, line: int) -> int:
        """Return the offset one past the last code point of a line (0-based), its line ending left out."""
        start, end = self.starts[line], self.starts[line + 1]
        if end > start and self.text[end - 1] == "\n":
            end -= 1
        if end > start and self.text[end - 1] == "\r":
            end -= 1
        return end

    def line(self, line: int) -> str:
        """Return a line (0-based) without its line ending."""
        return self.text[self.starts[line] : self.line_end(line)]

    def is_blank(self, line: int) -> bool:
        """Return whether a line (0-based) holds nothing but white space."""
        return not self.text[self.starts[line] : self.starts[line + 1]].strip()

    def trim(self, first: int, last: int) -> int:
        """Return ``last`` (half-open) moved up over blank lines, but not above ``first``."""
        while last > first and self.is_blank(last - 1):
            last -= 1
        return last


def read_source(text: str, name: str = "", *, splits_at_pages: bool = True) -> Source:
    r"""Return the text with its line table.

    A line ends at ``\n``, ``\r\n`` or a lone ``\r`` (https://spec.commonmark.org/0.31.2/#line-ending), never
    at U+2028 and the like. With ``splits_at_pages`` it ends for the parser also at a form feed between words
    outside fences.
    """
    first = 1 if text.startswith(BOM) else 0
    if "\r" in text:
        starts = [first, *(m.end() for m in _EOL.finditer(text, first))]
    else:
        starts = list(accumulate([len(line) + 1 for line in text[first:].split("\n")], initial=first))
        starts.pop()
    if len(starts) == 1 or starts[-1] < len(text):
        starts.append(len(text))
    if splits_at_pages and "\f" in text and _INNER_PAGE_END.search(text):
        return Source(text, name, *_with_page_ends(Source(text, name, starts)))
    return Source(text, name, starts)


def _with_page_ends(source: Source) -> tuple[list[int], tuple[int, ...]]:
    """Return where lines start if page ends inside them end lines, too, and which lines those are."""
    starts: list[int] = []
    inner: list[int] = []
    markup = ""
    for number, start in enumerate(source.starts[:-1]):
        end = source.line_end(number)
        ends = (found.start() for found in _INNER_PAGE_END.finditer(source.text, start + 1, end))
        for begun, stop in pairwise((start, *ends, end)):
            if begun > start:
                if markup:
                    continue  # code
                inner.append(len(starts))
            starts.append(begun)
            line = source.text[begun:stop].lstrip(" \t\f>")
            if not markup:
                markup = opening_fence(line)
            elif closes_fence(line, markup):
                markup = ""
    return [*starts, source.starts[-1]], tuple(inner)


def decode(data: bytes, name: str, encoding: str = "utf-8") -> str:
    """Return the bytes as text, with newlines and byte order mark as they are.

    Raises:
        MdchunkError: The bytes are not of the encoding; the message names the file, the byte and its line.
    """
    try:
        return data.decode(encoding)
    except LookupError:
        raise _unknown(encoding) from None
    except UnicodeDecodeError as error:
        at = error.start
        line = data.count(b"\n", 0, at) + 1
        looks = " (it looks like UTF-16)" if data[:2] in _UTF16 else ""
        raise MdchunkError(
            f"not {encoding}: byte 0x{data[at]:02x} at offset {at}{looks}",
            place=Place(name, line),
            advice=("save the file as UTF-8", "set {encoding}"),
        ) from None


def check_encoding(name: str) -> None:
    """Check that Python knows an encoding.

    Raises:
        MdchunkError: It does not, or it is no encoding of text.
    """
    try:
        " ".encode(name)  # Python looks up no encoding for an empty text
    except (LookupError, ValueError):
        raise _unknown(name) from None


def _unknown(encoding: str) -> MdchunkError:
    return MdchunkError(
        f"must be an encoding that Python knows, such as utf-8, not {encoding!r}", setting="encoding"
    )


def shown_name(name: str) -> str:
    r"""Return the name of a file as it can be written: ``caf\xe9.md`` for one that is not UTF-8."""
    return _SURROGATE.sub(_escaped, name)


def _escaped(surrogate: re.Match[str]) -> str:
    code = ord(surrogate[0])
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"\\u{code:04x}"


def source_name(path: str | os.PathLike[str], root: str | os.PathLike[str] | None = None) -> str:
    """Return what a file's records call it: its path relative to ``root``, ``/`` between its parts.

    Without a root it is relative to the current folder, with ``../`` if it is not below that, so that it is the
    same on every machine. Only a file on another drive, from which no path leads here, keeps its whole path.

    Raises:
        MdchunkError: The path is not below the root that was given.
    """
    return source_names(root)(path)


def source_names(root: str | os.PathLike[str] | None) -> Callable[[str | os.PathLike[str]], str]:
    """Return ``source_name`` for one root; a folder may hold 50,000 files."""
    above = os.path.join(os.path.abspath(root or "."), "")  # noqa: PTH100, PTH118
    folded = os.path.normcase(above)

    def name(path: str | os.PathLike[str]) -> str:
        absolute = os.path.abspath(path)  # noqa: PTH100
        if os.path.normcase(absolute).startswith(folded):
            return absolute[len(above) :].replace(os.sep, "/")
        if root is None:
            return _from(above, absolute).replace(os.sep, "/")
        raise MdchunkError(
            f"is {root}, and {path} is not below it",
            setting="root",
            advice="set {root} to a folder that contains every file",
        )

    return name


def _from(folder: str, path: str) -> str:
    """Return the way from a folder to a file, the file's whole path if there is none."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        return path
