"""A chunk file says the same in each format."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mdchunk.files import formats
from mdchunk.files.chunk_file import lines_of, open_as_lines
from mdchunk.model import MdchunkError
from tests.support.command import mdchunk

PAGE = "---\ntags: [b, {z: 1, a: é}]\n---\n# A\u2028\n\n## B\n\n\U0001f680\n\n```py\nx\n```\n\n## C\n\ny\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_bytes(PAGE.encode())
    for form in ("jsonl", "json"):
        build(form)


def build(form: str) -> None:
    done = mdchunk("build", "a.md", "--metadata", "all", "--format", form, "-q")
    assert (done.status, done.stderr) == (0, "")


@pytest.mark.parametrize("form", formats.FORMATS)
def test_every_format_says_the_same(form: str) -> None:
    row = formats.FORMATS[form]
    if row.package:
        pytest.importorskip(row.package)
    build(form)
    name = f"chunks{row.ending}"
    with open_as_lines(name) as file:
        assert b"".join(file).strip() == Path("chunks.jsonl").read_bytes().strip()
    for command in ("stats", "verify"):
        assert mdchunk(command, name).stdout == mdchunk(command, "chunks.jsonl").stdout != b""
    for files in ((name, "chunks.jsonl"), ("chunks.jsonl", name)):
        assert mdchunk("diff", *files, "--exit-code").status == 0
    Path("a.md").write_bytes(PAGE.replace("y", "z").encode())
    mdchunk("build", "a.md", "-o", "new.jsonl")
    assert "a.md#c" in mdchunk("diff", name, "new.jsonl").stdout.decode()


def test_standard_input_may_be_an_array_but_no_table() -> None:
    def stats(data: bytes) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "mdchunk", "stats", "-"]
        return subprocess.run(command, input=data, capture_output=True, check=False)

    assert stats(Path("chunks.json").read_bytes()).stdout == mdchunk("stats", "chunks.jsonl").stdout
    assert stats(Path("chunks.jsonl").read_bytes()).stdout == mdchunk("stats", "chunks.jsonl").stdout
    assert b"a Parquet file cannot be read from standard input" in stats(b"PAR1").stderr


def test_an_array_that_was_built_has_the_lines_of_its_file() -> None:
    with open_as_lines("chunks.json") as file:
        numbers = [line.number for line in lines_of(file, "chunks.json")]
    lines = Path("chunks.json").read_bytes().splitlines()
    assert numbers == [n for n, line in enumerate(lines, 1) if line.startswith(b"{")]


def test_an_array_that_is_none_is_named() -> None:
    Path("x.json").write_text("[{]", encoding="utf-8")
    done = mdchunk("stats", "x.json")
    assert (done.status, done.stderr.startswith("Error: x.json: not a JSON array: ")) == (1, True)
    Path("x.json").write_text(json.dumps([1]), encoding="utf-8")
    assert "x.json:2: " in mdchunk("stats", "x.json").stderr


def test_a_parquet_file_that_is_none_is_named() -> None:
    pytest.importorskip("pyarrow")
    Path("x").write_bytes(b"PAR1 and so on")
    done = mdchunk("stats", "x")
    assert (done.status, done.stderr.startswith("Error: x: not a Parquet file: ")) == (1, True)


def test_a_parquet_file_without_pyarrow_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("x").write_bytes(b"PAR1")
    monkeypatch.setattr(formats, "find_spec", lambda _name: None)
    with pytest.raises(MdchunkError, match='pip install "pyarrow>='), open_as_lines("x"):
        pass
