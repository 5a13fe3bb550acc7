"""The command line: the table of commands, and what they all share.

A command's module is imported when the command runs, so that ``mdchunk --help`` and ``--version`` import only Click.
Exit status: 0 done; 1 something failed or was found; 2 wrong usage or settings; 130 Ctrl-C.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from mdchunk import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

COMMANDS: Mapping[str, tuple[str, str]] = {
    "build": ("mdchunk.cli.build", "Chunk files and folders into one file of records."),
    "outline": ("mdchunk.cli.outline", "Show the headings of files with lines, anchors and sizes."),
    "section": ("mdchunk.cli.outline", "Print one section of a file."),
    "show": ("mdchunk.cli.show", "Print the chunks of a file, a section or a line."),
    "stats": ("mdchunk.cli.chunks", "Show the sizes of the chunks in a file."),
    "view": ("mdchunk.cli.view", "Show the chunks in their source, on a page for the browser."),
    "diff": ("mdchunk.cli.diff", "Show what changed between two chunk files."),
    "merge": ("mdchunk.cli.merge", "Write a folder of parts to one file."),
    "verify": ("mdchunk.cli.chunks", "Check a chunk file against its sources."),
    "tune": ("mdchunk.cli.tune", "Find the settings that retrieve the most in your documents."),
    "config": ("mdchunk.cli.config", "Print the current settings and where each comes from."),
    "mcp": ("mdchunk.cli.mcp", "Serve folders to AI assistants over MCP."),
}
"""Command -> the module that holds it under its own name, and its line in ``mdchunk --help``."""

COMPLETE = "_MDCHUNK_COMPLETE"
"""The variable by which a shell asks for completions."""
INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells count it: 128 + SIGINT."""

EPILOG = """\b
Examples:
  mdchunk build docs/ README.md
  mdchunk build 'guide/**/*.mdx' --max-tokens 512 -o guide.jsonl
  cat notes.md | mdchunk build - -o - | jq .content

Options can also be set in the environment (MDCHUNK_MAX_CHARS=800), in mdchunk.toml or under [tool.mdchunk] in
pyproject.toml. `mdchunk COMMAND -h` describes a command."""


class _Group(click.Group):
    """Commands by name from ``COMMANDS``, imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - Click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[cmd_name][0]), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            import difflib  # noqa: PLC0415 - only for a mistake

            if near := difflib.get_close_matches(args[0], COMMANDS, n=1):
                ctx.fail(f"No such command {args[0]!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(
    cls=_Group,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    invoke_without_command=False,
)
@click.version_option(__version__, "-V", "--version", prog_name="mdchunk")
def cli() -> None:
    """Markdown in, exact chunks out: every chunk is a slice of its file and knows its headings and lines."""


def main() -> None:
    """Run the command line and end the process with its exit status."""
    # the process is ours: documents make many objects and next to no cycles, so Python need not look for them often
    gc.set_threshold(100_000)
    status = run(sys.argv[1:])
    if status == INTERRUPTED:
        # `python -m` would die of the signal instead if Ctrl-C came inside an exec, as while a dataclass is made
        for stream in (sys.stdout, sys.stderr):
            if stream:
                stream.flush()
        os._exit(status)
    sys.exit(status)


def run(args: Sequence[str]) -> int:
    """Run the command line.

    Args:
        args: The arguments after the program's name.

    Returns:
        The exit status.
    """
    if COMPLETE in os.environ:
        from mdchunk.cli.completion import register  # noqa: PLC0415

        register()
    try:
        status = cli.main(list(args), prog_name="mdchunk", standalone_mode=False)
    except click.exceptions.Exit as end:
        return end.exit_code
    except (click.Abort, KeyboardInterrupt):
        return _fail(args, INTERRUPTED, "interrupted", "interrupted")
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return 2
    except click.UsageError as error:
        return _fail(args, 2, "usage", error.format_message() + _origin(error), error.ctx)
    except Exception as error:
        message = _failure(error)
        if not message:
            raise
        return _fail(args, 1, "failure", message)
    return status if isinstance(status, int) else 0


def _failure(error: Exception) -> str:
    """Return the message of an error that the user can correct, ``""`` if it is a bug."""
    from mdchunk.cli.output import drop_output  # noqa: PLC0415 - only now
    from mdchunk.model import MdchunkError  # noqa: PLC0415

    if isinstance(error, MdchunkError | click.ClickException):
        return str(error)
    if isinstance(error, OSError):
        drop_output()
        return f"{error.filename or 'standard output'}: {error.strerror}"
    return ""


def _origin(error: click.UsageError) -> str:
    """Return where a bad value comes from, ``""`` if it is on the command line."""
    if not isinstance(error, click.BadParameter) or not error.ctx or not error.param or not error.param.name:
        return ""
    source = error.ctx.get_parameter_source(error.param.name)
    if source is ParameterSource.ENVIRONMENT:
        return f" (from the environment: {error.param.envvar})"
    return f" (from {error.ctx.obj.path})" if source is ParameterSource.DEFAULT_MAP else ""


def _fail(args: Sequence[str], status: int, kind: str, message: str, ctx: click.Context | None = None) -> int:
    """Report an error: to people on stderr, to programs that asked for JSON on stdout."""
    from mdchunk.cli.output import say, say_error, write_json  # noqa: PLC0415 - only now

    if "--json" in args:
        write_json({"ok": False, "error": {"kind": kind, "message": message, "exit_status": status}})
        return status
    if ctx:
        say(f"{ctx.get_usage()}\nTry '{ctx.command_path} -h' for help.\n")
    say_error(message)
    return status
