"""Where the action may write: never where a link in a checkout, which anyone may propose, leads."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from mdchunk.files.links import link_in
from mdchunk.model import MdchunkError

NOT_IN_ARTIFACT_PATHS = re.compile(r"""[\x00-\x1f":<>|*?\[\]]""")
"""What an artifact's paths must not have, or what would be a pattern there."""
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_GIT = frozenset({".git", "git~1"})
"""Names of Git's own folder, the second on old Windows file systems."""


class Places(NamedTuple):
    """The folders of a job, resolved, and the same as the runner spells them."""

    workspace: Path
    temp: Path
    homes: tuple[tuple[Path, Path], ...]
    """A folder that may be written to, by each of its spellings, and its resolved path."""


def real_places(workspace: str, temp: str) -> Places:
    """Return the folders of a job."""
    real, real_temp = Path(workspace).resolve(), Path(temp).resolve()
    spelled = ((real, real), (Path(workspace), real), (real_temp, real_temp), (Path(temp), real_temp))
    return Places(real, real_temp, spelled)


def working_folder(value: str, places: Places) -> Path:
    """Return the folder that patterns and paths are relative to; the workspace if the input is empty.

    Raises:
        MdchunkError: It is no folder in the workspace, or behind a link.
    """
    path = Path(os.path.abspath(places.workspace / value))  # noqa: PTH100 - resolve() would follow links
    below = next((path.relative_to(home) for home, _ in places.homes[:2] if path.is_relative_to(home)), None)
    if below is None or not (places.workspace / below).is_dir():
        raise MdchunkError(f"must be a folder in the workspace, not {value!r}", setting="working-directory")
    if link := link_in(places.workspace, places.workspace / below):
        raise MdchunkError(
            f"must not be or lie behind a link, as {link.as_posix()} is one", setting="working-directory"
        )
    return places.workspace / below


def place_to_write(value: str, folder: Path, places: Places, name: str) -> Path:
    """Return where an output may be written.

    A part of the path that is a link is refused: whoever opens a pull request could make the action write to the
    link's target, such as a program in the runner's temporary folder that a later step runs. That folder is
    accepted only if the input itself names it.

    Args:
        value: The input, relative to ``folder`` or absolute.
        folder: The folder that the path is relative to.
        places: The folders that may be written to.
        name: The input's name, for errors.

    Raises:
        MdchunkError: It is no file in one of these folders, in ``.git``, or behind a link.
    """
    if NOT_IN_ARTIFACT_PATHS.search(_DRIVE.sub("", value, count=1)):
        raise MdchunkError(f'must be a path without " : < > | * ? [ ], not {value!r}', setting=name)
    if value[0] in "!#~":
        raise MdchunkError(
            f"must not begin with {value[0]}, which upload-artifact reads as syntax", setting=name
        )
    path = Path(os.path.abspath(folder / value))  # noqa: PTH100 - resolve() would follow links
    home, real = next(
        (pair for pair in places.homes if path != pair[0] and path.is_relative_to(pair[0])), (None, None)
    )
    if home is None or real is None:
        raise MdchunkError(f"must be a file in the workspace or in RUNNER_TEMP, not {value!r}", setting=name)
    below = path.relative_to(home)
    if _GIT & {part.casefold() for part in below.parts}:
        raise MdchunkError(f"must not be in .git, as {value!r} is", setting=name)
    path = real / below
    if link := link_in(real, path):
        raise MdchunkError(f"must not be or lie behind a link, as {link.as_posix()} is one", setting=name)
    if path.is_dir():
        raise MdchunkError(
            f"must be a file in the workspace or in RUNNER_TEMP, not the folder {value!r}", setting=name
        )
    return path
