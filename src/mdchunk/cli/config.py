"""``mdchunk config``: the current settings and where each comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mdchunk.cli.defaults import FILES, PATHS, config_option, paths_of_file, preset_option, tables_of_file
from mdchunk.cli.options import CHUNK_OPTIONS, FIND_OPTIONS, build_options, output_options
from mdchunk.cli.output import write_json, write_text
from mdchunk.cli.settings import options_from, settings_from
from mdchunk.cli.spelling import Command
from mdchunk.cli.write_options import WRITE_OPTIONS
from mdchunk.files.config import Config

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mdchunk.cli.output import Manner

EPILOG = """\b
Examples:
  mdchunk config
  mdchunk config --json
  MDCHUNK_OVERLAP=50 mdchunk config --max-chars 800"""

ORIGINS: Mapping[ParameterSource, str] = {
    ParameterSource.COMMANDLINE: "flag",
    ParameterSource.ENVIRONMENT: "environment",
    ParameterSource.DEFAULT_MAP: "file",
}
"""Where a value comes from, in Click's terms and in ours; anything else is the default."""


@click.command(cls=Command, epilog=EPILOG)
@config_option
@preset_option
@build_options
@output_options
def config(manner: Manner, **_params: Any) -> None:
    """Print the settings that `mdchunk build` would use here, and where each comes from.

    Precedence: flag, environment (MDCHUNK_MAX_CHARS), the nearest mdchunk.toml or [tool.mdchunk] in pyproject.toml,
    default.
    """
    ctx = click.get_current_context()
    options_from(ctx)
    settings = settings_from(ctx)
    params = ctx.params | {"output": settings.output, "format": settings.format}
    found = ctx.find_object(Config)
    path = str(found.path) if found and found.path else ""
    rows = {
        name: (params[name], ORIGINS.get(source, "default"))
        for name in (*WRITE_OPTIONS, *CHUNK_OPTIONS, *FIND_OPTIONS)
        if (source := ctx.get_parameter_source(name))
    }
    if paths := paths_of_file(ctx):
        rows = {PATHS: (tuple(paths), "file"), **rows}
    tables = tables_of_file(ctx)
    if manner.json:
        shown = {name: {"value": value, "from": origin} for name, (value, origin) in rows.items()}
        write_json({"ok": True, "file": path, "settings": shown, FILES: tables})
        return
    width = max(map(len, rows))
    lines = [f"{name:{width}} = {_shown(value)}  # {origin}" for name, (value, origin) in rows.items()]
    for table in tables:
        lines += ["", f"[[{FILES}]]", *(f"{name} = {_shown(value)}" for name, value in table.items())]
    write_text("\n".join([f"# settings file: {path or 'none'}", *lines]) + "\n")


def _shown(value: object) -> str:
    """Return a value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_shown, value))}]"
    return str(value) if isinstance(value, int) else '"' + str(value).replace("\\", "\\\\") + '"'
