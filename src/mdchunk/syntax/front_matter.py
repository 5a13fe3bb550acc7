"""Front matter: a block rule that finds it, and its value.

It begins in line 1, without indentation, and its closing rule is in column 0::

    ---                  +++                    {
    title: Handbook      title = "Handbook"       "title": "Handbook"
    --- (or ...)         +++                    }

A thematic break looks the same, so the text between the rules decides, and what decides is its real parser:
YAML has to be a mapping, or empty, or only comments; JSON has to be an object. A text that does not parse but
had begun as a mapping (``title: a: b``) is front matter with an error, for it is no text of the document.
"""

from __future__ import annotations

import datetime as dt
import functools
import json
import math
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from mdchunk.syntax.rules import Parser, add_rule, memo_of

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping

    from markdown_it.rules_block import StateBlock

_MAX_DEPTH = 64
"""Deepest nesting of a value, so that whoever walks over it may recurse."""
_TOO_DEEP = f"nested deeper than {_MAX_DEPTH} levels"
_CLOSING = {
    "---": re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE),
    "+++": re.compile(r"^\+\+\+[ \t]*$", re.MULTILINE),
}
_SYNTAX = {"---": "yaml", "+++": "toml", "{": "json"}
_REST_IS_BLANK = re.compile(r"[ \t]*(?:\n|\Z)")
_TOML_BEGINS = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*(?:\[|[\w\"'][^\n=]*=)")
_TOML_LINE = re.compile(r"at line (\d+)")
# tomllib takes quadratic time over a long dotted key, which is too deep anyway
_TOML_TOO_DEEP = re.compile(rf"(?<![\w\"'-])(?:[\w\"'-]+[ \t]*\.[ \t]*){{{_MAX_DEPTH}}}")


class _Read(NamedTuple):
    """What a parser made of the text between the rules."""

    value: Mapping[str, Any] | None
    """JSON values; ``None``: this is no front matter."""
    error: str = ""
    line: int = 0
    """0-based line of the error, in the text."""


def front_matter_plugin(md: Parser) -> None:
    """Add the block rule, in front of all others.

    The token is a ``front_matter`` whose ``map`` holds both rules, whose ``content`` is the text between
    them (JSON: with its braces), and whose ``meta`` is ``{"syntax": "yaml"|"toml"|"json", "error": "" or
    the parser's message, "error_line": 1-based line in the document}``.
    """
    first = md.block.ruler.get_all_rules()[0]
    add_rule(md, first, "front_matter", _front_matter, "-+{")


def read(text: str, syntax: str) -> Mapping[str, Any]:
    """Return the value of a front matter as JSON has it.

    Dates are ISO strings, keys are strings as they are written, NaN and the infinities are strings, binary
    is base64, sets are lists. Of equal keys the last wins. The value may be shared: it is not to be changed.

    Args:
        text: The ``content`` of a ``front_matter`` token.
        syntax: ``yaml``, ``toml`` or ``json``.

    Returns:
        The mapping; an empty one if the text does not parse (the token says why).
    """
    return _read(text, syntax).value or {}


def front_matter_of(env: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """Return the front matter of the document that was parsed with an environment, empty if it has none."""
    found = memo_of(env).found.get(read)
    return read(*found) if found else {}


def _front_matter(state: StateBlock, start_line: int, _end_line: int, silent: bool) -> bool:
    """Rule: front matter in line 1 of the document."""
    if start_line != 0 or silent:
        return False
    found = _find(state.src)
    if not found:
        return False
    opening, content, end = found
    syntax = _SYNTAX[opening]
    value, error, line = _read(content, syntax)
    if value is None:
        return False
    state.line = state.src.count("\n", 0, end) + 1
    memo_of(state.env).found[read] = (content, syntax)
    token = state.push("front_matter", "", 0)
    token.hidden = True
    token.markup = opening
    token.content = content
    token.map = [0, state.line]
    first_line = 1 if syntax == "json" else 2
    token.meta = {"syntax": syntax, "error": error, "error_line": line + first_line if error else 0}
    return True


def _find(src: str) -> tuple[str, str, int] | None:
    """Return the opening rule, the text between the rules and an offset in the closing one."""
    opening, newline, _ = src.partition("\n")
    start = len(opening) + len(newline)
    opening = opening.rstrip(" \t")
    if opening == "{":
        try:
            _, end = json.JSONDecoder().raw_decode(src)
        except (ValueError, RecursionError):
            return None
        return (opening, src[:end], end) if _REST_IS_BLANK.match(src, end) else None
    if opening not in _CLOSING:
        return None
    closing = _CLOSING[opening].search(src, start)
    return (opening, src[start : closing.start()], closing.start()) if closing else None


@functools.lru_cache(maxsize=4)
def _read(text: str, syntax: str) -> _Read:
    """Parse a front matter: once, though the rule asks first and whoever wants the value asks again."""
    try:
        found = {"yaml": _read_yaml, "toml": _read_toml, "json": _read_json}[syntax](text)
        return found._replace(value=_plain(found.value, 0)) if found.value else found
    except RecursionError:
        return _Read({}, _TOO_DEEP)


def _read_json(text: str) -> _Read:
    return _Read(json.loads(text))


def _read_toml(text: str) -> _Read:
    import tomllib  # noqa: PLC0415 - few documents need it

    if _TOML_TOO_DEEP.search(text):
        return _Read({}, _TOO_DEEP)
    try:
        return _Read(tomllib.loads(text))
    except ValueError as error:
        # MyST's block break is none: "+++\nprose\n\n+++"
        if not _TOML_BEGINS.match(text):
            return _Read(None)
        line = _TOML_LINE.search(str(error))
        return _Read({}, str(error), int(line[1]) - 1 if line else 0)


def _read_yaml(text: str) -> _Read:
    from mdchunk.syntax import front_matter_yaml  # noqa: PLC0415 - its parser takes its time to load

    return _Read(*front_matter_yaml.read(text, _MAX_DEPTH))


def _plain(value: Any, depth: int) -> Any:
    """Return what JSON has for a value that a parser made.

    Raises:
        RecursionError: It is nested deeper than ``_MAX_DEPTH``.
    """
    if depth > _MAX_DEPTH:
        raise RecursionError
    if isinstance(value, dict):
        return {key: _plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item, depth + 1) for item in value]
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
