"""The settings file: the nearest ``mdchunk.toml``, or ``[tool.mdchunk]`` in a ``pyproject.toml``.

Its keys are the fields of ``Options`` and ``BuildSettings``, which hold the defaults.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from importlib.resources.abc import Traversable

OWN_NAME = "mdchunk.toml"
SHARED_NAME = "pyproject.toml"
TABLE = "mdchunk"
"""Name of the table in ``SHARED_NAME``, below ``tool``."""


@dataclass(frozen=True, slots=True)
class Config:
    """The values of one settings file; without a file, none."""

    path: Path | None = None
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def prefix(self) -> str:
        """What the names of its tables begin with."""
        return f"tool.{TABLE}." if self.path and self.path.name == SHARED_NAME else ""

    @property
    def folder(self) -> Path:
        """The folder that its paths are relative to: its own, or the current one if it is no file on disk."""
        return self.path.parent if self.path and self.path.is_file() else Path()


def find_config(folder: Path) -> Config:
    """Read the settings file that is nearest to ``folder``, in it or above it, up to the Git work tree.

    In one folder ``mdchunk.toml`` is taken before ``pyproject.toml``; a ``pyproject.toml`` without the table
    does not end the search. Files are not merged.

    Raises:
        MdchunkError: A file cannot be read or is no TOML.
    """
    for place in (folder, *folder.parents):
        for name in (OWN_NAME, SHARED_NAME):
            config = read_config(place / name)
            if config:
                return config
        if (place / ".git").exists():
            break
    return Config()


def read_config(path: Path) -> Config | None:
    """Read one settings file; ``None`` if it does not exist or is a ``pyproject.toml`` without the table.

    Raises:
        MdchunkError: The file cannot be read or is no TOML.
    """
    try:
        text = path.read_bytes().decode()
        import tomllib  # noqa: PLC0415 - slow to import, and usually there is no file

        table = tomllib.loads(text)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise MdchunkError(error.strerror or str(error), place=str(path)) from error
    except ValueError as error:  # TOMLDecodeError, UnicodeDecodeError
        raise MdchunkError(str(error), place=str(path)) from error
    if path.name != SHARED_NAME:
        return Config(path, table)
    values = table.get("tool", {}).get(TABLE)
    return None if values is None else Config(path, values)


def read_named(path: Path) -> Config:
    """Read a settings file that the user named.

    Raises:
        MdchunkError: It is not there or not valid, or is a ``pyproject.toml`` without the table.
    """
    config = read_config(path)
    if config is None:
        problem = f"has no [tool.{TABLE}]" if path.exists() else "no such file"
        raise MdchunkError(problem, place=str(path))
    return config


def preset_names() -> list[str]:
    """Return the names of the settings files that come with the package."""
    return sorted(
        file.name.removesuffix(".toml") for file in _presets().iterdir() if file.name.endswith(".toml")
    )


def read_preset(name: str) -> Config:
    """Read a settings file that comes with the package.

    Raises:
        MdchunkError: There is none of this name.
    """
    if name not in preset_names():
        raise MdchunkError(f"must be {' or '.join(preset_names())}, not {name!r}", setting="preset")
    import tomllib  # noqa: PLC0415 - slow to import, and usually there is no file

    return Config(None, tomllib.loads((_presets() / f"{name}.toml").read_text(encoding="utf-8")))


def _presets() -> Traversable:
    from importlib.resources import files  # noqa: PLC0415

    return files("mdchunk.files") / "presets"


def check_keys(config: Config, known: Collection[str], elsewhere: Collection[str] = ()) -> None:
    """Refuse a key that is not a setting.

    Args:
        config: The settings file, or a table of it.
        known: Keys that it may have.
        elsewhere: Keys that only the settings file as a whole has.

    Raises:
        MdchunkError: A key is unknown; the message names the nearest one that is known.
    """
    for key in config.values:
        if key not in known and key in elsewhere:
            raise MdchunkError(
                f"{key!r} is a setting for all files",
                place=str(config.path),
                advice="set it above all tables",
            )
        if key not in known:
            import difflib  # noqa: PLC0415

            near = difflib.get_close_matches(key.replace("-", "_"), known, n=1, cutoff=0)
            raise MdchunkError(
                f"unknown key {key!r}", place=str(config.path), advice=f"did you mean {near[0]!r}?"
            )
