"""Settings as a change of the settings file: a build that reads it has just them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mdchunk.model import DROPPED, MdchunkError, Options
from mdchunk.view.live.saving import SettingsFile, change, mark, save
from tests.support.command import mdchunk

pytest.importorskip("tomlkit")

CHOSEN = (
    Options(),
    Options(max_chars=700, overlap=50, min_size=100),
    Options(max_tokens=300, tokenizer="bytes", prefix_path="all"),
    Options(max_level=2, dialect="mkdocs", drop=("front_matter", "mdx_esm", "table")),
    Options(drop=frozenset()),
)
FILES = (
    None,
    "# mine\nmax_chars = 800  # small\noverlap = 100\n",
    "max_chars = 1500\n",
    'max_tokens = 200\ntokenizer = "bytes"\ndrop = ["html"]\nkeep = ["comment"]\nprefix_path = false\n',
)


@pytest.mark.parametrize("options", CHOSEN, ids=range(len(CHOSEN)))
@pytest.mark.parametrize("before", FILES, ids=range(len(FILES)))
def test_a_build_has_what_was_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str | None, options: Options
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mdchunk.toml"
    if before is not None:
        file.write_text(before)
    save(options, SettingsFile(tmp_path), mark(change(options, SettingsFile(tmp_path))))
    found = {name: each["value"] for name, each in mdchunk("config", "--json").json["settings"].items()}
    for name in (
        "max_chars",
        "max_tokens",
        "tokenizer",
        "overlap",
        "min_size",
        "prefix_path",
        "max_level",
        "dialect",
    ):
        assert found[name] == getattr(options, name), name
    assert sorted((DROPPED | set(found["drop"])) - set(found.get("keep", ()))) == sorted(options.drop)
    assert not change(options, SettingsFile(tmp_path)).diff()
    if before and "mine" in before:
        assert "# mine\n" in file.read_text()


def test_what_is_not_changed_is_not_written(tmp_path: Path) -> None:
    assert change(Options(), SettingsFile(tmp_path)).diff() == ""
    file = tmp_path / "pyproject.toml"
    file.write_text("[project]\nname = 'x'\n\n[tool.mdchunk]\noverlap = 9\n")
    edit = change(Options(max_chars=900), SettingsFile(tmp_path))
    assert edit.path == file
    assert edit.after == "[project]\nname = 'x'\n\n[tool.mdchunk]\nmax_chars = 900\n"


def test_a_change_that_was_not_seen_is_not_written(tmp_path: Path) -> None:
    options = Options(max_chars=900)
    seen = mark(change(options, SettingsFile(tmp_path)))
    (tmp_path / "mdchunk.toml").write_text("overlap = 9\n")
    with pytest.raises(MdchunkError, match=r"mdchunk\.toml: changed meanwhile"):
        save(options, SettingsFile(tmp_path), seen)
    assert (tmp_path / "mdchunk.toml").read_text() == "overlap = 9\n"


def test_the_file_that_was_read_is_the_one_that_changes(tmp_path: Path) -> None:
    named = tmp_path / "other.toml"
    named.write_text("overlap = 9\n")
    (tmp_path / "mdchunk.toml").write_text("overlap = 8\n")
    edit = change(Options(max_chars=900, overlap=9), SettingsFile(tmp_path, named))
    assert (edit.path, edit.after) == (named, "overlap = 9\nmax_chars = 900\n")
    with pytest.raises(MdchunkError, match="is not a file that can be changed"):
        change(Options(), SettingsFile(tmp_path, tmp_path))
