r"""The marks of each dialect that headings may hold, and what a reader sees of them.

=====================================  =================================
``[[Page#Part]]``, ``[[Page|alias]]``   Page > Part, alias
``{ref}`text <target>```                text
``{{< icon "github" >}}``               nothing
``[text]{.class}``                      text
=====================================  =================================
"""

from __future__ import annotations

import re
from typing import Any

from mdchunk.syntax.inline import Mark, Values, mark
from mdchunk.syntax.jekyll import INLINE_COMMENT as LIQUID_COMMENT
from mdchunk.syntax.obsidian import INLINE_COMMENT as PERCENT_COMMENT

_INSIDE = r"(?:[^\[\]\\\n]|\\.|\[[^\[\]\n]{0,200}\]){0,300}"
"""Text between brackets, with brackets in it one level deep; bounded, so that time stays linear."""
_ARGUMENTS = r"(?:\"[^\"\n]{0,200}\"|`[^`\n]{0,200}`|[^\"`>%}\n]|[>%](?!\}\})){0,300}?"


def _text(value: Any) -> str | None:
    """Return a value of the front matter as text, ``None`` if it is none."""
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else None


# [[Page]], [[Page#Part]], [[#Part]], [[Page|alias]]
def _wiki_link(match: re.Match[str], _values: Values) -> str:
    if alias := (match["alias"] or "").strip():
        return alias
    return " > ".join(part.strip() for part in match["name"].split("#") if part.strip())


# ![[image.png]], ![[image.png|alt]], ![[image.png|100x200]]
def _embed(match: re.Match[str], values: Values) -> str:
    return match["name"] if re.fullmatch(r"[\dx]*", match["alias"] or "") else _wiki_link(match, values)


_WIKI = r"\[\[(?P<name>[^\[\]|\n]{1,300})(?:\|(?P<alias>[^\[\]\n]{0,300}))?\]\]"
OBSIDIAN: tuple[Mark, ...] = (
    mark("!", f"!{_WIKI}", _embed),
    mark("[", _WIKI, _wiki_link),
    mark("%", PERCENT_COMMENT),
    mark("=", r"==(?P<inside>(?=\S)(?:[^=\n]|=(?!=)){1,300}(?<=\S))=="),
    mark("^", r"(?<=\s)\^[A-Za-z0-9-]+\s*\Z"),  # names the block
)


_FUNCTIONS = frozenset({"func", "meth", "function", "method"})
_LITERAL = frozenset(
    {"kbd", "code", "command", "math", "sub", "sup", "samp", "file", "program", "option", "envvar", "literal"}
)
"""Roles that show their text as it is; all others may have a title: ``text <target>``."""
_ICONS = re.compile(r"(?:octicon|fa[a-z]*|material-\w+)\Z")


# {ref}`text <target>`, {py:func}`~a.b.run`, {abbr}`MyST (Markedly Structured Text)`
def _role(match: re.Match[str], _values: Values) -> str:
    role, body = match["role"].rpartition(":")[2], " ".join(match["body"].split())
    if _ICONS.match(match["role"]):
        return ""
    if role in _LITERAL:
        return re.sub(r"[{}]", "", body) if role in {"samp", "file"} else body
    if role == "abbr":
        return re.sub(r"\s*\([^()]*\)\Z", "", body)
    if role in {"guilabel", "menuselection"}:
        return re.sub(r"&(.)", r"\1", body).replace("-->", "\N{TRIANGULAR BULLET}")
    if role in {"pep", "rfc"}:
        return f"{role.upper()} {body}"
    titled = re.fullmatch(r"(?s)(.+?)\s*<[^<>]*>", body)
    if titled:
        return titled[1]
    named = body.removeprefix("!")
    if named.startswith("~"):
        named = named[1:].rpartition(".")[2]
    return f"{named}()" if role in _FUNCTIONS and not named.endswith(")") else named


# {{ key }} of the front matter
def _substitution(match: re.Match[str], values: Values) -> str | None:
    own = values.get("myst")
    for found in (own.get("substitutions") if isinstance(own, dict) else None, values.get("substitutions")):
        if isinstance(found, dict) and match["key"] in found:
            return _text(found[match["key"]])
    return None


# what is behind an element says how it looks: `x`{.py}, *x*{: .big}
_ATTRIBUTES = mark("{", r"(?<=[`)\]*_~^\"])\{:?[ \t]*(?:[.#=][^{}\n]{0,200}|[\w-]+=[^{}\n]{0,200})\}")
_SPAN = mark("[", rf"\[(?P<inside>{_INSIDE})\]\{{[^{{}}\n]{{0,200}}\}}")

MYST: tuple[Mark, ...] = (
    mark(
        "{",
        r"\{(?P<role>[A-Za-z][\w:.+-]*)\}(?P<ticks>`{1,9})(?!`)(?P<body>(?:(?!(?P=ticks)).){1,300})(?P=ticks)(?!`)",
        _role,
    ),
    mark("{", r"\{\{[ \t]*(?P<key>\w+)[ \t]*\}\}", _substitution),
    _SPAN,
    _ATTRIBUTES,
)

PANDOC: tuple[Mark, ...] = (
    mark("`", r"(?P<ticks>`{1,9})(?!`)(?:(?!(?P=ticks)).){1,300}(?P=ticks)\{=[\w+-]+\}"),  # for one format
    mark("^", rf"\^\[{_INSIDE}\]"),  # a note
    _SPAN,
    mark(
        "[",
        r"\[(?:[^\[\]@\n]{0,200}[\s;(-])?-?@[\w{][^\[\]\n]{0,200}\](?![(\[{:])",
        slug=lambda match: match[0],
        instead=lambda match: match[0],
    ),
    _ATTRIBUTES,
    mark("~", r"(?<!~)~(?P<inside>[^~\s]{1,100})~(?!~)"),
    mark("^", r"\^(?P<inside>[^\^\s]{1,100})\^"),
)

