"""Bookmarks give headings their levels."""

from __future__ import annotations

import pytest

from mdchunk.convert.bookmarks import Bookmark, with_levels

MARKS = (Bookmark(0, "1 Start", 0), Bookmark(1, "Setup", 0), Bookmark(0, "2 End", 1))


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        # the level of the bookmark, whatever the font said
        (["#### 1 Start\n\ntext\n\n# Setup", "## 2  End"], ["# 1 Start\n\ntext\n\n## Setup", "# 2  End"]),
        # a line on its own becomes a heading, a line in a paragraph does not
        (["1 Start\n\nSetup\ngoes on", "# 2 End"], ["# 1 Start\n\nSetup\ngoes on", "# 2 End"]),
        # another heading goes below the bookmark before it, across pages too
        (
            ["# 1 Start\n\n# Setup\n\n# Note", "# Left\n\n# 2 End"],
            ["# 1 Start\n\n## Setup\n\n### Note", "### Left\n\n# 2 End"],
        ),
        # before the first bookmark a heading stays
        (["### Cover\n\n## 1 Start", ""], ["### Cover\n\n# 1 Start", ""]),
        # code is no heading
        (["# 1 Start\n\n```\n# Setup\n```", ""], ["# 1 Start\n\n```\n# Setup\n```", ""]),
        # none found: as it was
        (["# A\n\n### B", "# C"], ["# A\n\n### B", "# C"]),
        # on its own page only
        (["# A", "# Setup\n\n# 2 End"], ["# A", "# Setup\n\n# 2 End"]),
    ],
)
def test_levels(pages: list[str], expected: list[str]) -> None:
    assert with_levels(pages, MARKS) == expected


def test_no_heading_is_deeper_than_six() -> None:
    marks = [Bookmark(level, f"Level {level}", 0) for level in range(9)]
    page = "\n\n".join(f"# Level {level}" for level in range(9))
    levels = [len(line) - len(line.lstrip("#")) for line in with_levels([page], marks)[0].split("\n\n")]
    assert levels == [1, 2, 3, 4, 5, 6, 6, 6, 6]


def test_without_bookmarks_nothing_changes() -> None:
    assert with_levels(["# A", "### B"], ()) == ["# A", "### B"]
