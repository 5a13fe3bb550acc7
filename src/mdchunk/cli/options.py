"""The options of the command line: ``Options`` and ``BuildSettings`` as flags, each with its environment variable.

The help shows the defaults of these two classes.
"""

from __future__ import annotations

from dataclasses import fields
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click

from mdchunk.cli import completion
from mdchunk.cli.output import Manner
from mdchunk.cli.parameters import Flag, LevelPattern, PathMode, RootPath, keys
from mdchunk.cli.write_options import WRITE_OPTIONS
from mdchunk.files.settings import LEAST_CHARS, BuildSettings, OnError
from mdchunk.model import DROPPED, KINDS, HtmlHeader, LinkTargets, Options
from mdchunk.text.slugs import SLUGGERS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

F = TypeVar("F", bound="Callable[..., Any]")


def dialect(value: str) -> str:
    """Return the name of a dialect; the table of dialects is imported only for another than the default.

    Raises:
        click.BadParameter: There is no such dialect.
    """
    if value != DEFAULTS["dialect"]:
        from mdchunk.syntax.dialects import DIALECTS  # noqa: PLC0415

        if value not in DIALECTS:
            known = ", ".join((*DIALECTS, DEFAULTS["dialect"]))
            raise click.BadParameter(f"unknown dialect {value!r}; the dialects are {known}")
    return value


DEFAULTS: Mapping[str, Any] = {
    field.name: field.default for kind in (Options, BuildSettings) for field in fields(kind)
}
"""Name of a setting -> its default."""

CHUNK_OPTIONS: dict[str, dict[str, Any]] = {
    "max_chars": {
        "type": click.IntRange(LEAST_CHARS),
        "help": f"Maximum characters in a chunk's content ({LEAST_CHARS} or more).",
    },
    "max_tokens": {
        "type": click.IntRange(0),
        "help": "Maximum tokens per chunk; replaces --max-chars. 0 disables it.",
    },
    "tokenizer": {
        "metavar": "NAME",
        "shell_complete": completion.tokenizers,
        "help": "Tokenizer for --max-tokens: approx (UTF-8 bytes / 3), bytes (of UTF-8), tiktoken:o200k_base,"
        " hf:PATH-OR-ID or py:package.module:function.",
    },
    "overlap": {
        "type": click.IntRange(0),
        "help": "Maximum overlap between consecutive parts of a section; less than half the size limit.",
    },
    "min_size": {
        "type": click.IntRange(0),
        "help": "Join neighbouring sections that are smaller than this. 0 disables it.",
    },
    "prefix_path": {
        "type": PathMode(),
        "flag": "--prefix-path/--no-prefix-path",
        "help": "Begin the content of every chunk, or of none, with `Title > A > B` and a blank line. By default, only"
        " the later parts of a cut section begin so (parts).",
    },
    "max_level": {
        "type": click.IntRange(1, 6),
        "help": "Deepest heading level that opens a section, 1 to 6.",
    },
    "dialect": {
        "type": dialect,
        "shell_complete": completion.dialects,
        "metavar": "NAME",
        "help": "Markdown dialect: {dialects}; or auto: by the file's name.",
    },
    "anchors": {
        "type": click.Choice(("auto", *SLUGGERS)),
        "metavar": "NAME",
        "help": f"What makes the anchors of headings: {', '.join(SLUGGERS)}; or auto: what the dialect's sites use.",
    },
    "drop": {
        "type": click.Choice(KINDS),
        "multiple": True,
        "metavar": "KIND",
        "default": (),
        "help": f"Drop this kind of block too, besides {', '.join(sorted(DROPPED))}. Repeatable.",
    },
    "keep": {
        "type": click.Choice(KINDS),
        "multiple": True,
        "metavar": "KIND",
        "default": (),
        "help": "Keep this kind of block, which is dropped by default, such as comment. Repeatable.",
    },
    "metadata": {
        "type": keys,
        "metavar": "KEYS",
        "help": "Front matter keys to add to every record, such as title,tags; or all.",
    },
    "page_marker": {
        "metavar": "REGEX",
        "help": "Another pattern for page markers. Its group `page` is the number of the page that begins there;"
        " without this group, a page ends there.",
    },
    "keep_data_uris": {"help": "Keep base64 data URIs in content instead of a placeholder."},
    "compact_tables": {"help": "Remove the padding of tables from content."},
    "html_header": {
        "type": click.Choice(get_args(HtmlHeader)),
        "help": "What the pieces of an HTML table repeat: its header cells (th), or else its first row (first_row).",
    },
    "link_targets": {
        "type": click.Choice(get_args(LinkTargets)),
        "help": "Whether content has the destinations of links; their text always stays.",
    },
    "heading_patterns": {
        "type": LevelPattern(),
        "multiple": True,
        "default": (),
        "metavar": "LEVEL:REGEX",
        "help": "Pattern for a paragraph of one line that is a heading of this level, such as '2:Chapter .*'; its group"
        " `text` is the heading. Repeatable.",
    },
    "drop_prefixes": {
        "flag": "--drop-prefix",
        "multiple": True,
        "default": (),
        "metavar": "TEXT",
        "help": "Drop paragraphs and other top-level blocks that begin so, other than headings: what a site repeats on"
        " every page. Repeatable.",
    },
    "drop_patterns": {
        "flag": "--drop-pattern",
        "multiple": True,
        "default": (),
        "metavar": "REGEX",
        "help": "Drop top-level blocks, other than headings, in which this pattern matches. Repeatable.",
    },
}
"""Field of ``Options`` -> what its flag has besides the default. ``drop`` and ``keep`` together set its ``drop``:
what is added to the default, and what is removed from it."""

