"""The fast rules give the tokens of markdown-it-py's own: every field of every token, and the same environment."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.parser_block import ParserBlock
from markdown_it.token import Token
from markdown_it.utils import EnvType

from mdchunk.syntax import dialects
from mdchunk.syntax.block.plugin import RULES, fast_block_plugin
from tests.support.strategies import EXAMPLES, documents

CORPUS = os.environ.get("MDCHUNK_CORPUS", "")
FILES = (
    sorted(p for p in Path(CORPUS).rglob("*") if p.suffix in {".md", ".markdown", ".mdx"}) if CORPUS else []
)
FIELDS = [field.name for field in fields(Token)]
DISTURBED = {
    "as it is": lambda text: text,
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "BOM": lambda text: "\ufeff" + text,
    "tabs": lambda text: text.replace("  ", "\t"),
    "NUL": lambda text: text.replace("a", "\0"),
    "no last line ending": lambda text: text.rstrip("\n"),
    "blanks at the end": lambda text: text + "  ",
    "in a quote": lambda text: "> " + text.replace("\n", "\n> "),
    "in a list": lambda text: "- " + text.replace("\n", "\n  "),
    "in a numbered list": lambda text: "1. " + text.replace("\n", "\n\t"),
}
LINES = st.lists(
    st.sampled_from(
        [
            *(
                "",
                " ",
                "\t",
                "text",
                "  text",
                "    code",
                "\tcode",
                "- a",
                "- ",
                "  - b",
                "* c",
                "-\td",
                "+ e",
            ),
            *(
                "1. a",
                "2) b",
                "10. c",
                "> q",
                ">",
                "> - q",
                ">\tq",
                "lazy",
                "# h #",
                "####### h",
                "#\th",
                "#",
            ),
            *(
                "===",
                "---",
                "- - -",
                "***",
                "___ _",
                "```",
                "``` py `",
                "````",
                "~~~ x",
                "   ```",
                "     ```",
            ),
            *(
                "<div>",
                "</div>",
                "<!-- a",
                "-->",
                "<?php",
                "?>",
                "<script>",
                "</script>",
                "<a b>",
                "<![CDATA[",
            ),
            *(
                "[a]: /u",
                "[a]:",
                "/u 'title",
                "title'",
                "[b",
                "c]: /v",
                "\\[a]: /u",
                "| a | b |",
                "|---|:-:|",
                "a|b",
            ),
            *("\u00a0", "\u2028", "\x0b", "a\0b", "\ufeff"),
        ]
    ),
    max_size=14,
)
"""Lines that begin and end blocks."""
Parsers = tuple[MarkdownIt, MarkdownIt]


def parser(*, is_fast: bool) -> MarkdownIt:
    md = MarkdownIt("commonmark", {"inline_definitions": True, "maxNesting": 30}).enable("table")
    if is_fast:
        fast_block_plugin(md)
    md.core.ruler.enableOnly(["normalize", "block"])
    return md


@pytest.fixture(scope="module")
def parsers() -> Parsers:
    return parser(is_fast=False), parser(is_fast=True)


def assert_same(parsers: Parsers, text: str) -> None:
    envs: tuple[EnvType, EnvType] = {}, {}
    own, fast = (
        [{name: getattr(token, name) for name in FIELDS} for token in md.parse(text, env)]
        for md, env in zip(parsers, envs, strict=True)
    )
    assert fast == own
    assert envs[1] == envs[0]


@pytest.mark.parametrize("how", DISTURBED)
def test_examples_of_the_specification(parsers: Parsers, how: str) -> None:
    for example in EXAMPLES:
        assert_same(parsers, DISTURBED[how](example))


@given(lines=LINES, ending=st.sampled_from(["\n", "\r\n", "\r"]), last=st.booleans())
def test_any_lines(parsers: Parsers, lines: list[str], ending: str, *, last: bool) -> None:
    assert_same(parsers, ending.join(lines) + ending * last)


@given(
    lines=LINES,
    marks=st.lists(st.sampled_from(["> ", ">", "- ", "  ", "1. ", "    ", "\t", ""]), min_size=14),
)
def test_lines_in_containers(parsers: Parsers, lines: list[str], marks: list[str]) -> None:
    assert_same(parsers, "\n".join(mark + line for mark, line in zip(marks, lines, strict=False)))


@given(documents(), st.sampled_from(sorted(DISTURBED)))
def test_documents(parsers: Parsers, text: str, how: str) -> None:
    assert_same(parsers, DISTURBED[how](text))


@given(st.text(alphabet="ab \t\n\r\0>-*#`~<!=[]:|1.\u00a0\u2028", max_size=60))
def test_any_text(parsers: Parsers, text: str) -> None:
    assert_same(parsers, text)


@pytest.mark.skipif(not FILES, reason="MDCHUNK_CORPUS names no folder with documents")
@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(CORPUS)))
def test_real_documents(parsers: Parsers, path: Path) -> None:
    assert_same(parsers, path.read_bytes().decode("utf-8", "replace"))


def test_every_rule_of_the_block_parser_is_known() -> None:
    # a rule that markdown-it-py adds would be asked about no line that another rule's first character names
    own = {rule.name for rule in ParserBlock().ruler.__rules__}
    assert own == {
        *("table", "code", "fence", "blockquote", "hr", "list", "reference"),
        *("html_block", "heading", "lheading", "paragraph"),
    }


def test_a_rule_that_is_added_or_switched_off_later_counts() -> None:
    md = parser(is_fast=True)
    assert [token.type for token in md.parse("# a")] == ["heading_open", "inline", "heading_close"]
    md.disable("heading")
    assert [token.type for token in md.parse("# a")] == ["paragraph_open", "inline", "paragraph_close"]


def test_nobody_writes_to_what_tokens_share() -> None:
    token = parser(is_fast=True).parse("a")[0]
    with pytest.raises(TypeError):
        token.attrSet("id", "x")
    with pytest.raises(TypeError):
        token.meta["x"] = 1


def with_own_rules(dialect: str) -> MarkdownIt:
    """Return a dialect's parser with markdown-it-py's rules where ours stand for them."""
    md: MarkdownIt = dialects.parser.__wrapped__(dialect)
    own = {fast: rule for rule, (fast, _) in RULES.items()}
    for rule in md.block.ruler.__rules__:
        rule.fn = own.get(rule.fn, rule.fn)
    md.block.ruler.__cache__ = None
    return md


@pytest.mark.parametrize("dialect", dialects.DIALECTS)
def test_dialects_read_the_same_with_the_rules_of_markdown_it(dialect: str) -> None:
    both = with_own_rules(dialect), dialects.parser(dialect)
    for example in EXAMPLES:
        for how in ("as it is", "CRLF", "tabs", "in a list", "in a quote"):
            assert_same(both, DISTURBED[how](example))


@pytest.mark.parametrize("how", DISTURBED)
def test_a_paragraph_of_one_token_has_the_text_lines_and_level_of_three(parsers: Parsers, how: str) -> None:
    md = dialects.parser("commonmark")
    for example in EXAMPLES:
        text = DISTURBED[how](example)
        if text.lstrip("\ufeff").startswith(("---", "+++", "{")):
            continue  # maybe front matter
        own = parsers[0].parse(text)
        three = [
            (token.map, token.level, own[i + 1].content)
            for i, token in enumerate(own)
            if token.type == "paragraph_open"
        ]
        one = [
            (token.map, token.level, token.content) for token in md.parse(text) if token.type == "paragraph"
        ]
        assert one == three


def test_the_text_of_a_token_is_cut_out_when_it_is_asked_for() -> None:
    token = dialects.parser("gfm").parse("  a \n b\u00a0\n\nc")[0]
    assert token.content == "a \n b"
    with pytest.raises(AttributeError):
        token.content = "x"
