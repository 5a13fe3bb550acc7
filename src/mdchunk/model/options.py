"""Every setting of the chunker with its default, and the kinds of blocks."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypedDict, get_args

from mdchunk.model.errors import MdchunkError, WrongTypeError
from mdchunk.model.option_types import check_types

Kind = Literal[
    "heading",
    "paragraph",
    "code",
    "list",
    "list_item",
    "blockquote",
    "table",
    "html",
    "comment",
    "thematic_break",
    "definition",
    "footnote_definition",
    "definition_list",
    "front_matter",
    "math",
    "directive",
    "mdx_jsx",
    "mdx_esm",
    "mdx_expression",
]
"""What a block is: mdast's node names in snake_case (``comment`` is a block of nothing but comments)."""

KINDS: tuple[Kind, ...] = tuple(kind for kind in get_args(Kind) if kind != "list_item")
"""The kinds of a top-level block."""
DROPPED: frozenset[Kind] = frozenset({"front_matter", "comment", "mdx_esm"})
"""Kinds that are in no chunk unless they are asked for."""
DROPPED_BY = ("drop_prefixes", "drop_patterns")
"""Settings that drop single blocks by their text; ``Document.dropped`` counts what they drop by their names."""

PrefixPath = Literal["none", "parts", "all"]
"""Which chunks begin with their heading path: none, the later parts of a cut section, or all."""

HtmlHeader = Literal["th", "first_row"]
"""What the pieces of an HTML table repeat: its ``<thead>`` or first row of ``<th>`` alone, or else any first row."""
LinkTargets = Literal["keep", "drop"]
"""Whether ``content`` has what links point to: destinations, labels and definitions."""

Length = Callable[[str], int]
"""From a text to its size, in code points or tokens."""


class Settings(TypedDict, total=False):
    """The keyword arguments of the API: the fields of ``Options``, which holds their defaults."""

    max_chars: int
    max_tokens: int
    tokenizer: str | Length
    overlap: int
    min_size: int
    prefix_path: PrefixPath | bool
    max_level: int
    dialect: str
    anchors: str
    # a tuple apart: for a type checker, ("table",) is a tuple of str unless a tuple of kinds is asked for
    drop: Collection[Kind] | tuple[Kind, ...]
    metadata: Sequence[str]
    page_marker: str
    keep_data_uris: bool
    compact_tables: bool
    html_header: HtmlHeader
    link_targets: LinkTargets
    heading_patterns: Mapping[str, int] | Sequence[tuple[str, int]]
    drop_prefixes: Sequence[str]
    drop_patterns: Sequence[str]


_MAX_CHARS = 1500


