"""ESM in MDX: where a run of ``import`` and ``export`` statements ends, and what only looks like one.

MDX asks a JavaScript parser at each blank line whether the statements are complete, and refuses the file
where they are none. Here the shapes of the statements answer, and prose that begins so stays prose. ::

    import duties rose.         prose
    import {duty} from './rose' ESM
"""

from __future__ import annotations

import re

from mdchunk.syntax.mdx.javascript import BAD, lex

_BLANK = re.compile(r"\n[ \t]*+(?:\n|\Z)")
_GAP = r"(?:\s|/\*[^*]*+(?:\*(?!/)[^*]*+)*+\*/|//[^\n]*+)*+"
_STRING = r"""(?:"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+')"""
_NAMES = r"\{[^{}]*+\}"
_STAR = rf"\*{_GAP}as\s{_GAP}[\w$]++"
_TAIL = rf"(?:{_GAP}(?:with|assert){_GAP}\{{[^{{}}]*+\}})?{_GAP};?{_GAP}"
_IMPORT = re.compile(
    rf"import\s{_GAP}(?:{_STRING}|(?:type\s{_GAP})?"
    rf"(?:[\w$]++(?:{_GAP},{_GAP}(?:{_NAMES}|{_STAR}))?|{_NAMES}|{_STAR}){_GAP}from{_GAP}{_STRING}){_TAIL}"
)
_EXPORT_NAMES = re.compile(
    rf"export\s{_GAP}(?:type\s{_GAP})?(?:{_NAMES}(?:{_GAP}from{_GAP}{_STRING})?|"
    rf"(?:\*|{_STAR}){_GAP}from{_GAP}{_STRING}){_TAIL}"
)
_DECLARATION = re.compile(
    rf"export\s{_GAP}(?:default\s{_GAP}\S"
    rf"|(?:const|let|var)\s{_GAP}(?:[\w$]++{_GAP}(?:[=:,;]|\Z)|[\[{{])"
    rf"|(?:async\s{_GAP})?function\b{_GAP}\*?{_GAP}[\w$]*+{_GAP}[(<]"
    rf"|(?:abstract\s{_GAP})?class\s{_GAP}[\w$]++{_GAP}(?:extends\b|implements\b|[{{<])"
    rf"|type\s{_GAP}[\w$]++{_GAP}[=<]|(?:interface|enum)\s{_GAP}[\w$]++{_GAP}(?:extends\b|[{{<]))"
)
_HEAD = re.compile(
    rf"import\s{_GAP}(?:type\s{_GAP})?(?:[{{*\"']|[\w$]++{_GAP}(?:,|from\b))|export\s{_GAP}(?:type\s{_GAP})?[{{*]"
)
_LEADING = re.compile(
    "abstract|as|assert|async|await|class|const|declare|default|delete|enum|export|extends|from|function|implements|"
    "import|in|instanceof|interface|keyof|let|new|of|return|satisfies|throw|type|typeof|var|void|with|yield"
)
"""Words after which another word or string may come in a line of code."""
_JOINING = re.compile("as|assert|extends|from|implements|in|instanceof|of|satisfies|with")
"""Words that may come after another word or string in a line of code."""


def esm(text: str, pos: int) -> tuple[int, int]:
    """Find the end of the ESM block that starts at ``pos``, the start of a line.

    Returns:
        Where it ends, which is the end of a line: before the first blank line if a statement is never closed;
        ``BAD`` if there is no statement. And how far the text was read.
    """
    if not text.startswith(("import ", "export "), pos):
        return BAD, pos
    first = pos
    start = pos  # of the statement being read; -1 between two
    good = BAD  # the first line end at which it may end; else where the last statement ended
    before = ""  # the word or string that ends right before, on this line
    starts_line = read_on = False
    for kind, first, last, depth, operand in lex(text, pos):
        if depth or kind in {"space", "comment"}:
            before = "" if depth else before
            starts_line = starts_line and not depth
            read_on = read_on or depth > 0
        elif kind in {"newline", "end"}:
            if start < 0:
                good = first
            elif read_on and operand and _is_statement(text, start, first):
                good = good if good > start else first
                start = -1 if _is_closed(text, start, first) else start
            if kind == "end" or ((operand or start < 0) and _BLANK.match(text, first)):
                return (first if start < 0 or good > start else good), first
            before, starts_line, read_on = "", True, False
        else:
            word = text[first:last]
            if start < 0 or (good > start and starts_line and kind in {"word", "string"}):
                if word not in {"import", "export", ";"}:
                    return good, first
                start = start if word == ";" else first
            elif word == ";":
                if not _is_statement(text, start, last):
                    return good, first
                start = -1
            elif kind in {"word", "string"} and before and not _may_follow(word, before):
                return good, first
            before = word if kind in {"word", "string"} else ""
            starts_line, read_on = False, True
    return _unclosed(text, start, good), len(text)


def _may_follow(word: str, before: str) -> bool:
    """Return whether the two may be neighbours in code: ``new Map``, not ``duties rose``."""
    return _LEADING.fullmatch(before) is not None or _JOINING.fullmatch(word) is not None


def _is_statement(text: str, start: int, end: int) -> bool:
    return _is_closed(text, start, end) or _DECLARATION.match(text, start, end) is not None


def _is_closed(text: str, start: int, end: int) -> bool:
    """Return whether the statement is one that no further line can add to."""
    return any(shape.fullmatch(text, start, end) for shape in (_IMPORT, _EXPORT_NAMES))


def _unclosed(text: str, start: int, good: int) -> int:
    if start < 0 or not (_HEAD.match(text, start) or _DECLARATION.match(text, start)):
        return good
    blank = _BLANK.search(text, start)
    return blank.start() if blank else len(text.rstrip("\n"))
