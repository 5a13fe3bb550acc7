"""Fences in lines that no parser has read."""

from __future__ import annotations

import pytest

from mdchunk.text.fences import closes_fence, opening_fence, outside_fences


@pytest.mark.parametrize(
    ("line", "fence"),
    [
        ("```", "```"),
        ("````py title", "````"),
        ("~~~ a`b", "~~~"),
        ("``` a`b", ""),
        ("``", ""),
        ("text ```", ""),
        ("", ""),
    ],
)
def test_what_opens_a_fence(line: str, fence: str) -> None:
    assert opening_fence(line) == fence


@pytest.mark.parametrize(
    ("line", "markup", "closes"),
    [
        ("```", "```", True),
        ("````  ", "```", True),
        ("  ```", "```", True),
        ("``", "```", False),
        ("~~~", "```", False),
        ("``` py", "```", False),
        ("> ```", "```", False),
        ("", "```", False),
    ],
)
def test_what_closes_a_fence(line: str, markup: str, closes: bool) -> None:
    assert closes_fence(line, markup) is closes


def test_lines_outside_fences() -> None:
    lines = ["a", "```", "b", "~~~", "````", "c", "~~~", "``` d `", "~~~", "e", "```"]
    assert [line for _, line in outside_fences(enumerate(lines))] == ["a", "c", "e"]
    # a fence that nothing closes goes on to the end
    assert list(outside_fences([(7, "```"), (8, "a")])) == []
