"""The nearest settings file is found and its keys are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from mdchunk.files.config import Config, check_keys, find_config, read_config
from mdchunk.model import MdchunkError


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_nearest_file_wins_and_files_are_not_merged(tmp_path: Path) -> None:
    put(tmp_path / "mdchunk.toml", "overlap = 20\n")
    near = put(tmp_path / "docs" / "pyproject.toml", "[tool.mdchunk]\nmax_chars = 800\n")
    below = tmp_path / "docs" / "guide" / "deep"
    below.mkdir(parents=True)
    assert find_config(below) == Config(near, {"max_chars": 800})
    assert find_config(tmp_path).values == {"overlap": 20}


def test_in_one_folder_the_own_file_comes_first(tmp_path: Path) -> None:
    put(tmp_path / "pyproject.toml", "[tool.mdchunk]\nmax_chars = 800\n")
    own = put(tmp_path / "mdchunk.toml", 'drop = ["html"]\n')
    assert find_config(tmp_path) == Config(own, {"drop": ["html"]})


def test_a_pyproject_without_the_table_does_not_end_the_search(tmp_path: Path) -> None:
    put(tmp_path / "mdchunk.toml", "overlap = 20\n")
    put(tmp_path / "pkg" / "pyproject.toml", "[project]\nname = 'x'\n")
    assert find_config(tmp_path / "pkg").values == {"overlap": 20}


def test_an_empty_table_ends_the_search(tmp_path: Path) -> None:
    put(tmp_path / "mdchunk.toml", "overlap = 20\n")
    path = put(tmp_path / "pkg" / "pyproject.toml", "[tool.mdchunk]\n")
    assert find_config(tmp_path / "pkg") == Config(path, {})


def test_the_root_of_the_work_tree_ends_the_search(tmp_path: Path) -> None:
    put(tmp_path / "mdchunk.toml", "overlap = 20\n")
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    (tmp_path / "repo" / "docs").mkdir()
    assert find_config(tmp_path / "repo" / "docs") == Config()


@pytest.mark.parametrize("text", ["max_chars = \n", "= 3\n", "\x00\n"])
def test_what_is_no_toml_names_its_file(tmp_path: Path, text: str) -> None:
    path = put(tmp_path / "mdchunk.toml", text)
    with pytest.raises(MdchunkError, match=r"mdchunk\.toml: "):
        read_config(path)


def test_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "mdchunk.toml").write_bytes(b"# caf\xe9\n")
    with pytest.raises(MdchunkError, match=r"mdchunk\.toml: .*utf-8"):
        find_config(tmp_path)


def test_an_unknown_key_gets_the_nearest_name() -> None:
    check_keys(Config(Path("x.toml"), {"overlap": 1}), ["overlap"])
    with pytest.raises(MdchunkError, match=r"^x\.toml: unknown key 'max-char'; did you mean 'max_chars'\?$"):
        check_keys(Config(Path("x.toml"), {"max-char": 1}), ["overlap", "max_chars", "max_level"])
