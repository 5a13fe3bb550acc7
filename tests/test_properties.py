"""Properties: what holds for documents of every make. Each test's docstring is the promise."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mdchunk.api import chunk_document, chunk_markdown
from mdchunk.checks.uncovered import uncovered
from mdchunk.model import DROPPED, Chunk, Kind, Options, Span
from mdchunk.records import to_line
from mdchunk.text.source import read_source
from tests.support.invariants import check, complete, pathed
from tests.support.oracles import EOL, tokens_of
from tests.support.strategies import EXAMPLES, any_document, blocks, composed_examples, documents, raw_text

SIZES = st.sampled_from([1, 2, 7, 20, 33, 50, 80, 120, 200, 400, 1500])
DROPS: list[frozenset[Kind]] = [DROPPED, frozenset(), frozenset({"code", "comment"})]
DROP_PREFIXES = st.sampled_from([(), (), ("a", "- ", "> "), ("| ", "```", "<", "1")])
"""Beginnings of blocks that are dropped."""


@st.composite
def options(draw: st.DrawFn) -> Options:
    """Return settings of every kind."""
    size = draw(SIZES)
    return Options(
        max_chars=size,
        overlap=draw(st.sampled_from([0, 0, (size - 1) // 2, (size - 1) // 5])),
        min_size=draw(st.sampled_from([0, 0, size // 2, size])),
        prefix_path=draw(st.booleans()),
        max_level=draw(st.sampled_from([6, 6, 2, 1])),
        drop=draw(st.sampled_from(DROPS)),
        keep_data_uris=draw(st.booleans()),
        drop_prefixes=draw(DROP_PREFIXES),
    )


def plain(size: int, **settings: bool | int) -> Options:
    """Return settings that drop nothing."""
    return Options(max_chars=size, drop=frozenset(), keep_data_uris=True, **settings)  # type: ignore[arg-type]


@given(any_document(), options())
@example("", Options())
@example(" \n\t\n", Options())
@example("\ufeff", Options())
def test_any_text_with_any_options(text: str, settings: Options) -> None:
    """Exact, ordered, bounded, with the right lines: for every text and every setting."""
    check(text, settings)


@given(documents(), SIZES, st.sampled_from([6, 2]))
def test_nothing_is_lost(text: str, size: int, level: int) -> None:
    """Each line is in a chunk, dropped by its kind, or a heading that shows in the path below."""
    for settings in (plain(size, max_level=level), Options(max_chars=size, max_level=level)):
        complete(text, check(text, settings).chunks, settings)


@given(st.one_of(composed_examples(), raw_text()), SIZES)
def test_nothing_is_lost_of_any_text(text: str, size: int) -> None:
    """The same for texts that break off anywhere, in the dialect that the scan knows best."""
    settings = Options(max_chars=size, drop=frozenset(), keep_data_uris=True, dialect="commonmark")
    complete(text, check(text, settings).chunks, settings, tables=False)


@given(documents(), SIZES, DROP_PREFIXES)
def test_nothing_but_blocks_that_begin_so_is_dropped_by_prefixes(
    text: str, size: int, prefixes: tuple[str, ...]
) -> None:
    """What is in no chunk begins with a prefix, and no chunk's content has it."""
    settings = Options(max_chars=size, drop=frozenset(), keep_data_uris=True, drop_prefixes=prefixes)
    chunks = check(text, settings).chunks
    spans = [Span(chunk.start_char, chunk.end_char) for chunk in chunks]
    source = read_source(text, "doc.md")
    assert list(uncovered(source, spans, settings)) == []
    kept = Options(max_chars=size, drop=frozenset(), keep_data_uris=True)
    for lines in uncovered(source, spans, kept):
        assert text[source.starts[lines.first - 1] :].startswith(prefixes)


@given(documents(), SIZES, st.sampled_from([6, 3, 1]))
def test_path(text: str, size: int, level: int) -> None:
    """The path is that of an independent scan."""
    settings = Options(max_chars=size, max_level=level)
    pathed(text, chunk_markdown(text, settings), settings)


