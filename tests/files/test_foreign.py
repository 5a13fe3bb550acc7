"""Records of other chunkers, read as ours."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mdchunk.files.chunk_file import Line
from mdchunk.files.foreign import records_of
from mdchunk.model import MdchunkError


def read(record: dict[str, Any], kind: str = "", source: str = "") -> dict[str, Any]:
    (one,) = records_of([Line(1, 0, json.dumps(record).encode(), record)], "x.jsonl", kind, source)
    return one


def test_langchain_md_chunker() -> None:
    theirs = {
        "doc": "a.md",
        "start": 3,
        "end": 5,
        "start_line": 2,
        "end_line": 2,
        "headings": ["A"],
        "text": "xy",
    }
    ours = read(theirs)
    assert (ours["source"], ours["start_char"], ours["heading_path"], ours["content"]) == (
        "a.md",
        3,
        ["A"],
        "xy",
    )
    assert read(theirs, "langchain-md-chunker") == ours
    assert read(theirs | {"content": "A\n\nxy"})["content"] == "A\n\nxy"


@pytest.mark.parametrize("offset", ["start", "start_index", "start_offset"])
def test_any_record_with_a_text_and_an_offset(offset: str) -> None:
    ours = read({"page_content": "xy", offset: 3}, "offsets", source="b.md")
    assert (ours["source"], ours["start_char"], ours["text"], ours["content"]) == ("b.md", 3, "xy", "xy")
    assert ours["parts"] == 1


def test_fields_in_the_metadata_of_a_langchain_document() -> None:
    theirs = {"page_content": "xy", "metadata": {"source": "a.md", "start_index": 3}}
    for kind in ("", "offsets"):
        ours = read(theirs, kind)
        assert (ours["source"], ours["start_char"], ours["text"]) == ("a.md", 3, "xy")
    assert read(theirs | {"source": "b.md"})["source"] == "b.md"


def test_our_own_are_as_they_are() -> None:
    own = {
        "source": "a.md",
        "start_char": 0,
        "text": "x",
        "content": "y",
        "kind": "code",
        "part": 2,
        "parts": 3,
    }
    assert own.items() <= read(own).items()
    # a key of the front matter that another chunker would have for an offset
    own["metadata"] = {"start": "2026-01-01"}
    assert own.items() <= read(own).items()


def test_a_record_without_text() -> None:
    with pytest.raises(MdchunkError, match=r"x\.jsonl:1: not a chunk record: it lacks content"):
        read({"start": 1, "doc": "a.md"}, "offsets")
