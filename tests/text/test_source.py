"""Lines of a text, and form feeds inside them."""

from __future__ import annotations

import pytest

from mdchunk.text.source import read_source


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("a\f# B", "a\n# B"),
        ("a\f \fb", "a\nb"),
        ("a\f\n\fb", "a\f\nb"),
        ("\f\fa", "a"),
        ("\ufeff\fa\fb", "a\nb"),
        ("```\na\fb\n```\fc\fd", "```\na\fb\n```\nc\nd"),
        ("a\f~~~\n\n> ~~~\fb", "a\n~~~\n\n> ~~~\nb"),
    ],
)
def test_a_page_end_inside_a_line_ends_it_for_the_parser(text: str, body: str) -> None:
    source = read_source(text)
    assert source.body == body
    lines = source.body.count("\n") + 1
    assert len(source.starts) == lines + 1
    assert [source.number(line) for line in range(lines)] == [
        text.count("\n", 0, source.starts[line]) + 1 for line in range(lines)
    ]


def test_the_lines_of_the_file() -> None:
    source = read_source("a\fb\n\nc\fd\fe\nf")
    assert [source.line_numbered(number) for number in range(1, 6)] == [0, 2, 3, 6, 7]
    by_file = read_source(source.text, splits_at_pages=False)
    assert (by_file.starts, by_file.inner) == ([0, 4, 5, 11, 12], ())


def test_many_page_ends_take_linear_time() -> None:
    assert len(read_source("a\f" * 100_000 + "\f" * 100_000 + "b").inner) == 100_000
