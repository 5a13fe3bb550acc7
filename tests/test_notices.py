"""Warnings as values: what was open, cut through, too deep or unreadable, and on which line."""

from __future__ import annotations

import pytest

from mdchunk.api import chunk_document
from mdchunk.model import Settings


def notices(text: str, source: str = "a.md", **settings: object) -> list[tuple[str, int, str]]:
    given: Settings = settings  # type: ignore[assignment]  # the tests name few
    found = chunk_document(text, source=source, **given).notices
    assert {notice.file for notice in found} <= {source}
    return [(notice.kind, notice.line, notice.message) for notice in found]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("# A\n\n```py\nx = 1\n", 3, "fence is not closed: add ```"),
        ("# A\n\n```", 3, "fence is not closed: add ```"),
        ("~~~~\nx\n~~~\n", 1, "fence is not closed: add ~~~~"),
        ("- item\n\n  ```\n  x\n\nafter\n", 3, "fence is not closed: add ```"),
        ("> ```\n> x\n\nafter\n", 1, "fence is not closed: add ```"),
        ("# A\n\n<!-- note\n\n# B\n", 3, "comment is not closed: add -->"),
        ("\ufeff\r\n```\r\nx\r\n", 2, "fence is not closed: add ```"),
    ],
)
def test_what_is_not_closed(text: str, line: int, message: str) -> None:
    assert notices(text) == [("unclosed", line, message)]


@pytest.mark.parametrize(
    ("dialect", "text", "line", "message"),
    [
        ("mdx", "# A\n\n<Tabs>\n\ntext\n", 3, "<Tabs> has no partner tag, so it is read as HTML"),
        ("mdx", "<Tab>\ntext\n</Tabs>\n\n</Tab>\n", 3, "</Tabs> has no partner tag, so it is read as HTML"),
        ("mdx", "<A>\n\n<B>\n\ntext\n\n</A>\n", 3, "<B> has no partner tag, so it is read as HTML"),
        ("myst", "# A\n\n$$\na = b\n", 3, "math is not closed: add $$"),
        ("myst", "\\begin{align}\na &= b\n", 1, "math is not closed: add \\end{align}"),
        ("myst", ":::{note}\ntext\n", 1, "directive is not closed: add :::"),
        ("myst", "```{note}\ntext\n", 1, "directive is not closed: add ```"),
        ("vitepress", "::: tip\ntext\n", 1, "directive is not closed: add :::"),
        ("obsidian", "text\n\n%%\nnote\n", 3, "comment is not closed: add %%"),
    ],
)
def test_what_a_dialect_says_is_not_closed(dialect: str, text: str, line: int, message: str) -> None:
    assert notices(text, dialect=dialect) == [("unclosed", line, message)]


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("gfm", "```\nx\n```\n\n~~~\nx\n~~~~\n\n<!-- a -->\n\n- ```\n  x\n  ```\n\n    code\n"),
        ("gfm", "$$ is a variable\n"),
        ("mdx", "<Tabs>\n\n<Tab>\ntext\n</Tab>\n\n</Tabs>\n"),
        ("myst", "$$\na\n$$\n\n$$ is no math\n\n:::{note}\ntext\n:::\n\n```{note}\ntext\n```\n"),
        ("obsidian", "%%\nnote\n%%\n\n%% note %%\n"),
    ],
)
def test_what_is_closed_is_none(dialect: str, text: str) -> None:
    assert notices(text, dialect=dialect) == []


def test_a_row_that_is_cut() -> None:
    text = "| a | b |\n|---|---|\n| x | y |\n| " + "word " * 60 + "| z |\n"
    found = notices(text, max_chars=200)
    assert set(found) == {("cut_inside", 4, "a table row is cut to fit the limit")}
    assert notices("| a | b |\n|---|---|\n" + "| x | y |\n" * 100, max_chars=200) == []


def test_a_line_of_code_that_is_cut() -> None:
    text = "# A\n\n```py\nx = 1\ny = [" + "12345, " * 60 + "]\n```\n"
    assert set(notices(text, max_chars=200)) == {("cut_inside", 5, "a line of code is cut to fit the limit")}
    assert notices("```py\n" + "x = 1\n" * 100 + "```\n", max_chars=200) == []


def test_a_word_that_is_cut() -> None:
    text = "# A\n\nSee " + "abcdefghij" * 60 + " there.\n"
    found = notices(text, max_chars=200)
    assert set(found) == {("cut_inside", 3, "a word is cut to fit the limit")}
    assert len(found) == 3


@pytest.mark.parametrize(
    "text",
    [
        "A sentence of some words. " * 40,
        "clause of words, " * 60,
        "words without an end " * 60,
        "一句话的文字。" * 100,
        "一句话的文字，" * 100,
        "- " + "item of words, and more\n- " * 60,
        "> " + "quoted words of a text. " * 40,
        "<p>" + "words of a text. " * 40 + "</p>",
        "<ul>" + "<li>item</li>" * 60 + "</ul>",
        "# A\n\n" + "one\n\n" * 200,
        "See [the link with a long text](https://example.org/a/b). " * 20,
    ],
)
def test_a_cut_between_sentences_words_or_items_is_none(text: str) -> None:
    assert len(chunk_document(text, max_chars=200).chunks) > 1
    assert notices(text, max_chars=200) == []


def test_the_line_is_that_of_the_cut() -> None:
    text = "# A\n\nfirst line\nsecond " + "x" * 300 + "\nthird " + "y" * 300 + "\n"
    assert {line for _, line, _ in notices(text, max_chars=200)} == {4, 5}


def test_nesting_that_is_given_up() -> None:
    found = notices("> " * 300 + "deep\n\nafter\n")
    assert found == [("nesting", 1, "nested too deep to be parsed; kept as plain text")]


def test_front_matter_that_does_not_parse() -> None:
    ((kind, line, message),) = notices("---\ntitle: A\nbad: b: c\n---\n\n# A\n")
    assert (kind, line) == ("front_matter", 3)
    assert message.startswith("front matter does not parse: ")
    assert "\n" not in message


def test_in_the_order_of_the_lines() -> None:
    found = notices("---\na: b: c\n---\n\n<Tab>\n\n```\nx\n```\n\n```\nx\n", source="a.mdx")
    assert [(kind, line) for kind, line, _ in found] == [
        ("front_matter", 2),
        ("unclosed", 5),
        ("unclosed", 11),
    ]


def test_a_warning_as_json_has_it() -> None:
    (notice,) = chunk_document("```\nx\n", source="docs/a.md").notices
    assert notice.to_dict() == {
        "kind": "unclosed",
        "file": "docs/a.md",
        "line": 1,
        "message": "fence is not closed: add ```",
    }
