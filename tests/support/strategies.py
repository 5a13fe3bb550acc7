"""What the properties are tried on: documents of fragments, raw text, examples of the specification."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import strategies as st

EXAMPLES: list[str] = json.loads(
    (Path(__file__).parents[2] / "fixtures" / "spec_examples" / "commonmark.json").read_text(encoding="utf-8")
)
"""The Markdown of each example of the CommonMark specification."""

Lines = list[str]

WORDS = st.sampled_from(
    [
        *(
            "alpha",
            "beta",
            "gamma,",
            "delta.",
            "omega!",
            "e.g.",
            "3.14",
            "don't",
            "C#",
            "snake_case",
            "x" * 25,
        ),
        *(
            "*very* fast",
            "**bold text**",
            "`code span`",
            "[a link](https://example.org/a)",
            "[ref][one]",
            "<b>tag</b>",
        ),
        *(
            "第一句话很长。",
            "第二句！",
            "日本語",
            "Привет, мир.",
            "שלום",
            "👩‍👩‍👧‍👦",
            "e\u0301",
            "&amp;",
            "\\*",
            "a\u2028b",
        ),
    ]
)
SENTENCES = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)
INFO = st.sampled_from(["", "py", "sh title='a b'", "{r}", "c#", "text"])
CODE_LINES = st.lists(
    st.sampled_from(
        ["x = 1", "    return x", "", "# not a heading", "``", "| a | b |", "<!--", "- item", "\tgo()"]
    ),
    min_size=1,
    max_size=10,
)
CELLS = st.sampled_from(["1", "two words", "`a\\|b`", "", "第一", "7,310", "[l](u)"])


def paragraphs() -> st.SearchStrategy[Lines]:
    """Return paragraphs of one to four lines; the first word keeps them from being anything else."""
    return st.lists(SENTENCES, min_size=1, max_size=4).map(
        lambda lines: ["Text " + lines[0], *map(plain, lines[1:])]
    )


def plain(line: str) -> str:
    return f"and {line}"


def headings(low: int = 1, high: int = 6) -> st.SearchStrategy[Lines]:
    """Return ATX headings, with and without a closing run, and setext headings."""
    text = st.lists(WORDS, max_size=4).map(" ".join)
    atx = st.builds(
        lambda level, text, closing: [f"{'#' * level} {text}{closing}".rstrip()],
        st.integers(low, high),
        text,
        st.sampled_from(["", " #", " ###"]),
    )
    setext = st.builds(
        lambda text, mark: [f"Title {text}".rstrip(), mark], text, st.sampled_from(["===", "-", "="])
    )
    return st.one_of(atx, atx, setext) if low == 1 else atx


@st.composite
def fences(draw: st.DrawFn) -> Lines:
    """Return closed fences of both markers, three to five characters long."""
    fence = draw(st.sampled_from(["```", "~~~", "````", "~~~~~"]))
    return [fence + draw(INFO), *draw(CODE_LINES), fence]


@st.composite
def tables(draw: st.DrawFn) -> Lines:
    """Return tables of one to three columns and up to eight rows."""
    columns = draw(st.integers(2, 3))
    rows = draw(st.lists(st.lists(CELLS, min_size=columns, max_size=columns), max_size=8))
    body = [f"| {' | '.join(row)} |" for row in rows]
    return [f"| {' | '.join('abc'[:columns])} |", "|---" * columns + "|", *body]


HTML: list[Lines] = [
    ["<div>", "some *text*", "</div>"],
    ["<details>", "<summary>More</summary>", "<p>one</p>", "<p>two</p>", "</details>"],
    ["<pre>", "# no heading", "", "# nor this", "</pre>"],
    ["<script>", "let a = 1;", "</script>"],
    ["<table>", "<tr><th>k</th></tr>", "<tr><td>a</td></tr>", "<tr><td>b</td></tr>", "</table>"],
    ['<img src="a.png" alt="a">'],
    ["<hr>"],
]
COMMENTS: list[Lines] = [["<!-- one line -->"], ["<!--", "## draft", "", "hidden", "-->"]]
OTHERS: list[Lines] = [
    ["---"],
    ["* * *"],
    ["[one]: https://example.org/one 'One'"],
    ["[two]: <u>", "[three]: u3"],
    ["    indented code", "", "    # more of it"],
    ["$$", "a = b \\\\", "c", "$$"],
    ["[^1]: A footnote."],
    ["[^long]: A footnote", "", "    with a second paragraph."],
    ["!!! note", "    Body."],
]
HTML_HEADINGS: list[Lines] = [
    ['<h1 align="center">Logo</h1>'],
    ["<div>", "<h2>In a <em>div</em></h2>", "</div>"],
]
FRONT_MATTER: list[Lines] = [
    [],
    ["---", "title: A title", "tags: [a, b]", "---"],
    ["---", "# only a comment", "..."],
    ["+++", 'title = "T"', "+++"],
    ["---", "---"],
]


def leaves() -> st.SearchStrategy[Lines]:
    """Return closed blocks that open no section: what follows a blank line is not theirs."""
    return st.one_of(
        paragraphs(), paragraphs(), fences(), tables(), st.sampled_from(HTML + COMMENTS + OTHERS)
    )


def quoted(lines: Lines) -> Lines:
    return [f"> {line}".rstrip() for line in lines]


def item(marker: str, lines: Lines) -> Lines:
    indent = " " * len(marker)
    return [(marker if n == 0 else indent) + line if line or n == 0 else "" for n, line in enumerate(lines)]


def joined(blocks: list[Lines]) -> Lines:
    """Return blocks one after the other, a blank line between them."""
    return [line for n, block in enumerate(blocks) for line in ([""] if n else []) + block]


def containers(inner: st.SearchStrategy[Lines]) -> st.SearchStrategy[Lines]:
    """Return quotes, alerts and lists of blocks."""
    blocks = st.lists(inner, min_size=1, max_size=3).map(joined)
    items = st.lists(blocks, min_size=1, max_size=4)
    return st.one_of(
        blocks.map(quoted),
        blocks.map(lambda lines: quoted(["[!NOTE]", *lines])),
        items.map(lambda each: [line for lines in each for line in item("- ", lines)]),
        items.map(lambda each: joined([item(f"{n}. ", lines) for n, lines in enumerate(each, 1)])),
    )


def blocks() -> st.SearchStrategy[Lines]:
    """Return any closed block that opens no section, containers with headings inside them too."""
    inner = st.one_of(leaves(), leaves(), headings(2))
    return evenly(leaves(), st.recursive(inner, containers, max_leaves=6).filter(no_heading))


def no_heading(lines: Lines) -> bool:
    return not lines[0].startswith("#")


def evenly(*strategies: st.SearchStrategy[Lines]) -> st.SearchStrategy[Lines]:
    """Return one of the strategies, each as often as the others (``one_of`` counts what they are made of)."""
    return st.sampled_from(strategies).flatmap(lambda chosen: chosen)


@st.composite
def documents(draw: st.DrawFn, *, first: Lines | None = None, opening: bool = True) -> str:
    """Return documents of closed blocks and headings, one to three blank lines between them.

    Args:
        draw: Hypothesis's.
        first: What they begin with.
        opening: Whether HTML headings and front matter may occur.
    """
    html = st.sampled_from(HTML_HEADINGS) if opening else headings()
    body = st.lists(evenly(blocks(), leaves(), headings(), html), max_size=8)
    front = draw(st.sampled_from(FRONT_MATTER)) if opening and first is None else (first or [])
    text = "\n".join(front)
    for block in draw(body):
        text += "\n" * draw(st.integers(2, 4)) + "\n".join(block)
    return text.removeprefix("\n" if front else "\n\n") + draw(st.sampled_from(["", "\n", "\n\n"]))


def raw_text() -> st.SearchStrategy[str]:
    """Return any text at all, lone surrogates too, and text rich in what Markdown is made of."""
    anything = st.characters(exclude_categories=())
    marks = st.sampled_from(
        [*list("#-=*_`~<>!|[](){}:$+\\ \t\n\r\x0c\x00&;/'\"123abc。"), "\ufeff", "\u2028", "    ", "\n\n"]
    )
    return st.one_of(st.text(anything), st.lists(marks | anything, max_size=80).map("".join))


def composed_examples() -> st.SearchStrategy[str]:
    """Return one to three examples of the specification, glued with and without blank lines."""
    example = st.sampled_from(EXAMPLES)
    return st.builds(
        lambda parts, glue: glue.join(parts),
        st.lists(example, min_size=1, max_size=3),
        st.sampled_from(["", "\n", "\n\n"]),
    )


def any_document() -> st.SearchStrategy[str]:
    """Return documents, raw texts and examples."""
    return st.one_of(documents(), documents(), raw_text(), composed_examples())
