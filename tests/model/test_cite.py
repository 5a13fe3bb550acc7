"""Citations, links and flat records."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from mdchunk import chunk_url, citation
from mdchunk.api import chunk_markdown
from mdchunk.model import Chunk, MdchunkError

TEXT = "---\ntags: [a, b]\n---\n\nBefore.\n\n# Guide\n\nText.\n\n## Set up `x`\n\nMore\ntext.\n"


def chunk(n: int, source: str = "docs/a.md", **settings: object) -> Chunk:
    return chunk_markdown(TEXT, source=source, **settings)[n]  # type: ignore[arg-type]


def test_a_flat_record_has_scalars_only_and_nothing_empty() -> None:
    record = chunk(2, metadata=("tags",)).to_dict(flat=True)
    assert record["heading_path"] == "Guide > Set up x"
    assert record["metadata"] == '{"tags": ["a", "b"]}'
    assert {type(value) for value in record.values()} == {str, int}
    assert record["overlap"] == 0
    assert "lang" not in record


def test_a_flat_record_leaves_out_an_empty_path() -> None:
    full = chunk(0).to_dict()
    record = chunk(0).to_dict(flat=True)
    assert full.keys() - record.keys() == {"parent_ref", "heading_path", "anchor", "lang"}
    assert all(record[name] == full[name] for name in record)


def test_metadata_lists_and_objects_are_json() -> None:
    one = replace(chunk(0), metadata={"n": [1, 2], "who": {"name": "é"}})
    assert json.loads(one.to_dict(flat=True)["metadata"]) == {"n": [1, 2], "who": {"name": "é"}}
    assert "é" in one.to_dict(flat=True)["metadata"]


@pytest.mark.parametrize(
    ("n", "source", "said"),
    [
        (2, "docs/a.md", "Guide › Set up x (docs/a.md, lines 11-14)"),
        (0, "docs/a.md", "Guide (docs/a.md, line 5)"),
        (2, "", "Guide › Set up x (lines 11-14)"),
    ],
)
def test_a_citation(n: int, source: str, said: str) -> None:
    assert chunk(n, source).citation() == said


def test_a_citation_without_any_heading_is_the_place() -> None:
    assert chunk_markdown("Text.", source="a.md")[0].citation() == "a.md, line 1"


def test_a_citation_names_pages_where_there_are_some() -> None:
    (one,) = chunk_markdown("# A\n\n<!-- page 3 -->\n\nText\n\n<!-- page 4 -->\n\nmore.\n", source="r.md")
    assert one.citation() == "A (r.md, pages 2-4)"
    assert replace(one, page_start=4).citation() == "A (r.md, page 4)"


@pytest.mark.parametrize(
    ("base", "link"),
    [
        ("https://github.com/OWNER/r/blob/main", "/docs/a%20b.md?plain=1#L11-L14"),
        ("https://github.com/OWNER/r/blob/main/", "docs/a%20b.md?plain=1#L11-L14"),
        ("https://gitlab.com/OWNER/r/-/blob/main", "/docs/a%20b.md?plain=1#L11-14"),
        ("https://codeberg.org/OWNER/r/src/branch/main", "/docs/a%20b.md?display=source#L11-L14"),
        ("https://bitbucket.org/OWNER/r/src/main", "/docs/a%20b.md#lines-11:14"),
        ("https://example.org/guide", "/docs/a%20b#set-up-x"),
        ("https://example.org/src/", "docs/a%20b#set-up-x"),
    ],
)
def test_a_link(base: str, link: str) -> None:
    assert chunk(2, "docs/a b.md").url(base) == base + link


@pytest.mark.parametrize(
    ("source", "page"),
    [
        ("index.md", ""),
        ("docs/README.md", "docs/"),
        ("docs/_index.md", "docs/"),
        ("docs/reindex.mdx", "docs/reindex"),
    ],
)
def test_the_page_of_a_folder_is_the_folder(source: str, page: str) -> None:
    assert chunk(0, source).url("https://example.org") == f"https://example.org/{page}"


def test_a_link_by_a_template() -> None:
    template = "https://example.org/{page}.html#{anchor}"
    assert chunk(2).url(template) == "https://example.org/docs/a.html#set-up-x"
    assert chunk(0).url(template) == "https://example.org/docs/a.html"
    assert chunk(2).url("vscode://file/{source}:{start_line}") == "vscode://file/docs/a.md:11"
    with pytest.raises(
        MdchunkError, match=r"base has no placeholder \{line\}; the placeholders are \{source\},"
    ):
        chunk(2).url("https://example.org/{line}")


def test_a_link_into_a_document_that_has_pages() -> None:
    one = replace(chunk(2), ref="r.pdf#page=12", source="r.pdf", page_start=12, page_end=13)
    assert one.url("https://example.org/files") == "https://example.org/files/r.pdf#page=12"


def test_an_anchor_in_another_script_is_encoded() -> None:
    (one,) = chunk_markdown("# Größe\n", source="a.md")
    assert one.url("https://example.org") == "https://example.org/a#gr%C3%B6%C3%9Fe"


@pytest.mark.parametrize("n", [0, 1, 2])
def test_a_flat_record_is_cited_like_its_chunk(n: int) -> None:
    one = chunk(n)
    kept = {
        name: value for name, value in one.to_dict(flat=True).items() if name not in {"id", "text", "content"}
    }
    for record in (one.to_dict(), kept):
        assert citation(record) == one.citation()
        for base in ("https://example.org", "https://github.com/OWNER/r/blob/main", "{page}.html#{anchor}"):
            assert chunk_url(record, base) == one.url(base)
    # a table has all columns
    assert citation(dict.fromkeys(("page_start", "title", "anchor")) | kept) == one.citation()
