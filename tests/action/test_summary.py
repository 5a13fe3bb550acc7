from __future__ import annotations

from typing import Any

import pytest
from markdown_it import MarkdownIt

from mdchunk.action.changes import WORDS, Changes
from mdchunk.action.commands import visible
from mdchunk.action.report import Report, SplitSection, report_on
from mdchunk.action.summary import COMMENT_BYTES, LIMIT_BYTES, NAMED, blob_address, cell, summary

LIMIT = "1,500 characters"
GFM = MarkdownIt("gfm-like", {"html": True, "linkify": False})


def record(
    source: str = "a.md", *, lines: tuple[int, int] = (1, 3), part: int = 1, parts: int = 1
) -> dict[str, Any]:
    return {
        "source": source,
        "heading_path": ["A", "B"],
        "ref": f"{source}#b",
        "start_line": lines[0],
        "end_line": lines[1],
        "start_char": lines[0] * 10,
        "end_char": lines[1] * 10,
        "part": part,
        "parts": parts,
        "kind": "paragraph",
        "content": "x" * 100,
    }


def split(number: int, heading: str = "A heading") -> SplitSection:
    return SplitSection(f"docs/{number}.md", heading, f"docs/{number}.md#a", number, number + 9, 5000, 4)


def test_the_size_of_a_split_section_has_the_unit_of_the_limit() -> None:
    parts = [record(part=part, parts=2) | {"tokens": 40} for part in (1, 2)]
    assert [split.size for split in report_on(1, parts).splits] == [80]


def changes(*gone: tuple[str, str], **refs: tuple[str, ...]) -> Changes:
    named = {word: refs.get(word, ()) for word in WORDS}
    counts = {word: len(names) for word, names in named.items()} | {"unchanged": 5}
    return Changes(counts, named, gone, {}, {}, frozenset())


def report(*splits: SplitSection, counts: dict[str, int] | None = None) -> Report:
    made = report_on(2, [record(), record("b.md")])
    return Report(made.files, counts or made.counts, splits, made.stats)


def test_chunks_are_counted_by_file() -> None:
    made = report_on(3, [record("b.md"), record("b.md"), record("a.md")])
    assert list(made.counts.items()) == [("b.md", 2), ("a.md", 1)]
    assert (made.files, made.stats.chunks) == (3, 3)
    assert made.splits == ()


def test_split_sections_come_worst_first() -> None:
    made = report_on(
        1,
        [
            record(lines=(1, 3)),
            record(lines=(5, 9), part=1, parts=2),
            record(lines=(10, 20), part=2, parts=2),
            record(lines=(21, 25), part=1, parts=2),
            record(lines=(26, 41), part=2, parts=2),
            record(lines=(50, 51), part=1, parts=3),
            record(lines=(52, 53), part=2, parts=3),
            record(lines=(54, 55), part=3, parts=3),
        ],
    )
    assert [(s.start_line, s.end_line, s.size, s.parts) for s in made.splits] == [
        (50, 55, 50, 3),
        (21, 41, 200, 2),
        (5, 20, 150, 2),
    ]
    assert made.splits[0].heading == "B"


def test_the_whole_summary() -> None:
    text = summary(
        report(split(7)),
        LIMIT,
        changes=changes(("a.md", "old"), added=("a.md#x",)),
        notices=["a.md:3: unclosed"],
    )
    assert text == (
        "### mdchunk\n\n"
        "2 files, 2 chunks, the biggest of 100 (limit: 1,500 characters). "
        "1 section did not fit one chunk.\n\n"
        "Since the baseline: 1 added, 0 removed, 0 changed, 0 moved, 0 renamed, 5 unchanged.\n\n"
        "| Characters up to | Chunks | |\n|--:|--:|:--|\n"
        + "".join(f"| {size} | 0 |  |\n" for size in range(10, 100, 10))
        + f"| 100 | 2 | {'█' * 20} |\n\n"
        "<details><summary>Sections that did not fit one chunk (1)</summary>\n\n"
        "| Section | Lines | Size | Chunks |\n|:--|--:|--:|--:|\n"
        "| <code>A heading</code><br><code>docs/7&#46;md</code> | 7-16 | 5,000 | 4 |\n"
        "\n</details>\n\n"
        "<details><summary>Other warnings (1)</summary>\n\n"
        "| Warning |\n|:--|\n"
        "| <code>a&#46;md&#58;3&#58; unclosed</code> |\n"
        "\n</details>\n\n"
        "<details><summary>Anchors that are gone (1)</summary>\n\n"
        "| Section |\n|:--|\n"
        "| <code>a&#46;md&#35;old</code> |\n"
        "\n</details>\n\n"
        "<details><summary>Sections: added (1)</summary>\n\n"
        "| Section |\n|:--|\n"
        "| <code>a&#46;md&#35;x</code> |\n"
        "\n</details>\n\n"
        "<details><summary>Files (2)</summary>\n\n"
        "| File | Chunks |\n|:--|--:|\n"
        "| <code>a&#46;md</code> | 1 |\n"
        "| <code>b&#46;md</code> | 1 |\n"
        "\n</details>\n\n"
    )


