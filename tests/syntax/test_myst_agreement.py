"""The same blocks as myst-parser, on our snippets and on the documents of two MyST projects.

Needs ``pip install myst-parser``, which brings Sphinx; for the documents, also a folder named by MDCHUNK_CORPUS
with checkouts as ``executablebooks__MyST-Parser`` and ``jupyter-book__mystmd`` in it. Skipped without.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from markdown_it.renderer import RendererHTML

from mdchunk.syntax.dialects import parser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt

EXTENSIONS = {
    "amsmath",
    "attrs_block",
    "colon_fence",
    "deflist",
    "dollarmath",
    "fieldlist",
    "strikethrough",
    "substitution",
}
SAME = {
    "amsmath": "math_block",
    "attrs_block": "directive_leaf",
    "colon_fence": "directive",
    "directive_open": "directive",
    "math_block_label": "math_block",
    "myst_block_break": "hr",
    "myst_line_comment": "directive_leaf",
    "myst_target": "directive_leaf",
    "substitution_block": "directive_leaf",
}
"""Type of a token of either parser -> the one to compare."""
REPOSITORIES = ("executablebooks__MyST-Parser", "jupyter-book__mystmd")
DIFFERENT = {
    # its first line is thirty-two hyphens: to us a thematic break, since front matter begins with three
    "executablebooks__MyST-Parser/tests/test_renderers/fixtures/docutil_roles.md",
}


@pytest.fixture(scope="module")
def myst_parser() -> MarkdownIt:
    """The parser of myst-parser with its extensions for blocks, as it sets it up."""
    module = pytest.importorskip("myst_parser.parsers.mdit", reason="pip install myst-parser")
    config: Any = pytest.importorskip("myst_parser.config.main").MdParserConfig(enable_extensions=EXTENSIONS)
    md: MarkdownIt = module.create_md_parser(config, RendererHTML)
    md.options["inline_definitions"] = True
    md.core.ruler.enableOnly(["normalize", "block"])
    return md


def blocks(md: MarkdownIt, text: str) -> list[tuple[str, int, int]]:
    """Return the type and the lines (1-based, inclusive, blank ones at the end left out) of each top-level block."""
    lines = text.split("\n")
    found = []
    for token in md.parse(text, {}):
        if token.level or token.nesting < 0 or not token.map:
            continue
        kind = SAME.get(token.type, token.type.removesuffix("_open"))
        if kind == "fence" and token.info.strip().startswith("{") and token.info.split()[0].endswith("}"):
            kind = "directive"
        first, last = token.map
        # its map leaves the last line out
        last += token.type == "amsmath"
        while last > first and not lines[last - 1].strip():
            last -= 1
        found.append((kind, first + 1, last))
    return found


@pytest.mark.parametrize(
    "text",
    [
        "---\na: 1\n---\n\n(b)=\n# c\n\nd\n+++\ne\n% f\n% g\nh",
        "````{note}\n```{code} py\n```\n:::{tip}\n````\n:::{a}\n::::\n:::::",
        "```{a} b\n:c: d\n\ne\n\n~~~{f}\n\n",
        ":::\na\n:::\n:::b\n:::",
        "- ```{note}\n  a\n b\n- :::{tip}\n\n  c\n  :::\n  % d",
        "> :::{note}\n> a\n\n:::",
        "$$\na\n\nb\n$$ (c)\n\n$$ a $$\n\n$$ a $$ b\n\n\\begin{align}\na\n\n\\end{align}\n\\begin{a}\n",
        ":a: b\n:c d: e\n  f\n\n  - g\n\n:h:\n\ni",
        "a\n: b\n\n  c\n\nd\n~ e\n~ f\n\ng",
        "{{ a }}\nb\n{{ c }}\n\n{{ d }}{{ e }}\n\n{.f #g}\nh\n{.i}",
        "[^a]: b\n\n    c\n\n[d]: /e\n\n| f |\n| - |\n| g |\n(h)=",
    ],
)
def test_snippets_have_the_same_blocks(myst_parser: MarkdownIt, text: str) -> None:
    assert blocks(parser("myst"), text) == blocks(myst_parser, text)


def documents() -> Iterator[Path]:
    corpus = os.environ.get("MDCHUNK_CORPUS", "")
    for repository in REPOSITORIES if corpus else ():
        yield from sorted(Path(corpus, repository).rglob("*.md"))


@pytest.mark.skipif(not os.environ.get("MDCHUNK_CORPUS"), reason="MDCHUNK_CORPUS names no folder")
def test_documents_have_the_same_blocks(myst_parser: MarkdownIt) -> None:
    different = set()
    for path in documents():
        text = path.read_text(encoding="utf-8-sig")
        if blocks(parser("myst"), text) != blocks(myst_parser, text):
            different.add(path.relative_to(os.environ["MDCHUNK_CORPUS"]).as_posix())
    assert different == DIFFERENT
