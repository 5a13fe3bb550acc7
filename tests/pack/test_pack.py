"""What a long document lets go of while it is packed is not missed."""

from __future__ import annotations

import pytest

from mdchunk import chunk_document
from mdchunk.pack import pack
from tests.support.strategies import EXAMPLES

PAGE = "\n\n".join(EXAMPLES)


@pytest.mark.parametrize("max_chars", [60, 300, 2000])
@pytest.mark.parametrize("dialect", ["gfm", "mdx", "myst"])
def test_chunks_are_the_same_if_tokens_are_let_go(
    max_chars: int, dialect: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = chunk_document(PAGE, max_chars=max_chars, dialect=dialect)
    monkeypatch.setattr(pack, "_LONG", 0)
    assert chunk_document(PAGE, max_chars=max_chars, dialect=dialect) == kept
