"""A settings file with other values keeps what its author wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from mdchunk.files.config import Config, find_config
from mdchunk.files.config_edit import edit_config

pytest.importorskip("tomlkit")


def test_comments_and_order_stay(tmp_path: Path) -> None:
    path = tmp_path / "mdchunk.toml"
    path.write_text('# ours\nmax_chars = 900  # small\ndrop = ["html"]\n')
    edit = edit_config(find_config(tmp_path), tmp_path, {"max_chars": 1200, "prefix_path": "all"})
    assert edit.after == '# ours\nmax_chars = 1200  # small\ndrop = ["html"]\nprefix_path = "all"\n'
    assert edit.diff() == (
        "--- mdchunk.toml\n+++ mdchunk.toml\n@@ -1,3 +1,4 @@\n # ours\n-max_chars = 900  # small\n"
        '+max_chars = 1200  # small\n drop = ["html"]\n+prefix_path = "all"\n'
    )
    assert path.read_text().startswith("# ours\nmax_chars = 900")
    edit.write()
    assert find_config(tmp_path).values["max_chars"] == 1200


def test_a_table_of_pyproject(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "x"\n\n[tool.mdchunk]\noverlap = 9\n\n[tool.b]\nc = 1\n'
    )
    edit = edit_config(find_config(tmp_path), tmp_path, {"overlap": 0})
    assert edit.after == '[project]\nname = "x"\n\n[tool.mdchunk]\noverlap = 0\n\n[tool.b]\nc = 1\n'


def test_without_a_file_there_is_one(tmp_path: Path) -> None:
    edit = edit_config(Config(), tmp_path, {"max_chars": 800})
    assert edit.diff() == "--- mdchunk.toml\n+++ mdchunk.toml\n@@ -0,0 +1 @@\n+max_chars = 800\n"
    edit.write()
    assert (tmp_path / "mdchunk.toml").read_text() == "max_chars = 800\n"


def test_no_change_is_no_diff(tmp_path: Path) -> None:
    (tmp_path / "mdchunk.toml").write_text("max_chars = 800\n")
    assert edit_config(find_config(tmp_path), tmp_path, {"max_chars": 800}).diff() == ""