@dataclass(frozen=True, slots=True)
class Options:
    """Every setting of the chunker and its default; defaults are defined only here.

    Raises:
        MdchunkError: A value is out of its range, or has no effect beside another one; the message names the setting
            and the range.
        TypeError: A value is of another type.
    """

    max_chars: int = _MAX_CHARS
    """Maximum code points of ``Chunk.content``; at least 1. Not together with ``max_tokens``."""
    max_tokens: int = 0
    """Maximum tokens of ``Chunk.content``, instead of code points; 0: sizes are code points."""
    tokenizer: str | Length = "approx"
    """What counts tokens: a name that ``length`` knows, or a function from a text to a number."""
    overlap: int = 0
    """Maximum overlap between consecutive parts of a section, in units; less than half the size limit."""
    min_size: int = 0
    """Neighbouring sections smaller than this, in units, are joined; at most the size limit."""
    prefix_path: PrefixPath | bool = "parts"
    """Which ``content`` starts with the line ``Title > A > B`` and a blank line: ``none``, ``parts`` (of a cut section,
    those after the first) or ``all``; True is ``all``, False ``none``."""
    max_level: int = 6
    """Deepest heading level that opens a section, 1 to 6."""
    dialect: str = "auto"
    """A name that ``dialects`` knows, or ``auto``: by the file name's ending, else gfm."""
    anchors: str = "auto"
    """What makes the anchors: a name that ``text.slugs`` knows, such as ``github``, or ``auto``: the dialect's own."""
    drop: Collection[Kind] | tuple[Kind, ...] = DROPPED
    """Kinds that are in no chunk: all of them, ``DROPPED | {"table"}`` to drop one more. Kept as a frozenset."""
    metadata: Sequence[str] = ()
    """Front matter keys to put on every record, as far as a document has them; ``*`` for all. Kept as a tuple; a
    string is one key."""
    page_marker: str = ""
    """A regular expression that finds a page marker beside the known ones; its group ``page`` is the number."""
    keep_data_uris: bool = False
    """Whether ``content`` keeps base64 data URIs unchanged instead of a short placeholder."""
    compact_tables: bool = False
    """Whether ``content`` leaves out the padding of every table, rather than only of those too wide for a chunk."""
    html_header: HtmlHeader = "th"
    """What the pieces of an HTML table repeat: ``th``, its ``<thead>`` or a first row of ``<th>``; ``first_row``, its
    first row if it has neither."""
    link_targets: LinkTargets = "keep"
    """Whether ``content`` keeps the destinations and labels of links and link definitions; ``drop`` leaves them out."""
    heading_patterns: Mapping[str, int] | Sequence[tuple[str, int]] = ()
    """Regular expressions for paragraphs of one line that open a section, each with its level, 1 to 6. They match the
    whole line; their group ``text``, if they have it, is the heading. Kept as pairs."""
    drop_prefixes: Sequence[str] = ()
    """Beginnings of top-level blocks, other than headings, that are in no chunk: what a site repeats on every page."""
    drop_patterns: Sequence[str] = ()
    """Regular expressions that are searched for in top-level blocks, other than headings; a block with a match is in
    no chunk."""

    def __post_init__(self) -> None:
        check_types(self)
        defined: frozenset[Kind] = frozenset({"definition"} if self.link_targets == "drop" else ())
        object.__setattr__(self, "drop", frozenset(_listed(self.drop)) | defined)
        object.__setattr__(self, "metadata", tuple(_listed(self.metadata)))
        if isinstance(self.prefix_path, bool):
            object.__setattr__(self, "prefix_path", "all" if self.prefix_path else "none")
        if self.prefix_path not in get_args(PrefixPath):
            raise MdchunkError(f"must be none, parts or all, not {self.prefix_path!r}", setting="prefix_path")
        for name, low in (
            ("max_chars", 1),
            ("max_tokens", 0),
            ("overlap", 0),
            ("min_size", 0),
            ("max_level", 1),
        ):
            value = getattr(self, name)
            if value < low:
                raise MdchunkError(f"must be a whole number of at least {low}, not {value!r}", setting=name)
        if self.max_level > 6:
            raise MdchunkError(f"must be from 1 to 6, not {self.max_level}", setting="max_level")
        self._check_limit()
        if self.overlap * 2 >= self.max_size and self.overlap:
            raise MdchunkError(
                f"must be less than half the size limit ({self.max_size}), not {self.overlap}",
                setting="overlap",
            )
        if self.min_size > self.max_size:
            raise MdchunkError(
                f"must be at most the size limit ({self.max_size}), not {self.min_size}", setting="min_size"
            )
        try:
            re.compile(self.page_marker)
        except re.error as error:
            raise MdchunkError(f"is not a regular expression: {error}", setting="page_marker") from None
        self._check_patterns()
        for name, known in (("html_header", HtmlHeader), ("link_targets", LinkTargets)):
            if getattr(self, name) not in get_args(known):
                raise MdchunkError(
                    f"must be {' or '.join(get_args(known))}, not {getattr(self, name)!r}", setting=name
                )
        unknown = sorted(set(self.drop) - set(KINDS))
        if unknown:
            raise MdchunkError(f"takes the kinds {', '.join(KINDS)}, not {unknown[0]!r}", setting="drop")

    def _check_limit(self) -> None:
        """Refuse a setting of the size limit that another one makes useless; a default is no such setting."""
        if self.tokenizer != "approx" and not self.max_tokens:
            raise MdchunkError(
                "has no effect without a size limit in tokens", setting="tokenizer", advice="set {max_tokens}"
            )
        if self.max_tokens and self.max_chars != _MAX_CHARS:
            raise two_limits()

    def _check_dropped(self) -> None:
        for name in DROPPED_BY:
            given = getattr(self, name)
            object.__setattr__(self, name, tuple(_listed(given)))
            if "" in getattr(self, name):
                raise MdchunkError("has an empty entry, which would drop everything", setting=name)
        for pattern in self.drop_patterns:
            try:
                re.compile(pattern)
            except re.error as error:
                raise MdchunkError(
                    f"has {pattern!r}, which is not a regular expression: {error}", setting="drop_patterns"
                ) from None

    def _check_patterns(self) -> None:
        self._check_dropped()
        object.__setattr__(self, "heading_patterns", self.pairs)
        for pattern, level in self.pairs:
            if not isinstance(level, int) or not 1 <= level <= 6:
                raise MdchunkError(f"takes levels from 1 to 6, not {level!r}", setting="heading_patterns")
            try:
                re.compile(pattern)
            except re.error as error:
                raise MdchunkError(
                    f"has {pattern!r}, which is not a regular expression: {error}", setting="heading_patterns"
                ) from None

    @property
    def pairs(self) -> tuple[tuple[str, int], ...]:
        """The heading patterns with their levels, in order."""
        given = self.heading_patterns
        return tuple(given.items() if isinstance(given, Mapping) else given)

    @property
    def max_size(self) -> int:
        """The limit of ``content``, in the unit chosen."""
        return self.max_tokens or self.max_chars


