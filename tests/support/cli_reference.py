"""The reference of the command line, made from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator

import click

from mdchunk.cli.main import COMMANDS, cli


def reference() -> str:
    """Return the reference of all commands as Markdown."""
    parts: list[str] = []
    for name in COMMANDS:
        context = click.Context(cli, info_name="mdchunk", **cli.context_settings)
        command = cli.get_command(context, name)
        assert command
        parts += _command(command, click.Context(command, parent=context, info_name=name))
    return "\n".join(parts)


def _command(command: click.Command, ctx: click.Context) -> Iterator[str]:
    usage = " ".join(command.collect_usage_pieces(ctx))
    yield f"### `mdchunk {ctx.info_name}`\n\n```text\nmdchunk {ctx.info_name} {usage}\n```\n"
    yield _paragraphs(command.help or "")
    if ctx.info_name == "config":
        yield "Its options are those of `mdchunk build`."
    else:
        yield "| Option | What it does | Default |\n|:--|:--|:--|"
        yield from (_row(option, ctx) for option in options_of(command, ctx))
    shell, _, rest = (command.epilog or "").partition("\n\n")
    yield f"\n<!-- not run: these are examples -->\n\n```shell\n{_unindented(shell)}\n```\n"
    if rest:
        title, _, lines = rest.removeprefix("\b\n").partition("\n")
        yield f"{title}\n\n```text\n{_unindented(lines)}\n```\n"


def options_of(command: click.Command, ctx: click.Context) -> list[click.Option]:
    """Return the options of a command, but for its help."""
    found = [param for param in command.get_params(ctx) if isinstance(param, click.Option)]
    return [option for option in found if "--help" not in option.opts]


def _row(option: click.Option, ctx: click.Context) -> str:
    option.get_help_record(ctx)  # fills in the names of the dialects
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    if not option.is_flag:
        names = f"{names[:-1]} {option.make_metavar(ctx)}`"
    default = option.get_default(ctx)
    if isinstance(default, bool):
        default = (option.opts if default else option.secondary_opts or [""])[0]
    shown = f"`{default}`" if isinstance(default, int | str) and default != "" else ""
    text = (option.help or "").replace("|", "\\|")
    return f"| {names.replace('|', chr(92) + '|')} | {text} | {shown} |"


def _paragraphs(text: str) -> str:
    blocks = text.strip().split("\n\n")
    return "\n\n".join(" ".join(block.split()) for block in blocks) + "\n"


def _unindented(text: str) -> str:
    lines = text.removeprefix("\b\n").removeprefix("Examples:\n").splitlines()
    return "\n".join(line.removeprefix("  ") for line in lines)
