"""An unchanged build only looks, and nothing that may have changed counts as unchanged."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from mdchunk import build as builder
from mdchunk.files.inputs import Input, Look
from mdchunk.files.settings import BuildSettings
from mdchunk.model import MdchunkError, Options
from mdchunk.shards import manifest
from mdchunk.shards.look import STEP, digest, is_settled, look_at
from mdchunk.shards.summary import Summary

OUTPUT = Path("chunks.jsonl")
LONG_AGO = 1_000_000_000_000_000_000


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in "abc":
        put(name, f"# {name}\n\nText of {name}.\n")


def put(name: str, text: str) -> None:
    path = Path("docs", f"{name}.md")
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def make(*, checksum: bool = False, on_error: str = "stop") -> Summary:
    settings = BuildSettings(incremental=True, root="docs", checksum=checksum, on_error=on_error)  # type: ignore[arg-type]
    return builder.build(["docs"], Options(), settings)


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the files that are read to be hashed, as they are."""
    seen: list[str] = []

    def hash_of(path: str) -> str:
        seen.append(path)
        return own(path)

    own = manifest.hash_of
    monkeypatch.setattr(manifest, "hash_of", hash_of)
    monkeypatch.setattr(builder, "hash_of", hash_of)
    return seen


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let builds begin a minute after the files were written, each a minute after the one before."""
    minutes = iter(range(1, 100))
    now = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: now + next(minutes) * 60_000_000_000)


@pytest.mark.usefixtures("later")
def test_a_build_without_a_change_reads_no_file(hashed: list[str]) -> None:
    first = make()
    again = make()
    assert hashed == []
    assert (first.copied, again.copied) == (0, 3)
    again.copied = 0
    assert again == first


def test_files_that_were_just_written_are_read_again(hashed: list[str]) -> None:
    make()
    hashed.clear()
    assert make().copied == 3
    assert sorted(map(os.path.basename, hashed)) == ["a.md", "b.md", "c.md", "chunks.jsonl"]


@pytest.mark.usefixtures("later")
def test_a_change_that_keeps_size_and_time_is_seen_by_the_entry(hashed: list[str]) -> None:
    make()
    path = Path("docs", "b.md")
    before = path.stat()
    time.sleep(0.01)
    put("b", "# b\n\nText of B.\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    assert make().copied == 2
    assert hashed == [os.path.join("docs", "b.md")]  # noqa: PTH118 - as the walk has it
    assert b"Text of B." in OUTPUT.read_bytes()


@pytest.mark.usefixtures("later")
def test_a_file_that_was_only_touched_is_read_and_kept(hashed: list[str]) -> None:
    make()
    os.utime(Path("docs", "b.md"))
    data = OUTPUT.read_bytes()
    assert make().copied == 3
    assert [os.path.basename(path) for path in hashed] == ["b.md"]  # noqa: PTH119
    assert OUTPUT.read_bytes() == data
    assert OUTPUT.stat().st_mtime_ns >= Path("docs", "b.md").stat().st_mtime_ns
    hashed.clear()
    make()
    make()
    assert hashed == []


@pytest.mark.usefixtures("later")
def test_checksum_reads_every_file(hashed: list[str]) -> None:
    make()
    assert make(checksum=True).copied == 3
    assert sorted(map(os.path.basename, hashed)) == ["a.md", "b.md", "c.md", "chunks.jsonl"]


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("change", ["longer", "gone", "replaced"])
def test_an_output_that_changed_is_noticed(change: str) -> None:
    make()
    data = OUTPUT.read_bytes()
    if change == "longer":
        OUTPUT.write_bytes(data + b"\n")
    elif change == "replaced":
        OUTPUT.unlink()
        OUTPUT.write_bytes(data.replace(b"Text", b"Fake"))
    else:
        OUTPUT.unlink()
    assert make().copied == 0
    assert OUTPUT.read_bytes() == data


@pytest.mark.usefixtures("later")
def test_files_that_come_go_or_are_renamed_are_seen() -> None:
    make()
    put("d", "# d\n")
    assert make().copied == 3
    Path("docs", "d.md").rename(Path("docs", "e.md"))
    assert make().copied == 3
    Path("docs", "e.md").unlink()
    assert (make().copied, make().copied) == (3, 3)
    assert b"e.md" not in OUTPUT.read_bytes()


@pytest.mark.usefixtures("later")
def test_an_error_that_was_skipped_still_stops() -> None:
    Path("docs", "bad.md").write_bytes(b"caf\xe9\n")
    first = make(on_error="skip")
    again = make(on_error="skip")
    assert (again.failed, again.notices) == (1, first.notices)
    with pytest.raises(MdchunkError, match=r"bad\.md"):
        make()


@pytest.mark.usefixtures("later")
def test_a_note_about_the_manifest_is_not_repeated() -> None:
    make()
    manifest.manifest_path(OUTPUT).write_bytes(b"{")
    assert len(make().notices) == 1
    assert make().notices == []


def test_a_look_is_settled_after_the_coarsest_step_of_a_file_system() -> None:
    assert is_settled(Look(1, LONG_AGO, LONG_AGO, 1), LONG_AGO + STEP + 1)
    assert not is_settled(Look(1, LONG_AGO, LONG_AGO, 1), LONG_AGO + STEP)
    assert not is_settled(Look(1, LONG_AGO, LONG_AGO + 5, 1), LONG_AGO + STEP + 1)


def test_a_digest_knows_each_part_of_a_look_and_the_order() -> None:
    one, two = (Input(name, name, 1, Look(1, LONG_AGO, LONG_AGO, 7)) for name in "ab")
    others = [
        [one, two],
        [two, one],
        [one],
        *(
            [one._replace(look=Look(*look)), two]
            for look in ((1, LONG_AGO - 1, LONG_AGO, 7), (1, LONG_AGO, LONG_AGO, 8))
        ),
        [one._replace(source="c"), two],
    ]
    assert len({digest(inputs, LONG_AGO * 2) for inputs in others}) == len(others)
    assert digest([one, two], LONG_AGO) == ""
    assert digest([one, two._replace(look=None)], LONG_AGO * 2) == ""


def test_a_file_that_is_not_there_has_no_look() -> None:
    assert look_at("nowhere.md") is None
