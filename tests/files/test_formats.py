"""Blocks of JSON lines become each format."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from mdchunk.files import formats
from mdchunk.files.formats import WRITERS, check_format
from mdchunk.model import MdchunkError

RECORDS: list[dict[str, Any]] = [{"id": "1", "heading_path": ["A", "\n"]}, {"id": "2", "heading_path": []}]
LINES = [json.dumps(record).encode() + b"\n" for record in RECORDS]


def written(name: str, *blocks: bytes, fields: tuple[str, ...] = ()) -> io.BytesIO:
    file = io.BytesIO()
    WRITERS[name](file, blocks, fields)
    file.seek(0)
    return file


def test_jsonl_is_the_blocks() -> None:
    assert written("jsonl", LINES[0], LINES[1]).getvalue() == b"".join(LINES)


@pytest.mark.parametrize("blocks", [LINES, [b"".join(LINES)]])
def test_json_is_one_array_with_a_record_a_line(blocks: list[bytes]) -> None:
    data = written("json", *blocks).getvalue()
    assert json.loads(data) == RECORDS
    assert data.count(b"\n") == 4
    assert data.endswith(b"]\n")


def test_json_of_nothing() -> None:
    assert json.loads(written("json").getvalue()) == []


def test_parquet_has_lists_as_lists_and_only_the_fields_chosen() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    line = {"chars": 3, "metadata": {"tags": ["ä"]}, **RECORDS[0]}
    table = parquet.read_table(
        written(
            "parquet",
            json.dumps(line).encode() + b"\n",
            fields=("heading_path", "chars", "metadata", "tokens"),
        )
    )
    assert table.column_names == ["heading_path", "chars", "metadata", "tokens"]
    assert table.to_pylist() == [
        {"heading_path": ["A", "\n"], "chars": 3, "metadata": '{"tags": ["ä"]}', "tokens": None}
    ]


def test_parquet_of_many_rows_is_written_group_by_group(monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(formats, "GROUP_ROWS", 2)
    file = written("parquet", *LINES, *LINES, LINES[0], fields=("id",))
    assert parquet.ParquetFile(file).num_row_groups == 3
    assert parquet.read_table(file)["id"].to_pylist() == ["1", "2", "1", "2", "1"]
    assert parquet.read_table(written("parquet")).num_rows == 0


def test_parquet_without_its_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "find_spec", lambda _name: None)
    check_format("jsonl")
    with pytest.raises(MdchunkError, match=r'-m pip install "pyarrow>='):
        check_format("parquet")