def _listed(value: Collection[Any]) -> Collection[Any]:
    """Return a string as a list of it: ``title`` is one name, not five letters."""
    return [value] if isinstance(value, str) else value


_DEFAULTS = Options()
LIMITS = ("max_chars", "max_tokens", "tokenizer")
"""The settings that say together what the size limit is."""


def two_limits() -> MdchunkError:
    """Return the error of a size limit that is given in code points and in tokens."""
    return MdchunkError(
        "has no effect beside a size limit in tokens",
        setting="max_chars",
        advice="remove one of the two",
    )


def chosen_options(options: Options | None, settings: Settings) -> Options:
    """Return options with single settings in the place of theirs.

    A size limit among the single settings takes the place of that of the options, in whichever unit it is.

    Args:
        options: Every setting; if None, the defaults.
        settings: Single settings.

    Raises:
        MdchunkError: There is no such setting, or a value is invalid.
        TypeError: ``options`` or a value is of another type.
    """
    if options is not None and not isinstance(options, Options):
        raise WrongTypeError(
            f"must be Options or None, not {type(options).__name__}",
            setting="options",
            advice="pass single settings by their names, such as max_chars=800",
        )
    if not settings:
        return options or _DEFAULTS
    for name in settings:
        if name not in Settings.__annotations__:
            raise _no_setting(name)
    if settings.get("max_tokens") and "max_chars" in settings:
        raise two_limits()
    changes: dict[str, Any] = dict(settings)
    if settings.get("max_tokens"):
        changes.setdefault("max_chars", _MAX_CHARS)
    elif not settings.keys().isdisjoint({"max_chars", "max_tokens"}):
        changes = {"max_tokens": 0, "tokenizer": _DEFAULTS.tokenizer} | changes
    return replace(options or _DEFAULTS, **changes)


def _no_setting(name: str) -> MdchunkError:
    import difflib  # noqa: PLC0415 - only for a mistake

    near = difflib.get_close_matches(name, Settings.__annotations__, n=1)
    advice = (
        f"did you mean {near[0]!r}?" if near else f"the settings are {', '.join(Settings.__annotations__)}"
    )
    return MdchunkError("is not a setting", setting=name, advice=advice)
