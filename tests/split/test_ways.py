"""What no way of cutting may get wrong; what each of them does, the pages of ``fixtures/spec`` show."""

from __future__ import annotations

import pytest

from mdchunk.api import chunk_markdown


@pytest.mark.parametrize("text", ["> {}\n> ", "> {}\n> \n> \n> ", "- {}\n  - ", "{}   ", "# {}  \t"])
@pytest.mark.parametrize("length", range(190, 202))
def test_blanks_at_the_end_make_no_piece_too_large(text: str, length: int) -> None:
    chunks = chunk_markdown(text.format("x" * length), max_chars=200)
    assert max(len(chunk.content) for chunk in chunks) <= 200
    assert "".join(chunk.text for chunk in chunks).count("x") == length
