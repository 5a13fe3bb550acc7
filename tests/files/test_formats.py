"""Blocks of JSON lines become each format."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from mdchunk.files import formats
from mdchunk.files.chunk_file import open_as_lines
from mdchunk.files.formats import DEFAULT, FORMATS, check_package, format_of, format_that_begins
from mdchunk.files.settings import BuildSettings
from mdchunk.model import MdchunkError

RECORDS: list[dict[str, Any]] = [{"id": "1", "heading_path": ["A", "\n"]}, {"id": "2", "heading_path": []}]
LINES = [json.dumps(record).encode() + b"\n" for record in RECORDS]


def written(name: str, *blocks: bytes, fields: tuple[str, ...] = ()) -> io.BytesIO:
    file = io.BytesIO()
    FORMATS[name].write(file, blocks, fields)
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
    monkeypatch.setattr("mdchunk.files.parquet.GROUP_ROWS", 2)
    file = written("parquet", *LINES, *LINES, LINES[0], fields=("id",))
    assert parquet.ParquetFile(file).num_row_groups == 3
    assert parquet.read_table(file)["id"].to_pylist() == ["1", "2", "1", "2", "1"]
    assert parquet.read_table(written("parquet")).num_rows == 0


def test_parquet_without_its_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "find_spec", lambda _name: None)
    check_package("jsonl")
    with pytest.raises(MdchunkError, match=r'-m pip install "pyarrow>='):
        check_package("parquet")


@pytest.fixture(params=FORMATS)
def name(request: pytest.FixtureRequest) -> str:
    """Each format of the table; a new row is tested without another line here."""
    row = FORMATS[request.param]
    if row.package:
        pytest.importorskip(row.package)
    return str(request.param)


def test_what_a_format_writes_it_reads_back(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"x{FORMATS[name].ending}"
    path.write_bytes(written(name, LINES[0], LINES[1]).getvalue())
    with open_as_lines(str(path)) as file:
        assert [json.loads(line) for line in file if line.strip()] == RECORDS


def test_a_format_is_known_by_its_ending_and_by_its_first_bytes(name: str) -> None:
    assert format_of(f"a/b{FORMATS[name].ending.upper()}") == name
    head = written(name, LINES[0]).getvalue()
    assert [other for other, row in FORMATS.items() if row.begins.match(head)] == [name]
    assert format_that_begins(head) == name


def test_the_first_record_of_a_format_with_a_line_for_each_is_in_the_line_that_it_says(name: str) -> None:
    row = FORMATS[name]
    lines = written(name, *LINES).getvalue().split(b"\n")
    if row.may_stream:
        assert json.loads(lines[row.first_line - 1].rstrip(b",")) == RECORDS[0]


def test_a_name_without_an_ending_is_the_default_and_one_with_another_an_error() -> None:
    assert (BuildSettings("chunks").format, BuildSettings("/dev/stdout").format) == (DEFAULT, DEFAULT)
    assert BuildSettings("x.csv", "json").format == "json"
    with pytest.raises(MdchunkError) as caught:
        BuildSettings("x.csv")
    assert str(caught.value) == (
        "output ends in .csv, which is the ending of no format (.jsonl, .json, .jsonl.zst, .parquet); set format"
    )
