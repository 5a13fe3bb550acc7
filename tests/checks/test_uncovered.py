"""What stands in a document and in none of its chunks is found, and nothing else."""

from __future__ import annotations

import pytest

from mdchunk.api import chunk_markdown
from mdchunk.checks.uncovered import uncovered
from mdchunk.model import KINDS, Options, Span
from mdchunk.text.source import read_source

TEXT = """\
---
title: T
---
# A

## B

<!-- c -->

One.

- a
- b

> q
>
> <!-- c -->

![x](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4AAAAAAAAAAAA)
"""


def found(text: str, chunked: str, options: Options | None = None) -> list[tuple[int, int]]:
    options = options or Options()
    spans = [Span(chunk.start_char, chunk.end_char) for chunk in chunk_markdown(chunked, options)]
    return [(lines.first, lines.last) for lines in uncovered(read_source(text), spans, options)]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(max_chars=20),
        Options(min_size=100),
        Options(drop=frozenset({"list", "blockquote"})),
    ],
)
def test_what_a_build_leaves_out_is_not_missing(options: Options, ending: str) -> None:
    text = TEXT.replace("\n", ending)
    assert found(text, text, options) == []
    assert found(text, "") != []


@pytest.mark.parametrize(
    ("added", "lines"),
    [
        ("\nNew.\n", [(21, 21)]),
        ("\n## New\n\nOne.\nTwo.\n", [(21, 21), (23, 24)]),
        ("\nAn image ![y](data:image/png;base64," + "A" * 80 + ") <!-- c --> here\n", [(21, 21)]),
        ("goes on\n", [(20, 20)]),
        ("\n<!-- only a comment -->\n", []),
        ("\n\n", []),
    ],
)
def test_what_was_added_behind(added: str, lines: list[tuple[int, int]]) -> None:
    assert found(TEXT + added, TEXT) == lines


def test_a_list_that_went_on_is_told_from_its_first_new_item() -> None:
    assert found("- a\n- b\n- c\n- d\n", "- a\n- b\n") == [(3, 4)]


def test_a_document_without_chunks_is_missing_as_a_whole() -> None:
    assert found("# A\n\nx\n", "") == [(1, 1), (3, 3)]
    assert found("<!-- x -->\n", "") == []
    assert found("x\n", "", Options(drop=frozenset(KINDS))) == []
