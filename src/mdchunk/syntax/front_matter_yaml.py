"""YAML front matter: its mapping, or why there is none. Imported with the first document that has it.

The node graph is walked by hand rather than by PyYAML's constructor, which takes ``yes: 1`` for a key
``True``, stops at ``{{ name }}`` and at tags of others, and lets aliases grow without an end.
"""

from __future__ import annotations

import json
import re
from typing import Any, cast

import yaml

_LOADER = cast("type[yaml.SafeLoader]", getattr(yaml, "CSafeLoader", yaml.SafeLoader))
_TAG = "tag:yaml.org,2002:"
_CONSTRUCTED = frozenset(_TAG + name for name in ("null", "bool", "int", "float", "timestamp"))
# what YAML streams may not hold; the parser reports it before it looks at anything else
_NOT_YAML = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _TooLargeError(Exception):
    """The aliases make the value grow out of all proportion to its text."""


def read(text: str, max_depth: int) -> tuple[dict[str, Any] | None, str, int]:
    """Parse the text between the rules.

    Args:
        text: The lines between the rules, with LF line endings.
        max_depth: Deepest nesting that is taken.

    Returns:
        The mapping (dates as Python has them), ``None`` if this is no front matter; the parser's message,
        ``""`` if there is no error; the 0-based line of the error.

    Raises:
        RecursionError: The value is nested deeper than ``max_depth``, or holds itself.
    """
    try:
        node = _LOADER(text).get_single_node()
        if node is None:
            return {}, "", 0
        if not isinstance(node, yaml.MappingNode):
            return None, "", 0
        return _mapping(node, max_depth, [len(text) * 10 + 10_000]), "", 0
    except _TooLargeError:
        return {}, "the aliases make it too large", 0
    except (yaml.YAMLError, UnicodeError) as error:
        return ({}, *_message(error, text)) if _begins_mapping(text) else (None, "", 0)


def _begins_mapping(text: str) -> bool:
    r"""Return whether a text that does not parse was meant as a mapping.

    As in Pandoc, no blank line follows the opening rule then: "---\n\nNote: prose.\n\nMore prose.\n\n---".
    """
    if not text.partition("\n")[0].strip():
        return False
    try:
        for event in yaml.parse(_NOT_YAML.sub("\ufffd", text), Loader=_LOADER):
            if not isinstance(event, yaml.StreamStartEvent | yaml.DocumentStartEvent):
                return isinstance(event, yaml.MappingStartEvent)
    except yaml.YAMLError:
        pass
    return False


def _message(error: Exception, text: str) -> tuple[str, int]:
    """Return what is wrong, in one line, and the 0-based line where."""
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
        parts = (error.context, error.problem)
        return ", ".join(part for part in parts if part), error.problem_mark.line
    wrong = _NOT_YAML.search(text)
    if not wrong:
        return str(error), 0
    return f"YAML does not allow the character U+{ord(wrong[0]):04X}", text.count("\n", 0, wrong.start())


def _value(node: yaml.Node, depth: int, left: list[int]) -> Any:
    """Return a node's value; ``left`` holds how many code points of values may still come."""
    left[0] -= 1 + (len(node.value) if isinstance(node, yaml.ScalarNode) else 0)
    if left[0] < 0:
        raise _TooLargeError
    if depth < 0:
        raise RecursionError
    if isinstance(node, yaml.MappingNode):
        mapping = _mapping(node, depth, left)
        return list(mapping) if node.tag == _TAG + "set" else mapping
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, depth - 1, left) for item in node.value]
    return _scalar(cast("yaml.ScalarNode", node))


def _mapping(node: yaml.MappingNode, depth: int, left: list[int]) -> dict[str, Any]:
    """Return a mapping's value: its own keys win over those of a merge (``<<: *other``)."""
    merged: dict[str, Any] = {}
    own: dict[str, Any] = {}
    for key, item in node.value:
        value = _value(item, depth - 1, left)
        if key.tag == _TAG + "merge":
            for other in reversed(value if isinstance(value, list) else [value]):
                merged.update(other if isinstance(other, dict) else {})
        elif isinstance(key, yaml.ScalarNode):
            own[key.value] = value
        else:  # {{ name }}
            own[json.dumps(_value(key, depth - 1, left), default=str, ensure_ascii=False)] = value
    return merged | own


def _scalar(node: yaml.ScalarNode) -> Any:
    """Return a scalar's value; what its type can't hold stays the text that it is (``2024-13-01``)."""
    if node.tag == _TAG + "binary":
        return "".join(node.value.split())
    # 12:30 is a time of day to everybody but YAML 1.1, which counts it in base 60
    if node.tag not in _CONSTRUCTED or (":" in node.value and node.tag != _TAG + "timestamp"):
        return node.value
    try:
        return yaml.constructor.SafeConstructor().construct_object(node)
    except (ValueError, LookupError, AttributeError, ArithmeticError):
        return node.value
