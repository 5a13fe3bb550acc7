"""What each setting of the chunker may be: checked before anything else looks at the value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from mdchunk.model.errors import WrongTypeError

Check = Callable[[Any], bool]


def is_whole(value: Any) -> bool:
    """Return whether a value is a whole number; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_switch(value: Any) -> bool:
    return isinstance(value, bool)


def _is_counter(value: Any) -> bool:
    return isinstance(value, str) or callable(value)


def _is_mode(value: Any) -> bool:
    return isinstance(value, str | bool)


def _are_texts(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, Collection) and all(isinstance(each, str) for each in value)
    )


def _are_pairs(value: Any) -> bool:
    if isinstance(value, Mapping):
        return _are_texts(value.keys())
    return isinstance(value, Collection) and all(
        isinstance(each, list | tuple) and len(each) == 2 and isinstance(each[0], str) for each in value
    )


_TEXT = (_is_text, "a string")
_SWITCH = (_is_switch, "True or False")
_TEXTS = (_are_texts, "a list or another collection of strings")
_WHOLE = (is_whole, "a whole number")

TYPES: Mapping[str, tuple[Check, str]] = {
    "max_chars": _WHOLE,
    "max_tokens": _WHOLE,
    "tokenizer": (_is_counter, "a name or a function from a text to a number"),
    "overlap": _WHOLE,
    "min_size": _WHOLE,
    "prefix_path": (_is_mode, "none, parts or all"),
    "max_level": _WHOLE,
    "dialect": _TEXT,
    "anchors": _TEXT,
    "drop": _TEXTS,
    "metadata": _TEXTS,
    "page_marker": _TEXT,
    "keep_data_uris": _SWITCH,
    "compact_tables": _SWITCH,
    "html_header": _TEXT,
    "link_targets": _TEXT,
    "heading_patterns": (_are_pairs, "a mapping from patterns to levels, or pairs of them"),
    "drop_prefixes": _TEXTS,
    "drop_patterns": _TEXTS,
}
"""Field of ``Options`` -> whether a value is of its type, and what that is called in errors."""


def check_types(options: object) -> None:
    """Refuse a value that is of another type than its setting.

    Raises:
        WrongTypeError: The message names the setting and what it takes.
    """
    for name, (is_right, wanted) in TYPES.items():
        value = getattr(options, name)
        if not is_right(value):
            raise WrongTypeError(f"must be {wanted}, not {value!r}", setting=name)
