"""The bench of the search, on a corpus of two files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench.search import main


def test_it_prints_shares_by_category(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# Wheel\n\nround\n\n# Axle\n\nlong wheel\n")
    queries = [
        {"category": "kw", "query": "wheel", "right": [{"path": "a", "anchor": "axle"}]},
        {"category": "kw", "query": "round", "right": [{"path": "a", "anchor": "wheel"}]},
        {"category": "id", "query": "nothing", "right": [{"path": "a", "anchor": "wheel"}]},
    ]
    (tmp_path / "queries.json").write_text(json.dumps(queries))
    main(str(tmp_path / "docs"), str(tmp_path / "queries.json"), "-v")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["2", "kw", "wheel"]
    assert [line.split() for line in lines[-4:]] == [
        ["category", "n", "@1", "@5", "MRR"],
        ["kw", "2", "0.50", "1.00", "0.75"],
        ["id", "1", "0.00", "0.00", "0.00"],
        ["all", "3", "0.33", "0.67", "0.50"],
    ]
