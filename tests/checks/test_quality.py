"""Each check of quality: the smallest cut that it finds, and beside it the cut that it lets pass."""

from __future__ import annotations

import pytest

from mdchunk import Options, chunk_document
from mdchunk.checks.chunked import Slice, slice_of
from mdchunk.checks.quality import CHECKS, Quality, inspect

CUT = "✂"
"""Where a chunk ends and the next begins."""


def cut(
    marked: str, limit: int = 1000, *, contents: dict[int, str] | None = None, source: str = "a.md"
) -> Quality:
    """Inspect the chunks of a text that is cut at each mark; their content is their text unless given."""
    text = marked.replace(CUT, "")
    slices, at = [], 0
    for i, part in enumerate(marked.split(CUT)):
        content = (contents or {}).get(i, part)
        slices.append(slice_of({"start_char": at, "text": part, "content": content}))
        at += len(part)
    return inspect(text, source, slices, limit)


def found(
    marked: str, limit: int = 1000, contents: dict[int, str] | None = None
) -> list[tuple[str, int, int]]:
    return [(one.check, one.line, one.chunk) for one in cut(marked, limit, contents=contents).findings]


LONG = "Some words of a sentence that is rather long"


@pytest.mark.parametrize(
    ("marked", "wanted"),
    [
        ("One is here. Two is ✂there. Three.\n", [("cut_sentences", 1, 0)]),
        ("One is here. ✂Two is there.\n", []),
        ("Three is e.g. here. ✂Four.\n", []),
        ("One。✂二です。\n", []),
        # the end in reach is that of the block before
        ("One two three four five.\n\nSix ✂seven.\n", [("cut_sentences", 3, 0)]),
        # no sentence ends in the second half of the chunk
        ("A. One two three four five six seven eight ✂nine.\n", []),
        # the author broke the line
        ("One. Two three  \n✂four five.\n", []),
        ("One. Two three\n✂• four five.\n", []),
        ("> One two. Three\n> ✂four.\n", [("cut_sentences", 2, 0)]),
        ("- One. Two ✂three.\n", [("cut_sentences", 1, 0)]),
        ("One wo✂rd.\n", [("cut_words", 1, 0)]),
        ("一二✂三四\n", []),
        ("One ✂word.\n", []),
        ("| a | b |\n|---|---|\n| 1 ✂| 2 |\n", [("cut_rows", 3, 0), ("headerless_tables", 3, 1)]),
        ("```\none ✂two\n```\n", [("cut_code_lines", 2, 0)]),
        ("```\none\n✂two\n```\n", []),
        ("# A\n✂\nText.\n", [("lone_headings", 1, 0)]),
        ("# A\n✂\n## B\n\nText.\n", [("lone_headings", 1, 0)]),
        ("# A\n✂\n# B\n\nText.\n", []),
        ("# A\n✂\n<!-- x -->\n", []),
        ("Text.\n\n**Step one**\n✂\nMore.\n", [("lone_titles", 3, 0)]),
        ("Text.\n\n**2. Step two:**\n✂\nMore.\n", [("lone_titles", 3, 0)]),
        ("Text.\n\n1.2 Scope\n✂\nMore.\n", [("lone_titles", 3, 0)]),
        ("Text.\n\nARTICLE II\n✂\nMore.\n", [("lone_titles", 3, 0)]),
        ("Text.\n\n**Bold** and **more**\n✂\nMore.\n", []),
        ("Text.\n\n**Last words**\n✂\n# B\n\nMore.\n", []),
        ("- **One**\n✂- **Two**\n", []),
        ("Take these:\n✂\n- one\n- two\n", [("lone_lead_ins", 1, 0)]),
        ("以下：\n✂\n```\nx\n```\n", [("lone_lead_ins", 1, 0), ("lone_code", 3, 1)]),
        ("**Take these:**\n✂\n| a |\n|:--|\n| 1 |\n", [("lone_titles", 1, 0), ("lone_lead_ins", 1, 0)]),
        ("Take these:\n✂\nWords.\n", []),
        ("- Take:\n✂- that\n", []),
        ("Text.\n\nTable 3: Sizes\n✂\n| a |\n|:--|\n| 1 |\n", [("lone_captions", 3, 0)]),
        ("![x](y.png)\n\nFigure 1. X\n✂\n![z](z.png)\n", []),
        ("Text.\n\n*Figure 1. X*\n✂\n![z](z.png)\n", [("lone_captions", 3, 0)]),
        ("Zero.\n\nOne.\n✂\n```\nx\n```\n", [("lone_code", 5, 1)]),
        ("One.\n✂\n# B\n\n```\nx\n```\n", []),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n✂| 3 | 4 |\n", [("headerless_tables", 4, 1)]),
        (
            "<table><tr><th>a</th></tr>\n<tr><td>1</td></tr>\n✂<tr><td>2</td></tr>\n</table>\n",
            [("headerless_tables", 3, 1)],
        ),
        ("<table><tr><td>a</td></tr>\n<tr><td>1</td></tr>\n✂<tr><td>2</td></tr>\n</table>\n", []),
        ("One.\n\n✂---\n\n✂Two.\n", [("wordless_chunks", 3, 1)]),
        ("٣\n\n✂字\n", []),
    ],
)
def test_a_check_and_what_it_lets_pass(marked: str, wanted: list[tuple[str, int, int]]) -> None:
    # a limit so low that no chunk here is a runt
    assert [one for one in found(marked, 60) if one[0] != "runts"] == wanted


