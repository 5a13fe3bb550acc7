"""The collector stands still while a document is in work, and runs again whatever happens."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from mdchunk import MdchunkError, chunk_markdown, get_section, outline
from mdchunk.collector import paused


@pytest.fixture(autouse=True)
def running() -> Iterator[None]:
    assert gc.isenabled()
    yield
    gc.enable()


def test_it_stands_still_inside_and_runs_after() -> None:
    with paused():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_stays_off_where_it_was_off() -> None:
    gc.disable()
    with paused():
        pass
    assert not gc.isenabled()


def test_it_runs_again_after_an_error() -> None:
    with pytest.raises(MdchunkError):
        get_section("# A\n", heading="B")
    with pytest.raises(MdchunkError):
        chunk_markdown("# A\n", dialect="none")
    assert gc.isenabled()


def test_a_document_is_counted_without_it() -> None:
    seen: list[bool] = []

    def count(text: str) -> int:
        seen.append(gc.isenabled())
        return len(text)

    chunk_markdown("# A\n\nText.\n", max_tokens=100, tokenizer=count)
    outline("# A\n")
    assert seen
    assert not any(seen)
    assert gc.isenabled()
