"""Directives in general: what the four ends mean, what is in a token, and that hostile text is bounded."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from mdchunk.api import chunk_document, chunk_markdown
from mdchunk.syntax.containers import colon_plugin, div_plugin, mkdocs_plugin
from mdchunk.syntax.directive import line_rule
from mdchunk.syntax.myst import myst_plugin
from tests.support.shape import parser, shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown_it import MarkdownIt

ALL = (colon_plugin, div_plugin, mkdocs_plugin, myst_plugin)


def test_a_token_says_all_about_its_directive() -> None:
    tokens = parser(colon_plugin).parse(":::note[A *title*]\ntext\n:::\n", {})
    opening, closing = tokens[0], tokens[-1]
    assert (opening.type, closing.type) == ("directive_open", "directive_close")
    assert (opening.map, opening.markup, opening.info) == ([0, 3], ":::", "note[A *title*]")
    assert opening.meta == {"name": "note", "tag_end": 1, "close_line": 2, "unclosed": False}


def test_code_inside_a_directive_is_content() -> None:
    token = parser(myst_plugin).parse("  ```{code-block} python\n  :linenos:\n  a = 1\n  ```\n", {})[0]
    assert (token.type, token.nesting, token.info) == ("directive", 0, "{code-block} python")
    assert token.content == ":linenos:\na = 1\n"
    assert (token.meta["tag_end"], token.meta["close_line"]) == (1, 3)


def test_an_open_directive_runs_to_the_end_of_its_container() -> None:
    md = parser(colon_plugin)
    assert shape(md, ":::note\n# a\n\nb") == ["directive note 1-4", "  heading 2-2", "  paragraph 4-4"]
    assert md.parse(":::note\n# a\n\nb", {})[0].meta == {"name": "note", "tag_end": 1, "unclosed": True}
    assert shape(md, "- :::note\n  a\n\nb") == [
        "bullet_list 1-3",
        "  list_item 1-3",
        "    directive note 1-3",
        "      paragraph 2-2",
        "paragraph 4-4",
    ]
    assert shape(md, "> :::note\nb") == ["blockquote 1-1", "  directive note 1-1", "paragraph 2-2"]


def test_a_paragraph_does_not_lazily_leave_its_directive() -> None:
    md = parser(colon_plugin)
    assert shape(md, ":::note\n> a\n:::\nb") == [
        "directive note 1-3",
        "  blockquote 2-2",
        "    paragraph 2-2",
        "paragraph 4-4",
    ]


def test_a_directive_interrupts_a_paragraph() -> None:
    assert shape(parser(colon_plugin), "a\n:::note\n:::") == ["paragraph 1-1", "directive note 2-3"]


def test_indented_code_is_no_directive() -> None:
    for md in map(parser, ALL):
        assert shape(md, "    :::note\n") == ["code_block 1-1"]


def test_a_line_is_a_block() -> None:
    md = parser()
    md.block.ruler.before("fence", "mark", line_rule(re.compile(r"@@(?P<rest>.*)$"), "mark"))
    assert shape(md, "@@ a\nb\n@@ c") == ["directive_leaf mark 1-1", "paragraph 2-3"]
    assert md.parse(" @@ a", {})[0].content == "@@ a"


@pytest.mark.parametrize("plugin", ALL)
@pytest.mark.parametrize(
    "line", [":::a\n", ":::{note}\n", "::: {.a}\n", "!!! a\n", "/// a\n", "```{note}\n", "```{x}\n"]
)
def test_directives_in_directives_are_bounded(plugin: Callable[[MarkdownIt], None], line: str) -> None:
    assert shape(parser(plugin), line * 500)


LINES = "".join(f"line {n} of the content\n" for n in range(20))


@pytest.mark.parametrize(
    ("dialect", "opening", "closing"),
    [
        ("hugo", "{{< highlight go >}}", "{{< /highlight >}}"),
        ("hugo", '{{< highlight\n  lang="go"\n>}}', "{{< /highlight >}}"),
        ("myst", "  ```{code-block} py", "  ```"),
        ("myst", ":::{note}\n:class: wide", ":::"),
        ("mkdocs", "::: a.module", ""),
    ],
)
def test_each_piece_repeats_the_tags(dialect: str, opening: str, closing: str) -> None:
    indent = "    " if dialect == "mkdocs" else ""
    # between lines of code there are single line endings, between paragraphs blank lines
    body = LINES.replace("\n", "\n\n").rstrip("\n") if "note" in opening else LINES.rstrip("\n")
    body = "\n".join(indent + line for line in body.split("\n"))
    text = f"{opening}\n{body}\n{closing}".rstrip("\n")
    chunks = chunk_markdown(text, dialect=dialect, max_chars=250)
    assert len(chunks) > 2
    for chunk in chunks:
        assert chunk.kind == "directive"
        assert chunk.content.startswith(f"{opening}\n{indent}line ")
        assert chunk.content.endswith(f"content\n{closing}".rstrip("\n"))


@pytest.mark.parametrize(
    ("dialect", "text", "line"),
    [
        ("myst", "a\n\n```{note}\nb\n", 3),
        ("myst", "a\n\n```{mermaid}\nb\n", 3),
        ("vitepress", ":::note\nb\n", 1),
        ("mkdocs", "/// note\nb\n//\n", 1),
        ("pandoc", "> ::: {.note}\n> b\n", 1),
    ],
)
def test_what_is_not_closed_is_told(dialect: str, text: str, line: int) -> None:
    (notice,) = chunk_document(text, dialect=dialect).notices
    assert (notice.kind, notice.line) == ("unclosed", line)
    assert notice.message.startswith("directive is not closed: add ")


@pytest.mark.parametrize(
    ("dialect", "text"), [("mkdocs", "!!! note\n    a\n"), ("hugo", "{{< a >}}\n"), ("myst", "(a)=\n")]
)
def test_what_needs_no_closing_line_is_not_told(dialect: str, text: str) -> None:
    assert not chunk_document(text, dialect=dialect).notices
