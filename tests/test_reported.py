"""Bugs that users of other chunkers met, and their like: what the pages of ``fixtures/spec`` can't show."""

from __future__ import annotations

import itertools

import pytest

from mdchunk.api import chunk_document, chunk_markdown, outline
from mdchunk.model import MdchunkError, Options
from tests.support.invariants import check, lost_lines

OPENERS = ["[](**_* \\`` <! ", "![", "<a href='", "`" * 3 + " ", "*_", "&#", "$", "{", "[^", "<!--", "\\"]


@pytest.mark.parametrize(
    "settings",
    [
        {"max_chars": 20, "overlap": 20},
        {"max_chars": 20, "overlap": 10},
        {"max_chars": 20, "overlap": 30},
        {"max_chars": 20, "overlap": -1},
        {"max_chars": 0},
        {"max_chars": -5},
        {"max_chars": 20, "min_size": 21},
        {"max_level": 0},
        {"max_level": 7},
        {"drop": ("sidebar",)},
        {"prefix_path": "some"},
        {"html_header": "td"},
        {"link_targets": "some"},
        {"heading_patterns": {"(": 1}},
        {"heading_patterns": {"Chapter": 7}},
    ],
    ids=str,
)
def test_settings_that_can_not_work_are_refused(settings: dict[str, int]) -> None:
    """An overlap as large as the chunk never ends."""
    with pytest.raises(MdchunkError, match=r"\w"):
        chunk_markdown("a" * 100, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [1, 2, 3, 10, 20])
def test_pieces_are_no_more_than_characters(size: int) -> None:
    """Overlap that eats a whole piece would go on for ever."""
    text = "a" * 100 + "\n"
    for overlap in range((size + 1) // 2):
        chunks = check(text, Options(max_chars=size, overlap=overlap)).chunks
        assert "".join(chunk.text for chunk in chunks) == text.rstrip()


def test_pieces_of_a_long_word_follow_each_other() -> None:
    """Each begins where the one before ends."""
    url = "https://example.org/" + "a" * 60
    chunks = [c for c in chunk_markdown(f"# U\n\n{url}\n\nend\n", max_chars=20, overlap=5) if c.text in url]
    assert len(chunks) >= 3
    for before, after in itertools.pairwise(chunks):
        assert before.end_char == after.start_char


def test_an_edit_elsewhere_changes_no_id() -> None:
    """An id belongs to a content, not to a place."""
    before = chunk_markdown("# A\n\none\n\n# B\n\ntwo\n", source="a.md")
    after = chunk_markdown("# A\n\nmore\n\nand more\n\n# B\n\ntwo\n", source="a.md")
    assert (before[1].id, before[1].hash) == (after[1].id, after[1].hash)
    assert before[0].id != after[0].id


def test_equal_content_has_two_ids_and_one_hash() -> None:
    """Equal sections are told apart, in one file and in two."""
    one, two = chunk_markdown("# Log\n\nx\n\n# Log\n\nx\n", source="a.md")
    (other,) = chunk_markdown("# Log\n\nx\n", source="b.md")
    assert len({one.id, two.id, other.id}) == 3
    assert len({one.hash, two.hash, other.hash}) == 1
    assert (one.ref, two.ref) == ("a.md#log", "a.md#log-1")


@pytest.mark.parametrize("end", ["", "\n", "\n\n", "\r\n", "  \n\t\n"])
def test_no_chunk_ends_past_the_text(end: str) -> None:
    text = f"# A\n\nx{end}"
    (chunk,) = chunk_markdown(text)
    assert chunk.end_char <= len(text)
    assert chunk.text.rstrip() == "# A\n\nx"
    assert (chunk.start_line, chunk.end_line) == (1, 3)


@pytest.mark.parametrize(("columns", "rows"), [(4, 3), (400, 400), (1000, 30)])
def test_wide_tables_with_short_rows(columns: int, rows: int) -> None:
    """A parser that pads short rows gives up on them after a while; their lines are there all the same."""
    text = "x|" * columns + "\n" + "-|" * columns + "\n" + "".join(f"r{n}|\n" for n in range(rows))
    assert not lost_lines(text, check(text, Options(max_chars=5000)).chunks)


@pytest.mark.parametrize("opener", OPENERS, ids=repr)
def test_openers_without_end(opener: str) -> None:
    """In text and in a heading."""
    for text in (opener * 3000 + "\n", f"# {opener * 3000}\n\nx\n"):
        assert not lost_lines(text, check(text, Options()).chunks)
        outline(text)


@pytest.mark.parametrize(
    "text",
    [
        "> | x | y | z |\n> |:-|-:|-|\n>",
        "> - > x\n\n\n",
        ">",
        "> \n>\n",
        "> a\n>",
        "- > \n\n",
        "1. >\n\n   >",
        "> ```\n>",
        "- \n\n  \n",
        "* ",
    ],
)
def test_containers_that_break_off(text: str) -> None:
    assert not lost_lines(text, check(text, Options()).chunks)


@pytest.mark.parametrize("text", ["", "\n", " \t\n\n", "\ufeff", "\ufeff\n", "\r\r", "\xa0\n\n\f", "\x1f"])
def test_nothing_in_nothing_out(text: str) -> None:
    document = chunk_document(text)
    assert (document.chunks, document.headings, document.title) == ((), (), "")


def test_one_word() -> None:
    (chunk,) = chunk_markdown("text")
    assert (chunk.text, chunk.start_line, chunk.end_line, chunk.anchor) == ("text", 1, 1, "")


def test_special_tokens_are_text() -> None:
    """What spells a control token of a model is counted like other words."""
    text = "# Tokens\n\nThe marker <|endoftext|> ends a text; also <|im_start|>.\n"
    (chunk,) = chunk_markdown(text, max_tokens=100)
    assert chunk.text == text.rstrip("\n")
    assert chunk.tokens


def test_a_heading_is_not_said_twice() -> None:
    text = "# Title\n\n## Part\n\nalpha alpha alpha. beta beta beta. gamma gamma.\n"
    for size in range(20, 80):
        for chunk in chunk_markdown(text, max_chars=size, prefix_path=True):
            assert chunk.content.count("Part") <= 1
            assert chunk.content.count("Title") <= 1
