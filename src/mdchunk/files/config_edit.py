"""A settings file with other values, its comments and its order kept."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING, Any, NamedTuple

from mdchunk.extras import install
from mdchunk.files.atomic import whole_file
from mdchunk.files.config import OWN_NAME, SHARED_NAME, Config
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class ConfigEdit(NamedTuple):
    """A change of a settings file that is not written yet."""

    path: Path
    before: str
    """Empty for a file that is not there."""
    after: str

    def diff(self) -> str:
        """Return the change as a unified diff, ``""`` if there is none."""
        name = self.path.name
        lines = unified_diff(self.before.splitlines(True), self.after.splitlines(True), name, name)
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)

    def write(self) -> None:
        """Write the file, whole."""
        with whole_file(self.path) as file:
            file.write(self.after.encode())


def edit_config(config: Config, folder: Path, values: Mapping[str, Any]) -> ConfigEdit:
    """Return the change that puts values into a settings file.

    Args:
        config: The file in force; without one, the change makes an ``mdchunk.toml`` in ``folder``.
        folder: The current folder.
        values: Settings: strings, numbers, booleans, lists of strings; ``None`` takes a setting out.

    Raises:
        MdchunkError: The package that keeps comments is not installed.
    """
    try:
        import tomlkit  # noqa: PLC0415 - of an extra
    except ImportError as error:
        raise MdchunkError(
            "saving settings needs one more package", advice=f"run {install('tomlkit')}"
        ) from error
    path = config.path or folder / OWN_NAME
    before = path.read_bytes().decode() if config.path else ""
    document: Any = tomlkit.parse(before)
    table = document["tool"]["mdchunk"] if path.name == SHARED_NAME else document
    for name, value in values.items():
        if value is not None:
            table[name] = value
        elif name in table:
            del table[name]
    return ConfigEdit(path, before, tomlkit.dumps(document))
