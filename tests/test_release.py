"""What a release needs: one version, one owner, a page on PyPI whose links work, hooks for pre-commit."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import metadata
from pathlib import Path

import pytest
import yaml

from mdchunk import __version__
from tests.support.pages import ROOT

RELEASE = ROOT / ".github" / "release"
FILES = [
    "pyproject.toml",
    ".mcp/server.json",
    ".mcp/manifest.json",
    "docs/action.md",
    "docs/cli.md",
    "CHANGELOG.md",
]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what the scripts read and write."""
    for name in (*FILES, "src/mdchunk/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(RELEASE, tmp_path / ".github" / "release")
    return tmp_path


def script(checkout: Path, name: str, *arguments: str) -> tuple[int, str, str]:
    command = [sys.executable, "-I", str(checkout / ".github" / "release" / name), *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


class TestOwner:
    def test_one_command_sets_it_everywhere(self, checkout: Path) -> None:
        assert script(checkout, "owner.py", "some-org") == (0, "", "")
        for name in FILES:
            text = (checkout / name).read_text(encoding="utf-8")
            assert "OWNER" not in text
            assert ("some-org/mdchunk" in text) == ("OWNER" in (ROOT / name).read_text(encoding="utf-8"))
        assert script(checkout, "owner.py", "another") == (0, "", "")
        assert "some-org" not in "".join((checkout / name).read_text(encoding="utf-8") for name in FILES)

    def test_it_knows_every_file_that_names_it(self) -> None:
        command = ["git", "grep", "--name-only", "-E", r"\bOWNER/mdchunk\b"]
        done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
        if done.returncode:
            pytest.skip("not a Git work tree")
        named = {
            name for name in done.stdout.splitlines() if not name.startswith((".github/release/", "tests/"))
        }
        assert named == {"pyproject.toml", ".mcp/server.json", "docs/action.md", "docs/cli.md"}

    @pytest.mark.parametrize("name", ["", "-a", "a--b", "a/b", "a" * 40, "OWNER/x"])
    def test_a_name_that_github_does_not_take(self, checkout: Path, name: str) -> None:
        status, _, said = script(checkout, "owner.py", name)
        assert status == 1
        assert said.startswith(f"{name}: not a GitHub account")


class TestCheck:
    def test_a_dry_run_prints_the_notes(self, checkout: Path) -> None:
        status, notes, said = script(checkout, "check.py")
        assert (status, said) == (0, "")
        assert "### Added: chunks" in notes
        assert "## Unreleased" not in notes

    def test_a_tag_needs_a_version_an_owner_and_a_section(self, checkout: Path) -> None:
        status, notes, said = script(checkout, "check.py", "v9.9.9")
        assert (status, notes) == (1, "")
        assert said.splitlines() == [
            f"the tag is v9.9.9, but src/mdchunk/__init__.py says {__version__}",
            f"CHANGELOG.md: has no text under ## {__version__} - YEAR-MONTH-DAY",
            "the repository's owner is not set: run python .github/release/owner.py NAME",
        ]

    def test_all_is_ready(self, checkout: Path) -> None:
        assert script(checkout, "owner.py", "some-org")[0] == 0
        replace(checkout / "CHANGELOG.md", "## Unreleased", f"## {__version__} - 2027-01-31")
        status, notes, said = script(checkout, "check.py", f"v{__version__}")
        assert (status, said) == (0, "")
        assert "### Added: chunks" in notes

    @pytest.mark.parametrize("name", [".mcp/server.json", ".mcp/manifest.json"])
    def test_versions_that_disagree(self, checkout: Path, name: str) -> None:
        replace(checkout / name, f'"version": "{__version__}"', '"version": "9.9.9"')
        status, _, said = script(checkout, "check.py")
        assert status == 1
        assert said.startswith(
            f"{name}: the version is 9.9.9, but src/mdchunk/__init__.py says {__version__}\n"
        )


class TestPackagePage:
    """What PyPI shows, as the build wrote it into the installed package's metadata."""

    page = metadata("mdchunk-it")
    text = str(page.json["description"])

    def test_no_link_is_relative(self) -> None:
        links = re.findall(r"\]\(([^)]+)\)", self.text)
        assert len(links) > 20
        assert [link for link in links if not link.startswith(("https://", "#"))] == []
        assert f"](https://github.com/OWNER/mdchunk/blob/v{__version__}/docs/tutorial.md)" in self.text

    def test_it_is_the_readme(self) -> None:
        assert "## A first look" in self.text
        assert str(self.page["Description-Content-Type"]).startswith("text/markdown")

    def test_the_registry_finds_the_server(self) -> None:
        server = json.loads((ROOT / ".mcp" / "server.json").read_text(encoding="utf-8"))
        assert f"<!-- mcp-name: {server['name']} -->" in self.text

    def test_links_and_versions_of_python(self) -> None:
        named = {url.partition(",")[0] for url in self.page.get_all("Project-URL") or []}
        assert named == {"Changelog", "Documentation", "Issues", "Repository"}
        classifiers = self.page.get_all("Classifier") or []
        versions = {one.rpartition(" ")[2] for one in classifiers if re.search(r":: 3\.\d+$", one)}
        ci = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
        for job in ("check", "windows"):
            assert set(ci["jobs"][job]["strategy"]["matrix"]["python"]) == versions
        assert versions == {"3.11", "3.12", "3.13", "3.14"}


def test_the_community_files_live_in_one_folder() -> None:
    names = {"CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "SECURITY.md", "RELEASING.md", "dependabot.yml"}
    assert names <= {path.name for path in (ROOT / ".github").iterdir()}
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode:
        pytest.skip("not a Git work tree")
    top = {name.partition("/")[0] for name in done.stdout.splitlines()}
    assert {name for name in top if not name.startswith(".")} == {
        "CHANGELOG.md",
        "LICENSE",
        "README.md",
        "action.yml",
        "docs",
        "fixtures",
        "llms.txt",
        "mkdocs.yml",
        "pyproject.toml",
        "src",
        "tests",
    }


def test_what_dependabot_watches_is_there() -> None:
    updates = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8"))["updates"]
    (actions, packages) = updates
    assert all((ROOT / folder.lstrip("/")).is_dir() for folder in actions["directories"])
    assert list((ROOT / packages["directory"].lstrip("/")).glob("*.txt"))


class TestPreCommit:
    """The hooks as pre-commit runs them, with the mdchunk of this environment instead of one that it installs."""

    @pytest.fixture
    def project(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A repository that commits its chunks."""
        pytest.importorskip("pre_commit")
        hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
        local = [hook | {"language": "system"} for hook in hooks]
        config = {"repos": [{"repo": "local", "hooks": local}]}
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
        monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / ".git" / "pre-commit"))
        Path(".pre-commit-config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
        Path("docs").mkdir()
        Path("docs/a.md").write_text("# A\n\nText.\n", encoding="utf-8")
        self.run("git", "init", "--quiet")
        assert self.run("mdchunk", "build", ".", "--quiet").returncode == 0
        self.run("git", "add", ".")
        return tmp_path

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, check=False, capture_output=True, text=True)

    def hook(self, name: str) -> subprocess.CompletedProcess[str]:
        return self.run(sys.executable, "-m", "pre_commit", "run", name, "--all-files", "--verbose")

    def test_the_manifest_is_valid(self) -> None:
        pytest.importorskip("pre_commit")
        path = str(ROOT / ".pre-commit-hooks.yaml")
        done = self.run(sys.executable, "-m", "pre_commit", "validate-manifest", path)
        assert done.returncode == 0, done.stdout + done.stderr

    @pytest.mark.usefixtures("project")
    def test_chunks_that_are_up_to_date_pass(self) -> None:
        for name in ("mdchunk-build", "mdchunk-verify"):
            done = self.hook(name)
            assert done.returncode == 0, done.stdout + done.stderr

    @pytest.mark.usefixtures("project")
    def test_chunks_that_are_stale_fail(self) -> None:
        Path("docs/a.md").write_text("# A\n\nAnother text.\n", encoding="utf-8")
        self.run("git", "add", ".")
        verified = self.hook("mdchunk-verify")
        assert verified.returncode == 1
        assert "build chunks.jsonl again" in verified.stdout
        built = self.hook("mdchunk-build")
        assert built.returncode == 1
        assert "files were modified by this hook" in built.stdout
        self.run("git", "add", ".")
        assert self.hook("mdchunk-build").returncode == 0
        assert self.hook("mdchunk-verify").returncode == 0


def test_the_release_group_and_the_build_script_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    tools = {re.split(r"[>=]", one)[0] for one in project["dependency-groups"]["release"]}
    text = (RELEASE / "build").read_text(encoding="utf-8")
    assert tools == {"build", "twine"}
    assert "--group release" in text
    assert all(tool in text for tool in tools)
