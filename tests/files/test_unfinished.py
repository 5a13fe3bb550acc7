"""What a killed process leaves is removed by the next build; what a living one is writing is left alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from mdchunk.files.atomic import whole_file
from mdchunk.files.outputs import remove_leftovers
from mdchunk.files.settings import BuildSettings
from mdchunk.files.unfinished import LOCK, remove_unfinished, remove_work_folders, work_folder
from tests.support.command import mdchunk

pytestmark = pytest.mark.skipif(os.name != "posix", reason="locks and signals of POSIX")

KILLED = """
import os, signal
from pathlib import Path
from mdchunk.files.atomic import whole_file
from mdchunk.files.unfinished import work_folder
with work_folder() as folder, whole_file(Path("out", "x.jsonl")) as file, whole_file(Path("kept/d", "a.md")):
    (folder / "000000.jsonl").write_bytes(b"some")
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr(tempfile, "tempdir", None)
    Path("a.md").write_text("# A\n\nOne.\n", encoding="utf-8")


def left() -> list[str]:
    """Return what is there besides the documents and the outputs."""
    files = (str(path) for top in ("out", "kept", "temporary") for path in Path(top).rglob("*"))
    return sorted(name for name in files if name not in {"out/x.jsonl", "kept/d"})


def kill_one() -> None:
    done = subprocess.run([sys.executable, "-c", KILLED], check=False, cwd=Path.cwd())
    assert done.returncode == -signal.SIGKILL
    assert len(left()) == 5  # two files, a folder with a lock and a shard


def test_a_build_removes_what_a_killed_one_left() -> None:
    kill_one()
    done = mdchunk("build", "a.md", "-o", "out/x.jsonl", "--converted", "kept")
    assert done.status == 0
    assert left() == []


def test_a_folder_of_parts_is_cleaned_too() -> None:
    assert mdchunk("build", "a.md", "-o", "parts/").status == 0
    before = sorted(path.name for path in Path("parts").iterdir())
    Path("parts/.part-00000.jsonl.0123abcd.tmp").write_bytes(b"half")
    assert mdchunk("build", "a.md", "-o", "parts/").status == 0
    assert sorted(path.name for path in Path("parts").iterdir()) == before


def test_what_a_living_process_writes_stays() -> None:
    settings = BuildSettings(output="out/x.jsonl", converted="kept")
    with work_folder() as folder, whole_file(Path("out/x.jsonl")) as file, whole_file(Path("kept/d/a.md")):
        file.write(b"new")
        remove_leftovers(settings)
        remove_work_folders()
        assert folder.is_dir()
        assert len(left()) == 4
    assert Path("out/x.jsonl").read_bytes() == b"new"
    assert not folder.exists()


def test_files_of_other_names_and_makers_stay() -> None:
    Path("out").mkdir()
    others = [
        ".y.jsonl.0123abcd.tmp",
        ".x.jsonl.0123abc.tmp",
        ".x.jsonl.0123abcd.tmp.md",
        "x.jsonl.0123abcd.tmp",
    ]
    for name in others:
        Path("out", name).write_bytes(b"")
    Path("out/.x.jsonl.0123abcd.tmp").write_bytes(b"")
    Path("out/.x.jsonl.0123abce.tmp").symlink_to("x.jsonl")
    remove_unfinished(Path("out"), "x.jsonl")
    assert sorted(os.listdir("out")) == sorted([*others, ".x.jsonl.0123abce.tmp"])  # noqa: PTH208
    for name in ("mdchunk-notes", "mdchunk-mine"):
        Path("temporary", name).mkdir()
    Path("temporary", "mdchunk-notes", "a.md").write_bytes(b"")
    Path("temporary", "mdchunk-link").symlink_to("mdchunk-notes")
    remove_work_folders()
    assert len(os.listdir("temporary")) == 3  # noqa: PTH208


def test_a_file_that_is_taken_for_a_leftover_before_it_is_locked_is_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import fcntl

    lock, taken = fcntl.flock, list[Path]()

    def flock(file: object, how: int) -> None:
        if how == fcntl.LOCK_EX and not taken:
            taken.extend(Path("temporary").glob(f"*/{LOCK}"))
            taken[0].unlink()
        lock(file, how)  # type: ignore[arg-type]

    monkeypatch.setattr(fcntl, "flock", flock)
    with work_folder() as folder:
        assert folder != taken[0].parent
        assert (folder / LOCK).exists()
    assert left() == []


def test_a_file_system_without_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    kill_one()

    def flock(_file: object, _how: int) -> None:
        raise OSError("no locks available")

    monkeypatch.setattr(fcntl, "flock", flock)
    remove_work_folders()
    remove_leftovers(BuildSettings(output="out/x.jsonl", converted="kept"))
    assert len(left()) == 5
    with whole_file(Path("out/x.jsonl")) as file:
        file.write(b"new")
    assert Path("out/x.jsonl").read_bytes() == b"new"


def test_a_signal_between_making_a_file_and_its_use_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise SystemExit(143)

    monkeypatch.setattr("mdchunk.files.unfinished.fcntl.flock", interrupted)
    with pytest.raises(SystemExit), whole_file(Path("out/x.jsonl")):
        pass
    with pytest.raises(SystemExit), work_folder():
        pass
    assert left() == []
