"""Which section a model means."""

from __future__ import annotations

import pytest

from mdchunk.api import outline
from mdchunk.mcp.sections import choose, heading_path
from mdchunk.mcp.spelling import spelling
from mdchunk.model import MdchunkError

QUEUES = outline(
    "---\ntitle: Laravel\n---\n# Queues\n\n## Job Batching\n\nx\n\n### Setup\n\ny\n\n"
    "## `C++` & *more*\n\n### Setup\n\nz\n",
    source="queues.md",
)


@pytest.mark.parametrize(
    ("wanted", "anchor"),
    [
        ("Job Batching", "job-batching"),
        ("## Job Batching", "job-batching"),
        ("## Job Batching ##", "job-batching"),
        ("job batching", "job-batching"),
        ("job-batching", "job-batching"),
        ("#job-batching", "job-batching"),
        ("Queues > Job Batching", "job-batching"),
        ("Queues › Job Batching", "job-batching"),
        ("# Queues > ## Job Batching", "job-batching"),
        ("Laravel > Job Batching", "job-batching"),
        ("Job Batching > Setup", "setup"),
        ("Queues > C++ & more > Setup", "setup-1"),
        ("  Queues  ", "queues"),
    ],
)
def test_a_section_by_what_is_at_hand(wanted: str, anchor: str) -> None:
    heading = choose(QUEUES, wanted)
    assert heading
    assert heading.anchor == anchor


@pytest.mark.parametrize("wanted", ["", "  "])
def test_nothing_is_the_text_before_the_first_heading(wanted: str) -> None:
    assert choose(QUEUES, wanted) is None


def test_a_near_miss_names_the_nearest() -> None:
    with pytest.raises(MdchunkError) as told:
        choose(QUEUES, "Batching jobs")
    said = told.value.render(spelling)
    assert said.startswith(
        "no section in queues.md has the heading or anchor 'Batching jobs'; the nearest are "
    )
    assert said.index("'Job Batching' (#job-batching)") < said.index("'Queues'")
    assert said.endswith("; outline_markdown lists all")
    with pytest.raises(MdchunkError, match="the document has no headings"):
        choose(outline("text"), "x")


def test_a_heading_that_stands_twice_is_chosen_by_anchor() -> None:
    with pytest.raises(
        MdchunkError, match=r"2 sections have the heading 'Setup'; choose .* #setup \(line 10\), #setup-1"
    ):
        choose(QUEUES, "Setup")


def test_the_path_of_a_heading() -> None:
    assert heading_path(QUEUES, QUEUES.headings[-1]) == ["Queues", "C++ & more", "Setup"]
