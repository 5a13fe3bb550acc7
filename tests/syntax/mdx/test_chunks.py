"""MDX from end to end: what becomes of its blocks in chunks and outlines."""

from __future__ import annotations

from mdchunk.api import chunk_document, chunk_markdown, outline
from mdchunk.model import Notice


def test_statements_and_comments_are_in_no_chunk_unless_asked_for() -> None:
    text = "import Tabs from '@t'\n\n# Use\n\n```js\nimport x from 'x'\n```\n\n{/* later */}\n\nText.\n"
    document = chunk_document(text, source="a.mdx")
    assert [chunk.content for chunk in document.chunks] == ["# Use\n\n```js\nimport x from 'x'\n```\n\nText."]
    assert document.dropped == {"mdx_esm": 21, "comment": 13}
    kept = chunk_markdown(text, source="a.mdx", drop=())
    assert [chunk.text for chunk in kept] == ["import Tabs from '@t'", text[23:-1]]


def test_prose_that_begins_like_a_statement_is_kept() -> None:
    text = "export const meta = {\n  a: 1,\n}\n\n# One\n\nimport duties rose.\n\n## Two\n\nexport is a word too.\n"
    assert [chunk.content for chunk in chunk_markdown(text, source="a.mdx")] == [
        "# One\n\nimport duties rose.",
        "## Two\n\nexport is a word too.",
    ]
    assert chunk_markdown(text, source="a.md")[0].content == "export const meta = {\n  a: 1,\n}"


def test_headings_lose_tags_comments_and_anchors() -> None:
    text = '## Setup {#install}\n\n## Use {/*usage*/}\n\n## `opt`<Badge text="new" />\n'
    headings = outline(text, source="a.mdx").headings
    assert [(heading.text, heading.anchor) for heading in headings] == [
        ("Setup", "install"),
        ("Use", "usage"),
        ("opt", "opt"),
    ]


def test_a_component_without_headings_is_one_block() -> None:
    text = "<Note type={'>'}>\n  One.\n\n  ```js\n  </Note>\n  ```\n</Note>\n"
    (chunk,) = chunk_markdown(text, source="a.mdx")
    assert (chunk.kind, chunk.text) == ("mdx_jsx", text[:-1])


def test_a_component_with_headings_is_transparent() -> None:
    text = "# A\n\n<Tabs>\n<Tab>\n\n## B\n\nb\n\n</Tab>\n</Tabs>\n\n## C\n\nc\n"
    chunks = chunk_markdown(text, source="a.mdx")
    assert [(chunk.heading_path, chunk.start_line, chunk.end_line) for chunk in chunks] == [
        (("A",), 1, 4),
        (("A", "B"), 6, 11),
        (("A", "C"), 13, 15),
    ]


def test_a_large_component_is_cut_between_its_components() -> None:
    tabs = "".join(f"  <Tab title='{name}'>\n    {name * 30}\n  </Tab>\n" for name in "abc")
    text = f"<Tabs>\n{tabs}</Tabs>\n"
    chunks = chunk_markdown(text, source="a.mdx", max_chars=90)
    assert [chunk.content for chunk in chunks] == [
        f"<Tabs>\n  <Tab title='{name}'>\n    {name * 30}\n  </Tab>\n</Tabs>" for name in "abc"
    ]


def test_an_unclosed_tag_swallows_nothing() -> None:
    text = "# A\n\n<Note>\nunclosed\n\n# B\n\n{unclosed\n\n# C\n\nc\n"
    headings = outline(text, source="a.mdx").headings
    assert [(heading.text, heading.start_line) for heading in headings] == [("A", 1), ("B", 6), ("C", 10)]
    document = chunk_document(text, source="a.mdx")
    assert "".join(chunk.text for chunk in document.chunks).count("unclosed") == 2
    assert document.notices == (
        Notice("unclosed", "a.mdx", 3, "<Note> has no partner tag, so it is read as HTML"),
    )


def test_each_line_with_a_tag_without_a_partner_is_told() -> None:
    notices = chunk_document("</A>\n\n<B><C/>\n\n<D>\n</D>\n\n<E>\n", source="a.mdx").notices
    assert [(notice.line, notice.message.split()[0]) for notice in notices] == [
        (1, "</A>"),
        (3, "<B>"),
        (8, "<E>"),
    ]


def test_a_large_tag_is_cut_between_the_entries_of_its_attributes() -> None:
    """Lines that close an entry stay with it, and each piece has the first and the last line of the tag."""
    entry = "    {{\n      name: '{}',\n      type: 'Promise<void>',\n    }},\n"
    text = "<Table\n  content={[\n" + "".join(entry.format(name) for name in "abcd") + "  ]}\n/>\n"
    chunks = chunk_markdown(text, source="a.mdx", max_chars=150)
    assert [chunk.content for chunk in chunks] == [
        "<Table\n  content={[\n" + entry.format("a") + entry.format("b") + "/>",
        "<Table\n" + entry.format("c") + entry.format("d") + "  ]}\n/>",
    ]
    assert {chunk.kind for chunk in chunks} == {"mdx_jsx"}


def test_code_is_cut_at_the_next_deeper_indent() -> None:
    text = "```py\nclass A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n```\n"
    lines = text.replace("\n\n", "\n").splitlines()
    chunks = chunk_markdown("\n".join(lines), max_chars=70)
    assert [chunk.content for chunk in chunks] == [
        "\n".join([*lines[:4], "```"]),
        "\n".join(["```py", *lines[4:]]),
    ]
