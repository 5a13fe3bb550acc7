"""Chunks as a reader of the page would see them: rendered, with nothing that could load, lead away or run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from mdchunk.view.markup import attribute, escape

if TYPE_CHECKING:
    from mdchunk.view.values import ChunkView, DocumentView

LARGEST = 300_000
"""Maximum code points of a document that is rendered: to render takes twice as long as to chunk."""

LONGEST = 200
"""Maximum code points of an address that is shown."""
_ADDED = frozenset({"path", "overlap"})
"""Roles of passages that a chunk repeats; the rendered document does not show them."""

Rule = Callable[[RendererHTML, Sequence[Token], int, OptionsDict, EnvType], str]


def renderer(view: DocumentView) -> Callable[[ChunkView], str] | None:
    """Return what gives a chunk of a document as HTML; ``None`` if the document is too long.

    Each chunk is rendered by itself, as it is made to stand alone, so that the borders are those of the chunks.
    GitHub's tables and strikethrough are rendered; HTML and what other dialects add show as text. Links lead nowhere,
    and images are their alt text.
    """
    if len(view.text) > LARGEST:
        return None
    md = _parser()
    known: EnvType = {}
    _definitions().parse(view.text, known)

    def rendered(chunk: ChunkView) -> str:
        text = "".join(passage.text for passage in chunk.passages if passage.role not in _ADDED)
        env: MutableMapping[str, Any] = {"references": dict(known.get("references", {}))}
        html: str = md.render(text, env)
        return html.replace("\0", "\u2400")

    return rendered


@cache
def _definitions() -> MarkdownIt:
    """Return a parser that only finds what links are defined as."""
    return MarkdownIt("commonmark", {"maxNesting": 100}).disable(["inline", "text_join"])


@cache
def _parser() -> MarkdownIt:
    md = MarkdownIt("commonmark", {"html": False, "maxNesting": 100})
    md.enable(["table", "strikethrough"])
    for kind, rule in _RULES.items():
        md.add_render_rule(kind, rule)
    return md


def _link(_self: RendererHTML, tokens: Sequence[Token], i: int, _options: OptionsDict, _env: EnvType) -> str:
    href = str(tokens[i].attrGet("href") or "")
    return f'<span class="link" title="{attribute(href[:LONGEST])}">'


def _image(self: RendererHTML, tokens: Sequence[Token], i: int, options: OptionsDict, env: EnvType) -> str:
    alt = self.renderInlineAsText(tokens[i].children or (), options, env)
    src = attribute(str(tokens[i].attrGet("src") or "")[:LONGEST])
    return f'<span class="image" title="{src}">{escape(alt) or "image"}</span>'


def _cell(_self: RendererHTML, tokens: Sequence[Token], i: int, _options: OptionsDict, _env: EnvType) -> str:
    # a style attribute would need a policy that allows all of them
    side = str(tokens[i].attrGet("style") or "").removeprefix("text-align:")
    return f'<{tokens[i].tag} class="{side}">' if side else f"<{tokens[i].tag}>"


def _heading(
    _self: RendererHTML, tokens: Sequence[Token], i: int, _options: OptionsDict, _env: EnvType
) -> str:
    # the headings of the page are its own
    return f'<p class="heading {tokens[i].tag}">'


def _code(_self: RendererHTML, tokens: Sequence[Token], i: int, _options: OptionsDict, _env: EnvType) -> str:
    return f'<div class="code">{escape(tokens[i].content)}</div>\n'


def _fixed(html: str) -> Rule:
    return lambda _self, _tokens, _i, _options, _env: html


_RULES: Mapping[str, Rule] = {
    "link_open": _link,
    "link_close": _fixed("</span>"),
    "image": _image,
    "th_open": _cell,
    "td_open": _cell,
    "heading_open": _heading,
    "heading_close": _fixed("</p>\n"),
    "fence": _code,
    "code_block": _code,
}
"""Type of a token -> what shows it."""
