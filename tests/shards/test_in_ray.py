"""Ray gives the same bytes as the processes of this machine, and a document that ends its process costs only itself."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mdchunk.build import build
from mdchunk.files.settings import BuildSettings, Engine
from mdchunk.model import MdchunkError, Options
from mdchunk.shards import in_ray
from mdchunk.shards.summary import Summary
from tests.support import deadly
from tests.support.command import mdchunk

PAGES = 12


def files(folder: str) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in Path(folder).rglob("*")
        if path.is_file()
    }


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    for n in range(PAGES):
        Path(f"docs/{n:02}.md").write_text(f"# Page {n}\n\n" + "Some words. " * 90, encoding="utf-8")


def make(engine: Engine, **settings: float) -> Summary:
    options = Options(max_tokens=1000, tokenizer=deadly.count)
    given = BuildSettings(output=f"{engine}/", engine=engine, jobs=2, part_size=0.003, **settings)  # type: ignore[arg-type]
    return build(["docs"], options, given)


def test_without_ray_the_command_that_installs_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_ray, "find_spec", lambda _name: None)
    done = mdchunk("build", "docs", "-o", "out/", "--engine", "ray")
    assert done.stderr.startswith("Error: --engine needs one more package; run ")
    assert done.stderr.rstrip().endswith('-m pip install "ray>=2.40"')


def test_with_nothing_to_do_it_is_not_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(in_ray, "_ray")
    assert list(in_ray.each(len, iter(()), 2)) == []


class TestInRay:
    @pytest.fixture(autouse=True)
    def cluster(self, tmp_path: Path) -> Iterator[None]:
        ray = pytest.importorskip("ray", exc_type=ImportError)
        ray.init(
            num_cpus=2,
            include_dashboard=False,
            log_to_driver=False,
            object_store_memory=80 * 2**20,
            runtime_env={"env_vars": {"PYTHONPATH": ":".join([str(Path.cwd()), *sys.path])}},
        )
        yield
        ray.shutdown()
        assert tmp_path.exists()

    def test_the_bytes_are_those_of_local_processes(self) -> None:
        local, ray = make("local"), make("ray")
        assert files("ray") == files("local")
        assert len(files("ray")) > 3
        assert ray.totals() == local.totals()
        assert make("ray").copied == PAGES

    def test_a_document_that_ends_or_never_ends_its_process(self) -> None:
        Path("docs/03.md").write_text("# DEADLY\n", encoding="utf-8")
        Path("docs/07.md").write_text("# ENDLESS\n", encoding="utf-8")
        summary = make("ray", doc_timeout=2)
        assert (summary.files, summary.failed) == (PAGES - 2, 2)
        errors = [json.loads(data) for name, data in files("ray").items() if "_errors" in name]
        assert {error["path"] for error in errors} == {"docs/03.md", "docs/07.md"}

    def test_an_error_of_a_task_is_its_own(self) -> None:
        with pytest.raises(MdchunkError, match="must be an encoding that Python knows"):
            list(in_ray.each(_fails, [1], 1))


def _fails(_item: int) -> int:
    raise MdchunkError("must be an encoding that Python knows", setting="encoding")
