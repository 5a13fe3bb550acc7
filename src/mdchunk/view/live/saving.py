"""The settings of the page as a change of the settings file."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

from mdchunk.files.config import Config, find_config, read_config
from mdchunk.files.config_edit import ConfigEdit, edit_config
from mdchunk.model import DROPPED, MdchunkError, Options
from mdchunk.view.live.controls import NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_DEFAULTS = Options()


class SettingsFile(NamedTuple):
    """Where settings are saved."""

    folder: Path
    """The current folder: without another file, the nearest one is taken, or a new one is made here."""
    named: Path | None = None
    """The file that the settings were read from, if any."""

    def read(self) -> Config:
        """Return the file and its values.

        Raises:
            MdchunkError: It can't be read, or is no file that can be changed.
        """
        if not self.named or not self.named.exists():
            return find_config(self.folder)
        if not self.named.is_file():
            raise MdchunkError("is not a file that can be changed", place=str(self.named))
        return read_config(self.named) or Config(self.named)


def change(options: Options, file: SettingsFile) -> ConfigEdit:
    """Return the change after which a build in a folder has these options.

    Settings that have their default and are not in the file stay out of it.

    Args:
        options: What is to be saved, of ``controls.NAMES``.
        file: Where.

    Raises:
        MdchunkError: The settings file can't be read, or the package that keeps its comments is missing.
    """
    config = file.read()
    values = _values(options)
    default = _values(_DEFAULTS)
    changed = {
        name: value
        for name, value in values.items()
        if (name in config.values and config.values[name] != value)
        or (name not in config.values and value != default[name])
    }
    gone = {name: None for name, value in changed.items() if value == default[name]}
    # a file that has a setting without effect is refused
    idle = {"max_chars"} if options.max_tokens else {"max_tokens", "tokenizer"}
    gone |= dict.fromkeys(idle & config.values.keys())
    return edit_config(config, file.folder, changed | gone)


def mark(edit: ConfigEdit) -> str:
    """Return what changes if the settings file or the change does: the user has seen just this one."""
    return hashlib.sha256(f"{edit.path}\0{edit.before}\0{edit.after}".encode()).hexdigest()


def save(options: Options, file: SettingsFile, seen: str) -> Path:
    """Write the settings file.

    Args:
        options: As for ``change``.
        file: As for ``change``.
        seen: The mark of the change that the user was shown.

    Raises:
        MdchunkError: It would be another change now.
    """
    edit = change(options, file)
    if mark(edit) != seen:
        raise MdchunkError("changed meanwhile; look at the change again", place=edit.path.name)
    edit.write()
    return edit.path


def _values(options: Options) -> Mapping[str, Any]:
    """Return settings as a settings file has them: what is dropped more than by default, and what is kept."""
    dropped = frozenset(options.drop)
    values = {name: getattr(options, name) for name in NAMES if name != "drop"}
    return values | {"drop": sorted(dropped - DROPPED), "keep": sorted(DROPPED - dropped)}
