"""The documents of a run: the files that the patterns match, and the repository that they belong to."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mdchunk.files.selection import LINK_OUT
from mdchunk.files.settings import Patterns
from mdchunk.files.walk import NothingFoundError, walk
from mdchunk.model import Notice

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mdchunk.action.inputs import Inputs


@dataclass(frozen=True, slots=True)
class Matched:
    """What the patterns match."""

    files: tuple[str, ...]
    """Absolute paths, each file once, in the order of the patterns."""
    links: tuple[str, ...]
    """Absolute paths of links that are not followed, as far as a pattern names them."""
    unmatched: tuple[str, ...]
    """Patterns without a file."""
    more_links: int
    """Number of other links that are not followed."""
    unread: tuple[Notice, ...]
    """A notice of each folder that cannot be read."""


def matching_files(patterns: Sequence[str], exclude: Sequence[str], folder: Path, within: Path) -> Matched:
    """Return the files of a folder that match.

    A link out of ``within``, or into ``.git`` in it, is not followed: whoever opens a pull request could publish
    another's file by a link to it.

    Args:
        patterns: Relative to the folder, as ``walk`` takes them.
        exclude: As in a ``.gitignore`` file of the folder.
        folder: The current folder, resolved.
        within: The workspace, resolved.

    Raises:
        MdchunkError: A pattern is malformed.
    """
    files: dict[str, None] = {}
    unmatched: list[str] = []
    unread: dict[Notice, None] = {}
    more_links = 0
    for pattern in patterns:
        try:
            found = walk([pattern], exclude=Patterns(tuple(exclude)), on_error="skip")
        except NothingFoundError:
            unmatched.append(pattern)
            continue
        files |= dict.fromkeys(found.files)
        unread |= dict.fromkeys(found.unread)
        more_links = max(more_links, found.skipped.get(LINK_OUT, 0))
    paths = [os.path.abspath(folder / file) for file in files]  # noqa: PTH100 - links stay
    links = {path for path in paths if not _is_inside(Path(path).resolve(), within)}
    return Matched(
        tuple(path for path in paths if path not in links),
        tuple(path for path in paths if path in links),
        tuple(unmatched),
        more_links,
        tuple(unread),
    )


def _is_inside(real: Path, within: Path) -> bool:
    return real.is_relative_to(within) and ".git" not in real.relative_to(within).parts


def repository_of(files: Iterable[str], inputs: Inputs) -> Path:
    """Return the folder that sources are relative to: the checkout that holds all files.

    ``actions/checkout`` with ``path: site`` makes one in a folder of the workspace. Without a checkout, or with files
    of several, it is the working directory, or the workspace if a file is outside that.
    """
    folders = {Path(file).parent for file in files} or {inputs.folder}
    found = {_checkout(folder, inputs.workspace) for folder in folders}
    root = found.pop() if len(found) == 1 else None
    if root:
        return root
    inside = all(folder.is_relative_to(inputs.folder) for folder in folders)
    return inputs.folder if inside else inputs.workspace


def _checkout(folder: Path, workspace: Path) -> Path | None:
    """Return the outermost checkout around a folder, as a submodule is part of the repository around it."""
    above = [path for path in (folder, *folder.parents) if path.is_relative_to(workspace)]
    return next((path for path in reversed(above) if (path / ".git").exists()), None)


def shown(path: Path | str, root: Path) -> str:
    """Return a path as annotations have it: relative to the repository if it is there, ``/`` between its parts."""
    path = Path(path)
    return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()


def notices_of(matched: Matched, inputs: Inputs, root: Path) -> list[Notice]:
    """Return the warnings about patterns, links and the settings file."""
    found = [
        Notice("config", "", 0, f"has a pattern that matches no file: {pattern}", "files")
        for pattern in matched.unmatched
    ]
    if inputs.unused:
        found.append(
            Notice(
                "config", "", 0, f"sets what the action does not use: {', '.join(inputs.unused)}", "config"
            )
        )
    if matched.more_links:
        links = "1 link" if matched.more_links == 1 else f"{matched.more_links:,} links"
        found.append(
            Notice("config", "", 0, f"skipped {links} to a place outside the folder that was searched")
        )
    found += (
        Notice("config", shown(link, root), 0, "skipped: the link points outside the repository")
        for link in matched.links
    )
    return [*found, *matched.unread]
