"""What a record knows beyond its piece."""

from __future__ import annotations

import pytest

from mdchunk.api import chunk_markdown
from mdchunk.records import chunk_id


@pytest.mark.parametrize(
    ("info", "lang"),
    [
        ("python", "python"),
        ("  c++ title=a", "c++"),
        ("rust,ignore", "rust,ignore"),
        ("js{1,3}", "js"),
        ("{r, echo=FALSE}", "r"),
        ("{r}", "r"),
        ("{.python .wide}", "python"),
        ("{", ""),
        ("", ""),
    ],
)
def test_the_language_is_in_the_info_string(info: str, lang: str) -> None:
    (chunk,) = chunk_markdown(f"```{info}\nx\n```")
    assert chunk.lang == lang


def test_two_languages_are_none() -> None:
    (chunk,) = chunk_markdown("```a\n```\n\n```b\n```")
    assert (chunk.kind, chunk.lang) == ("code", "")


def test_breadcrumb() -> None:
    """Title and heading path as one line; a title that is the first heading is not said twice."""
    text = "---\ntitle: Handbook\n---\n\n# Tools\n\n## Install\n\nx\n"
    (chunk,) = chunk_markdown(text)
    assert chunk.breadcrumb() == "Handbook > Tools > Install"
    assert chunk.breadcrumb(" / ") == "Handbook / Tools / Install"
    assert chunk_markdown("# A\n\n## B\n\nx\n")[-1].breadcrumb() == "A > B"
    assert chunk_markdown("x\n")[0].breadcrumb() == ""


def test_the_id_says_which_occurrence_it_is() -> None:
    chunks = chunk_markdown("# A\n\nx\n\n# A\n\nx\n\n# A\n\nx\n", source="a.md")
    assert len({chunk.hash for chunk in chunks}) == 1
    assert [chunk.id for chunk in chunks] == [chunk_id("a.md", chunks[0].hash, n) for n in range(3)]


def test_only_a_pdf_is_cited_by_its_pages() -> None:
    text = "# A\n\none\n\f\n# B\n\ntwo\n"
    assert [chunk.ref for chunk in chunk_markdown(text, source="a.md")] == ["a.md#a", "a.md#b"]
    assert [chunk.ref for chunk in chunk_markdown(text, source="a.PDF")] == ["a.PDF#page=1", "a.PDF#page=2"]
    assert [chunk.ref for chunk in chunk_markdown("# A\n", source="a.pdf")] == ["a.pdf#a"]