def test_nothing_to_tell() -> None:
    text = summary(report_on(0, []), LIMIT, changes=None)
    assert text == (
        "### mdchunk\n\n0 files, 0 chunks, the biggest of 0 (limit: 1,500 characters). "
        "0 sections did not fit one chunk.\n\n"
    )


def test_links_lead_to_the_lines() -> None:
    text = summary(
        report(split(7), counts={"a b(#].md": 1}), LIMIT, changes=None, blob="https://github.com/o/r/blob/0a/"
    )
    assert "](https://github.com/o/r/blob/0a/docs/7.md?plain=1#L7-L16) |" in text
    assert "](https://github.com/o/r/blob/0a/a%20b%28%23%5D.md) |" in text


def test_a_link_to_a_name_that_is_no_text() -> None:
    text = summary(
        report(counts={"\udcff.md": 1}), LIMIT, changes=None, blob="https://github.com/o/r/blob/0a/"
    )
    assert "](https://github.com/o/r/blob/0a/%FF.md) |" in text


def test_a_long_summary_is_cut_with_a_count_of_the_rest() -> None:
    splits = [split(n, "é" * 300) for n in range(12_000)]
    text = summary(
        report(*splits, counts={f"{n}.md": 1 for n in range(20_000)}),
        LIMIT,
        changes=None,
        notices=["w" * 150] * 9000,
    )
    assert LIMIT_BYTES * 0.9 < len(text.encode()) <= LIMIT_BYTES
    for title, rows in (
        ("Sections that did not fit one chunk", 12_000),
        ("Other warnings", 9000),
        ("Files", 20_000),
    ):
        table = text.partition(f"<details><summary>{title} ({rows:,})</summary>")[2].partition("</details>")[
            0
        ]
        shown = table.count("\n| ") - 1
        assert shown > 500
        assert f"_{rows - shown:,} more left out, for the size of this page._" in table


def test_the_first_hundred_names_of_each_kind() -> None:
    names = tuple(f"a.md#{n}" for n in range(NAMED + 3))
    text = summary(report(), LIMIT, changes=changes(removed=names))
    table = text.partition("<details><summary>Sections: removed (103)</summary>")[2].partition("</details>")[
        0
    ]
    assert table.count("<code>a&#46;md") == NAMED
    assert table.endswith("| _3 more; the input `changes` writes them all to a file_ |\n\n")


def test_a_summary_for_a_comment_is_short() -> None:
    splits = [split(n, "é" * 300) for n in range(2000)]
    text = summary(report(*splits), LIMIT, changes=None, limit_bytes=COMMENT_BYTES)
    assert COMMENT_BYTES * 0.8 < len(text.encode()) <= COMMENT_BYTES


HOSTILE = [
    "a|b",
    "</details><script>alert(1)</script>",
    "![x](https://example.org/x.png)",
    "[x](https://example.org)",
    "https://example.org www.example.org a@example.org @user #1",
    "`a` *b* _c_ ~~d~~ \\| &lt; &#124;",
    "a\nb\r\nc\u2028d\te",
    "```",
    "<!--",
    "\x00\x1b[31m",
    "$a$",
    "| --- |",
    "a\u202ecod.exe",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_cell_shows_text_and_nothing_else(text: str) -> None:
    page = f"| A | B |\n|---|---|\n| {cell(text)} | after |\n"
    tokens = GFM.parse(page)
    cells = [token for token in tokens if token.type == "inline"][2:]
    assert len(cells) == 2
    assert cells[1].content == "after"
    children = cells[0].children or []
    assert [child.type for child in children if child.type not in {"text", "text_special"}] == [
        "html_inline"
    ] * 2
    shown = "".join(child.content for child in children if child.type != "html_inline")
    assert shown == visible(" ".join(text.split()))


def test_a_cell_is_cut() -> None:
    assert cell("a" * 500) == f"<code>{'a' * 199}…</code>"


def test_where_the_runner_tells_no_address() -> None:
    known = {"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "o/r", "GITHUB_SHA": "0a"}
    assert blob_address(known) == "https://github.com/o/r/blob/0a/"
    assert blob_address(known | {"GITHUB_SHA": ""}) == blob_address({}) == ""
