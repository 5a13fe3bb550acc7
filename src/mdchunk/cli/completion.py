"""What shells complete besides commands, flags and paths: values of options.

Bash breaks words at ``=`` and ``:``, so it gets a class of its own: ``--dialect=hu`` and ``tiktoken:o2`` are one word.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from click.shell_completion import BashComplete, CompletionItem, add_completion_class, split_arg_string

if TYPE_CHECKING:
    from collections.abc import Iterable

    import click

TOKENIZERS = ("approx", "bytes", "tiktoken:o200k_base", "tiktoken:cl100k_base", "hf:", "py:")
"""Values of ``tokenizer``, and the beginnings of others."""
ENCODINGS = ("utf-8", "utf-16", "utf-32", "latin-1", "cp1252", "gb18030", "shift_jis", "euc_kr")
"""Encodings that documents have had."""


def _beginning(values: Iterable[str], incomplete: str) -> list[CompletionItem[str]]:
    return [CompletionItem(value) for value in values if value.startswith(incomplete)]


def dialects(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Return the names of dialects."""
    from mdchunk.syntax.dialects import DIALECTS  # noqa: PLC0415 - the table imports the parser

    return _beginning((*DIALECTS, "auto"), incomplete)


def tokenizers(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Return the names of tokenizers."""
    return _beginning(TOKENIZERS, incomplete)


def encodings(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Return the names of encodings."""
    return _beginning(ENCODINGS, incomplete)


def presets(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Return the names of presets."""
    from mdchunk.files.config import preset_names  # noqa: PLC0415

    return _beginning(preset_names(), incomplete)


def fields(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Return names of fields of the record, after those that are there already."""
    from mdchunk.model import FIELDS  # noqa: PLC0415

    return _listed(FIELDS, incomplete)


def chunkers(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Return names of other chunkers, after those that are there already; a file may be meant, too."""
    from mdchunk.tune.others import CHUNKERS  # noqa: PLC0415

    return _listed(CHUNKERS, incomplete) or [CompletionItem(incomplete, type="file")]


def checks(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Return the names of checks, each with the strictest number."""
    from mdchunk.checks.quality import CHECKS  # noqa: PLC0415

    return _beginning((f"{name}=0" for name in CHECKS), incomplete)


def _listed(values: Iterable[str], incomplete: str) -> list[CompletionItem[str]]:
    """Return a list with commas, continued by each value that it does not have."""
    head, comma, _ = incomplete.rpartition(",")
    given = head.split(",")
    return _beginning((f"{head}{comma}{value}" for value in values if value not in given), incomplete)


def anchors(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Return the anchors of the file that is named already."""
    # a flag that still lacks its value ends Click's parsing, and arguments stay where they are
    path = ctx.params.get("path") or next(iter(ctx.args), "")
    return _beginning(_anchors_of(str(path)), incomplete)


def places(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Return the anchors behind a file and ``#``, or say that a file is meant."""
    path, sign, _ = incomplete.partition("#")
    if not sign:
        return [CompletionItem(incomplete, type="file")]
    return _beginning((f"{path}#{anchor}" for anchor in _anchors_of(path)), incomplete)


def _anchors_of(path: str) -> list[str]:
    """Return the anchors of a Markdown file, none if it cannot be read: a shell has no place for errors."""
    from mdchunk.api import outline  # noqa: PLC0415
    from mdchunk.convert.document import read_input  # noqa: PLC0415
    from mdchunk.files.inputs import Input  # noqa: PLC0415
    from mdchunk.files.selection import ENDINGS  # noqa: PLC0415
    from mdchunk.model import MdchunkError  # noqa: PLC0415

    if not path.lower().endswith(ENDINGS):
        return []
    try:
        found = outline(read_input(Input(path, path, 0), "utf-8").text, source=path)
    except MdchunkError:
        return []
    return [heading.anchor for heading in found.headings if heading.anchor]


_SOURCE = """\
%(complete_func)s() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        case "${line%%%%,*}" in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain)
                COMPREPLY+=("${line#*,}")
                [[ $line == *[:=#] ]] && compopt -o nospace
                ;;
        esac
    done < <(env COMP_LINE="${COMP_LINE:0:$COMP_POINT}" COMP_WORDBREAKS="$COMP_WORDBREAKS" \\
        %(complete_var)s=bash_complete "$1")
    return 0
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class Bash(BashComplete):
    """Completion for Bash by the line, whatever Bash takes for a word."""

    source_template = _SOURCE

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the cursor, without the command's name, and what is at the cursor."""
        line = os.environ["COMP_LINE"]
        words = split_arg_string(line)[1:]
        at_cursor = words.pop() if words and not re.search(r"(?<!\\)\s\Z", line) else ""
        return words, at_cursor

    def complete(self) -> str:
        """Return the lines that the script reads, each value without what Bash takes for words before it."""
        words, at_cursor = self.get_completion_args()
        value = at_cursor.partition("=")[2] if at_cursor.startswith("--") else at_cursor
        breaks = set(os.environ.get("COMP_WORDBREAKS", "")) & set("=:")
        before = max(value.rfind(sign) for sign in breaks) + 1 if breaks else 0
        items = self.get_completions(words, at_cursor)
        return "\n".join(
            f"{item.type},{item.value[before:] if item.type == 'plain' else item.value}" for item in items
        )


def register() -> None:
    """Give Click the class for Bash."""
    add_completion_class(Bash)
