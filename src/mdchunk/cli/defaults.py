"""The settings file and presets, whose values become the defaults of a command's flags.

Commands that read them have ``config_option``; ``mcp`` has not: a folder that is served must not configure the server.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mdchunk.cli import completion
from mdchunk.cli.options import CHUNK_OPTIONS, DEFAULTS, FIND_OPTIONS, F, variable
from mdchunk.cli.parameters import keys, names
from mdchunk.cli.spelling import usage
from mdchunk.cli.write_options import WRITE_OPTIONS
from mdchunk.files.config import Config, check_keys, find_config, read_named, read_preset
from mdchunk.files.settings import STDIN, FileSettings
from mdchunk.model import MdchunkError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PATHS, FILES = "paths", "files"
"""Keys of a settings file that have no flag: what to chunk, and settings by pattern."""
_ONLY_FLAGS = frozenset({"stdin_filename"})
"""Settings that no file has: they are about one run."""
KEYS = (*({*CHUNK_OPTIONS, *FIND_OPTIONS, *WRITE_OPTIONS} - _ONLY_FLAGS), "preset", PATHS, FILES)
"""Keys of a settings file."""
FILE_KEYS = tuple(name for name in CHUNK_OPTIONS if name != "tokenizer")
"""Keys of a table that has settings for the files of a pattern."""

_IN_FOLDER = ("root", "output", "converted")
"""Paths that are relative to the folder of the settings file."""
_SCALARS: Mapping[type, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a string",
}
_WITH_COMMAS = frozenset(
    name
    for name, given in (*CHUNK_OPTIONS.items(), *WRITE_OPTIONS.items())
    if given.get("type") in {names, keys}
)
"""Settings whose value is a string of names with commas between them."""
_FLAGS = frozenset(name for name, given in CHUNK_OPTIONS.items() if "flag" in given)
"""Settings with names for values; true and false stand for two of them."""
_CONFIG, _PRESET, _FILES = (f"mdchunk.{name}" for name in ("config", "preset", "files"))
"""Keys of ``Context.meta``."""


def config_option(function: F) -> F:
    """Add ``--config``: which settings file to read, by default the nearest one."""
    option: Callable[[F], F] = click.option(
        "--config",
        metavar="FILE",
        type=click.Path(exists=True, dir_okay=False),
        is_eager=True,
        expose_value=False,
        envvar=variable("config"),
        callback=_use_config,
        help="Settings file to read, instead of the nearest mdchunk.toml or [tool.mdchunk] in pyproject.toml.",
    )
    return option(function)


def preset_option(function: F) -> F:
    """Add ``--preset``: settings that come with the package, behind those of the settings file."""
    option: Callable[[F], F] = click.option(
        "--preset",
        metavar="NAME",
        is_eager=True,
        expose_value=False,
        envvar=variable("preset"),
        shell_complete=completion.presets,
        callback=_use_preset,
        help="Settings for a known site: langchain-docs drops what every page of docs.langchain.com repeats.",
    )
    return option(function)


def paths_argument(function: F) -> F:
    """Add ``PATHS``, which a settings file can name instead."""
    argument: Callable[[F], F] = click.argument("paths", nargs=-1, type=click.Path(), callback=_named)
    return argument(function)


def _named(ctx: click.Context, param: click.Parameter, paths: tuple[str, ...]) -> tuple[str, ...]:
    if not paths and not ctx.resilient_parsing:
        raise click.MissingParameter(
            "Name files or folders, or set paths in a settings file.", ctx, param, param_hint="'PATHS...'"
        )
    return paths


def _use_config(ctx: click.Context, _param: click.Parameter, path: str | None) -> None:
    if ctx.resilient_parsing:
        return
    with usage(ctx):
        ctx.meta[_CONFIG] = config = read_named(Path(path)) if path else find_config(Path.cwd())
        check_keys(config, KEYS)
        ctx.obj = config
        _set_defaults(ctx)


def _use_preset(ctx: click.Context, _param: click.Parameter, name: str | None) -> None:
    if name and not ctx.resilient_parsing:
        try:
            ctx.meta[_PRESET] = _preset(name)
        except MdchunkError as error:
            raise click.BadParameter(error.problem) from error
        _set_defaults(ctx)


def _set_defaults(ctx: click.Context) -> None:
    """Make the values of the settings file, and behind them those of a preset, the defaults of the command.

    The flags for both may come in any order.

    Raises:
        MdchunkError: A value is not of its setting's type.
    """
    config: Config = ctx.meta.get(_CONFIG, Config())
    raw = dict(config.values)
    ctx.meta[_FILES] = _file_settings(raw.pop(FILES, []), config)
    values = {name: checked(name, value, config) for name, value in raw.items()}
    named = values.pop("preset", None)
    preset = ctx.meta.get(_PRESET) or (_preset(named) if named else {})
    for name in _IN_FOLDER:
        if values.get(name):
            values[name] = _from_here(str(values[name]), config)
    if PATHS in values:
        values[PATHS] = [_from_here(path, config) for path in values[PATHS]]
    ctx.default_map = preset | values


def _from_here(path: str, config: Config) -> str:
    """Return a path of a settings file relative to the current folder; a URL stays as it is."""
    if path == STDIN or "://" in path:
        return path
    # a slash at the end is part of what an output means
    return os.path.relpath(config.folder / path) + "/" * path.endswith("/")


def _preset(name: str) -> dict[str, Any]:
    config = read_preset(name)
    return {key: checked(key, value, config) for key, value in config.values.items()}


def checked(name: str, value: Any, config: Config) -> Any:
    """Return a value of the settings file as Click expects it.

    Raises:
        MdchunkError: It is not of the setting's type. Click would turn 3.5 into 3 and a string into a list.
    """
    kind = str if name == "preset" else type(DEFAULTS.get(name, ()))
    if kind in _SCALARS:
        if kind is float and type(value) is int:
            return float(value)
        if type(value) is not kind and not (name in _FLAGS and isinstance(value, bool)):
            raise MdchunkError(
                f"must be {_SCALARS[kind]}, not {value!r}", place=str(config.path), setting=name
            )
        return value
    if name == "heading_patterns" and isinstance(value, dict):
        return list(value.items())
    if isinstance(value, str):
        return value if name in _WITH_COMMAS else [value]
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise MdchunkError(f"must be a list of strings, not {value!r}", place=str(config.path), setting=name)
    return value


def _file_settings(tables: Any, config: Config) -> list[tuple[str, dict[str, Any]]]:
    """Return pattern and settings of each table of ``files``.

    Raises:
        MdchunkError: A table has no pattern, or has a key that it cannot have; or a value is not of its type.
    """
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise MdchunkError(
            f"must be tables: [[{config.prefix}{FILES}]]", place=str(config.path), setting=FILES
        )
    found = []
    for table in tables:
        pattern = table.get("pattern")
        if not isinstance(pattern, str) or not pattern:
            raise MdchunkError(
                'needs a pattern in each table, such as pattern = "blog/**"',
                place=str(config.path),
                setting=FILES,
            )
        settings = {name: value for name, value in table.items() if name != "pattern"}
        try:
            check_keys(Config(config.path, settings), FILE_KEYS, KEYS)
            found.append((pattern, {name: checked(name, value, config) for name, value in settings.items()}))
        except MdchunkError as error:
            raise _in_files(error, pattern, config) from error
    return found


def _in_files(error: MdchunkError, pattern: str, config: Config) -> MdchunkError:
    subject = f"{error.setting} " if error.setting else ""
    return MdchunkError(
        f"files: {pattern!r}: {subject}{error.problem}", place=str(config.path or ""), advice=error.advice
    )


def settings_by_pattern(
    ctx: click.Context, drop: Callable[[set[Any], set[Any]], Any]
) -> tuple[FileSettings, ...]:
    """Return what the settings file has for some of the files, without what a flag or the environment decides.

    Args:
        ctx: The command's; settings that it has no flag for are left out.
        drop: From kinds to drop and to keep, to all that are dropped.

    Raises:
        MdchunkError: A value is invalid.
    """
    config = ctx.find_object(Config) or Config()
    params = {param.name: param for param in ctx.command.params if _is_open(ctx, str(param.name))}
    found = []
    for pattern, raw in ctx.meta.get(_FILES, ()):
        try:
            settings = {
                name: _converted(params[name], ctx, value) for name, value in raw.items() if name in params
            }
            if not settings.keys().isdisjoint({"drop", "keep"}):
                settings["drop"] = drop(set(settings.get("drop", ())), set(settings.pop("keep", ())))
        except MdchunkError as error:
            raise _in_files(error, pattern, config) from error
        place = str(config.path) if config.path and config.path.is_file() else ""
        found.append(FileSettings(pattern, settings, place))
    return tuple(found)


def _is_open(ctx: click.Context, name: str) -> bool:
    """Return whether neither a flag nor the environment says what a setting is."""
    return ctx.get_parameter_source(name) in {ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP}


def _converted(param: click.Parameter, ctx: click.Context, value: Any) -> Any:
    """Return a value as the flag of its setting gives it.

    Raises:
        MdchunkError: The flag would not take it.
    """
    try:
        return param.type_cast_value(ctx, value)
    except click.BadParameter as error:
        raise MdchunkError(
            f"has a wrong value: {error.message.rstrip('.')}", setting=str(param.name)
        ) from error


def paths_of_file(ctx: click.Context) -> list[str]:
    """Return the paths that the settings file names."""
    return list((ctx.default_map or {}).get(PATHS, ()))


def tables_of_file(ctx: click.Context) -> list[dict[str, Any]]:
    """Return the tables of the settings file that have settings for some of the files."""
    return [{"pattern": pattern, **settings} for pattern, settings in ctx.meta.get(_FILES, ())]
