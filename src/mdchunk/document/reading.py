"""A document read as far as every question needs it: parsed, in sections, with its title and front matter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mdchunk.document.blocks import Parsed, parse
from mdchunk.document.page_markers import Pages, pages_of
from mdchunk.document.sections import Section, sections, title_of
from mdchunk.model import Notice, Options
from mdchunk.syntax.dialects import anchors_of, dialect_of, parser
from mdchunk.syntax.front_matter import read as read_front_matter
from mdchunk.text.source import read_source

if TYPE_CHECKING:
    from collections.abc import Mapping


class Reading(NamedTuple):
    """A document before it is cut."""

    parsed: Parsed
    sections: list[Section]
    title: str
    """The front matter's ``title``, else the first level-1 heading, else ``""``."""
    metadata: Mapping[str, Any]
    """The front matter as JSON values, empty if there is none."""
    pages: Pages | None
    """The pages that markers tell, if any do."""
    notices: tuple[Notice, ...]

    @property
    def cites_pages(self) -> bool:
        """Whether what leads to a place is its page: ``report.pdf#page=12`` is what browsers open."""
        return _cites_pages(self.parsed.source.name, self.pages)


def page_ref(source: str, page: int) -> str:
    """Return what leads to a page of a PDF (RFC 8118, section 3; pages from 1)."""
    return f"{source}#page={page}"


def read(text: str, source: str, options: Options) -> Reading:
    """Return the reading of a Markdown text named ``source``."""
    dialect = dialect_of(source, options.dialect)
    anchors = anchors_of(dialect, options.anchors)
    parsed = parse(read_source(text, source), parser(dialect), anchors, options.pairs, options.page_marker)
    metadata, notices = _front_matter(parsed)
    title = metadata.get("title")
    pages = pages_of(text, parsed.page_markers)
    found = sections(parsed, options.max_level)
    if pages and _cites_pages(source, pages):
        found = _with_pages(parsed, found, pages)
    return Reading(
        parsed,
        found,
        " ".join(title.split()) if isinstance(title, str) and title.strip() else title_of(parsed),
        metadata,
        pages,
        (*notices, *parsed.notices),
    )


def _cites_pages(source: str, pages: Pages | None) -> bool:
    return pages is not None and source.lower().endswith(".pdf")


def _with_pages(parsed: Parsed, found: list[Section], pages: Pages) -> list[Section]:
    """Return the sections with the pages of their headings for refs."""
    blocks = [parsed.blocks[section.first] for section in found]
    refs = [page_ref(parsed.source.name, pages.first(block.start, block.end)) for block in blocks]
    return [
        section._replace(ref=refs[i], parent_ref=refs[section.parent] if section.parent >= 0 else "")
        for i, section in enumerate(found)
    ]


def _front_matter(parsed: Parsed) -> tuple[Mapping[str, Any], tuple[Notice, ...]]:
    first = parsed.tokens[0] if parsed.tokens else None
    if first is None or first.type != "front_matter":
        return {}, ()
    metadata = read_front_matter(first.content, first.meta["syntax"])
    if not first.meta["error"]:
        return metadata, ()
    said = f"front matter does not parse: {first.meta['error']}"
    return metadata, (Notice("front_matter", parsed.source.name, first.meta["error_line"], said),)
