"""What the server answers: the page, and its parts under other settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from secrets import token_hex
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from mdchunk.convert.document import Conversion, FileText, conversion_of, read_input, reading_options
from mdchunk.model import MdchunkError, Options
from mdchunk.view.document_page import document_body
from mdchunk.view.live.columns import columns
from mdchunk.view.live.comparing import compared
from mdchunk.view.live.controls import form, options_of
from mdchunk.view.live.documents import Listed, Served, documents, state
from mdchunk.view.live.saving import SettingsFile, change, mark, save
from mdchunk.view.look import ReadText, look, read_by, read_text
from mdchunk.view.page import page
from mdchunk.view.tree import Sibling

if TYPE_CHECKING:
    from mdchunk.view.values import DocumentView

PASTED = "pasted.md"
"""What a text is called that is in no file."""
REMEMBERED = 4
"""Documents under some settings that are held in memory."""
AROUND = 60
"""Chunks before and behind a place that are shown of a long document."""
SIBLINGS = 200
"""Documents that the page lists around its own."""

Sent = Mapping[str, Any]
"""What the page sends: ``source`` or ``text``, ``settings`` by name, and the ``place`` in the document."""


@dataclass(slots=True)
class Live:
    """What is served, and the documents found there when a page was last asked for."""

    served: Served
    options: Options
    """The settings that the page begins with."""
    file: SettingsFile
    listed: Mapping[str, Listed] = field(default_factory=dict)
    run: str = field(default_factory=lambda: token_hex(8))
    """What a page keeps its settings by: for the next page of this server, and not for those of another run."""

    def page(self, source: str) -> str:
        """Return the page of a document, of the first one if none is named.

        Raises:
            MdchunkError: There is no such document, or it can't be read.
        """
        self.listed = documents(self.served, self.options)
        source = source or next(iter(self.listed))
        now = state(self.listed, source)
        found, own = self._read(source), self._own(source)
        view = _look(found, source, reading_options(own, found))
        shown = _window(view, "")
        body = document_body(shown, _siblings(list(self.listed), source), rendered=False)
        more = " ".join("1" if each else "" for each in _more(view, shown))
        controls = form(own, {"source": source, "state": now, "more": more, "run": self.run})
        return page(
            source, body + controls, scripts=(_file("live.js"),), styles=(_file("live.css"),), connects=True
        )

    def look(self, sent: Sent) -> Sent:
        """Return the body of the page under the settings that were sent."""
        found, source, options = self._asked(sent, "settings")
        view = _look(found, source, options)
        shown = view if sent.get("whole") is True else _window(view, sent.get("place"))
        body = document_body(shown, self._around(sent), rendered=sent.get("rendered") is True)
        return {"body": body, "more": _more(view, shown)}

    def compare(self, sent: Sent) -> Sent:
        """Return the comparison of the settings ``before`` with ``settings``."""
        found, source, before = self._asked(sent, "before")
        _, _, after = self._asked(sent, "settings")
        views = [_look(found, source, options) for options in (before, after)]
        return {"html": columns(compared(*views), before, after, _line(sent.get("place")))}

    def state(self, sent: Sent) -> Sent:
        """Return what changes if the document does."""
        return {"state": state(self.listed, str(sent.get("source", "")))}

    def change(self, sent: Sent) -> Sent:
        """Return the change of the settings file that saves the settings."""
        edit = change(self._options(sent, "settings"), self.file)
        return {"file": edit.path.name, "diff": edit.diff(), "mark": mark(edit)}

    def save(self, sent: Sent) -> Sent:
        """Write the settings file, if the change is still the one that was shown."""
        path = save(self._options(sent, "settings"), self.file, str(sent.get("mark", "")))
        return {"file": path.name}

    def _asked(self, sent: Sent, settings: str) -> tuple[FileText, str, Options]:
        options = self._options(sent, settings)
        if "text" in sent:
            if not isinstance(sent["text"], str):
                raise MdchunkError("must be a text", setting="text")
            return FileText(sent["text"]), PASTED, options
        source = str(sent.get("source", ""))
        found = self._read(source)
        return found, source, reading_options(options, found)

    def _options(self, sent: Sent, name: str) -> Options:
        values = sent.get(name, {})
        if not isinstance(values, dict):
            raise MdchunkError("must be an object", setting=name)
        return options_of(self._own(str(sent.get("source", ""))), values)

    def _read(self, source: str) -> FileText:
        if not self.listed:
            self.listed = documents(self.served, self.options)
        now = state(self.listed, source)
        settings = self.served.settings
        return _text(self.listed[source], now, settings.encoding, conversion_of(settings))

    def _own(self, source: str) -> Options:
        """Return the settings that a document begins with: those that a pattern has for it, else those of all."""
        one = self.listed.get(source)
        return (one and one.input.options) or self.options

    def _around(self, sent: Sent) -> list[Sibling]:
        return [] if "text" in sent else _siblings(list(self.listed), str(sent.get("source", "")))


@lru_cache(maxsize=REMEMBERED)
def _text(one: Listed, now: str, encoding: str, conversion: Conversion) -> FileText:  # noqa: ARG001 - see below
    # another state of the file is another text
    return read_input(one.input, encoding, conversion)


@lru_cache(maxsize=REMEMBERED)
def _look(found: FileText, source: str, options: Options) -> DocumentView:
    return look(found.text, source, options, found, _ready(found.text, source, read_by(options)))


@lru_cache(maxsize=REMEMBERED)
def _ready(text: str, source: str, options: Options) -> ReadText:
    return read_text(text, source, options)


def _window(view: DocumentView, place: object) -> DocumentView:
    """Return a long document with the source around a place only: a browser takes seconds for all of it.

    Args:
        view: The document.
        place: The id of a chunk or ``L`` and a line; anything else is the beginning.
    """
    if len(view.chunks) <= 2 * AROUND:
        return view
    middle = _chunk_at(view, str(place))
    shown = range(max(middle - AROUND, 0), middle + AROUND + 1)
    owned = [i for i, stretch in enumerate(view.stretches) if stretch.chunk in shown]
    first = 0 if not shown.start else owned[0]
    last = len(view.stretches) if shown.stop >= len(view.chunks) else owned[-1] + 1
    return replace(view, stretches=view.stretches[first:last])


def _line(place: object) -> int:
    """Return the line of a place, 0 if it is none."""
    return int(str(place)[1:]) if re.fullmatch(r"L\d{1,9}", str(place)) else 0


def _more(view: DocumentView, shown: DocumentView) -> tuple[bool, bool]:
    """Return whether a document has more above and below what is shown of it."""
    ends = [
        (each.stretches[0].start, each.stretches[-1].end) if each.stretches else (0, 0)
        for each in (view, shown)
    ]
    return ends[0][0] < ends[1][0], ends[1][1] < ends[0][1]


def _chunk_at(view: DocumentView, place: str) -> int:
    """Return the position of the chunk that a place is in, or of the first one behind it."""
    line = _line(place)
    found = (i for i, chunk in enumerate(view.chunks) if chunk.id == place or 0 < line <= chunk.end_line)
    return next(found, len(view.chunks) - 1 if line else 0)


def _siblings(sources: list[str], source: str) -> list[Sibling]:
    """Return the documents around one, itself included."""
    at = sources.index(source) if source in sources else 0
    first = max(0, min(at - SIBLINGS // 2, len(sources) - SIBLINGS))
    return [
        Sibling(name, "" if name == source else f"/?doc={quote(name)}")
        for name in sources[first : first + SIBLINGS]
    ]


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
