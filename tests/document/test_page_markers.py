"""Page markers of converters, and the pages on the records."""

from __future__ import annotations

import pytest

from mdchunk.api import chunk_markdown
from mdchunk.model import MdchunkError, Settings


def pages(text: str, **settings: object) -> list[tuple[int | None, int | None]]:
    found: Settings = settings  # type: ignore[assignment]  # the tests name few
    return [(chunk.page_start, chunk.page_end) for chunk in chunk_markdown(text, **found)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # a form feed, as pdftotext has it in front of the next page, or on a line of its own
        ("# A\n\none\n\f# B\n\ntwo\n", [(1, 1), (2, 2)]),
        ("# A\n\none\n\f\n# B\n\ntwo\n\f\n# C\n\nthree\n", [(1, 1), (2, 2), (3, 3)]),
        # Azure Document Intelligence; a comment that docling may be told to leave
        ("# A\n\none\n\n<!-- PageBreak -->\n\n# B\n\ntwo\n", [(1, 1), (2, 2)]),
        ("# A\n\none\n\n<!-- page break -->\n\ntwo\n\n# B\n\nthree\n", [(1, 2), (2, 2)]),
        (
            '# A\n\na\n\n<!-- PageNumber="7" -->\n<!-- PageBreak -->\n\n# B\n\n<!-- PageNumber="p. 8 of 9" -->\n\nb\n',
            [(7, 7), (8, 8)],
        ),
        ('# A\n\n<!-- PageNumber="7" -->\n\none\n', [(7, 7)]),
        (
            '# A\n\none\n\n<!-- PageNumber="7" -->\n\n# B\n\n<!-- PageNumber="8" -->\n\ntwo\n',
            [(7, 7), (7, 8)],
        ),
        # the page begins with the marker
        ("<!-- page 3 -->\n\n# A\n\none\n\n<!-- Page: 4 -->\n\n# B\n\ntwo\n", [(3, 3), (4, 4)]),
        ("# A\n\none\n\n<!-- page 2 -->\n\n# B\n\ntwo\n", [(1, 1), (2, 2)]),
        (
            "{0}" + "-" * 48 + "\n\n# A\n\none\n\n{1}" + "-" * 48 + "\n\n# B\n\ntwo\n",
            [(0, 0), (1, 1)],
        ),
        # PyMuPDF4LLM, of old and of now
        ("# A\n\none\n\n--- end of page=0 ---\n\n# B\n\ntwo\n", [(0, 0), (1, 1)]),
        ("# A\n\none\n\n--- end of page.page_number=1 ---\n\n# B\n\ntwo\n", [(1, 1), (2, 2)]),
        # a marker without a number counts on
        ("<!-- page 5 -->\n\n# A\n\none\n\f\n# B\n\ntwo\n", [(5, 5), (6, 6)]),
    ],
)
def test_markers(text: str, expected: list[tuple[int, int]]) -> None:
    assert pages(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "# A\n\none\n",
        # in code they are an example
        "```\n<!-- page 3 -->\n\fa\n--- end of page=3 ---\n```\n",
        "    <!-- page 3 -->\n",
        # no line of its own, no number, other words
        "Write `<!-- page 3 -->` for a page.\n",
        "<!-- page three -->\n\none\n",
        "<!-- pages 3 -->\n\none\n",
        "{3}---\n",
        "the end of page 3\n",
    ],
)
def test_no_markers_no_pages(text: str) -> None:
    assert {page for pair in pages(text) for page in pair} <= {None}
    assert all("page_start" not in chunk.to_dict() for chunk in chunk_markdown(text))


def test_no_marker_is_in_content() -> None:
    text = "# A\n\none\n\n<!-- page 2 -->\n\ntwo\n\fthree\n"
    (chunk,) = chunk_markdown(text)
    assert text[chunk.start_char : chunk.end_char] == chunk.text
    assert chunk.content == "# A\n\none\n\ntwo\nthree"
    assert (chunk.page_start, chunk.page_end) == (1, 3)
    record = chunk.to_dict()
    assert list(record).index("page_start") == list(record).index("overlap") + 1


def test_carriage_returns() -> None:
    text = "# A\n\none\n\n<!-- page 2 -->\n\n# B\n\ntwo\n\n\f\n\n# C\n\nthree\n\n--- end of page=3 ---\n\n# D\n\nfour\n"
    expected = [(1, 1), (2, 2), (3, 3), (4, 4)]
    for ending in ("\n", "\r\n", "\r"):
        assert pages("\ufeff" + text.replace("\n", ending)) == expected


def test_a_pattern_of_ones_own() -> None:
    text = "[p. 8]\n\n# A\n\none\n\n[p. 9]\n\n# B\n\ntwo\n"
    assert pages(text, page_marker=r"^\[p\. (?P<page>\d+)\]$") == [(8, 8), (9, 9)]
    # without a number a page ends there
    assert pages("# A\n\none\n\n***\n\n# B\n\ntwo\n", page_marker=r"^\*\*\*$") == [(1, 1), (2, 2)]
    # beside the known ones; one that matches nothing marks nothing
    assert pages("a\n\f\n# B\n\nb\n", page_marker="x*") == [(1, 1), (2, 2)]


def test_a_pattern_that_is_none() -> None:
    with pytest.raises(MdchunkError, match=r"page_marker is not a regular expression: .*position 0"):
        chunk_markdown("a", page_marker="(")


def test_parts_of_a_section_have_pages_of_their_own() -> None:
    text = "# A\n\n" + "\n\n\f".join(f"{'word ' * 30}{i}." for i in range(1, 7)) + "\n"
    found = pages(text, max_chars=200)
    assert found == [(i, i) for i in range(1, 7)]
