"""The parser against markdown-it-py's own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mdchunk.syntax.rules import Parser

_PARTS = [
    "https://",
    "http://",
    "example.org",
    "xn--a",
    "x" * 63,
    "a",
    "A",
    "é",
    "%20",
    *" -./?#=&~!'()*+,;_$@:[]\\{",
]


@given(st.lists(st.sampled_from(_PARTS), max_size=8).map("".join))
def test_an_address_is_what_markdown_it_makes_of_it(address: str) -> None:
    assert Parser().normalizeLink(address) == MarkdownIt().normalizeLink(address)


def test_the_name_of_a_host_may_be_too_long_for_one() -> None:
    for address in (f"https://{'x' * 64}/a", "https://" + ".".join(["x" * 63] * 5)):
        assert Parser().normalizeLink(address) == MarkdownIt().normalizeLink(address)
