"""Files in, one chunk file out: whole, in order, the same bytes however the work is done."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from mdchunk.api import chunk_file, chunk_markdown
from mdchunk.build import build
from mdchunk.files.settings import BuildSettings, Patterns
from mdchunk.model import MdchunkError, Options
from mdchunk.shards import plan, shard
from mdchunk.shards.manifest import manifest_path
from mdchunk.shards.summary import Summary
from tests.support import deadly
from tests.support.command import mdchunk

DOCUMENTS = {
    "a.md": "# A\n\nOne.\n",
    "b/c.md": "Before.\n\n# C\n\n" + "A line of some words.\n" * 30 + "\n## D\n\nDeep.\n",
    "b/d.mdx": "# E\n",
    "e.md": "",
    "f.md": "# Same\n",
    "g.md": "# Same\n",
}
SMALL = Options(max_chars=300)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in DOCUMENTS.items():
        put(name, text)


def put(name: str, text: str | bytes) -> None:
    path = Path("docs", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def make(*paths: str, options: Options = SMALL, **settings: Any) -> Summary:
    return build(paths or ("docs",), options, BuildSettings(**({"root": "docs"} | settings)))


def records(path: str = "chunks.jsonl") -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_bytes().splitlines()]


def test_each_document_in_order_as_the_api_chunks_it() -> None:
    summary = make()
    expected = [c.to_dict() for n, t in DOCUMENTS.items() for c in chunk_markdown(t, SMALL, source=n)]
    assert records() == expected
    assert (summary.files, summary.chunks, summary.unit) == (6, len(expected), "characters")
    assert summary.biggest == max(len(record["content"]) for record in expected)
    assert [(source, split.line, split.parts) for source, split in summary.splits] == [("b/c.md", 3, 3)]


def test_sizes_in_tokens() -> None:
    summary = make(options=Options(max_tokens=50))
    assert (summary.unit, summary.biggest) == ("tokens", max(record["tokens"] for record in records()))


@pytest.mark.parametrize("jobs", [2, 4])
def test_any_number_of_jobs_gives_the_same_bytes(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    monkeypatch.setattr(plan, "SHARD_FILES", 2)
    one = make(jobs=1)
    data = Path("chunks.jsonl").read_bytes()
    several = make(jobs=jobs, output="other.jsonl")
    assert Path("other.jsonl").read_bytes() == data
    several.output = one.output
    assert several == one


def test_a_source_is_relative_to_the_root() -> None:
    make("docs/b", root=".")
    assert {record["source"] for record in records()} == {"docs/b/c.md", "docs/b/d.mdx"}
    with pytest.raises(MdchunkError, match=r"root is docs/b, and docs/a\.md is not below it"):
        make("docs/a.md", root="docs/b")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("settings", [{"jobs": 1}, {"jobs": 2}, {"incremental": True}])
def test_a_pipe_is_read_once_whoever_reads_it(settings: dict[str, Any]) -> None:
    os.mkfifo("pipe.md")
    for _ in range(2):
        writer = threading.Thread(target=lambda: Path("pipe.md").write_text("# Piped\n", encoding="utf-8"))
        writer.start()
        make("pipe.md", "docs/a.md", root=".", **settings)
        writer.join()
        assert [record["source"] for record in records()] == ["pipe.md", "docs/a.md"]


def test_fields_in_the_order_they_were_chosen() -> None:
    make("docs/a.md", fields=("content", "id", "tokens"))
    assert [list(record) for record in records()] == [["content", "id"]]


def test_the_other_formats_hold_the_same_records() -> None:
    make()
    make(format="json", output="chunks.json")
    assert json.loads(Path("chunks.json").read_bytes()) == records()
    parquet = pytest.importorskip("pyarrow.parquet")
    make(format="parquet", output="chunks.parquet")
    rows = parquet.read_table("chunks.parquet").to_pylist()
    assert [
        {name: row[name] for name in record} for row, record in zip(rows, records(), strict=True)
    ] == records()


def test_a_source_is_never_written_over() -> None:
    Path("link.md").symlink_to("docs/a.md")
    for output in ("docs/a.md", "link.md"):
        with pytest.raises(MdchunkError, match=r"output is .*(a|link)\.md, which is one of the files"):
            make(output=output, format="jsonl")
    assert Path("docs/a.md").read_text(encoding="utf-8") == DOCUMENTS["a.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_an_output_behind_a_link_out_of_the_folder_is_a_warning(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere").resolve()
    Path("link").symlink_to(elsewhere)
    Path("here.jsonl").symlink_to("docs/chunks.jsonl")
    (notice,) = make(output="link/chunks.jsonl").notices
    assert notice.render() == (
        f"output is behind the link link; it replaces {elsewhere / 'chunks.jsonl'}, outside the current folder"
    )
    assert (elsewhere / "chunks.jsonl").stat().st_size
    assert make(output="here.jsonl").notices == make(output=str(elsewhere / "x.jsonl")).notices == []


def test_no_file_says_what_was_left_out() -> None:
    put("x.txt", "")
    with pytest.raises(
        MdchunkError, match=r"no Markdown file in docs \(skipped: 6 excluded, 1 other files\); name the"
    ):
        make(exclude=Patterns(("*.md*",)))
    assert not Path("chunks.jsonl").exists()


class TestErrors:
    def test_stop_names_the_file_and_leaves_the_old_output(self) -> None:
        make()
        before = Path("chunks.jsonl").read_bytes()
        put("b/bad.md", b"caf\xe9\n")
        with pytest.raises(MdchunkError, match=r"b/bad\.md.*0xe9"):
            make()
        assert Path("chunks.jsonl").read_bytes() == before

    def test_skip_tells_the_file_and_builds_the_rest(self) -> None:
        make(output="good.jsonl")
        put("b/bad.md", b"caf\xe9\n")
        summary = make(on_error="skip")
        assert Path("chunks.jsonl").read_bytes() == Path("good.jsonl").read_bytes()
        assert [(w.kind, w.file) for w in summary.notices] == [("skipped", "b/bad.md")]
        assert (summary.files, summary.failed) == (6, 1)

    def test_skipping_everything_leaves_the_old_output(self) -> None:
        Path("chunks.jsonl").write_bytes(b"old")
        put("b/bad.md", b"caf\xe9\n")
        summary = make("docs/b/bad.md", on_error="skip")
        assert (summary.files, summary.failed) == (0, 1)
        assert Path("chunks.jsonl").read_bytes() == b"old"
        assert not list(Path().glob(".chunks*"))

    def test_a_file_that_ends_its_process_is_named_and_costs_itself(self) -> None:
        make(output="good.jsonl", options=Options(max_tokens=100, tokenizer=deadly.count))
        put("b/dead.md", "# DEADLY\n")
        summary = make(jobs=2, on_error="skip", options=Options(max_tokens=100, tokenizer=deadly.count))
        assert [notice.file for notice in summary.notices] == ["b/dead.md"]
        assert Path("chunks.jsonl").read_bytes() == Path("good.jsonl").read_bytes()

    def test_another_encoding_when_told(self) -> None:
        put("b/bad.md", b"caf\xe9\n")
        make("docs/b/bad.md", encoding="latin-1")
        assert records()[0]["text"] == "café"


class TestIncremental:
    def test_the_bytes_are_those_of_a_full_build_whatever_changed(self) -> None:
        generator = random.Random(7)
        make(incremental=True)
        for step in range(6):
            name = generator.choice(list(DOCUMENTS))
            put(name, f"# Changed {step}\n")
            put(f"new{step}.md", "# New\n")
            if step % 2:
                Path("docs", f"new{step - 1}.md").unlink()
            make(incremental=True)
            make(output="full.jsonl")
            assert Path("chunks.jsonl").read_bytes() == Path("full.jsonl").read_bytes()

    def test_only_what_changed_is_chunked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        put("bad.md", b"caf\xe9\n")
        full = make(incremental=True, on_error="skip")
        monkeypatch.setattr(shard, "run_shard", None)
        again = make(incremental=True, on_error="skip")
        assert (full.copied, again.copied) == (0, 6)
        again.copied = 0
        assert again == full
        put("a.md", "# Other\n")
        with pytest.raises(TypeError):
            make(incremental=True, on_error="skip")

    def test_an_error_that_was_skipped_stops_where_it_should(self) -> None:
        put("bad.md", b"caf\xe9\n")
        make(incremental=True, on_error="skip")
        with pytest.raises(MdchunkError, match=r"bad\.md"):
            make(incremental=True)

    def test_other_options_build_everything_again(self) -> None:
        make(incremental=True)
        assert make(incremental=True, options=Options(max_chars=250)).copied == 0
        assert make(incremental=True, options=Options(max_chars=250), fields=("id",)).copied == 0
        assert {tuple(record) for record in records()} == {("id",)}

    def test_a_damaged_manifest_is_told_and_ignored(self) -> None:
        make(incremental=True)
        data = Path("chunks.jsonl").read_bytes()
        manifest_path(Path("chunks.jsonl")).write_bytes(b"{")
        summary = make(incremental=True)
        assert [notice.kind for notice in summary.notices] == ["config"]
        assert Path("chunks.jsonl").read_bytes() == data
        assert make(incremental=True).copied == 6

    def test_a_build_without_it_makes_the_manifest_stale_and_that_is_noticed(self) -> None:
        make(incremental=True)
        put("a.md", "# Other\n")
        make()
        summary = make(incremental=True)
        assert summary.copied == 0
        assert "does not match its manifest" in summary.notices[0].message
        make(output="full.jsonl")
        assert Path("chunks.jsonl").read_bytes() == Path("full.jsonl").read_bytes()

    @pytest.mark.parametrize("settings", [{"format": "json"}, {"output": "-"}])
    def test_only_for_lines_in_a_file(self, settings: dict[str, str]) -> None:
        with pytest.raises(MdchunkError, match="incremental needs an output file in the format jsonl"):
            BuildSettings(incremental=True, **settings)  # type: ignore[arg-type]


def test_an_interruption_leaves_the_old_output_and_nothing_else() -> None:
    Path("chunks.jsonl").write_bytes(b"old")

    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(["docs"], SMALL, BuildSettings(jobs=2), lambda _files: interrupt)
    assert Path("chunks.jsonl").read_bytes() == b"old"
    assert sorted(path.name for path in Path().iterdir()) == ["chunks.jsonl", "docs"]


@pytest.mark.parametrize("jobs", [["--jobs", "2"], ["--jobs", "4"], ["--incremental"]])
def test_the_corpus_gives_the_same_bytes_however_it_is_built(jobs: list[str]) -> None:
    folder = os.environ.get("MDCHUNK_CORPUS")
    if not folder:
        pytest.skip("MDCHUNK_CORPUS names no folder")
    build_it = [
        sys.executable,
        "-m",
        "mdchunk",
        "build",
        folder,
        "--root",
        folder,
        "--on-error",
        "skip",
        "-q",
    ]
    subprocess.run([*build_it, "-o", "one.jsonl", "--jobs", "1"], check=True)
    for _ in range(2):
        subprocess.run([*build_it, "-o", "other.jsonl", *jobs], check=True)
        assert Path("one.jsonl").read_bytes() == Path("other.jsonl").read_bytes()


def test_a_folder_that_cannot_be_read_is_skipped_and_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    scan = os.scandir

    def scandir(path: str) -> Any:
        if str(path).endswith("b"):
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", scandir)
    with pytest.raises(MdchunkError, match="b: Permission denied"):
        make()
    for _ in range(2):
        summary = make(on_error="skip", incremental=True)
        assert [record["source"] for record in records()] == ["a.md", "f.md", "g.md"]
        assert [(notice.kind, notice.message) for notice in summary.notices] == [
            ("skipped", "Permission denied")
        ]
        assert summary.skipped == {"unreadable": 1}


def test_a_file_that_goes_away_after_it_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    look = os.stat

    def stat(path: Any, **how: Any) -> os.stat_result:
        if str(path).endswith("g.md") and not how:
            raise FileNotFoundError(2, "No such file or directory", path)
        return look(path, **how)

    monkeypatch.setattr(os, "stat", stat)
    with pytest.raises(MdchunkError, match=r"^g\.md: No such file or directory"):
        make()
    assert [notice.place.file for notice in make(on_error="skip").notices] == ["g.md"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems take no such names")
class TestNamesThatAreNotUtf8:
    """A record cannot have such a name, and JSON neither."""

    @pytest.fixture(autouse=True)
    def named(self) -> None:
        with open(b"docs/b\xff.md", "wb") as file:  # noqa: PTH123 - a name that is no str
            file.write(b"# B\n")

    @pytest.mark.parametrize("form", ["jsonl", "json", "parquet"])
    def test_the_build_stops_or_skips_it(self, form: str) -> None:
        with pytest.raises(
            MdchunkError, match=r"^b\\xff\.md: the file's name is not UTF-8; rename the file"
        ) as caught:
            make(format=form)
        assert str(caught.value).isascii()
        for _ in range(2):
            summary = make(format=form, on_error="skip", incremental=form == "jsonl")
            assert (summary.files, summary.failed) == (len(DOCUMENTS), 1)
            assert [notice.file for notice in summary.notices] == ["b\\xff.md"]

    def test_every_command_names_it(self) -> None:
        path = os.fsdecode(b"docs/b\xff.md")
        for args in (
            ["build", path],
            ["outline", path],
            ["section", path, "--anchor", "b"],
            ["tune", "docs"],
        ):
            done = mdchunk(*args, "--json")
            assert (done.status, done.stderr) == (1, "")
            assert done.json["error"]["message"].startswith(
                "docs/b\\xff.md: the file's name is not UTF-8; rename"
            )
        done = mdchunk("build", "docs", "--on-error", "skip", "--json")
        assert done.json["notices"][0]["file"] == "docs/b\\xff.md"
        assert (
            mdchunk("build", f"{path}.no", "--json")
            .json["error"]["message"]
            .startswith("docs/b\\xff.md.no: no such")
        )
        with pytest.raises(MdchunkError, match="not UTF-8"):
            chunk_file(path)


@pytest.mark.skipif(os.name != "posix", reason="files of open files")
class TestOutputsThatAreNoFile:
    COMMAND = f"{sys.executable} -m mdchunk build docs -q"

    def run(self, command: str) -> str:
        return subprocess.run(["bash", "-c", command], check=True, capture_output=True, text=True).stdout

    @pytest.fixture
    def whole(self) -> str:
        make(root=".", options=Options())
        return Path("chunks.jsonl").read_text(encoding="utf-8")

    def test_standard_output_by_its_path(self, whole: str) -> None:
        assert self.run(f"{self.COMMAND} -o /dev/stdout") == whole
        assert self.run(f"{self.COMMAND} -o /dev/stdout | cat") == whole
        self.run(f"echo first > x; {self.COMMAND} -o /dev/stdout >> x; {self.COMMAND} -o /dev/fd/3 3>> x")
        assert Path("x").read_text(encoding="utf-8") == f"first\n{whole}{whole}"

    def test_process_substitution(self, whole: str) -> None:
        assert (
            self.run(
                f"{self.COMMAND} -o >(cat > y; echo done > z); while ! [ -s z ]; do sleep 0.01; done; cat y"
            )
            == whole
        )
        one = self.run(f"{sys.executable} -m mdchunk build <(echo '# X') -q -o -")
        assert json.loads(one)["text"] == "# X"

    def test_standard_input_by_its_path(self) -> None:
        found = self.run(f"echo '# X' | {sys.executable} -m mdchunk build /dev/stdin -q -o -")
        assert json.loads(found)["source"] == ""

    def test_what_needs_a_file(self) -> None:
        for flags in ("--incremental", "--format parquet"):
            done = subprocess.run(
                ["bash", "-c", f"{self.COMMAND} {flags} -o >(cat)"], check=False, capture_output=True
            )
            assert done.returncode == 1
            assert b"needs a regular file" in done.stderr


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no table of processes to look into")
def test_the_processes_of_a_killed_build_end_with_it() -> None:
    put("big.md", "# Title\n\n" + "Many words. " * 300_000)
    process = subprocess.Popen([sys.executable, "-m", "mdchunk", "build", "docs", "-q", "--jobs", "2"])
    mine: list[int] = []
    while process.poll() is None and not mine:
        time.sleep(0.05)
        listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii")
        mine = [int(pid) for pid in listed.split() if "spawn_main" in command_of(int(pid))]
    process.kill()
    process.wait()
    for _ in range(200):
        if not any("spawn_main" in command_of(pid) for pid in mine):
            break
        time.sleep(0.05)
    assert mine
    assert not [pid for pid in mine if "spawn_main" in command_of(pid)]


def command_of(pid: int) -> str:
    """Return a process's command line, empty where it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")
    except OSError:
        return ""


