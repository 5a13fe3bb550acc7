"""Bounds that a rule names: what is exactly at one, and what is one beyond it."""

from __future__ import annotations

import pytest

from mdchunk.api import chunk_document, chunk_markdown, outline


@pytest.mark.parametrize(("size", "is_long"), [(150, False), (151, True)])
def test_a_long_heading_is_no_title(size: int, is_long: bool) -> None:
    document = chunk_document(f"# {'w' * size}\n\ntext\n")
    assert [notice.kind for notice in document.notices] == ["long_heading"] * is_long
    assert (document.title == "") is is_long


@pytest.mark.parametrize(("size", "is_parsed"), [(10_000, True), (10_001, False)])
def test_a_very_long_heading_keeps_its_markup(size: int, is_parsed: bool) -> None:
    content = f"*{'w' * (size - 2)}*"
    (heading,) = outline(f"# {content}\n").headings
    assert (heading.text == content[1:-1]) is is_parsed


@pytest.mark.parametrize(("size", "stays"), [(150, True), (151, False)])
def test_a_bold_line_serves_as_heading(size: int, stays: bool) -> None:
    before, title = "word " * 20 + "end.", f"**{'w' * (size - 4)}**"
    chunks = chunk_markdown(f"{before}\n\n{title}\n\n{'text ' * 20}end.\n", max_chars=len(before) + size + 2)
    assert chunks[0].text.endswith("end." if stays else "**")


@pytest.mark.parametrize(("size", "names"), [(300, True), (301, False)])
def test_what_names_a_heading_is_short(size: int, names: bool) -> None:
    tag = f'<a name="{"n" * (size - len("""<a name=""></a>"""))}"></a>'
    first, second = chunk_markdown(f"# A\n\ntext\n\n{tag}\n\n# B\n\ntext\n")
    assert (tag in second.text) is names
    assert (tag in first.text) is not names
