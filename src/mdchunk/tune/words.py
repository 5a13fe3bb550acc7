"""A text as the words that a ranker counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Han, kana, Hangul and Thai are written without blanks: each pair of neighbours is a word
_UNSPACED = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
_WORD = regex.compile(rf"(?P<run>{_UNSPACED}+)|(?:(?!{_UNSPACED})[\w])+")


def words(text: str, stem: Callable[[str], str] | None = None) -> list[str]:
    """Return the words of a text in lower case, stemmed if there is a ``stem``; scripts without blanks as bigrams."""
    return list(_words(text.casefold(), stem))


def _words(text: str, stem: Callable[[str], str] | None) -> Iterator[str]:
    for match in _WORD.finditer(text):
        run = match["run"]
        if run is None:
            yield stem(match[0]) if stem else match[0]
        elif len(run) == 1:
            yield run
        else:
            yield from (run[i : i + 2] for i in range(len(run) - 1))