FIND_OPTIONS: Mapping[str, dict[str, Any]] = {
    "root": {
        "type": RootPath(),
        "help": "Folder, or the beginning of URLs, that `source` is relative to.",
    },
    "include": {
        "multiple": True,
        "default": (),
        "metavar": "PATTERN",
        "help": "Chunk these files in folders, instead of those with a Markdown ending. Patterns are as in a"
        " .gitignore of the current folder. Repeatable.",
    },
    "exclude": {
        "multiple": True,
        "default": (),
        "metavar": "PATTERN",
        "help": "Skip these files or folders. Repeatable.",
    },
    "gitignore": {"help": "Skip files that .gitignore excludes."},
    "stdin_filename": {
        "metavar": "FILE",
        "type": click.Path(),
        "help": "Name of what is read from standard input: its source, and what chooses dialect and settings.",
    },
    "encoding": {"metavar": "NAME", "shell_complete": completion.encodings, "help": "Encoding of the files."},
    "convert": {
        "help": "Chunk PDF, Word and HTML files in folders too; a file that you name is always converted."
    },
    "converter": {
        "multiple": True,
        "default": (),
        "metavar": "ENDING=NAME",
        "help": "Convert files of this ending with a function of your own, such as pdf=py:package.module:function."
        " Repeatable.",
    },
    "converted": {
        "type": click.Path(file_okay=False),
        "metavar": "DIR",
        "help": "Keep each converted text as DIR/SOURCE.md, and use it again while its file is unchanged.",
    },
    "text_column": {
        "metavar": "NAME",
        "help": "Chunk the documents in this column of tables: Parquet files, or JSON lines (.jsonl, .jsonl.gz,"
        " .jsonl.zst).",
    },
    "path_column": {"metavar": "NAME", "help": "Column with the name of each document of a table."},
    "on_error": {
        "type": click.Choice(get_args(OnError)),
        "default": None,
        "help": "If a file cannot be chunked: stop, or skip it and report it. By default stop; skip if the output is a"
        " folder of parts.",
    },
    "doc_timeout": {
        "type": float,
        "metavar": "SECONDS",
        "help": "Maximum time for one document, which is an error if it takes longer. 0 disables it.",
    },
}
"""Field of ``BuildSettings`` about reading -> what its flag has besides the default."""


def some_options(table: Mapping[str, dict[str, Any]], *names: str) -> Callable[[F], F]:
    """Return a decorator that adds flags of a table to a command, in this order.

    Args:
        table: ``CHUNK_OPTIONS``, ``FIND_OPTIONS`` or ``WRITE_OPTIONS``.
        names: Which of them; if none is named, all.
    """

    def add(function: F) -> F:
        for name in reversed(names or tuple(table)):
            function = _flag(name, table[name])(function)
        return function

    return add


find_options = some_options(FIND_OPTIONS)
"""Adds the flags about reading."""


def build_options(function: F) -> F:
    """Add every flag of a build: writing, chunking, reading."""
    return some_options(WRITE_OPTIONS)(some_options(CHUNK_OPTIONS)(find_options(function)))


def output_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--json``, ``--quiet`` and ``--verbose``, passed to the command as one ``manner``."""

    @wraps(function)
    def command(as_json: bool, quiet: bool, verbose: bool, **params: Any) -> Any:
        if quiet and verbose:
            raise click.UsageError("--quiet and --verbose contradict each other; choose one")
        return function(manner=Manner(as_json, quiet, verbose), **params)

    command = click.option("-v", "--verbose", is_flag=True, help="Print more on stderr.")(command)
    command = click.option("-q", "--quiet", is_flag=True, help="Print only errors on stderr.")(command)
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")(
        command
    )


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return f"MDCHUNK_{name.upper()}"


def _flag(name: str, given: Mapping[str, Any]) -> Callable[[F], F]:
    """Return the decorator that adds one flag; unless ``given`` has a default, it has that of the setting."""
    extra = {"default": DEFAULTS[name], **given} if name in DEFAULTS else dict(given)
    flag = extra.pop("flag", "--" + name.replace("_", "-"))
    if isinstance(extra["default"], bool):
        flag += "/--no-" + flag.removeprefix("--")
    shown = extra["default"] if name == "prefix_path" else extra["default"] != ""
    if isinstance(extra.get("type"), click.IntRange):
        extra["metavar"] = "N"
    names = [extra.pop("short")] if "short" in extra else []
    return click.option(*names, flag, name, cls=Flag, envvar=variable(name), show_default=shown, **extra)
