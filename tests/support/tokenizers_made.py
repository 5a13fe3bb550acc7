"""Tokenizers made on the spot, each with a way of its own to be no sum of its parts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

SAMPLE = (
    "The quick brown fox jumps over the lazy dog. A chunk is a slice of its file, with lines and an anchor.\n"
    "Tables, lists and code stay whole where they fit; what is too large is cut between rows and lines.\n"
) * 20


def gpt2_like(text: str) -> int:
    r"""Return the pieces of GPT-2's pattern, long words in fours: ``\s+(?!\S)`` reads a blank line by what follows."""
    return sum(-(-len(piece) // 4) for piece in _GPT2.findall(text))


_GPT2 = re.compile(r"'(?:[sdmt]|ll|ve|re)| ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+")


def with_ends(text: str) -> int:
    """Return words and marks and two more for the beginning and the end, as models of BERT's family have them."""
    return 2 + len(re.findall(r"\w+|[^\w\s]", text))


def byte_pairs() -> Any:
    """Return a byte-pair tokenizer with a special token, trained here."""
    made = pytest.importorskip("tokenizers")
    tokenizer = made.Tokenizer(made.models.BPE())
    tokenizer.pre_tokenizer = made.pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = made.trainers.BpeTrainer(
        vocab_size=400,
        show_progress=False,
        special_tokens=["<|endoftext|>"],
        initial_alphabet=made.pre_tokenizers.ByteLevel.alphabet(),
    )
    tokenizer.train_from_iterator([SAMPLE], trainer)
    return tokenizer


def unigram() -> Any:
    """Return a unigram tokenizer of SentencePiece's kind, trained here."""
    made = pytest.importorskip("tokenizers")
    tokenizer = made.Tokenizer(made.models.Unigram())
    tokenizer.pre_tokenizer = made.pre_tokenizers.Metaspace()
    trainer = made.trainers.UnigramTrainer(
        vocab_size=200,
        show_progress=False,
        unk_token="<unk>",  # noqa: S106 - a token of text
        special_tokens=["<unk>"],
    )
    tokenizer.train_from_iterator([SAMPLE], trainer)
    return tokenizer


class Counting:
    """A tokenizer that remembers how much it has counted."""

    def __init__(self, function: Callable[[str], int]) -> None:
        self.function = function
        self.tokens = 0
        self.calls = 0

    def __call__(self, text: str) -> int:
        size = self.function(text)
        self.tokens += size
        self.calls += 1
        return size
