"""Links in paths that are to be written."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from mdchunk.files.links import link_in, link_out

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")


def test_the_first_link_below_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").symlink_to(tmp_path)
    assert link_in(tmp_path, tmp_path / "a" / "b" / "a" / "b" / "x.jsonl") == Path("a/b")
    assert link_in(tmp_path, tmp_path / "a" / "no" / "x.jsonl") is None


@pytest.mark.parametrize(
    ("target", "found"), [("../elsewhere", "link"), ("/no/such", "link"), ("inside", None), ("link", None)]
)
def test_a_link_out_of_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str, found: str | None
) -> None:
    home = tmp_path / "home"
    (home / "inside").mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    (home / "link").symlink_to(target)
    monkeypatch.chdir(home)
    expected = Path(found) if found else None
    assert link_out("link/x.jsonl") == link_out(str(home / "link")) == expected
    assert link_out("inside/x.jsonl") is None
    assert link_out("../elsewhere/x.jsonl") is None
