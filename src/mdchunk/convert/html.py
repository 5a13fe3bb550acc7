"""HTML to Markdown with html-to-markdown: the page's own text, without its navigation, its own ids as anchors."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import accumulate
from pathlib import Path

from mdchunk.convert.draft import ConvertError, Draft

LEFT_OUT = (
    "nav",
    "footer",
    "aside",
    "[role=navigation]",
    "[role=search]",
    ".sphinxsidebar",
    ".related",
    "button",
    ".headerlink",
    ".doc-anchor",
    ".anchorjs-link",
    ".toc",
    "#toc",
    ".breadcrumbs",
    ".skip-link",
)
"""What is around a page's text rather than of it, as CSS selectors."""
_CHARSET = re.compile(rb"""<meta[^>]+charset\s*=\s*["']?([\w.:-]+)""", re.IGNORECASE)
_HEAD_BYTES = 1024
"""Where a page says its encoding (https://html.spec.whatwg.org/multipage/parsing.html, prescan)."""
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_ID = re.compile(r"[^\s{}#]+")
"""An id that can be written as ``{#id}``."""


def convert(path: str) -> Draft:
    """Convert an ``.html`` file.

    A heading's id (its own, that of an anchor in it, or of the section that it begins) is written behind it as
    ``{#id}``, so that a link to the chunk is one that browsers follow.

    Raises:
        ConvertError: The page has no text, or is in no encoding that Python knows.
    """
    import html_to_markdown  # noqa: PLC0415 - of an extra

    page = _Page(_decoded(Path(path).read_bytes()))
    try:
        result = html_to_markdown.convert(
            page.own_text(),
            html_to_markdown.ConversionOptions(exclude_selectors=list(LEFT_OUT), extract_metadata=False),
        )
    except Exception as error:
        raise ConvertError(f"cannot be read: {' '.join(str(error).split())}") from error
    if not (result.content or "").strip():
        raise ConvertError("has no text")
    return Draft((result.content or "",), title=" ".join(page.title.split()), author=page.author.strip())


def _decoded(data: bytes) -> str:
    """Return a page as text: by its byte order mark, else as it says itself, else as UTF-8."""
    said = _CHARSET.search(data[:_HEAD_BYTES])
    encoding = "utf-8-sig" if not said or data.startswith(b"\xef\xbb\xbf") else said[1].decode("ascii")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    try:
        return data.decode(encoding)
    except LookupError:
        raise ConvertError(f"is in the encoding {encoding!r}, which Python does not know") from None
    except UnicodeDecodeError as error:
        found = f"byte 0x{data[error.start]:02x} at offset {error.start}"
        raise ConvertError(
            f"is not {encoding.removesuffix('-sig')}: {found}",
            advice="save it as UTF-8",
        ) from None


class _Page(HTMLParser):
    """What a page says of itself: title, author, where its main text is, and the ids of its headings."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.title = self.author = ""
        self._text = text
        # getpos counts lines at \n only
        self._starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
        self._ids: list[tuple[int, str]] = []
        """Offset of a heading's end tag, and its id."""
        self._main: list[int] = []
        """Offsets of the tags of ``main`` elements."""
        self._open = self._id = self._section = ""
        self._in_title = False
        self.feed(text)
        self.close()

    def own_text(self) -> str:
        """Return the HTML of the main text, with `` {#id}`` at the end of each heading that has an id.

        That is the ``main`` element if there is one, for a page has no more than one that is not hidden
        (https://html.spec.whatwg.org/multipage/grouping-content.html#the-main-element), else all of it.
        """
        start, end = self._main if len(self._main) == 2 else (0, len(self._text))
        parts: list[str] = []
        for at, name in self._ids:
            if start <= at < end:
                parts += (self._text[start:at], f" {{#{name}}}")
                start = at
        return "".join((*parts, self._text[start:end]))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take notice of a start tag."""
        values = {name: value or "" for name, value in attrs}
        own = values.get("id", "")
        self._in_title = tag == "title" and not self.title
        if tag == "meta" and values.get("name", "").lower() == "author":
            self.author = self.author or values.get("content", "")
        if tag == "main":
            self._main.append(self._offset())
        if tag in HEADINGS:
            self._open, self._id, self._section = tag, own or self._section, ""
        elif self._open:
            # <h2><a name="setup"></a>Setup</h2>
            self._id = self._id or own or (values.get("name", "") if tag == "a" else "")
        else:
            # <section id="setup"><h2>Setup</h2>
            self._section = own if tag in {"section", "div", "article"} else ""

    def handle_endtag(self, tag: str) -> None:
        """Take notice of an end tag."""
        self._in_title = False
        if tag == "main":
            self._main.append(self._offset())
        elif tag == self._open:
            if _ID.fullmatch(self._id):
                self._ids.append((self._offset(), self._id))
            self._open = self._id = ""

    def handle_data(self, data: str) -> None:
        """Take notice of text: behind text, a heading does not begin the element around it."""
        if self._in_title:
            self.title += data
        elif data.strip() and not self._open:
            self._section = ""

    def _offset(self) -> int:
        line, column = self.getpos()
        return self._starts[line - 1] + column
