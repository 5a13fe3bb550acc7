"""The code of docs/engines.md runs in the real engines, and all of them give the rows of the library."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.doc_blocks import code, run

pa = pytest.importorskip("pyarrow", exc_type=ImportError)
pq = pytest.importorskip("pyarrow.parquet", exc_type=ImportError)

PAGE = "engines.md"
TEXTS = [
    "---\ntitle: G\n---\n\n# Guide\n\nRun it.\n\n## Install\n\n" + "Unpack it, then call it. " * 60,
    *(f"# Page {n}\n\n" + f"Sentence {n} of the page. " * n for n in range(60)),
    "",
    None,
]


@pytest.fixture(autouse=True)
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = [f"docs/{n}.md" for n in range(len(TEXTS))]
    pq.write_table(pa.table({"path": names, "text": TEXTS}), "docs.parquet", row_group_size=20)


@pytest.fixture
def in_ray() -> Iterator[None]:
    ray = pytest.importorskip("ray", exc_type=ImportError)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=80 * 2**20)
    yield
    ray.shutdown()


@pytest.fixture
def in_spark(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspark", exc_type=ImportError)
    pytest.importorskip("pandas", exc_type=ImportError)
    if not shutil.which("java"):
        pytest.skip("there is no Java")
    monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", "--master local[2] --conf spark.ui.enabled=false pyspark-shell")
    monkeypatch.setenv("PYSPARK_PYTHON", os.environ.get("PYSPARK_PYTHON", ""))


ENGINES: Mapping[str, str] = {
    "Ray Data": "ray.data",
    "Spark": "pyspark",
    "Hugging Face datasets": "datasets",
    "Dask": "dask.dataframe",
    "Daft": "daft",
    "Polars": "polars",
    "DuckDB": "duckdb",
}
"""Section of the page -> its package."""


def rows() -> list[dict[str, Any]]:
    """Return the rows that an engine wrote, in order of the documents."""
    place = "chunks" if Path("chunks").is_dir() else "chunks.parquet"
    table = pq.read_table(place)
    found: list[dict[str, Any]] = table.to_pylist()
    return sorted(found, key=lambda row: (int(row["source"][5:-3]), row["index"] or 0))


@pytest.mark.parametrize("title", ENGINES)
def test_an_engine_gives_the_rows_of_the_library(title: str, request: pytest.FixtureRequest) -> None:
    pytest.importorskip(ENGINES[title], exc_type=ImportError)
    fixture = {"Ray Data": "in_ray", "Spark": "in_spark"}.get(title)
    if fixture:
        request.getfixturevalue(fixture)
    from mdchunk.integrations.arrow import SCHEMA, chunk_table

    names = run(code(PAGE, title)[0], {"__name__": "__page__"}, PAGE)
    if "spark" in names:
        names["spark"].stop()
    found, wanted = rows(), chunk_table(pq.read_table("docs.parquet"), max_chars=800).to_pylist()
    assert found == wanted
    assert list(found[0]) == SCHEMA.names
    assert [row["error"] for row in found if row["error"]] == ["has no text"]
    assert len({row["source"] for row in found}) == len(TEXTS) - 1


def test_the_first_example_prints_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    title = "Ray, Spark, Dask, Daft, Polars, DuckDB and others"
    run(code(PAGE, title)[0], {}, PAGE)
    assert capsys.readouterr().out == code(PAGE, title, 'text title="output"')[0]
