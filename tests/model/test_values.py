"""A chunk that is made the fast way is a chunk like any other."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from mdchunk.model import Chunk, chunk_maker

VALUES = {each.name: each.name for each in fields(Chunk)}


def test_a_chunk_of_the_maker_is_frozen_and_equal_to_one_made_by_its_class() -> None:
    made = chunk_maker()(**VALUES)  # type: ignore[arg-type]
    assert type(made) is Chunk
    assert made == Chunk(**VALUES)  # type: ignore[arg-type]
    assert pickle.loads(pickle.dumps(made)) == made  # noqa: S301 - ours
    assert replace(made, text="other").text == "other"
    with pytest.raises(FrozenInstanceError):
        made.text = "other"  # type: ignore[misc]


def test_optional_fields_may_be_left_out_and_no_other() -> None:
    required = {name: name for name in VALUES if name not in {"tokens", "page_start", "page_end", "metadata"}}
    assert chunk_maker()(**required).tokens is None  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="text"):
        chunk_maker()(**{name: name for name in required if name != "text"})  # type: ignore[arg-type]
