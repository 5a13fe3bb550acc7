"""The table of dialects: what each row knows, and that every row keeps all of a text."""

from __future__ import annotations

import pytest

from mdchunk.model import MdchunkError
from mdchunk.syntax.dialects import DIALECTS, dialect_of, parser
from tests.support.shape import shape

KNOWS = {
    # what a line of the table knows is what it turns into a block of its own
    "---\na: b\n---\n": ("front_matter 1-3", set(DIALECTS)),
    "| a |\n| - |\n": ("table 1-2", set(DIALECTS) - {"commonmark"}),
    "[^a]: b\n": ("footnote_reference 1-1", set(DIALECTS) - {"commonmark"}),
    "$$\na\n$$\n": ("math_block 1-3", set(DIALECTS) - {"commonmark"}),
    "$$\na\n\nb\n$$\n": (
        "math_block 1-5",
        {"myst", "mdx", "vitepress", "obsidian", "jekyll", "docfx", "mdc"},
    ),
    "$$\na\n=\n$$\n": ("math_block 1-4", set(DIALECTS) - {"gfm", "commonmark", "converted"}),
    "\\begin{align}\na\n\\end{align}\n": ("math_block 1-3", {"myst", "pandoc", "quarto"}),
    "a\n: b\n": ("dl 1-2", {"myst", "mkdocs", "pandoc", "quarto", "hugo", "jekyll"}),
    ":a: b\n": ("field_list 1-1", {"myst"}),
    "```{note}\na\n```\n": ("directive note 1-3", {"myst"}),
    ":::{note}\na\n:::\n": ("directive note 1-3", {"myst", "pandoc", "quarto"}),
    ":::note Title\na\n:::\n": ("directive note 1-3", {"mdx", "vitepress"}),
    "::: {.note}\na\n:::\n": ("directive note 1-3", {"pandoc", "quarto"}),
    "!!! note\n    a\n": ("directive note 1-2", {"mkdocs"}),
    "{{< note >}}\na\n{{< /note >}}\n": ("directive note 1-3", {"hugo", "quarto"}),
    "{% raw %}\n# a\n{% endraw %}\n": ("directive raw 1-3", {"jekyll"}),
    "{% comment %}\na\n{% endcomment %}\n": ("comment comment 1-3", {"jekyll"}),
    "::note\na\n::\n": ("directive note 1-3", {"mdc"}),
    "-----\n a  b\n--- ---\n c  d\n\n-----\n": ("table 1-6", {"pandoc", "quarto"}),
    "+---+\n| a |\n+---+\n": ("table 1-3", {"pandoc", "quarto"}),
    "a b\n-- --\nc d\n": ("table 1-3", {"pandoc", "quarto"}),
    "# [a](#tab/a)\n": ("directive_leaf tab 1-1", {"docfx"}),
    "<Note>\n\na\n\n</Note>\n": ("mdx_jsx Note 1-5", {"mdx"}),
    "import a from 'a'\n": ("mdx_esm 1-1", {"mdx"}),
    "{/* a */}\n": ("mdx_comment 1-1", {"mdx"}),
    "%%\na\n%%\n": ("comment comment 1-3", {"obsidian"}),
    "[[_TOC_]]\n": ("directive_leaf toc 1-1", {"gitlab", "mkdocs", "vitepress"}),
}
HEADING_ATTRIBUTES = {"mdx", "vitepress", "mkdocs", "pandoc", "quarto", "hugo", "jekyll", "converted"}


@pytest.mark.parametrize("text", KNOWS)
def test_what_each_dialect_knows(text: str) -> None:
    block, dialects = KNOWS[text]
    assert {name for name in DIALECTS if shape(parser(name), text)[0] == block} == dialects & set(DIALECTS)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_heading_attributes(dialect: str) -> None:
    opening = parser(dialect).parse("## a {#b}", {})[0]
    assert opening.attrGet("id") == ("b" if dialect in HEADING_ATTRIBUTES else None)


@pytest.mark.parametrize(
    ("name", "dialect"),
    [
        ("a.md", "gfm"),
        ("a/b.QMD", "quarto"),
        ("a.Rmd", "pandoc"),
        ("a.mdx", "mdx"),
        ("", "gfm"),
        ("qmd", "gfm"),
    ],
)
def test_the_ending_chooses(name: str, dialect: str) -> None:
    assert dialect_of(name) == dialect


def test_an_unknown_dialect_is_an_error_that_names_all() -> None:
    with pytest.raises(
        MdchunkError, match=r"dialect must be one of auto, gfm, commonmark, mdx, .*, not 'asciidoc'"
    ):
        dialect_of("a.md", "asciidoc")


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("text", KNOWS)
def test_a_rule_is_asked_wherever_it_can_begin(dialect: str, text: str) -> None:
    """Line 0 is read by all rules in their order, those below by the first character of the line."""
    if not text.startswith("---"):
        above = "<!-- -->\n\n"
        lines = shape(parser(dialect), text)
        below = shape(parser(dialect), above + text)[1:]
        assert [line.rpartition(" ")[0] for line in below] == [line.rpartition(" ")[0] for line in lines]
