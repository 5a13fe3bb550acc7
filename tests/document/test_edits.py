"""What is dropped from content or shown in short, and how much of it."""

from __future__ import annotations

from typing import Any

import pytest

from mdchunk.api import chunk_document
from mdchunk.model import Document, MdchunkError, Settings

DIGITS = "iVBORw0KGgoAAAANSUhEUgAAAAUA/+9" * 8
URI = f"data:image/png;base64,{DIGITS}"
SHORT = "data:image/png;base64,..."


def document(text: str, **settings: object) -> Document:
    """Return the document after the promises: text is exact, content within the limit."""
    given: Settings = settings  # type: ignore[assignment]  # the tests name few
    found = chunk_document(text, **given)
    for chunk in found.chunks:
        assert text[chunk.start_char : chunk.end_char] == chunk.text
        assert len(chunk.content) <= given.get("max_chars", 1500)
    return found


@pytest.mark.parametrize(
    "template",
    [
        "![what it shows]({})",
        '![what it shows]({} "title") and a [link]({})',
        "![what it shows](<{}>)",
        "[what]: {}\n\n![it shows][what]",
        '<img alt="what it shows" src="{}">',
        "<img alt='what it shows' src='{}'/>",
        "<img src={}>",
        '<p>\n<a href="{}">file</a>\n</p>',
        "- item ![a]({})\n  - inner ![b]({})\n\n> quote ![c]({})\n\n| a | b |\n|---|---|\n| ![d]({}) | `x` |",
        "# Heading ![a]({})\n\ntext",
        "a `code` span, ![b]({}), another `span`",
    ],
)
def test_a_data_uri_is_shown_in_short(template: str) -> None:
    text = template.replace("{}", URI)
    (chunk,) = document(text).chunks
    assert chunk.text == text
    assert chunk.content == template.replace("{}", SHORT)
    assert dict(document(text).dropped) == {"data_uri": template.count("{}") * len(URI)}


@pytest.mark.parametrize(
    "template",
    [
        "```\n{}\n```",
        "    {}",
        "- item\n\n  ```html\n  <img src={}>\n  ```",
        "Write `![a]({})` for an image.",
        "Write ``![a](`{})`` for an image.",
        "| a |\n|---|\n| `{}` |",
    ],
)
def test_code_keeps_it(template: str) -> None:
    text = template.replace("{}", URI)
    assert [chunk.content for chunk in document(text).chunks] == [text.strip("\n")]
    assert dict(document(text).dropped) == {}


@pytest.mark.parametrize(
    "text", ["![a](data:image/png;base64,iVBORw0KGgo=)", "data:text/plain,hello", "database64,x"]
)
def test_what_is_short_or_no_base64_stays(text: str) -> None:
    assert document(text).chunks[0].content == text


def test_it_can_be_kept() -> None:
    found = document(f"![a]({URI})", keep_data_uris=True)
    assert found.chunks[0].content == f"![a]({URI})"
    assert dict(found.dropped) == {}


@pytest.mark.parametrize(
    "head", ["data:;base64,", "DATA:Image/PNG;BASE64,", "data:image/svg+xml;charset=utf-8;base64,"]
)
def test_other_heads(head: str) -> None:
    (chunk,) = document(f"![a]({head}{DIGITS})").chunks
    assert chunk.content.endswith(";base64,...)")
    assert DIGITS[:40] not in chunk.content


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\n    ", " "])
def test_in_an_attribute_the_digits_may_stand_in_lines(ending: str) -> None:
    lines = ending.join([f"data:image/png;base64,{DIGITS[:40]}", DIGITS[40:116], DIGITS[116:192], "AA=="])
    (chunk,) = document(f'<img alt="a" src="{lines}" width="3">\n').chunks
    assert chunk.content == f'<img alt="a" src="{SHORT}" width="3">'


def test_words_behind_a_data_uri_are_no_digits_of_it() -> None:
    words = "and then the text goes on with words alone and no end of them in sight"
    (chunk,) = document(f'The "data:image/png;base64, {words}" of a text.').chunks
    assert words in chunk.content


