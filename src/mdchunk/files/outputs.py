"""Where a build writes: what it must not write over, and what killed builds left there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from mdchunk.files.formats import FORMATS
from mdchunk.files.links import link_out
from mdchunk.files.settings import STDIN, STDOUT
from mdchunk.files.unfinished import remove_unfinished
from mdchunk.model import MdchunkError, Notice

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mdchunk.files.inputs import Input
    from mdchunk.files.settings import BuildSettings


def check_output(settings: BuildSettings, inputs: Iterable[Input]) -> list[Notice]:
    """Refuse to write over a file that is to be read, or into a pipe what needs a file.

    Returns:
        A notice of a link out of the current folder. The link may be part of a checkout, whose author chose the file
        that is replaced.

    Raises:
        MdchunkError: The output is one of the inputs, or no regular file though the build needs one.
    """
    output = settings.output
    if Path(output).is_dir():
        raise MdchunkError(
            f"is {output}, which is a folder",
            setting="output",
            advice="end {output} with a / to write parts into it",
        )
    if settings.incremental or not FORMATS[settings.format].may_stream:
        _check_regular(
            output, "an incremental build" if settings.incremental else f"the format {settings.format}"
        )
    place = os.path.realpath(output)
    name = os.path.basename(place)  # noqa: PTH119
    for one in inputs:
        if one.path != STDIN and one.path.endswith(name) and os.path.realpath(one.path) == place:
            raise MdchunkError(
                f"is {output}, which is one of the files to chunk",
                setting="output",
                advice="name another file",
            )
    link = None if output == STDOUT else link_out(output)
    if link is None:
        return []
    said = f"is behind the link {link.as_posix()}; it replaces {place}, outside the current folder"
    return [Notice("config", "", 0, said, "output")]


def _check_regular(output: str, need: str) -> None:
    """Refuse a pipe or a device.

    Raises:
        MdchunkError: The output is there and is no regular file.
    """
    place = Path(output)
    if place.exists() and not place.is_file():
        raise MdchunkError(f"is {output}, but {need} needs a regular file", setting="output")


def remove_leftovers(settings: BuildSettings, *others: str) -> None:
    """Remove the temporary files of killed builds: of the output, in a folder of parts, of converted texts.

    Args:
        settings: Where they lie.
        others: Names of files that a build writes beside its output.
    """
    output = Path(settings.output).resolve()
    for name in (output.name, *others):
        remove_unfinished(output.parent, name)
    for top in (settings.converted, str(output) if output.is_dir() else ""):
        for folder, _, _ in os.walk(top) if top else ():
            remove_unfinished(Path(folder))
