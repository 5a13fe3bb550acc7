"""JavaScript as far as MDX needs it: which braces count, and where an operand ends.

Strings, template literals, comments, regular expressions and JSX inside code are distinguished; grammar is
not. Positions are 0-based code points into the text that is passed. Nothing recurses, and a text is read
once: nesting is a list of open brackets.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

OPEN: Final = -1
"""Instead of an end: the text is over inside of the construct, and more lines may close it."""
BAD: Final = -2
"""Instead of an end: no such construct begins here, whatever follows."""

Lexeme = tuple[str, int, int, int, bool]
"""Kind (a group of ``_CODE``, ``value`` or ``end``), start, end, brackets open after it, and whether an
operand ends with it."""

_LEXEME = r"""(?:
    (?P<newline>\n)
  | (?P<space>[^\S\n]++)
  | (?P<word>[\w$]++)
  | (?P<string>"(?:[^"\\\n]|\\(?s:.))*+"|'(?:[^'\\\n]|\\(?s:.))*+')
  | (?P<comment>//[^\n]*+|/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|\Z))
  | (?P<punct>=>|\+\+|--|\\(?s:.)|(?s:.))
)"""
_CODE = re.compile(_LEXEME + r"[^\S\n]*+", re.VERBOSE)
_NESTED = re.compile(_LEXEME + r"\s*+", re.VERBOSE)
"""Inside of brackets the ends of lines say nothing."""
_REGEX = re.compile(r"/(?![*/])(?:[^/\\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*+\])++/[\w$]*+")
_TEMPLATE = re.compile(r"(?:[^`\\$]|\\(?s:.)|\$(?!\{))*+(`|\$\{|\Z|\\\Z)")
_TAG = re.compile(
    r"""\s++|/\*[^*]*+(?:\*(?!/)[^*]*+)*+\*/|//[^\n]*+|[^\s"'{}<>/]++|"[^"]*+"|'[^']*+'|/\s*+>|(?s:.)"""
)
_CHILDREN = re.compile(r"(?:[^{<]|<(?![\w$>/]))*+(\{|</|<|\Z)")
_JSX_START = re.compile(r"<[\w$>]")
_CODE_BRACKETS = frozenset("{([")
_PAIRS = {")": "(", "]": "["}
_OPERATOR_WORD = re.compile(
    "await|case|default|delete|do|else|export|extends|import|in|instanceof|new|of|return|throw|typeof|void|yield"
)
"""Words before an operand: a slash there opens a regular expression, ``<`` a JSX element."""


def braces(text: str, pos: int) -> int:
    """Return one past the brace that closes the one at ``pos``, or ``OPEN``."""
    for _, _, end, depth, _ in lex(text, pos):
        if not depth:
            return end
    return OPEN


def lex(text: str, pos: int) -> Iterator[Lexeme]:
    """Yield the lexemes of code from ``pos``; ``end`` comes last unless the text ends inside of a comment.

    A template literal or a JSX element in code is of kind ``value`` where it closes; code inside it
    comes with its brackets counted.
    """
    stack: list[str] = []
    operand = False
    no_regex = 0  # a slash that opened no regular expression: there is none in the rest of that line
    while pos < len(text):
        start = pos
        if stack and stack[-1] not in _CODE_BRACKETS:
            depth = len(stack)
            pos = _MODES[stack[-1]](text, pos, stack)
            operand = len(stack) < depth
            if operand and not (stack and stack[-1] not in _CODE_BRACKETS):
                yield "value", start, pos, len(stack), True
            continue
        found = (_NESTED if stack else _CODE).match(text, pos)
        kind = found.lastgroup if found else None
        if found is None or kind is None:
            return
        pos, end, word = found.end(), found.end(kind), found[kind]
        if kind == "comment":
            if word.startswith("/*") and not (word.endswith("*/") and len(word) > 3):
                return
        elif kind == "word":
            operand = _OPERATOR_WORD.fullmatch(word) is None
        elif kind == "string":
            operand = True
        elif kind == "punct":
            if word == "/" and not operand and start >= no_regex:
                regex = _REGEX.match(text, start)
                pos, operand = (regex.end(), True) if regex else (end, False)
                no_regex = no_regex if regex else _line_end(text, pos)
                end = pos
            elif word == "`" or (word == "<" and not operand and _JSX_START.match(text, start)):
                stack.append(word)
                pos = end
            elif word not in {"++", "--"}:
                operand = _bracket(word, stack)
                pos = pos if stack else end
        yield kind, start, end, len(stack), operand
    yield "end", pos, pos, len(stack), operand


def _bracket(word: str, stack: list[str]) -> bool:
    """Open or close a bracket of code; return whether an operand ends with ``word``."""
    if word in _CODE_BRACKETS:
        stack.append(word)
        return False
    if word == "}":
        while stack and stack[-1] != "{":
            stack.pop()
        if stack:
            stack.pop()
        return True
    if word in _PAIRS and stack and stack[-1] == _PAIRS[word]:
        stack.pop()
    return word in _PAIRS


def _line_end(text: str, pos: int) -> int:
    end = text.find("\n", pos)
    return len(text) if end < 0 else end


def _template(text: str, pos: int, stack: list[str]) -> int:
    found = _TEMPLATE.match(text, pos)
    if found is None or not found[1] or found[1] == "\\":
        return len(text)
    if found[1] == "`":
        stack.pop()
    else:
        stack.append("{")
    return found.end()


def _in_tag(text: str, pos: int, stack: list[str]) -> int:
    found = _TAG.match(text, pos)
    if found is None:
        return len(text)
    if found[0] == "{":
        stack.append("{")
    elif found[0] == ">":
        stack[-1] = ">"
    elif found[0].startswith("/") and found[0].endswith(">"):
        stack.pop()
    return found.end()


def _in_children(text: str, pos: int, stack: list[str]) -> int:
    found = _CHILDREN.match(text, pos)
    if found is None or not found[1]:
        return len(text)
    if found[1] == "</":
        stack[-1] = "/"
    else:
        stack.append(found[1])
    return found.end()


def _in_closing_tag(text: str, pos: int, stack: list[str]) -> int:
    end = text.find(">", pos)
    if end < 0:
        return len(text)
    stack.pop()
    return end + 1


_MODES: Mapping[str, Callable[[str, int, list[str]], int]] = {
    "`": _template,
    "<": _in_tag,
    ">": _in_children,
    "/": _in_closing_tag,
}
"""What reads on inside of a template literal, an opening tag, the children of an element, a closing tag."""