_QUOTED = re.compile(r"\"([^\"]*)\"|`([^`]*)`|'([^']*)'|([^\s=\"'`]+)(?:[ \t]|\Z)")
_NAMED = re.compile(
    r"\b(?:text|title|label|name|content)[ \t]*=[ \t]*(?:\"([^\"]*)\"|`([^`]*)`|'([^']*)'|([^\s\"'`]+))"
)


def _shortcode(match: re.Match[str], values: Values) -> str | None:
    """Return what a shortcode shows, as far as anyone can know: its text, a value of the front matter, or nothing."""
    arguments = match["arguments"]
    if match["closing"]:
        return ""
    if match["name"] == "kbd":
        return " ".join(arguments.split())
    if match["name"] in {"meta", "param"}:
        return _text(values.get(_first(match)))
    found = _NAMED.search(arguments)
    return next((text for text in found.groups() if text is not None), "") if found else ""


def _first(match: re.Match[str]) -> str:
    """Return the first argument of a shortcode that has no name."""
    found = _QUOTED.search(match["arguments"])
    return next((text for text in found.groups() if text is not None), "") if found else ""


_SHORTCODE = mark(
    "{",
    r"\{\{[<%][ \t]*(?P<closing>/?)[ \t]*(?P<name>[\w./-]+)(?P<arguments>" + _ARGUMENTS + r")/?[>%]\}\}",
    _shortcode,
    instead=_first,
)
HUGO: tuple[Mark, ...] = (
    # {{</* icon */>}} shows a shortcode
    mark(
        "{",
        r"\{\{(?P<edge>[<%])/\*(?P<code>[^\n]{0,300}?)\*/[<>%]\}\}",
        lambda m, _: f"{{{{{m['edge']}{m['code']}{'>' if m['edge'] == '<' else '%'}}}}}",
    ),
    _SHORTCODE,
)
QUARTO: tuple[Mark, ...] = (_SHORTCODE, *PANDOC)


# {{ page.title }}, {{ "text" | escape }}
def _liquid(match: re.Match[str], values: Values) -> str | None:
    if match["text"] is not None:
        return match["text"][1:-1]
    return _text(values.get(match["key"]))


JEKYLL: tuple[Mark, ...] = (
    mark("{", LIQUID_COMMENT),
    mark("{", r"\{%(?:[^%\n]|%(?!\})){0,300}%\}"),
    mark(
        "{",
        r"\{\{-?[ \t]*(?:page\.(?P<key>\w+)|(?P<text>\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'))"
        r"(?:[ \t]*\|[ \t]*(?:escape|strip|markdownify|smartify))*[ \t]*-?\}\}",
        _liquid,
    ),
    mark("{", r"\{(?:::nomarkdown[^{}\n]{0,100}|:/(?:nomarkdown)?)\}"),
    mark("{", r"(?<=\S)\{:(?!:)[^{}\n]{0,200}\}"),
)


# <xref:System.String?displayProperty=fullName>, @System.String
def _xref(match: re.Match[str], _values: Values) -> str:
    uid = match["uid"].replace("%2A", "").rstrip("*")
    return uid if "fullName" in match[0] else uid.partition("(")[0].rpartition(".")[2] or uid


DOCFX: tuple[Mark, ...] = (
    mark("[", rf"\[!(?i:include)[ \t]*\[(?P<inside>{_INSIDE})\]\([^()\n]{{0,300}}\)\]"),
    mark("[", rf"\[!(?:UICONTROL|DNL)[ \t]+(?P<inside>{_INSIDE})\]"),
    mark("<", r"<xref:(?P<uid>[^<>?\s]{1,300})(?:\?[^<>\s]{0,100})?>", _xref),
    mark("@", r"(?<!\w)@\"(?P<uid>[^\"\n]{1,300})\"", _xref),
    mark("@", r"(?<!\w)@(?P<uid>[A-Z]\w*(?:\.\w+)+)", _xref),
)


def _document_value(match: re.Match[str], values: Values) -> str | None:
    default = match.groupdict().get("default")
    return _text(values.get(match["key"])) or default


MDC: tuple[Mark, ...] = (
    mark(
        ":",
        rf"(?<![\w:]):[a-z][\w-]*(?:\[(?P<inside>{_INSIDE})\](?:\{{[^{{}}\n]{{0,200}}\}})?|\{{[^{{}}\n]{{0,200}}\}}|(?=\s|\Z))",
        instead=lambda match: match[0],
    ),
    _SPAN,
    mark(
        "{",
        r"\{\{[ \t]*\$doc\.(?P<key>\w+)[ \t]*(?:\|\|[ \t]*['\"](?P<default>[^'\"\n]{0,200})['\"][ \t]*)?\}\}",
        _document_value,
        slug=lambda _match: "",
    ),
    _ATTRIBUTES,
)

VITEPRESS: tuple[Mark, ...] = (
    mark(
        "{", r"\{\{[ \t]*\$frontmatter\.(?P<key>\w+)[ \t]*\}\}", _document_value, slug=lambda match: match[0]
    ),
)

MKDOCS: tuple[Mark, ...] = (
    mark(":", r":(?:material|fontawesome|octicons|simple)(?:-\w+)+:"),
    _ATTRIBUTES,
)
