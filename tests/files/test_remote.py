"""URLs through fsspec: found in order and lazily, read in full, written whole; errors that pass are tried again."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mdchunk import build_chunks, read_chunks
from mdchunk.build import build
from mdchunk.files import remote
from mdchunk.files.inputs import find_inputs
from mdchunk.files.settings import BuildSettings, Patterns
from mdchunk.files.store import LocalFolder, Store, is_url, store_at
from mdchunk.model import MdchunkError, Options
from tests.support.command import mdchunk

fsspec = pytest.importorskip("fsspec")
ROOT = "memory://bucket/docs"
PAGES = {
    "a.md": "# A\n\nText of a.\n",
    "b/c.mdx": "# C\n\nText of c.\n",
    "b/d.txt": "no Markdown",
    "b.md": "# B\n\nText of b.\n",
    ".hidden/x.md": "# X\n",
    "node_modules/y.md": "# Y\n",
}


@pytest.fixture(autouse=True)
def bucket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(remote, "PAUSE", 0)
    system = fsspec.filesystem("memory")
    for name, text in PAGES.items():
        system.pipe(f"/bucket/docs/{name}", text.encode())
    yield system
    system.store.clear()
    system.pseudo_dirs[:] = [""]


def names(*paths: str, **settings: Any) -> list[str]:
    return [one.source for one in find_inputs(paths, BuildSettings(**settings)).files]


@pytest.mark.parametrize(
    ("path", "url"),
    [
        ("s3://b/c", True),
        ("zip://*.md::a.zip", True),
        ("zip::a.zip", True),
        ("C:/a", False),
        ("a:b", False),
        ("./s3:/x", False),
    ],
)
def test_what_a_url_is(path: str, url: bool) -> None:
    assert is_url(path) == url


def test_a_folder_is_walked_in_order() -> None:
    found = find_inputs([ROOT], BuildSettings())
    assert [one.source for one in found.files] == [f"{ROOT}/{name}" for name in ("a.md", "b/c.mdx", "b.md")]
    assert found.skipped == {"hidden": 1, "other files": 1, "packages": 1}
    assert all(one.stamp and one.look is None for one in found.files)
    assert [one.size for one in found.files] == [len(PAGES[n]) for n in ("a.md", "b/c.mdx", "b.md")]


def test_a_root_names_documents() -> None:
    assert names(ROOT, root="memory://bucket") == ["docs/a.md", "docs/b/c.mdx", "docs/b.md"]
    assert names(f"{ROOT}/b/c.mdx", root=f"{ROOT}/") == ["b/c.mdx"]
    with pytest.raises(MdchunkError, match=r"root is memory://other, and .* is not below it"):
        names(ROOT, root="memory://other")


@pytest.mark.parametrize(
    ("glob", "wanted"),
    [
        ("*.md", ["a.md", "b.md"]),
        ("**/*.mdx", ["b/c.mdx"]),
        ("**/*.txt", ["b/d.txt"]),
        ("b/*", ["b/c.mdx", "b/d.txt"]),
        ("?.md", ["a.md", "b.md"]),
    ],
)
def test_globs(glob: str, wanted: list[str]) -> None:
    assert names(f"{ROOT}/{glob}", root=ROOT) == wanted


def test_include_and_exclude() -> None:
    assert names(ROOT, root=ROOT, include=Patterns(("*.txt",))) == ["b/d.txt"]
    assert names(ROOT, root=ROOT, exclude=Patterns(("b/", "a.*"))) == ["b.md"]


def test_what_is_not_there() -> None:
    with pytest.raises(MdchunkError, match=r"^memory://bucket/nothing: no such file or folder$"):
        names("memory://bucket/nothing")
    with pytest.raises(MdchunkError, match=r"^nosuch://x: no driver for nosuch: "):
        names("nosuch://x")
    assert mdchunk("build", "memory://bucket/nothing").stderr == (
        "Error: memory://bucket/nothing: no such file or folder\n"
    )


def test_the_records_are_those_of_local_files(bucket: Any) -> None:
    for name in ("a.md", "b/c.mdx", "b.md"):
        path = Path("docs", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(PAGES[name].encode())
    build_chunks("docs", "local.jsonl", build_settings=BuildSettings(root="docs"))
    build_chunks(ROOT, "remote.jsonl", build_settings=BuildSettings(root=ROOT))
    assert Path("remote.jsonl").read_bytes() == Path("local.jsonl").read_bytes()
    build_chunks(ROOT, "urls.jsonl")
    assert next(read_chunks("urls.jsonl")).ref == f"{ROOT}/a.md#a"
    assert mdchunk("verify", "urls.jsonl").status == 0
    bucket.pipe("/bucket/docs/a.md", b"# Other\n")
    assert mdchunk("verify", "urls.jsonl").status == 1


def test_members_of_an_archive() -> None:
    with zipfile.ZipFile("pages.zip", "w") as archive:
        archive.writestr("docs/one.md", "# One\n")
        archive.writestr("docs/two.md", "# Two\n")
    build_chunks("zip://docs::pages.zip", "zipped.jsonl")
    assert [chunk.source for chunk in read_chunks("zipped.jsonl")] == [
        "zip://docs/one.md::pages.zip",
        "zip://docs/two.md::pages.zip",
    ]
    assert names("zip://docs/two.md::pages.zip") == ["zip://docs/two.md::pages.zip"]


def test_a_file_url_is_a_path(tmp_path: Path) -> None:
    Path("a.md").write_text("# A\n", encoding="utf-8")
    assert names(f"file://{tmp_path.as_posix()}/a.md") == ["a.md"]
    assert store_at(f"file://{tmp_path.as_posix()}/out/") == LocalFolder(f"{tmp_path.as_posix()}/out/")


@pytest.fixture(params=["local", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return store_at("memory://bucket/out/" if request.param == "memory" else f"{tmp_path}/out/")


def test_a_store(store: Store) -> None:
    assert list(store.names()) == []
    assert list(store.names("_errors")) == []
    with store.write("a.jsonl") as file:
        file.write(b"one")
    with store.write("_errors/b.jsonl") as file:
        file.write(b"two")
    assert (list(store.names()), list(store.names("_errors"))) == (["a.jsonl"], ["_errors/b.jsonl"])
    with store.read("_errors/b.jsonl") as file:
        assert (file.read(1), file.seek(1), file.read()) == (b"t", 1, b"wo")
    half_written = store.write("c.jsonl")
    half_written.__enter__().write(b"half")
    assert not half_written.__exit__(ZeroDivisionError, ZeroDivisionError(), None)
    assert list(store.names()) == ["a.jsonl"]
    store.move("a.jsonl", "d.jsonl")
    assert list(store.names()) == ["d.jsonl"]
    store.remove("d.jsonl")
    store.remove("d.jsonl")
    store.remove("_errors/b.jsonl")
    assert list(store.names()) + list(store.names("_errors")) == []
    with pytest.raises(MdchunkError, match=r"(?i)out/gone\.jsonl: no such file"):
        store.read("gone.jsonl").__enter__()


class TestErrorsThatPass:
    """A store that answers with errors and too few bytes."""

    def test_a_read_is_tried_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        answers: Iterator[Any] = iter([OSError("503"), b"# A", ValueError("reset"), PAGES["a.md"].encode()])

        def cat(_path: str) -> bytes:
            answer = next(answers)
            if isinstance(answer, Exception):
                raise answer
            return answer  # type: ignore[no-any-return]

        monkeypatch.setattr(remote.system_of(ROOT)[0], "cat_file", cat)
        assert remote.read_url(f"{ROOT}/a.md", len(PAGES["a.md"])) == PAGES["a.md"].encode()

    def test_in_the_end_it_is_an_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked = []

        def cat(path: str) -> bytes:
            asked.append(path)
            return b"#"

        monkeypatch.setattr(remote.system_of(ROOT)[0], "cat_file", cat)
        with pytest.raises(MdchunkError) as raised:
            remote.read_url(f"{ROOT}/a.md", 20)
        assert str(raised.value) == f"{ROOT}/a.md: failed 6 times: 1 of 20 bytes were read"
        assert len(asked) == remote.TRIES
        done = mdchunk("build", ROOT, "--on-error", "skip")
        assert f"{ROOT}/a.md: failed 6 times" in done.stderr

    def test_what_is_not_there_is_asked_for_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked = []

        def cat(path: str) -> bytes:
            asked.append(path)
            raise FileNotFoundError(path)

        monkeypatch.setattr(remote.system_of(ROOT)[0], "cat_file", cat)
        with pytest.raises(MdchunkError, match=r"a\.md: no such file or folder"):
            remote.read_url(f"{ROOT}/a.md")
        assert len(asked) == 1


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "find_spec", lambda _name: None)
    done = mdchunk("build", "s3://bucket/docs")
    assert done.stderr.startswith("Error: s3://bucket/docs: a URL needs one more package; run ")
    assert done.stderr.rstrip().endswith('-m pip install "fsspec>=2025.3"')


def test_a_parquet_table_behind_a_url(bucket: Any) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    data = io.BytesIO()
    parquet.write_table(
        pa.table({"path": ["a.md", "b.md"], "text": ["# A\n", "# B\n"]}), data, row_group_size=1
    )
    bucket.pipe("/bucket/tables/t.parquet", data.getvalue())
    settings = BuildSettings(output="t.jsonl", text_column="text")
    summary = build(["memory://bucket/tables"], Options(), settings)
    assert summary.files == 2
    assert [chunk.source for chunk in read_chunks("t.jsonl")] == ["a.md", "b.md"]
