"""Front matter on the records, as far as it is asked for."""

from __future__ import annotations

import json

import pytest

from mdchunk.api import chunk_document, chunk_markdown
from mdchunk.records import from_record, to_line

TEXT = """---
title: Handbook
tags: [a, b]
date: 2024-05-01
draft: false
nested: {by: [1, null]}
---

# Real

x
"""


def test_nothing_unless_asked_for() -> None:
    (chunk,) = chunk_markdown(TEXT)
    assert chunk.metadata is None
    assert "metadata" not in chunk.to_dict()
    assert chunk_document(TEXT).metadata["tags"] == ["a", "b"]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (["title", "tags"], {"title": "Handbook", "tags": ["a", "b"]}),
        (["tags", "no such"], {"tags": ["a", "b"]}),
        (["no such"], {}),
        (["date"], {"date": "2024-05-01"}),
        (
            ["*"],
            {
                "title": "Handbook",
                "tags": ["a", "b"],
                "date": "2024-05-01",
                "draft": False,
                "nested": {"by": [1, None]},
            },
        ),
    ],
)
def test_chosen_keys_as_json_values(keys: list[str], expected: dict[str, object]) -> None:
    chunks = chunk_markdown(TEXT + "\n# Other\n\ny\n", metadata=keys)
    assert [chunk.metadata for chunk in chunks] == [expected, expected]
    record = json.loads(to_line(chunks[0]))
    assert record["metadata"] == expected
    assert list(record)[-1] == "metadata"
    assert from_record(record) == chunks[0]


def test_a_document_without_front_matter_has_an_empty_object() -> None:
    """So that all records of a build have the same fields."""
    (chunk,) = chunk_markdown("# A\n\nb\n", metadata=["title"])
    assert chunk.to_dict()["metadata"] == {}


def test_front_matter_that_does_not_parse_stops_nothing() -> None:
    document = chunk_document("---\ntitle: a: b\n---\n\n# A\n\nb\n", source="a.md", metadata=["title"])
    assert [chunk.text for chunk in document.chunks] == ["# A\n\nb"]
    assert document.chunks[0].metadata == {}
    (notice,) = document.notices
    assert (notice.kind, notice.file, notice.line) == ("front_matter", "a.md", 2)


@pytest.mark.parametrize("text", ['+++\ntitle = "X"\n+++\n\n# Real\n', '{\n  "title": "X"\n}\n\n# Real\n'])
def test_toml_and_json(text: str) -> None:
    (chunk,) = chunk_markdown(text, metadata=["title"])
    assert (chunk.metadata, chunk.title) == ({"title": "X"}, "X")


def test_metadata_does_not_change_an_id() -> None:
    assert chunk_markdown(TEXT)[0].id == chunk_markdown(TEXT, metadata=["*"])[0].id


def test_an_edit_elsewhere_changes_no_id() -> None:
    """Ids are of the content and which occurrence of it, not of the place."""
    first = chunk_markdown("# A\n\none\n\n# B\n\ntwo\n", source="a.md")
    second = chunk_markdown("# A\n\none, and\nmore lines\n\n# B\n\ntwo\n", source="a.md")
    assert first[1].id == second[1].id
    assert first[0].id != second[0].id
    twice = chunk_markdown("# A\n\none\n\n# A\n\none\n", source="a.md")
    assert twice[0].hash == twice[1].hash
    assert twice[0].id != twice[1].id