@pytest.mark.parametrize("number", range(1, len(EXAMPLES) + 1, 50))
def test_examples_of_the_specification(number: int) -> None:
    """Each example alone keeps every promise."""
    for text in EXAMPLES[number - 1 : number + 49]:
        for size in (1, 20, 400):
            settings = Options(max_chars=size, drop=frozenset(), keep_data_uris=True, dialect="commonmark")
            chunks = check(text, settings).chunks
            complete(text, chunks, settings, tables=False)
            pathed(text, chunks, settings, tables=False)
            check(text, Options(max_chars=size))


@given(documents())
def test_no_heading_stands_alone(text: str) -> None:
    """A heading stays with what follows it."""
    tokens = tokens_of(text)
    for chunk in chunk_markdown(text, plain(300)):
        if chunk.kind == "heading" and chunk.parts > 1:
            inside = [t for t in tokens if t.map and t.level == 0 and t.map[0] == chunk.start_line - 1]
            assert inside, chunk
            raise AssertionError(chunk)


def same(chunks: list[Chunk]) -> list[tuple[object, ...]]:
    """Return what must not depend on line ends."""
    return [
        (c.id, c.content, c.heading_path, c.anchor, c.start_line, c.end_line, c.kind, c.part) for c in chunks
    ]


@given(any_document(), options())
def test_newline_blind(text: str, settings: Options) -> None:
    """CRLF, a lone CR and a byte order mark change offsets and nothing else."""
    text = EOL.sub("\n", text).lstrip("\ufeff")
    expected = same(chunk_markdown(text, settings))
    for variant in (text.replace("\n", "\r\n"), text.replace("\n", "\r"), f"\ufeff{text}"):
        assert same(list(check(variant, settings, source="").chunks)) == expected


PIECES = {
    "code": {"fence", "code_block"},
    "table": {"table_open"},
    "list": {"bullet_list_open", "ordered_list_open"},
    "blockquote": {"blockquote_open"},
}


@given(blocks(), st.sampled_from([120, 200]))
def test_pieces_parse_as_their_kind(lines: list[str], size: int) -> None:
    """Every piece parsed alone gives its own kind again, and nothing beside it."""
    text = "\n".join(lines)
    before = {token.type for token in tokens_of(text) if token.level == 0 and token.nesting >= 0}
    for chunk in chunk_markdown(text, plain(size)):
        kinds = PIECES.get(chunk.kind)
        if kinds and before <= kinds:
            after = {
                token.type for token in tokens_of(chunk.content) if token.level == 0 and token.nesting >= 0
            }
            assert after <= kinds, chunk.content


@given(documents(first=["# Title", ""], opening=False), SIZES, st.booleans())
def test_local(text: str, size: int, prefixed: bool) -> None:
    """A section appended at the end changes nothing before it."""
    before = chunk_markdown(text, plain(size, prefix_path=prefixed))
    after = chunk_markdown(f"{text.rstrip()}\n\n# Appended\n\nNew.\n", plain(size, prefix_path=prefixed))
    assert after[: len(before)] == before


@given(any_document(), options())
def test_deterministic(text: str, settings: Options) -> None:
    """The same text and the same options give the same bytes, which are UTF-8 and one line a record."""
    once, again = (
        [to_line(chunk) for chunk in chunk_document(text, settings, source="a.md").chunks] for _ in range(2)
    )
    assert once == again
    for line in once:
        assert len(line.splitlines()) == 1
        assert json.loads(line.encode())


def test_no_hash_seed_matters() -> None:
    """Another process gives the same bytes."""
    program = (
        "from mdchunk.api import chunk_markdown; from mdchunk.records import to_line;"
        "text = '---\\ntitle: T\\na: 1\\nb: 2\\n---\\n# A\\n\\n' + '- item *b*. More\\n' * 30;"
        "print(*(to_line(c) for c in chunk_markdown(text, max_chars=90, overlap=20, metadata=('*',))))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
