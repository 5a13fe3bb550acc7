"""The baseline: an output of an earlier run, or the chunks of a commit, made from Git itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import chdir
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.action.documents import matching_files, shown
from mdchunk.build import build
from mdchunk.files.ignore import GITIGNORE
from mdchunk.files.selection import ENDINGS
from mdchunk.files.settings import BuildSettings, FileSettings
from mdchunk.files.walk import alternatives
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mdchunk.action.inputs import Inputs

_FILE_MODES = frozenset({"100644", "100755"})
"""Modes of regular files in Git's trees; links and submodules have others."""


class Baseline(NamedTuple):
    """A chunk file to compare with."""

    path: Path
    """A file that this run does not write to."""
    name: str
    """What to call it in errors: the path from the repository, or the commit."""


def read_baseline(inputs: Inputs, root: Path, temp: Path) -> Baseline | None:
    """Provide the baseline; ``None`` if there is none, or none yet.

    Args:
        inputs: The inputs, of which at most one names a baseline.
        root: The root of the repository.
        temp: A folder for it.

    Raises:
        MdchunkError: It cannot be read, or there is no such commit.
    """
    if inputs.baseline_ref:
        return Baseline(_of_commit(inputs, root, temp), inputs.baseline_ref)
    return _copy(inputs.baseline, root, temp / "baseline") if inputs.baseline else None


def _copy(path: Path, root: Path, copy: Path) -> Baseline | None:
    """Copy the baseline: the run may write its output to the same file."""
    try:
        shutil.copyfile(path, copy)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise MdchunkError(f"cannot be read: {error.strerror}", setting="baseline") from error
    return Baseline(copy, shown(path, root))


def _of_commit(inputs: Inputs, root: Path, temp: Path) -> Path:
    """Chunk the documents of a commit with the inputs of this run, in a copy of the workspace that has only them."""
    workspace, output = temp / "workspace", temp / "baseline.jsonl"
    tree = workspace / root.relative_to(inputs.workspace)
    folder = workspace / inputs.folder.relative_to(inputs.workspace)
    for path in (tree, folder):
        path.mkdir(parents=True, exist_ok=True)
    _check_out(inputs, root, tree, temp / "index")
    # the rules of .gitignore files reach up to a folder that has .git
    (tree / ".git").mkdir()
    with chdir(folder):
        matched = matching_files(inputs.files, inputs.exclude, folder.resolve(), workspace.resolve())
        settings = BuildSettings(
            str(output),
            "jsonl",
            files=_mirrored(inputs, workspace),
            root=str(tree.resolve()),
            encoding=inputs.encoding,
            on_error="skip",
        )
        if not matched.files or not build(matched.files, inputs.options, settings).files:
            output.touch()
    return output


def _mirrored(inputs: Inputs, workspace: Path) -> tuple[FileSettings, ...]:
    """Return the settings by pattern with patterns that are relative to the copy of the workspace."""
    return tuple(
        replace(rule, config=str(workspace.resolve() / Path(rule.config).relative_to(inputs.workspace)))
        if Path(rule.config).is_relative_to(inputs.workspace)
        else rule
        for rule in inputs.by_pattern
    )


def _check_out(inputs: Inputs, root: Path, tree: Path, index: Path) -> None:
    """Write the documents of a commit below ``tree`` as a checkout has them, line endings included; no links."""
    commit = f"{inputs.baseline_ref}^{{commit}}"
    found = _git(root, index, "rev-parse", "--verify", "--quiet", "--end-of-options", commit)
    if found.returncode:
        raise MdchunkError(
            f"is {inputs.baseline_ref!r}, which names no commit of this checkout",
            setting="baseline-ref",
            advice="fetch it first: actions/checkout takes fetch-depth: 0",
        )
    name = found.stdout.decode().strip()
    listed = _done(_git(root, index, "ls-tree", "-r", "-z", "--full-tree", name))
    entries = (line.partition(b"\t") for line in listed.split(b"\0")[:-1])
    wanted = _wanted(inputs.files)
    paths = [
        path
        for about, _, path in entries
        if about.split(b" ", 1)[0].decode() in _FILE_MODES and wanted(os.fsdecode(path))
    ]
    _done(_git(root, index, "read-tree", name))
    into = ("--prefix", f"{tree.as_posix()}/", "-z", "--stdin")
    _done(_git(root, index, "checkout-index", *into, give=b"".join(path + b"\0" for path in paths)))


class _Wanted(NamedTuple):
    """Which files of a commit the patterns may match, by their names alone."""

    endings: frozenset[str]
    all: bool

    def __call__(self, path: str) -> bool:
        shown = PurePosixPath(path)
        return self.all or shown.name == GITIGNORE or shown.suffix.lower() in self.endings


def _wanted(patterns: Iterable[str]) -> _Wanted:
    endings = {PurePosixPath(one).suffix.lower() for pattern in patterns for one in alternatives(pattern)}
    # docs/** and docs/*.[mp]d
    magic = any(set(ending) & set("*?[") for ending in endings) or any(p.endswith("*") for p in patterns)
    return _Wanted(frozenset({*endings, *ENDINGS}), magic)


def _done(run: subprocess.CompletedProcess[bytes]) -> bytes:
    if run.returncode:
        said = run.stderr.decode("utf-8", "replace").strip()
        raise MdchunkError(f"cannot be read from Git: {said}", setting="baseline-ref")
    return run.stdout


def _git(root: Path, index: Path, *args: str, give: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run Git in a checkout that may belong to another user, with an index of its own, and run nothing it configures.

    Large files that Git LFS keeps are not downloaded.
    """
    settings = (f"safe.directory={root.as_posix()}", "core.fsmonitor=false", f"core.hooksPath={os.devnull}")
    command = ["git", "-C", str(root), *(part for setting in settings for part in ("-c", setting))]
    variables = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    variables |= {"GIT_INDEX_FILE": str(index), "GIT_LFS_SKIP_SMUDGE": "1"}
    try:
        return subprocess.run([*command, *args], input=give, capture_output=True, check=False, env=variables)
    except OSError as error:
        raise MdchunkError(
            f"needs git, which cannot be run: {error.strerror}", setting="baseline-ref"
        ) from error
