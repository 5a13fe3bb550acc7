"""The reference of the command line has every command and option."""

from __future__ import annotations

import click

from mdchunk.cli.main import COMMANDS, cli
from mdchunk.cli.options import CHUNK_OPTIONS, FIND_OPTIONS
from mdchunk.cli.write_options import WRITE_OPTIONS
from tests.support.cli_reference import options_of, reference


def test_config_has_the_options_of_build() -> None:
    """So that the reference need not repeat them."""
    context = click.Context(cli)
    commands = [cli.get_command(context, name) for name in ("build", "config")]
    build, config = ([option.opts for option in options_of(c, context)] for c in commands if c)
    assert build == config


def test_every_command_and_option_is_in_it() -> None:
    text = reference()
    assert all(f"### `mdchunk {name}`" in text for name in COMMANDS)
    for name, given in {**CHUNK_OPTIONS, **FIND_OPTIONS, **WRITE_OPTIONS}.items():
        assert f"`{given.get('flag', '--' + name.replace('_', '-')).partition('/')[0]}" in text
    assert all(line.count(" | ") == 2 for line in text.splitlines() if line.startswith("| `"))
