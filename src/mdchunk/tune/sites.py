"""Documents as a site: where a link leads, found the way the generator of the site finds it."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote, urlsplit

from mdchunk.api import outline
from mdchunk.files.selection import ENDINGS
from mdchunk.model import Options, chosen_options
from mdchunk.text.source import Source, read_source
from mdchunk.tune.metrics import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mdchunk.tune.links import Link

_INDEXES = frozenset({"index", "readme", "_index"})
"""Files that stand for their folder, in lower case."""
_NUMBERED = re.compile(r"^\d+[-_.]")
"""Docusaurus and others sort by ``01-intro.md`` and serve ``intro``."""
_LABEL = re.compile(r"[ \t]*\(([^()\n]+)\)=[ \t]*$")
"""MyST's target: https://mystmd.org/guide/cross-references#label-anything."""


class Section(NamedTuple):
    """What a link may lead to."""

    span: Span
    """From its heading to the next."""
    heading: str
    anchor: str
    title: str
    """Of its document."""


@dataclass(frozen=True, slots=True)
class Page:
    """One document of the site."""

    document: Source
    dialect: str
    """As in ``Options``."""
    title: str
    sections: tuple[Section, ...]
    anchors: Mapping[str, Section]
    labels: Mapping[str, Section]


@dataclass(frozen=True, slots=True)
class Site:
    """The documents, and the ways to find one."""

    pages: dict[str, Page] = field(default_factory=dict)
    """By source."""
    routes: dict[str, list[str]] = field(default_factory=dict)
    """Path of a page on the site, in lower case -> sources."""
    names: dict[str, list[str]] = field(default_factory=dict)
    """Name of a file without its ending, in lower case -> sources."""


def read_site(
    documents: Iterable[tuple[str, str]],
    options: Options,
    own: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
) -> Site:
    """Read documents, each a pair of source and text, as one site.

    Args:
        documents: Sources and texts.
        options: How they are read.
        own: Source -> settings of this document alone.
    """
    site = Site()
    for source, text in documents:
        site.pages[source] = _page(source, text, chosen_options(options, own.get(source, {})))  # type: ignore[arg-type]
        site.routes.setdefault(route(source), []).append(source)
        site.names.setdefault(_stem(source).lower(), []).append(source)
    return site


def resolve(site: Site, source: str, link: Link) -> Section | None:
    """Return the section that a link leads to, or ``None`` if it leads elsewhere or to a whole page.

    Args:
        site: All documents.
        source: The document that the link is in.
        link: From ``links_of``.
    """
    if link.form == "note":
        return _note(site, source, link.target)
    if link.form == "label":
        found = [page.labels[link.target] for page in site.pages.values() if link.target in page.labels]
        return found[0] if len(found) == 1 else None
    if link.form != "path":
        return None
    try:
        parts = urlsplit(link.target)
    except ValueError:
        return None
    if parts.scheme or parts.netloc or not parts.fragment:
        return None
    page = _file(site, source, unquote(parts.path))
    return _anchored(site.pages[page], unquote(parts.fragment)) if page else None


def route(source: str) -> str:
    """Return where a page is on its site: without ending and numbers for sorting, an index as its folder."""
    parts = [_NUMBERED.sub("", part) for part in source.split("/")]
    parts[-1] = _stem(parts[-1])
    if parts[-1].lower() in _INDEXES:
        parts.pop()
    return "/".join(part for part in parts if part not in ("", ".")).lower()


def _page(source: str, text: str, options: Options) -> Page:
    read = outline(text, options, source=source)
    document = read_source(text, source, splits_at_pages=False)
    sections = tuple(
        Section(
            Span(source, document.starts[heading.start_line - 1], document.line_end(heading.end_line - 1)),
            heading.text,
            heading.anchor,
            read.title,
        )
        for heading in read.headings
    )
    labels = {
        label: section
        for section, heading in zip(sections, read.headings, strict=True)
        for label in _labels(document, heading.start_line - 1)
    }
    return Page(
        document, options.dialect, read.title, sections, {s.anchor: s for s in sections if s.anchor}, labels
    )


def _labels(document: Source, line: int) -> Iterable[str]:
    """Yield the labels around the start of a section (0-based line): above its heading, or its first lines."""
    at = line
    while at < len(document.starts) - 1 and (found := _LABEL.match(document.line(at))):
        yield found[1]
        at += 1
    at = line - 1
    while at >= 0 and (document.is_blank(at) or _LABEL.match(document.line(at))):
        if found := _LABEL.match(document.line(at)):
            yield found[1]
        at -= 1


def _stem(source: str) -> str:
    name = source.rpartition("/")[2]
    ending = next((ending for ending in (*ENDINGS, ".html", ".qmd") if name.lower().endswith(ending)), "")
    return name[: len(name) - len(ending)]


def _file(site: Site, source: str, path: str) -> str:
    """Return the source that a path leads to, ``""`` for none: a file first, then a page of the site."""
    if not path:
        return source
    folder = posixpath.dirname(source)
    if path.startswith("/"):
        bases = [path.lstrip("/")]
    else:
        # a page a/b.md is served at a/b/, so that ../c is a/c to a browser
        bases = [posixpath.join(folder, path), posixpath.join(folder, _stem(source), path)]
    places = [posixpath.normpath(base) for base in bases]
    for place in places:
        if place in site.pages:
            return place
    for place in places:
        if found := _only(site.routes.get(route(place), ())):
            return found
    if not path.startswith("/"):
        return ""
    # /guide/setup of a site whose documents lie in docs/ or src/content/
    wanted = route(places[0])
    return _only(
        [
            s
            for r, sources in site.routes.items()
            if wanted and f"/{r}".endswith(f"/{wanted}")
            for s in sources
        ]
    )


def _note(site: Site, source: str, target: str) -> Section | None:
    """Return the section of ``Note#Heading``; the last heading counts, as in Obsidian."""
    note, *headings = (part.strip() for part in target.split("#"))
    if not headings or headings[-1].startswith("^"):
        return None
    found = source if not note else _only(site.names.get(_stem(note.rpartition("/")[2]).lower(), ()))
    if not found:
        return None
    wanted = " ".join(headings[-1].split()).casefold()
    return next((s for s in site.pages[found].sections if s.heading.casefold() == wanted), None)


def _anchored(page: Page, fragment: str) -> Section | None:
    if fragment in page.anchors:
        return page.anchors[fragment]
    return next((s for anchor, s in page.anchors.items() if anchor.lower() == fragment.lower()), None)


def _only(sources: Sequence[str]) -> str:
    """Return the one source, ``""`` if there is none or more than one to choose from."""
    return sources[0] if len(sources) == 1 else ""
