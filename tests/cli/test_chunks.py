"""``mdchunk diff``, ``verify`` and ``stats`` on chunk files that ``mdchunk build`` wrote."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command import mdchunk


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    put("a.md", "# A\n\nOne.\n\n## B\n\nTwo.\n")
    put("b.md", "# Same\n\nx\n\n## Same\n\nx\n")
    build("old.jsonl")


def put(name: str, text: str) -> None:
    Path("docs", name).write_text(text, encoding="utf-8")


def build(output: str) -> None:
    assert mdchunk("build", "docs", "--root", "docs", "-o", output).status == 0


class TestDiff:
    def test_what_an_edit_does(self) -> None:
        put("a.md", "# A\n\nNew.\n\n\n## B\n\nTwo.\n")
        Path("docs/b.md").rename("docs/c.md")
        build("new.jsonl")
        done = mdchunk("diff", "old.jsonl", "new.jsonl")
        assert done.status == 0
        lines = done.stdout.decode().splitlines()
        words = [" ".join(line.split()[:4]) for line in lines[:-1]]
        assert words == [
            "added a.md#a lines 1-3",
            "removed a.md#a lines 1-3",
            "moved a.md#b lines 6-8",
            "renamed c.md#same lines 1-3",
            "renamed c.md#same-1 lines 5-7",
        ]
        assert lines[3].endswith(")")
        assert lines[-1] == "1 added, 1 removed, 1 moved, 2 renamed, 0 unchanged"

    def test_json_and_ids_agree(self) -> None:
        put("a.md", "# A\n\nNew.\n")
        build("new.jsonl")
        told = mdchunk("diff", "old.jsonl", "new.jsonl", "--json").json
        assert told["counts"] == {"added": 1, "removed": 2, "moved": 0, "renamed": 0, "unchanged": 2}
        for name, operation in (("embed", "added"), ("delete", "removed"), ("update", "moved")):
            ids = mdchunk("diff", "old.jsonl", "new.jsonl", "--ids", name).stdout.decode().split()
            assert ids == told[operation]
        old = [json.loads(line)["id"] for line in Path("old.jsonl").read_bytes().splitlines()]
        assert told["removed"] == old[:2]
        assert told["refs"] == {told["added"][0]: "a.md#a", old[0]: "a.md#a", old[1]: "a.md#b"}

    def test_a_renamed_record_knows_both_ids(self) -> None:
        Path("docs/a.md").rename("docs/z.md")
        build("new.jsonl")
        told = mdchunk("diff", "old.jsonl", "new.jsonl", "--json").json
        old = [json.loads(line)["id"] for line in Path("old.jsonl").read_bytes().splitlines()]
        assert [one["old_id"] for one in told["renamed"]] == old[:2]
        assert told["reuse"] == {one["id"]: one["old_id"] for one in told["renamed"]}

    def test_the_ids_of_a_rename_are_all_that_an_index_needs(self) -> None:
        Path("docs/a.md").rename("docs/z.md")
        build("new.jsonl")
        old, new = (
            [json.loads(line)["id"] for line in Path(name).read_bytes().splitlines()]
            for name in ("old.jsonl", "new.jsonl")
        )

        def ids(name: str) -> list[str]:
            return mdchunk("diff", "old.jsonl", "new.jsonl", "--ids", name).stdout.decode().splitlines()

        assert ids("delete") == old[:2]
        assert ids("embed") == new[-2:]
        assert ids("update") == []
        assert ids("reuse") == [f"{a} {b}" for a, b in zip(old[:2], new[-2:], strict=True)]

    def test_the_exit_status_tells_of_a_difference_where_it_is_asked_to(self) -> None:
        assert mdchunk("diff", "old.jsonl", "old.jsonl", "--exit-code").status == 0
        Path("new.jsonl").write_bytes(b"")
        assert mdchunk("diff", "old.jsonl", "new.jsonl").status == 0
        assert mdchunk("diff", "old.jsonl", "new.jsonl", "--exit-code").status == 1

    def test_standard_input_and_pipes(self, tmp_path: Path) -> None:
        put("a.md", "# A\n\nNew.\n")
        build("new.jsonl")
        old, new = Path("old.jsonl").read_bytes(), Path("new.jsonl").read_bytes()
        said = mdchunk("diff", "old.jsonl", "new.jsonl").stdout
        assert b"removed" in said
        assert mdchunk("diff", "-", "new.jsonl", stdin=old).stdout == said
        assert mdchunk("diff", "old.jsonl", "-", stdin=new).stdout == said
        done = mdchunk("diff", "-", "-")
        assert (done.status, "OLD and NEW are both standard input" in done.stderr) == (2, True)
        assert mdchunk("diff", "-", "new.jsonl", stdin=b"x").stderr.startswith("Error: stdin:1: not JSON")
        if os.name == "posix":
            command = f"cat new.jsonl | {sys.executable} -m mdchunk diff <(cat old.jsonl) -"
            assert (
                subprocess.run(["bash", "-c", command], check=True, capture_output=True, cwd=tmp_path).stdout
                == said
            )

    def test_wrong_usage(self) -> None:
        assert mdchunk("diff", "old.jsonl").status == 2
        assert mdchunk("diff", "old.jsonl", "nope.jsonl").status == 2
        assert mdchunk("diff", "old.jsonl", "old.jsonl", "--ids", "embed", "--json").status == 2
        Path("bad.jsonl").write_text("{}\n", encoding="utf-8")
        done = mdchunk("diff", "old.jsonl", "bad.jsonl")
        assert (done.status, done.stderr) == (
            1,
            "Error: bad.jsonl:1: not a chunk record: it lacks hash, id\n",
        )


class TestVerify:
    def test_all_is_well(self) -> None:
        done = mdchunk("verify", "old.jsonl", "--root", "docs")
        assert (done.status, done.stdout.decode()) == (
            0,
            "4 chunks in 2 documents match their sources\n",
        )
        assert mdchunk("verify", "old.jsonl", "--root", "docs", "-q").stdout == b""
        assert mdchunk("verify", "old.jsonl", "--root", "docs", "--json").json == {
            "ok": True,
            "chunks": 4,
            "documents": 2,
            "stale": [],
        }

    def test_what_is_stale_is_named(self) -> None:
        put("a.md", "# A\n\nOne!\n\n## B\n\nTwo.\n")
        done = mdchunk("verify", "old.jsonl", "--root", "docs")
        assert done.status == 1
        assert (
            done.stdout.decode()
            == "a.md:1: text differs from characters 0 to 9 of the source (old.jsonl:1)\n"
        )
        assert done.stderr == "Error: 1 problem in 4 chunks in 2 documents; build old.jsonl again\n"
        told = mdchunk("verify", "old.jsonl", "--root", "docs", "--json").json
        assert (told["ok"], told["stale"][0]["source"], told["error"]["exit_status"]) == (False, "a.md", 1)

    def test_what_was_added_is_named_unless_it_may_be_missing(self) -> None:
        with Path("docs/a.md").open("a", encoding="utf-8") as file:
            file.write("\n{/* aside */}\n\n***\n")
        done = mdchunk("verify", "old.jsonl", "--root", "docs")
        assert (done.status, done.stdout.decode()) == (
            1,
            "a.md:9: this line is in no chunk\na.md:11: this line is in no chunk\n",
        )
        assert "--dialect" in done.stderr
        args = ("--root", "docs", "--dialect", "mdx", "--drop", "thematic_break")
        assert mdchunk("verify", "old.jsonl", *args).status == 0

    def test_settings_are_those_of_the_build(self) -> None:
        Path("mdchunk.toml").write_text('root = "docs"\ndrop = ["paragraph"]\n', encoding="utf-8")
        assert mdchunk("build", "docs").status == 0
        assert mdchunk("verify", "chunks.jsonl").status == 0

    def test_standard_input_cannot_be_read_again(self) -> None:
        data = mdchunk("build", "-", "-o", "-", stdin=b"# A\n").stdout
        done = mdchunk("verify", "-", stdin=data)
        assert (done.status, done.stdout.decode()) == (
            1,
            "stdin: built from standard input, which cannot be read again (-:1)\n",
        )

    def test_encoding_and_standard_input(self) -> None:
        put("b.md", "")
        Path("docs/a.md").write_bytes("# Café\n".encode("latin-1"))
        args = ("docs/a.md", "--root", "docs", "--encoding", "latin-1")
        data = mdchunk("build", *args, "-o", "-").stdout
        assert mdchunk("verify", "-", *args[1:], stdin=data).status == 0

    def test_many_problems_are_counted(self) -> None:
        put("many.md", "# A\n\n" * 60)
        build("many.jsonl")
        put("many.md", "# X\n\n" * 60)
        lines = mdchunk("verify", "many.jsonl", "--root", "docs").stdout.decode().splitlines()
        assert len(lines) == 51
        assert lines[-1] == "... and 10 more; --verbose shows all"
        assert len(mdchunk("verify", "many.jsonl", "--root", "docs", "-v").stdout.splitlines()) == 60


class TestStats:
    def test_at_a_glance(self) -> None:
        done = mdchunk("stats", "old.jsonl")
        assert done.status == 0
        text = done.stdout.decode()
        assert text.startswith("4 chunks from 2 documents\n38 characters of content, 0 split sections\n")
        assert "min 9  p5 9  p25 9  p50 9  p75 10  p95 10  max 10" in text
        assert "up to  2 " in text
        assert "biggest:\n  10 characters  a.md:5-7\n" in text

    def test_json_and_standard_input(self) -> None:
        told = mdchunk("stats", "-", "--json", stdin=Path("old.jsonl").read_bytes()).json
        assert (told["ok"], told["chunks"], told["unit"], told["biggest"]) == (True, 4, "characters", 10)

    def test_nothing(self) -> None:
        assert mdchunk("stats", "-").stdout == b"0 chunks from 0 documents\n"

    def test_a_file_that_lacks_fields(self) -> None:
        done = mdchunk("stats", "-", stdin=b'{"id": "1"}\n')
        assert done.status == 1
        assert "-:1: not a chunk record: it lacks content" in done.stderr

    def test_quality_names_the_places(self) -> None:
        put("a.md", "# A\n\nTake these:\n\n- one\n- two\n")
        record = json.loads(Path("old.jsonl").read_bytes().splitlines()[0])
        text = Path("docs/a.md").read_text(encoding="utf-8")
        pieces = [(0, 16), (18, len(text) - 1)]
        lines = [
            json.dumps(record | {"text": text[s:e], "content": text[s:e], "start_char": s, "end_char": e})
            for s, e in pieces
        ]
        Path("cut.jsonl").write_text("\n".join(lines), encoding="utf-8")
        done = mdchunk("stats", "cut.jsonl", "--root", "docs")
        assert "  1 lone_lead_ins: " in done.stdout.decode()
        assert "\n    a.md:3\n" in done.stdout.decode()
        found = mdchunk("stats", "cut.jsonl", "--root", "docs", "--json").json["quality"]
        assert found["counts"]["lone_lead_ins"] == 1
        assert found["places"] == [{"check": "lone_lead_ins", "source": "a.md", "line": 3, "chunk": 0}]
        gate = mdchunk("stats", "cut.jsonl", "--root", "docs", "--check", "lone_lead_ins=0")
        assert gate.status == 1
        assert "lone_lead_ins: 1 found, 0 allowed" in gate.stderr
        passed = mdchunk(
            "stats", "cut.jsonl", "--root", "docs", "--check", "lone_lead_ins=1", "--check", "runts=0"
        )
        assert passed.status == 0
        told = mdchunk("stats", "cut.jsonl", "--root", "docs", "--check", "lone_lead_ins=0", "--json")
        assert (told.status, told.json["ok"], told.json["error"]["kind"]) == (1, False, "check")

    def test_the_gate_holds_back_what_it_cannot_check(self) -> None:
        done = mdchunk("stats", "old.jsonl", "--root", ".", "--check", "runts=0")
        assert done.status == 1
        assert "a.md: not checked: No such file or directory in " in done.stderr
        put("a.md", "# Other\n")
        assert (
            "it has changed since"
            in mdchunk("stats", "old.jsonl", "--root", "docs", "--check", "runts=0").stderr
        )
        assert mdchunk("stats", "old.jsonl", "--root", ".").status == 0
        assert mdchunk("stats", "old.jsonl", "--check", "runts=0", "--no-quality").status == 2
        for wrong in ("runt=0", "runts", "runts=x"):
            assert mdchunk("stats", "old.jsonl", "--check", wrong).status == 2

    def test_runts_are_measured_by_the_limit_that_is_set(self) -> None:
        put("long.md", "# A\n\n" + "Words of a sentence here. " * 40)
        mdchunk("build", "docs/long.md", "--root", "docs", "-o", "long.jsonl", "--max-chars", "300")
        for flags, limit in (((), 300), (("--max-chars", "5000"), 5000)):
            told = mdchunk("stats", "long.jsonl", "--root", "docs", "--json", *flags).json
            assert abs(told["quality"]["limit"] - limit) < 30
            assert bool(told["quality"]["counts"]["runts"]) == (limit == 5000)
