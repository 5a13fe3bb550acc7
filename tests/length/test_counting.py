"""Chunks by tokens: the limit holds for the finished content, and finding the cuts counts little more than the text."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from mdchunk.api import chunk_markdown
from mdchunk.length.counters import approx, utf8_bytes
from mdchunk.model import Length
from tests.support.tokenizers_made import Counting, byte_pairs, gpt2_like, unigram, with_ends

WORDS = ("chunk", "slice", "file", "heading", "row", "limit,", "fits", "whole.", "between", "(see)", "42")


def _sentence(dice: random.Random) -> str:
    return " ".join(dice.choices(WORDS, k=dice.randint(4, 18))).capitalize() + "."


def _paragraph(dice: random.Random) -> str:
    return " ".join(_sentence(dice) for _ in range(dice.randint(1, 9)))


def _items(dice: random.Random) -> str:
    return "\n".join(f"- {_sentence(dice)}" for _ in range(dice.randint(2, 20)))


def _table(dice: random.Random) -> str:
    rows = (f"| {dice.choice(WORDS)} | {_sentence(dice)} |" for _ in range(dice.randint(2, 30)))
    return "\n".join(["| name | what |", "|---|---|", *rows])


def _code(dice: random.Random) -> str:
    lines = (
        f"{'    ' * dice.randint(0, 2)}{dice.choice(WORDS)} = {dice.random()}"
        for _ in range(dice.randint(2, 40))
    )
    return "\n".join(["```py", *lines, "```"])


def document(seed: int, blocks: int = 150) -> str:
    """Return a document of some hundred kilobytes with all that documentation has."""
    dice = random.Random(seed)
    makers: tuple[Callable[[random.Random], str], ...] = (_paragraph, _paragraph, _items, _table, _code)
    parts: list[str] = []
    for i in range(blocks):
        if i % dice.randint(2, 14) == 0:
            parts.append(f"{'#' * dice.randint(1, 4)} {_sentence(dice)}")
        parts.append(dice.choice(makers)(dice))
    return "\n\n".join(parts) + "\n"


TOKENIZERS: dict[str, Callable[[], Length]] = {
    "approx": lambda: approx,
    "bytes": lambda: utf8_bytes,
    "gpt2_like": lambda: gpt2_like,
    "with_ends": lambda: with_ends,
    "byte_pairs": lambda: _length(byte_pairs()),
    "unigram": lambda: _length(unigram()),
}


def _length(tokenizer: object) -> Length:
    return lambda text: len(tokenizer.encode(text).ids)  # type: ignore[attr-defined]  # a package without types


@pytest.mark.parametrize("name", TOKENIZERS)
@pytest.mark.parametrize("limit", [64, 256, 512, 2000])
def test_about_three_times_the_text_is_counted(name: str, limit: int) -> None:
    length = TOKENIZERS[name]()
    text = document(limit)
    counting = Counting(length)
    chunks = chunk_markdown(text, max_tokens=limit, tokenizer=counting, prefix_path="none")
    # with 64, rows of tables are cut between their cells, and measured once more for it
    most = 3.3 if limit > 64 else 3.7
    assert counting.tokens <= most * length(text), f"{counting.tokens / length(text):.2f} times"
    for chunk in chunks:
        assert chunk.tokens == length(chunk.content) <= limit


@pytest.mark.parametrize("name", TOKENIZERS)
def test_with_prefixes_overlap_and_small_sections_joined(name: str) -> None:
    length = TOKENIZERS[name]()
    text = document(7)
    counting = Counting(length)
    chunks = chunk_markdown(
        text, max_tokens=256, tokenizer=counting, overlap=40, prefix_path=True, min_size=60
    )
    made = sum(chunk.tokens or 0 for chunk in chunks)
    assert counting.tokens <= 4 * made, f"{counting.tokens / made:.2f} times what the chunks hold"
    assert all(chunk.tokens == length(chunk.content) <= 256 for chunk in chunks)


@pytest.mark.parametrize("name", TOKENIZERS)
def test_chunks_are_well_filled(name: str) -> None:
    """Sums that are too high would leave chunks half empty: two neighbours of a section could be one."""
    length = TOKENIZERS[name]()
    chunks = chunk_markdown(
        "\n\n".join(f"One {i} two." for i in range(900)), max_tokens=200, tokenizer=length
    )
    sizes = [chunk.tokens or 0 for chunk in chunks[:-2]]
    assert len(sizes) > 5
    assert min(sizes) > 160


@pytest.mark.parametrize("name", TOKENIZERS)
@pytest.mark.parametrize("text", ["a1b2" * 5000, "漢字" * 4000, "👩‍👩‍👧‍👦" * 400, "!?" * 6000])
def test_text_without_a_blank(name: str, text: str) -> None:
    length = TOKENIZERS[name]()
    counting = Counting(length)
    chunks = chunk_markdown(text, max_tokens=128, tokenizer=counting)
    assert "".join(chunk.text for chunk in chunks) == text
    assert all(chunk.tokens == length(chunk.content) <= 128 for chunk in chunks)
    assert counting.tokens <= 4 * length(text), f"{counting.tokens / length(text):.2f} times"


def test_a_tokenizer_that_sums_mislead_keeps_the_limit_and_no_heading_alone() -> None:
    """Where whole texts have many more tokens than their parts, what is too much is given back."""

    def grows(text: str) -> int:
        return len(text.split()) ** 2 // 40 + len(text.split())

    chunks = chunk_markdown(document(3, 40), max_tokens=100, tokenizer=grows)
    assert all(chunk.tokens == grows(chunk.content) <= 100 for chunk in chunks)
    assert "heading" not in {chunk.kind for chunk in chunks}


def test_joined_sections_that_do_not_fit_after_all_come_apart_again() -> None:
    def grows(text: str) -> int:
        return len(text.split()) ** 2 // 40 + len(text.split())

    text = "# A\n\n" + "".join(f"## B{i}\n\none two three\n\n" for i in range(30))
    chunks = chunk_markdown(text, max_tokens=60, min_size=20, tokenizer=grows)
    assert all(chunk.tokens == grows(chunk.content) <= 60 for chunk in chunks)
    assert all(chunk.parts == 1 for chunk in chunks)
    assert max(chunk.text.count("## ") for chunk in chunks) > 1


def test_what_comes_later_changes_no_cut() -> None:
    """Nothing depends on what was counted before."""
    first, second = document(1, 30), document(2, 30)
    alone = chunk_markdown(first, max_tokens=100, tokenizer=gpt2_like)
    together = chunk_markdown(f"{first}\n# Next\n\n{second}", max_tokens=100, tokenizer=gpt2_like)
    assert [c.content for c in together[: len(alone)]] == [c.content for c in alone]
    again = chunk_markdown(first, max_tokens=100, tokenizer=gpt2_like)
    assert again == alone


def test_a_large_table_is_not_counted_whole_before_it_is_cut() -> None:
    text = "| a | b |\n|---|---|\n" + "| one two three | four five six |\n" * 2000
    counting = Counting(gpt2_like)
    chunk_markdown(text, max_tokens=100, tokenizer=counting)
    assert counting.tokens < 2 * gpt2_like(text)


@pytest.mark.parametrize("size", range(11, 31))
def test_line_ends_move_no_cut(size: int) -> None:
    """Where a text is cut to measure, each line end counts once, however it is written."""
    text = "\\begin{align}\n\n\\end{align}\n\n- > [!NOTE]\n  > - e:\n  >   ```\n  >   x\n"
    chunks = [
        [
            chunk.content
            for chunk in chunk_markdown(variant, dialect="myst", max_tokens=size, tokenizer=utf8_bytes)
        ]
        for variant in (text, text.replace("\n", "\r\n"))
    ]
    assert chunks[0] == chunks[1]
