"""Input made to break a parser: deep, long, wide, open-ended: no crash, nothing lost, no blow-up.

The patterns are those of cmark's pathological tests, and their like for blocks. Work is counted, not timed:
how many lines of Python run.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from mdchunk.api import chunk_markdown, outline
from mdchunk.model import Options
from tests.support.invariants import check, lost_lines

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from mdchunk.model import Chunk

PATTERNS: dict[str, Callable[[int], str]] = {
    "nested strong emphasis": lambda n: "*a **a " * n + "b" + " a** a*" * n,
    "emphasis closers without openers": lambda n: "a_ " * n,
    "emphasis openers without closers": lambda n: "_a " * n,
    "link closers without openers": lambda n: "a]" * n,
    "link openers without closers": lambda n: "[a" * n,
    "mismatched openers and closers": lambda n: "*a_ " * n,
    "openers and closers multiple of 3": lambda n: "a**b" + "c* " * n,
    "link openers and emphasis closers": lambda n: "[ a_" * n,
    "pattern [ (]( repeated": lambda n: "[ (](" * n,
    "images without closers": lambda n: "![[]()" * n,
    "nested brackets": lambda n: "[" * n + "a" + "]" * n,
    "backslash in link": lambda n: "[" + "\\" * n,
    "backticks": lambda n: "".join("e" + "`" * k for k in range(int(n**0.5))),
    "unclosed links": lambda n: "[a](<b" * n,
    "unclosed comments in a paragraph": lambda n: "</" + "<!--" * n,
    "unclosed processing": lambda n: "x" + "<?" * n,
    "unclosed declarations": lambda n: "x" + "<!A " * n,
    "unclosed CDATA": lambda n: "x" + "<![CDATA[" * n,
    "tables of one row": lambda n: "aaa\rbbb\n-\v\n" * n,
    "deep quotes": lambda n: "> " * n + "a",
    "deep quotes on many lines": lambda n: ("> " * 60 + "a\n") * (n // 20),
    "deep lists": lambda n: "".join("  " * k + "* a\n" for k in range(int(n**0.5))),
    "lists that break off": lambda n: "* a\n  * b\n" * n,
    "many definitions": lambda n: "".join(f"[{k}]: u\n" for k in range(n)),
    "many equal headings": lambda n: "# a\n\n" * n,
    "many headings": lambda n: "".join(f"{'#' * (k % 6 + 1)} h{k}\n\ntext\n\n" for k in range(n)),
    "many fences": lambda n: "```\n" * n,
    "many paragraphs": lambda n: "".join(f"some {k} words here\n\n" for k in range(n)),
    "one long word": lambda n: "a" * n * 10,
    "one long sentence": lambda n: "".join(f"word{k} " for k in range(n)),
    "one long cell": lambda n: "| a |\n|---|\n| " + "x " * n + "|\n",
    "one long line of code": lambda n: "```\n" + "ab " * n + "\n```\n",
    "long info string": lambda n: "```" + "x" * n + "\na\n```\n",
    "long tag": lambda n: "<div " + "a='b' " * n + ">" + "<p>x</p>\n" * n,
    "many data URIs": lambda n: f"![a](data:image/png;base64,{'A' * 64}) `b` " * (n // 10),
    "many rows": lambda n: "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * n,
    "wide rows": lambda n: "a|" * n + "\n" + "-|" * n + "\n" + "1|\n" * 5,
    "many tags": lambda n: "<div>\n" * n + "</div>\n" * n,
    "tags on a line": lambda n: "<p>" + "<b>x</b>" * n,
    "open tag": lambda n: "<div " + "a " * n,
    "open comment": lambda n: "<!-- " + "a\n\n" * n,
    "blank lines": lambda n: "\n" * n * 10 + "a",
    "long code": lambda n: "```\n" + "".join(f"x = {k}\n" for k in range(n)) + "```\n",
    "code of blank lines": lambda n: "```\n" + "\n" * n + "```\n",
    "long rule": lambda n: "- " * n,
    "many entities": lambda n: "# " + "&amp;" * n,
    "combining marks": lambda n: "e" + "\u0301" * n,
    "emoji family": lambda n: "👩\u200d" * n,
    "carriage returns": lambda n: "a\r" * n,
    "long setext": lambda n: "a\n" * n + "===\n",
    "tabs": lambda n: "\t" * n + "a",
    "maths left open": lambda n: "$$\n" + "a\n" * n,
    "footnotes": lambda n: "".join(f"[^{k}]: note\n\n" for k in range(n)),
}


def work(text: str, options: Options) -> int:
    """Return how many lines of Python run for a text."""
    count = 0

    def line(_frame: FrameType, event: str, _arg: Any) -> Callable[..., Any]:
        nonlocal count
        count += event == "line"
        return line

    before = sys.gettrace()
    sys.settrace(line)
    try:
        chunk_markdown(text, options)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("name", PATTERNS)
def test_work_grows_in_line(name: str) -> None:
    """Four times the input takes about four times the work."""
    make, count = PATTERNS[name], 50
    while len(make(count)) < 2500:
        count *= 2
    small, large = make(count), make(4 * count)
    options = Options(max_chars=100)
    chunk_markdown(small, options)  # what is made once is made now
    assert work(large, options) / len(large) <= 1.5 * work(small, options) / len(small)


@pytest.mark.parametrize(
    "name", ["one long sentence", "many paragraphs", "many rows", "one long word", "long code"]
)
def test_tokens_are_counted_in_line(name: str) -> None:
    """Four times the input lets at most about four times the text be counted."""
    counted = []
    for size in (500, 2000):
        counter = Counter()
        text = PATTERNS[name](size)
        chunk_markdown(text, max_tokens=100, tokenizer=counter)
        counted.append(counter.characters / len(text))
    assert counted[1] <= 1.5 * counted[0]


class Counter:
    """Counts tokens of four characters, and how much was counted."""

    def __init__(self) -> None:
        self.characters = 0

    def __call__(self, text: str) -> int:
        self.characters += len(text)
        return -(-len(text) // 4)


@pytest.mark.parametrize("name", PATTERNS)
def test_nothing_is_lost(name: str) -> None:
    """All of it comes out, in pieces that fit."""
    text = PATTERNS[name](400)
    settings = Options(max_chars=300, drop=frozenset(), keep_data_uris=True)
    document = check(text, settings)
    lost = lost_lines(text, document.chunks)
    assert lost <= {heading.start_line - 1 for heading in document.headings}
    outline(text)


@pytest.mark.parametrize("dialect", ["gfm", "mdx", "myst"])
def test_deep_nesting_under_a_deep_stack(dialect: str) -> None:
    """Where the caller has used up most of Python's stack, documents come out the same."""
    texts = ["> " * 120 + "a", "- > " * 60 + "a", ":::{note}\n" * 120 + "a\n" + ":::\n" * 120]
    texts.append("".join("    " * k + f"[^{k}]: a\n\n" for k in range(120)))
    for text in texts:
        expected = chunk_markdown(text, dialect=dialect)
        assert (
            deeper(sys.getrecursionlimit() - 150, partial(chunk_markdown, text, dialect=dialect)) == expected
        )


