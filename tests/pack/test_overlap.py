from __future__ import annotations

import pytest

from mdchunk.api import chunk_markdown

PAGES = {
    "paragraphs": "# A\n\n" + "A sentence of some length that fills the page.\n\n" * 40,
    "one paragraph": "# A\n\n" + "A sentence of some length that fills the page. " * 40,
}


@pytest.mark.parametrize("prefix_path", [False, True])
@pytest.mark.parametrize("page", PAGES)
def test_a_later_part_repeats_the_end_of_the_part_before(page: str, prefix_path: bool) -> None:
    first, later = chunk_markdown(PAGES[page], overlap=100, prefix_path=prefix_path)
    assert first.overlap == 0
    assert 40 < later.overlap <= 100
    repeated = later.content.removeprefix("A\n\n")[: later.overlap]
    assert repeated.startswith("A sentence")
    assert first.text.rstrip().endswith(repeated.rstrip())
    assert len(later.content) <= 1500
