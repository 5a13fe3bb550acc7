"""The action from nothing: a Python as a runner has it, and packages from an index."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.action_environment import bootstrap
from tests.support.run_action import ROOT, Job, run_action

if TYPE_CHECKING:
    from pathlib import Path

BASE = getattr(sys, "_base_executable", sys.executable)
"""The interpreter that the tests' own environment was made from, as actions/setup-python finds one."""
PIP = [BASE, "-I", "-m", "pip", "--disable-pip-version-check"]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Skip where there is no pip, or no index that it reaches."""
    folder = tmp_path_factory.mktemp("index")
    what = ["download", "--quiet", "--no-cache-dir", "--no-deps", "--dest", str(folder), "mdurl==0.1.2"]
    if subprocess.run([*PIP, *what], check=False, capture_output=True).returncode:
        pytest.skip("no pip, or no package index")


@pytest.fixture
def job(tmp_path: Path) -> Job:
    made = Job(tmp_path / "work space", tmp_path / "runner temp", python=BASE)
    made.workspace.mkdir()
    made.temp.mkdir()
    (made.workspace / "a.md").write_text("# A\n\nb\n", encoding="utf-8")
    return made


def pip_settings() -> str:
    """Return where this machine's pip gets packages from, as lines of a configuration file."""
    listed = subprocess.run([*PIP, "config", "list"], check=True, capture_output=True, text=True).stdout
    kept = bootstrap.pip_variables(listed)
    names = {name: name[4:].lower().replace("_", "-") for name in kept if name != "PIP_CONFIG_FILE"}
    return "".join(f"{names[name]} = {kept[name]}\n".replace("\n", " ").strip() + "\n" for name in names)


def packages(python: str) -> str:
    what = [python, "-I", "-m", "pip", "--disable-pip-version-check", "list", "--format", "json"]
    return subprocess.run(what, check=True, capture_output=True, text=True).stdout


@pytest.mark.usefixtures("index")
class TestFromNothing:
    def test_installs_once_a_job_and_leaves_the_python_as_it_was(self, job: Job) -> None:
        before = packages(BASE)
        (job.workspace / "pip.py").write_text("raise SystemExit('pwned')\n", encoding="utf-8")
        (job.workspace / "click.py").write_text("raise SystemExit('pwned')\n", encoding="utf-8")
        before_too = pip_settings()
        config = job.temp / "pip.conf"
        config.write_text(
            f"[global]\ndry-run = true\n{before_too}[install]\nprefix = {job.workspace / 'prefix'}\n",
            encoding="utf-8",
        )
        job.environment |= {
            "PYTHONPATH": str(job.workspace),
            "PIP_CONFIG_FILE": str(config),
            "PIP_TARGET": str(job.workspace / "target"),
            "PIP_USER": "1",
            "PIP_REQUIRE_VIRTUALENV": "1",
        }
        first = run_action(job)
        assert first.ok, first.log
        assert first.outputs["chunks"] == "1"
        assert packages(BASE) == before
        assert sorted(path.name for path in job.workspace.iterdir()) == [
            "a.md",
            "click.py",
            "md-chunks.jsonl",
            "pip.py",
        ]
        (folder,) = job.temp.glob("mdchunk-*")
        made = (folder / "installed").stat().st_mtime_ns
        assert run_action(job).ok
        assert (folder / "installed").stat().st_mtime_ns == made

    def test_what_cannot_be_imported_is_not_installed(
        self, job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        """Whatever pip was made to do: a package is missing afterwards."""
        monkeypatch.setattr(sys, "executable", BASE)
        text = bootstrap.lock_file("approx", "a.md").read_text(encoding="utf-8")
        lock = tmp_path / "requirements.txt"
        lock.write_text(re.sub(r"^regex==(.*\\\n)+.*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
        with pytest.raises(subprocess.CalledProcessError):
            bootstrap.install(lock, job.temp / "environment", dict(os.environ))
        assert "ModuleNotFoundError" in capfd.readouterr().err
        assert not (job.temp / "environment" / "installed").exists()

    def test_leaves_its_own_checkout_as_it_was(self, job: Job, tmp_path: Path) -> None:
        job.action = tmp_path / "_actions" / "with a blank"
        for part in ("src", ".github"):
            shutil.copytree(ROOT / part, job.action / part, ignore=shutil.ignore_patterns("__pycache__"))
        before = sorted(job.action.rglob("*"))
        result = run_action(job)
        assert result.ok, result.log
        assert sorted(job.action.rglob("*")) == before

    def test_a_package_of_another_hash_is_not_installed(
        self, job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(sys, "executable", BASE)
        text = bootstrap.lock_file("approx", "a.md").read_text(encoding="utf-8")
        lock = tmp_path / "requirements.txt"
        lock.write_text(re.sub("(?<=sha256:)[0-9a-f]+", lambda found: found[0][::-1], text), encoding="utf-8")
        with pytest.raises(subprocess.CalledProcessError):
            bootstrap.install(lock, job.temp / "environment", dict(os.environ))
        assert "hash" in capfd.readouterr().err.lower()
        assert not (job.temp / "environment" / "installed").exists()