def deeper(depth: int, call: Callable[[], list[Chunk]]) -> list[Chunk]:
    """Call a function so many frames deep in the stack of Python."""
    frame, here = sys._getframe(), 0
    while frame.f_back is not None:
        frame, here = frame.f_back, here + 1
    return call() if here >= depth else deeper(depth, call)


def test_a_long_tag_is_not_repeated() -> None:
    """Each child would hold a copy of it, and a document of a megabyte gigabytes."""
    long, text = f"<div title='{'a' * 2000}'>", "<p>one</p>\n" * 500
    chunks = chunk_markdown(f"<section>\n{long}\n{text}</div></section>", max_chars=3000)
    assert [chunk.content.count(long) for chunk in chunks] == [1, 0, 0]
    assert all(chunk.content.startswith("<section>\n<p>") for chunk in chunks[1:])


@pytest.mark.parametrize("depth", [10, 30, 60, 500, 3000])
def test_deep_nesting(depth: int) -> None:
    """What the parser gives up on is still text."""
    for text in (
        "> " * depth + "deep\n\n# After\n\ntail\n",
        ">" * depth + "deep\n\n# After\n\ntail\n",
        "".join("  " * k + "- x\n" for k in range(min(depth, 500))) + "\n# After\n\ntail\n",
        "- " * depth + "deep\n\n# After\n\ntail\n",
    ):
        document = check(text, Options(drop=frozenset()))
        assert [heading.text for heading in document.headings] == ["After"]
        assert not lost_lines(text, document.chunks)