def test_what_fits_no_chunk_has_to_be_cut() -> None:
    row = f"| {'x ' * 40}✂{'y ' * 40}|"
    for limit, count in ((50, 0), (300, 1)):
        assert cut(f"| a |\n|---|\n{row}\n", limit).counts["cut_rows"] == count
    word = "x" * 60 + CUT + "x" * 60
    assert found(f"One. {word}\n", 50) == []
    assert [check for check, *_ in found(f"One. {word}\n", 300)] == ["cut_words"]


def test_a_repeated_header_row_may_be_padded_otherwise() -> None:
    text = "> |  Name   | Size |\n> |---------|------|\n> | a | 1 |\n✂> | b | 2 |\n"
    for names, count in (("Name | Size", 0), ("Size | Name", 1)):
        quality = cut(text, contents={1: f"> | {names} |\n> |---|---|\n> | b | 2 |"})
        assert quality.counts["headerless_tables"] == count
    assert cut(text).table_chunks == 2


def test_runts_have_a_neighbour_with_room() -> None:
    full = "x " * 490
    assert found(f"# A\n\n{LONG}.\n\n✂Tiny.\n") == [("runts", 1, 0), ("runts", 5, 1)]
    assert found(f"# A\n\n{full}\n\n✂Tiny words here.\n") == []
    assert found(f"# A\n\n{LONG}.\n\n✂# B\n\nTiny.\n") == []


def test_a_section_far_over_the_limit() -> None:
    parts = [f"{LONG}.\n\n"] * 12
    assert ("long_sections", 1, 0) in found("# A\n\n" + CUT.join(parts), 50)
    assert "long_sections" not in {check for check, *_ in found("# A\n\n" + CUT.join(parts), 60)}


def test_every_check_is_tested_and_counted() -> None:
    assert list(cut("One.\n").counts) == list(CHECKS)
    marks = test_a_check_and_what_it_lets_pass.pytestmark[0].args[1]  # type: ignore[attr-defined]
    shown = {check for _, wanted in marks for check, *_ in wanted} | {"runts", "long_sections"}
    assert shown == set(CHECKS)


def test_tokens_are_estimated_from_the_chunk_beside() -> None:
    text = "One is here. Two is there. Three.\n"
    # 4 characters a token: the sentence has 5 of them
    chunk = Slice(0, 19, 5, text[:19])
    assert [one.check for one in inspect(text, "a.md", [chunk], 5).findings] == ["cut_sentences"]
    assert [one.check for one in inspect(text, "a.md", [chunk], 3).findings] == []


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_line_ends_make_no_difference(newline: str) -> None:
    text = "# A\n\nTake:\n\n- one\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nOne. Two\nthree.\n" * 3
    for limit in (16, 20, 30):
        options = Options(max_chars=limit)
        results = [
            inspect(
                one, "a.md", [slice_of(c.to_dict()) for c in chunk_document(one, options).chunks], limit
            ).counts
            for one in (text, text.replace("\n", newline))
        ]
        assert results[0] == results[1]