def test_a_killed_build_leaves_the_old_file_or_the_new_one_whole() -> None:
    """MDCHUNK_KILLS asks for more kills than the few that every run of the tests makes."""
    for n in range(60):
        put(f"many/{n}.md", "# Title\n\n" + "Many words. " * 500 + "\n")
    command = [sys.executable, "-m", "mdchunk", "build", "docs", "-q", "--incremental", "--max-chars"]
    wholes = set()
    took = []
    for size in ("200", "300"):
        start = time.perf_counter()
        subprocess.run([*command, size], check=True)
        took.append(time.perf_counter() - start)
        wholes.add(hashlib.sha256(Path("chunks.jsonl").read_bytes()).hexdigest())
    generator = random.Random(4)
    for n in range(int(os.environ.get("MDCHUNK_KILLS", "4"))):
        process = subprocess.Popen([*command, ("200", "300")[n % 2], "--jobs", str(1 + n % 3 // 2)])
        try:
            process.wait(generator.uniform(0, max(took) * 1.2))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert hashlib.sha256(Path("chunks.jsonl").read_bytes()).hexdigest() in wholes
    subprocess.run([*command, "300"], check=True)
    subprocess.run([*command[:-2], "-o", "full.jsonl", "--max-chars", "300"], check=True)
    assert Path("chunks.jsonl").read_bytes() == Path("full.jsonl").read_bytes()
