"""The links of a document: what a reader sees of each, and where it leads as its author wrote it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.syntax.dialects import dialect_of, parser
from mdchunk.text.code_spans import code_spans
from mdchunk.text.source import read_source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from markdown_it.utils import EnvType

_LEAVES = frozenset({"paragraph", "paragraph_open", "inline", "table", "directive_leaf", "mdx_jsx"})
"""Tokens whose lines hold inline content."""
_MARKERS = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_LONGEST = 100_000
"""Code points of a block; inline rules are not linear on hostile text, and no one links from such a block."""

# [[Note]], [[Note#Heading]], [[Note#Heading|shown]]; ![[x]] embeds
_WIKI = re.compile(r"(?<!!)\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]")
# {ref}`shown <label>`, {doc}`/path`, {ref}`label`
_ROLE = re.compile(r"\{(ref|doc|numref)\}`(?:([^`<>]*?)[ \t]*<([^`<>]+)>|([^`<>]+))`")
# [shown]({{< ref "page.md#anchor" >}}): markdown-it sees no link there, for the destination has blanks
_SHORTCODE = re.compile(
    r"\[([^\[\]]+)\]\(\{\{[<%][ \t]*(?:rel)?ref[ \t]+[\"`']([^\"`']+)[\"`'][ \t]*[%>]\}\}\)"
)


class Link(NamedTuple):
    """One link."""

    text: str
    """What a reader sees, blanks folded."""
    target: str
    """Where it leads, as written: ``disks.md#mount``."""
    line: int
    """First line of its block, 1-based."""
    form: str
    """``path``; ``note`` for a wikilink, ``label`` and ``document`` for roles."""


def links_of(text: str, source: str, dialect: str = "auto") -> list[Link]:
    """Return the links of a document in order: inline, reference and HTML ones, and those of its dialect.

    Args:
        text: The document.
        source: Its name, which chooses the dialect under ``auto``.
        dialect: As in ``Options``.
    """
    name = dialect_of(source, dialect)
    md = parser(name)
    env: EnvType = {}
    document = read_source(text, source)
    own = _OWN.get(name, ())
    found: list[Link] = []
    for token, lines in _leaves(md.parse(document.body, env)):
        content = _MARKERS.sub("", document.text[document.starts[lines[0]] : document.starts[lines[1]]])
        if len(content) > _LONGEST:
            continue
        found += (
            link._replace(line=lines[0] + 1, text=" ".join(link.text.split()))
            for link in _in_block(token, content, md, env, own)
        )
    return found


def _leaves(tokens: Sequence[Token]) -> Iterator[tuple[Token, list[int]]]:
    for token in tokens:
        if token.map and (token.type in _LEAVES or token.type == "html_block"):
            yield token, token.map


def _in_block(
    token: Token, content: str, md: MarkdownIt, env: EnvType, own: Sequence[Callable[[str], Iterator[Link]]]
) -> Iterator[Link]:
    if token.type in ("html_block", "mdx_jsx"):
        yield from _Anchors(content).found
        if token.type == "html_block":
            return
    inline: list[Token] = []
    try:
        md.inline.parse(content, md, env, inline)
    except RecursionError:
        return  # images in images, deeper than anyone can read
    yield from _in_tokens(inline)
    for rule in own:
        yield from rule(_without_code(content) if rule is _wikilinks else content)


def _without_code(content: str) -> str:
    """Return a paragraph's text with blanks for its code spans."""
    for start, end in code_spans(content):
        content = content[:start] + " " * (end - start) + content[end:]
    return content


def _in_tokens(tokens: Sequence[Token]) -> Iterator[Link]:
    """Yield Markdown's links and autolinks, and the ``<a>`` elements among them."""
    opened: list[tuple[str, int]] = []
    for i, token in enumerate(tokens):
        if token.type == "link_open":
            opened.append((str(token.attrGet("href") or ""), i))
        elif token.type == "html_inline" and (tag := _Anchors(token.content + "</a>").found):
            opened.append((tag[0].target, i))
        elif opened and (token.type == "link_close" or token.content.lower() == "</a>"):
            target, first = opened.pop()
            yield Link("".join(map(_shown, tokens[first + 1 : i])), target, 0, "path")


def _shown(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return "" if token.type in ("html_inline", "image") else token.content


class _Anchors(HTMLParser):
    """Collects the ``<a href>`` elements of raw HTML."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Link] = []
        self._target = ""
        self._text: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take notice of the start of a link."""
        if tag == "a":
            self._target, self._text = dict(attrs).get("href") or "", []

    def handle_endtag(self, tag: str) -> None:
        """Take in a link at its end."""
        if tag == "a" and self._target:
            self.found.append(Link("".join(self._text), self._target, 0, "path"))
            self._target = ""

    def handle_data(self, data: str) -> None:
        """Take in what a reader sees of a link."""
        self._text.append(data)


def _wikilinks(content: str) -> Iterator[Link]:
    for match in _WIKI.finditer(content):
        target, shown = match[1].strip(), match[2]
        yield Link(shown if shown is not None else target, target, 0, "note")


def _roles(content: str) -> Iterator[Link]:
    for match in _ROLE.finditer(content):
        target = (match[3] or match[4]).strip()
        yield Link(match[2] or "", target, 0, "document" if match[1] == "doc" else "label")


def _shortcodes(content: str) -> Iterator[Link]:
    for match in _SHORTCODE.finditer(content):
        yield Link(match[1], match[2], 0, "path")


_OWN: dict[str, tuple[Callable[[str], Iterator[Link]], ...]] = {
    "obsidian": (_wikilinks,),
    "gitlab": (_wikilinks,),
    "myst": (_roles,),
    "hugo": (_shortcodes,),
}
"""Dialect -> what finds the links that it has beyond CommonMark and HTML."""
