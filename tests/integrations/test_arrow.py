"""Chunks of Arrow tables are those of the library, for every type of column and every kind of failure."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mdchunk import MdchunkError, Options, chunk_document

pa = pytest.importorskip("pyarrow", exc_type=ImportError)

from mdchunk.integrations.arrow import SCHEMA, chunk_batches, chunk_table  # noqa: E402

TEXTS = {
    "guide.md": "---\ntags: [a, b]\n---\n\n# Guide\n\nRun it.\n\n## Install\n\n" + "Unpack it. " * 40,
    "ü/more.mdx": "import X from 'y'\n\n# Mehr\n\n<X />\n\nText \U0001f600 with\u2028separator.\n",
    "nothing.md": "",
}
SETTINGS: dict[str, Any] = {"max_chars": 200, "metadata": "tags"}
KINDS = [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())]
BINARY = [pa.binary(), pa.large_binary(), pa.binary_view()]


def table(texts: list[Any], kind: Any, names: list[Any] | None = None) -> Any:
    return pa.table({"text": pa.array(texts, kind), "more": texts, "path": names or list(TEXTS)})


def wanted(**settings: Any) -> list[dict[str, Any]]:
    """Return the rows that the library's own chunks give."""
    rows = []
    for source, text in TEXTS.items():
        for chunk in chunk_document(text, source=source, **settings).chunks:
            row = dict.fromkeys(SCHEMA.names) | chunk.to_dict()
            if row["metadata"] is not None:
                row["metadata"] = json.dumps(row["metadata"])
            rows.append(row)
    return rows


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_each_kind_of_text(kind: Any) -> None:
    found = chunk_table(table(list(TEXTS.values()), kind), **SETTINGS)
    assert found.schema == SCHEMA
    assert found.to_pylist() == wanted(**SETTINGS)
    assert len(found) > 3


@pytest.mark.parametrize("kind", BINARY, ids=str)
def test_each_kind_of_bytes(kind: Any) -> None:
    found = chunk_table(table([text.encode() for text in TEXTS.values()], kind), **SETTINGS)
    assert found.to_pylist() == wanted(**SETTINGS)


def test_options_and_single_settings_together() -> None:
    given = table(list(TEXTS.values()), pa.string())
    found = chunk_table(given, Options(max_chars=200), metadata="tags")
    assert found.to_pylist() == wanted(**SETTINGS)


def test_each_batch_gives_one() -> None:
    given = table(list(TEXTS.values()), pa.string())
    batches = given.to_batches(max_chunksize=1)
    found = list(chunk_batches(batches, **SETTINGS))
    assert [len(one) > 0 for one in found] == [True, True, False]
    assert all(one.schema == SCHEMA for one in found)
    assert pa.Table.from_batches(found).to_pylist() == wanted(**SETTINGS)


def test_columns_may_have_other_names() -> None:
    given = pa.table({"url": [7], "body": ["# A\n"]})
    (row,) = chunk_table(given, path_column="url", text_column="body").to_pylist()
    assert (row["source"], row["content"]) == ("7", "# A")


def test_a_document_that_cannot_be_chunked_is_a_row() -> None:
    given = table([b"# A\n", None, b"\xff", b"# B\n"], pa.binary(), ["a.md", "b.md", "c.md", None])
    rows = chunk_table(given).to_pylist()
    assert [(row["source"], row["error"], row["content"]) for row in rows] == [
        ("a.md", None, "# A"),
        ("b.md", "has no text", None),
        ("c.md", "not utf-8: byte 0xff at offset 0", None),
        ("", "a row has no path; ids are made from it", None),
    ]
    with pytest.raises(MdchunkError, match=r"^b\.md: has no text$"):
        chunk_table(given, on_error="stop")


def test_a_bug_costs_one_document(monkeypatch: pytest.MonkeyPatch) -> None:
    def chunk(text: str, *args: Any, **more: Any) -> Any:
        if "poison" in text:
            raise ZeroDivisionError("of the test")
        return chunk_document(text, *args, **more)

    monkeypatch.setattr("mdchunk.integrations.arrow.chunk_document", chunk)
    given = table(["poison", "# A\n"], pa.string(), ["a.md", "b.md"])
    first, second = chunk_table(given).to_pylist()
    assert "ZeroDivisionError: of the test" in first["error"]
    assert second["content"] == "# A"
    with pytest.raises(ZeroDivisionError):
        chunk_table(given, on_error="stop")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"text_column": "body"}, "text_column is 'body', but the columns are 'text', 'more', 'path'"),
        ({"path_column": "url"}, "path_column is 'url', but the columns are 'text', 'more', 'path'"),
        ({"text_column": "more"}, "text_column is 'more', which holds int64 and no text"),
        ({"on_error": "skip"}, "on_error must be record or stop, not 'skip'"),
        ({"max_chars": 0}, "max_chars must be a whole number of at least 1, not 0"),
    ],
)
def test_what_is_wrong_for_all_documents_is_an_error(settings: dict[str, Any], message: str) -> None:
    given = pa.table({"text": ["# A\n"], "more": [1], "path": ["a.md"]})
    with pytest.raises(MdchunkError) as raised:
        chunk_table(given, **settings)
    assert str(raised.value) == message
    with pytest.raises(MdchunkError):
        list(chunk_batches(given.to_batches(), **settings))
