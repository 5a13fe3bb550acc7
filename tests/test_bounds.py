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


@pytest.mark.parametrize(("size", "is_long"), [(63, False), (64, True)])
def test_a_long_data_uri_is_left_out(size: int, is_long: bool) -> None:
    uri = "data:image/png;base64,".ljust(size, "A")
    (chunk,) = chunk_markdown(f"![x]({uri})\n")
    assert (uri not in chunk.content) is is_long


@pytest.mark.parametrize(("size", "is_enough"), [(9, False), (10, True)])
def test_a_chunk_that_ends_before_a_lead_in_has_an_eighth(size: int, is_enough: bool) -> None:
    before = f"{'w' * (size - 1)}."
    text = f"{before} And so:\n\n```\n{'x' * 58}\n```\n"
    first = chunk_markdown(text, max_chars=80, prefix_path="none")[0]
    assert first.text == (before if is_enough else f"{before} And so:")


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("one %%b%%\ntwo", "one\ntwo"),
        ("a%%b%% c", "a c"),
        ("a %%b%%c", "a c"),
        ("a %%b%% c", "a c"),
        ("%%b%% c", "c"),
    ],
)
def test_one_blank_goes_with_a_comment_and_no_line(text: str, content: str) -> None:
    (chunk,) = chunk_markdown(text, dialect="obsidian")
    assert chunk.content == content


def test_indented_code_in_a_quote_keeps_what_its_own_lines_begin_with() -> None:
    lines = [
        ">     long line of code",
        ">  \t   short",
        " >     x",
        ">     a longer line of code still",
        ">     y",
    ]
    chunks = chunk_markdown("> words\n>\n" + "\n".join(lines) + "\n", max_chars=40)
    assert [chunk.content for chunk in chunks] == [
        f"> words\n>\n{lines[0]}",
        f"{lines[1]}\n{lines[2]}",
        lines[3],
        lines[4],
    ]


def test_a_line_of_indented_code_in_a_quote_that_is_cut_keeps_its_prefix() -> None:
    chunks = chunk_markdown(f"> words\n>\n>     x\n>     {'word ' * 12}\n", max_chars=40)
    assert len(chunks) == 3
    assert all(chunk.content.startswith(">     word") for chunk in chunks[1:])


def test_a_tag_between_a_lead_in_and_its_code_goes_with_them() -> None:
    code = f"```\n{'x' * 50}\n```"
    text = f"Before that is text.\n\nFirst words here. And so:\n\n<details>\n\n{code}\n"
    chunks = chunk_markdown(text, max_chars=90, prefix_path="none")
    assert [chunk.text for chunk in chunks] == [
        "Before that is text.\n\nFirst words here.",
        f"And so:\n\n<details>\n\n{code}",
    ]


def test_of_marks_in_marks_an_anchor_of_hugo_has_the_first_piece() -> None:
    headings = outline("# [*a **b** c*](/u)\n\n# [x *a* b](/u)\n", dialect="hugo").headings
    assert [heading.anchor for heading in headings] == ["a", "x"]
