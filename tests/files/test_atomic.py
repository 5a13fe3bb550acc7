"""A file is whole or not there."""

from __future__ import annotations

import errno
import os
import stat
import threading
from typing import TYPE_CHECKING

import pytest

from mdchunk.files.atomic import whole_file
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from pathlib import Path


def test_new_bytes_take_the_place_of_the_old(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "out.jsonl"
    for text in (b"one\n", b"two\n"):
        with whole_file(path) as file:
            file.write(text)
        assert path.read_bytes() == text
    assert [p.name for p in path.parent.iterdir()] == ["out.jsonl"]


@pytest.mark.parametrize("end", [KeyboardInterrupt(), ValueError("x"), SystemExit(3)])
def test_the_old_file_stays_when_the_block_ends_early(tmp_path: Path, end: BaseException) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")

    def write() -> None:
        with whole_file(path) as file:
            file.write(b"half")
            file.flush()
            assert path.read_bytes() == b"old"
            raise end

    with pytest.raises(type(end)):
        write()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_one_line_and_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")

    def write() -> None:
        with whole_file(path):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(MdchunkError, match=r"out: cannot be written: No space left on device$"):
        write()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "out", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to("out")
    with whole_file(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_folder_in_the_way(tmp_path: Path) -> None:
    with pytest.raises(MdchunkError, match="cannot be written: Is a directory"), whole_file(tmp_path):
        pass


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_written_straight(tmp_path: Path) -> None:
    path, got = tmp_path / "pipe", []
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: got.append(path.read_bytes()))
    reader.start()
    with whole_file(path) as file:
        file.write(b"data")
    reader.join()
    assert got == [b"data"]
    assert stat.S_ISFIFO(path.stat().st_mode)
