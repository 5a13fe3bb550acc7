"""Tables that pandoc draws: multiline, simple, grid."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from mdchunk import chunk_markdown
from mdchunk.syntax.dialects import parser as parser_of
from mdchunk.syntax.text_tables import text_table_plugin
from tests.support.shape import parser, shape

MD = parser(text_table_plugin)
MULTILINE = "-------\n a   b\n--- ---\n c   d\n\n e   f\n-------"
PANDOC = shutil.which("pandoc")

TABLES = {
    "multiline": MULTILINE + "\n",
    "multiline of one row": "-------\n a   b\n--- ---\n c   d\n     d\n-------\n",
    "multiline with columns on top": "--- ---\n a   b\n--- ---\n c   d\n\n e   f\n--- ---\n",
    "multiline without a header": "--- ---\n a   b\n     b\n\n c   d\n--- ---\n",
    "multiline of one row without a header": "--- ---\n a   b\n     b\n\n--- ---\n",
    "simple": "  Right     Left\n-------     ------\n     12     12\n    123     123\n",
    "simple with a footer": "Right     Left\n-------   ------\n     12   12\n    123   123\n-------   ------\n",
    "simple of one row": "a   b\n--- ---\nc   d\n",
    "simple without a header": "-------     ------\n     12     12\n    123     123\n-------     ------\n",
    "simple that is indented": "  a   b\n  --- ---\n  c   d\n  e   f\n",
    "simple with a header in bold": "**a** *b*\n----- ---\nc     d\n",
    "grid": "+---+-----+\n| a | b   |\n+===+=====+\n| c | - d |\n|   | - e |\n+---+-----+\n| f | g   |\n+---+-----+\n",
    "grid without a header": "+---+---+\n| a | b |\n+---+---+\n| c | d |\n|   | e |\n+---+---+\n",
    "grid of one column": "+---+\n| a |\n+---+\n",
    "grid with alignment": "+---:+:---+\n| a  | b  |\n+===:+:==:+\n| c  | d  |\n+----+----+\n",
}
"""What pandoc reads as one table."""
OTHERS = {
    "a rule and a paragraph": "---\n\na\n",
    "a rule of single dashes": "- - -\n\na\n",
    "a header alone": "a   b\n--- ---\n\nc\n",
    "a rule that is not closed": "--- ---\n a   b\n",
    "a grid that is not closed": "+---+\na\n",
    "a rule of a grid": "+---+\n\nb\n",
    "a list": "- a\n- b\n",
    "a setext heading": "a\n---\n\nb\n",
    "code": "```\n+---+\n| a |\n+---+\n```\n",
    "a table of pipes": "| a | b |\n|---|---|\n| c | d |\n",
    "text before": "text\n+---+\n| a |\n+---+\n",
}
"""What it does not."""


def rows_by_pandoc(text: str) -> list[tuple[int, int]]:
    """Return how many header rows and rows each table of a document has by pandoc."""
    done = subprocess.run(
        [str(PANDOC), "-f", "markdown", "-t", "json"], input=text, capture_output=True, text=True, check=True
    )
    tables = [block["c"] for block in json.loads(done.stdout)["blocks"] if block["t"] == "Table"]
    return [(len(table[3][1]), sum(len(body[3]) for body in table[4])) for table in tables]


def rows(text: str) -> list[tuple[int, int]]:
    """Return how many header rows and rows the parser found in each table."""
    found = []
    for token in parser_of("pandoc").parse(text):
        if token.type == "table" and token.map:
            layout = token.meta.get("layout")
            first, last = token.map
            found.append((int(layout.has_header), len(layout.rows)) if layout else (1, last - first - 2))
    return found


@pytest.mark.parametrize("text", TABLES.values(), ids=TABLES)
def test_a_table_is_one_block(text: str) -> None:
    lines = text.count("\n")
    assert shape(MD, f"{text}\nx") == [f"table 1-{lines}", f"paragraph {lines + 2}-{lines + 2}"]
    assert shape(MD, "x\n\n" + text) == ["paragraph 1-1", f"table 3-{lines + 2}"]


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_other_lines_are_none(text: str) -> None:
    assert not [line for line in shape(MD, text) if line.startswith("table")]


@pytest.mark.skipif(PANDOC is None, reason="pandoc is not installed")
@pytest.mark.parametrize("text", [*TABLES.values(), *OTHERS.values()], ids=[*TABLES, *OTHERS])
def test_pandoc_reads_the_same_rows(text: str) -> None:
    assert rows(text) == rows_by_pandoc(text)


LONG = {
    "multiline": MULTILINE.replace(
        "\n e   f", "".join(f"\n e{n}  f\n     f\n" for n in range(12)) + "\n e   f"
    )
    + "\n",
    "multiline without a header": "--- ---\n"
    + "".join(f" e{n}  f\n     f\n\n" for n in range(12))
    + " g   h\n--- ---\n",
    "simple": "a   b\n--- ---\n" + "".join(f"e{n}  f\n" for n in range(12)),
    "simple without a header": "--- ---\n" + "".join(f"e{n}  f\n" for n in range(12)) + "--- ---\n",
    "grid": "+---+---+\n| a | b |\n+===+===+\n"
    + "".join(f"| {n} | f |\n|   | g |\n+---+---+\n" for n in range(12)),
    "grid without a header": "+---+---+\n"
    + "".join(f"| {n} | f |\n|   | g |\n+---+---+\n" for n in range(12)),
}


@pytest.mark.parametrize("limit", [16, 30, 44, 60, 80])
@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_each_piece_is_a_table_with_the_header(text: str, limit: int) -> None:
    chunks = chunk_markdown(text, dialect="pandoc", max_chars=limit)
    assert len(chunks) > 1
    assert all(len(chunk.content) <= limit for chunk in chunks)
    assert "".join("".join(chunk.text.split()) for chunk in chunks) == "".join(text.split())
    whole = rows(text)
    assert len(whole) == 1
    if limit >= 60:
        made = [rows(chunk.content + "\n") for chunk in chunks]
        assert {len(found) for found in made} == {1}
        assert {found[0][0] for found in made} == {whole[0][0]}
        assert sum(found[0][1] for found in made) == whole[0][1]


@pytest.mark.skipif(PANDOC is None, reason="pandoc is not installed")
@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_pandoc_reads_each_piece_as_a_table(text: str) -> None:
    chunks = chunk_markdown(text, dialect="pandoc", max_chars=80)
    assert [rows_by_pandoc(chunk.content + "\n") for chunk in chunks] == [
        rows(chunk.content + "\n") for chunk in chunks
    ]


def test_a_table_stays_in_its_container() -> None:
    quoted = "".join(f"> {line}\n" for line in TABLES["grid"].splitlines())
    assert shape(MD, quoted) == ["blockquote 1-8", "  table 1-8"]
    assert not [line for line in shape(MD, "> " + TABLES["multiline without a header"]) if "table" in line]


@pytest.mark.parametrize(
    "text", ["---\na\n- -\n\n", "--- ---\na\n", "+---+\n| a |\n\n", "a\n-- --\nb\n", "-- --\nb\n-- --\na\n"]
)
def test_hostile_rules_are_bounded(text: str) -> None:
    assert shape(MD, text * 3000)