def test_a_chunk_full_of_data_uris_is_not_cut_for_them() -> None:
    text = "# A\n\n" + "\n\n".join(f"Image {i}: ![a]({URI + DIGITS * 2})" for i in range(20)) + "\n"
    (chunk,) = document(text, max_chars=1200).chunks
    assert (len(chunk.text) > 15000, chunk.parts) == (True, 1)
    (counted,) = document(text, max_tokens=400).chunks
    assert counted.tokens == -(-len(counted.content) // 3)


@pytest.mark.parametrize("limit", [20, 60, 200])
def test_no_cut_falls_inside_one(limit: int) -> None:
    """Not even where the text around it has no blank and has to be cut anywhere."""
    for text in (
        "a" * 300 + f"![x]({URI + DIGITS * 8})" + "b" * 300,
        f"<p>{'a' * 300}<img src='{URI + DIGITS * 8}'>{'b' * 300}</p>",
    ):
        found = document(text, max_chars=limit)
        assert "".join(chunk.text for chunk in found.chunks) == text
        assert DIGITS[:20] not in "".join(chunk.content for chunk in found.chunks)


def test_how_much_of_each_kind_was_dropped() -> None:
    front, comment, nested = "---\ntitle: A\n---", "<!-- a note -->", "<!-- nested -->"
    text = f"{front}\n\n# A\n\n{comment}\n\none\n\n- item\n\n  {nested}\n\n![a]({URI})\n"
    assert dict(document(text).dropped) == {
        "front_matter": len(front),
        "comment": len(comment) + len(nested),
        "data_uri": len(URI),
    }
    assert dict(document(text, drop=[], keep_data_uris=True).dropped) == {}
    assert dict(document("# A\n\none\n").dropped) == {}


def test_dropped_blocks_are_nowhere_in_content() -> None:
    text = "# A\n\none\n\n<!-- a\n\nnote -->\n\ntwo\n\n- item <!-- kept, for it is in running text -->\n"
    (chunk,) = document(text).chunks
    assert chunk.content == "# A\n\none\n\ntwo\n\n- item <!-- kept, for it is in running text -->"
    assert chunk.text == text.rstrip("\n")


@pytest.mark.parametrize("size", range(1, 45))
@pytest.mark.parametrize(
    "text",
    [
        "> some words\n>\n> <!-- gone -->\n> > <!-- gone\n> > gone -->\n",
        "> <!-- gone -->\n>\t       - one\n",
        "- one\n  <!-- gone -->\n- <!-- gone -->\n  two words\n",
        "[^n]:\n    <!--\n    gone -->\n",
        "7) > - a\n   >\n   >   <!-- gone -->\n\n   <!-- gone -->\n",
    ],
)
def test_no_cut_brings_a_comment_back(text: str, size: int) -> None:
    """Wherever a cut falls, of a comment in a container nothing is in any content."""
    for ends in ("\n", "\r\n"):
        for chunk in document(text.replace("\n", ends), max_chars=size).chunks:
            assert chunk.content.strip()
            assert not {"gone", "<!--", "-->"} & {*chunk.content.split()}


BOILERPLATE = (
    "> ## Index\n> See the index.\n\n# Title\n\nText.\n\nRead more about it.\n\n- Read more\n\n```\nRead more\n```\n\n"
    "More.\n\n<Callout>\n  [Edit this page](x)\n</Callout>\n\n## Read more\n\nWas this helpful?\n"
)


def test_blocks_are_dropped_by_their_beginning() -> None:
    found = document(BOILERPLATE, drop_prefixes=["> ## Index", "Was this", "Read more"])
    assert [chunk.text for chunk in found.chunks] == [
        BOILERPLATE[BOILERPLATE.index("# Title") : BOILERPLATE.index("\n\n## Read more")],
        "## Read more",
    ]
    assert "Read more about it" not in found.chunks[0].content
    assert found.chunks[0].content.startswith("# Title\n\nText.\n\n- Read more\n\n```")
    gone = ("> ## Index\n> See the index.", "Read more about it.", "Was this helpful?")
    assert found.dropped["drop_prefixes"] == sum(map(len, gone))


def test_blocks_are_dropped_by_a_pattern() -> None:
    found = document(BOILERPLATE, drop_patterns=[r"\[Edit this page\]", r"(?m)^> See the index\.$"])
    assert found.chunks[0].text.endswith("More.")
    assert found.chunks[0].start_line == 4
    assert "drop_patterns" in found.dropped


def test_a_document_of_nothing_else_has_no_chunk() -> None:
    assert document("One.\n\nOne two.\n", drop_prefixes=["One"]).chunks == ()


def test_a_dropped_block_parts_its_neighbours() -> None:
    (chunk,) = document("One\n<!-- x -->\nDrop me.\n\nTwo.\n", drop_prefixes=["Drop"]).chunks
    assert chunk.content.split() == ["One", "Two."]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"drop_prefixes": ["a", ""]}, "drop_prefixes has an empty entry"),
        ({"drop_patterns": ["("]}, r"drop_patterns has '\(', which is not a regular expression"),
    ],
)
def test_what_drops_is_checked(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(MdchunkError, match=said):
        document("x", **settings)


def test_one_prefix_need_not_be_in_a_list() -> None:
    assert document("Drop me.\n\nKeep.\n", drop_prefixes="Drop").chunks[0].text == "Keep."
