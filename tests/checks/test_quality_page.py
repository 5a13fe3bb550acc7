"""The examples of docs/quality.md: the checks run on each, and find what its section says."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from mdchunk.checks.chunked import slice_of
from mdchunk.checks.quality import CHECKS, inspect
from tests.support.doc_blocks import DOCS

CUT = "✂"
LIMIT = 50


def examples() -> dict[str, list[str]]:
    """Return the examples by the check that they are under: the first is found, the others are not."""
    found: dict[str, list[str]] = {}
    heading = ""
    tokens = MarkdownIt().parse((DOCS / "quality.md").read_text(encoding="utf-8"))
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = tokens[i + 1].content
        elif token.type == "fence" and CUT in token.content:
            found.setdefault(heading, []).append(token.content)
    return found


EXAMPLES = examples()


def counts(marked: str) -> dict[str, int]:
    text, at, slices = marked.replace(CUT, ""), 0, []
    for part in marked.split(CUT):
        slices.append(slice_of({"start_char": at, "text": part, "content": part.strip()}))
        at += len(part)
    return inspect(text, "a.md", slices, LIMIT).counts


def test_every_check_is_defined_with_an_example() -> None:
    assert list(EXAMPLES) == list(CHECKS)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_shows_its_check(name: str) -> None:
    bad, *good = EXAMPLES[name]
    assert counts(bad)[name] == 1
    assert [counts(one)[name] for one in good] == [0] * len(good)


def test_the_examples_have_the_limit_that_the_page_says() -> None:
    assert f"the limit is {LIMIT} characters" in (DOCS / "quality.md").read_text(encoding="utf-8")
