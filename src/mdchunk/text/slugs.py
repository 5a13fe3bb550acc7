"""Anchors of headings, as GitHub and the site generators make them: a row of ``SLUGGERS`` for each.

Each is checked against the real one: ``fixtures/anchors`` holds what that made of the same headings.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

Taken = dict[str, int]
"""Anchors that are in use -> how many numbers behind them were tried."""


class Slugger(NamedTuple):
    """How one renderer makes anchors."""

    slug: Callable[[str], str]
    """From the text of a heading to its first form, which may not be unique."""
    unique: Callable[[str, Taken], str]
    """From a first form to the anchor, which it adds to those in use."""
    explicit: Literal["apart", "in_order", "first"] = "in_order"
    """What ``{#id}`` takes: nothing, its anchor for the headings below it, or its anchor for all headings."""
    reads: Literal["text", "alt", "first_child", "entities"] = "text"
    """What of a heading counts: its text; images' alt texts too; of each link and emphasis the first piece; its text
    without emoji and with entities as they are written."""
    is_typographic: bool = False
    """Whether ``--`` and ``...`` outside code become dashes and dots of print, which no anchor keeps."""


def anchors(name: str, headings: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield the anchors of a document's headings, in order.

    Args:
        name: A row of ``SLUGGERS``.
        headings: Text and explicit anchor (``""`` if there is none) of each heading.
    """
    slugger = SLUGGERS[name]
    taken: Taken = {}
    headings = list(headings)
    if slugger.explicit == "first":
        taken.update((explicit, 0) for _, explicit in headings if explicit)
    for text, explicit in headings:
        if explicit and slugger.explicit == "in_order":
            taken.setdefault(explicit, 0)
        yield explicit or slugger.unique(slugger.slug(text), taken)


_NOT_ASCII_WORD = re.compile(r"[^\w\- ]", re.ASCII)
_SPACES = re.compile(r"[-\s]+")
_MANY_HYPHENS = re.compile(r"-{2,}")
_FINAL_NUMBER = re.compile(r"(.*)_([0-9]+)", re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x1f]|[\u0300-\u036f]")
_SPECIAL = re.compile(r"[\s~`!@#$%^&*()\-_+=\[\]{}|\\;:\"'“”‘’<>,.?/]+")
_NOT_ID = re.compile(r"[^a-z0-9]+")
_ID_EDGES = re.compile(r"\A[-0-9]+|-+\Z")
_TO_ASCII = str.maketrans(
    dict(zip("øđħıłŧƀƃƈƌƒƙƚƞƥƫƭƴƶǥȥȴȵȶȷȼȿɀɇɉɋɍɏ", "odhiltbbcdfklnpttyzgzlntjcszejqry", strict=True))
    | {"ß": "sz", "æ": "ae", "œ": "oe", "ȸ": "db", "ȹ": "qp"}
)
"""Letters without a decomposition, as docutils transcribes them."""


@cache
def _not_word() -> Callable[[str, str], str]:
    r"""Return the substitution of what ``\p{Word}`` of GitHub's Ruby leaves out, compiled at its first use."""
    import regex  # noqa: PLC0415 - most documents get by without

    pattern: Callable[[str, str], str] = regex.compile(r"[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]").sub
    return pattern


def slug(text: str) -> str:
    """Return GitHub's anchor of a heading text, not yet unique.

    Lower case; what is no letter, mark, decimal digit, connector punctuation, hyphen or space goes; each space becomes
    a hyphen; nothing is trimmed or folded. This is GitHub's rule as github-slugger has it.

    >>> slug("Say “Hi”, C# & co")
    'say-hi-c--co'
    """
    lower = text.lower()
    kept = _NOT_ASCII_WORD.sub("", lower) if lower.isascii() else _not_word()("", lower)
    return kept.replace(" ", "-")


def _gitlab(text: str) -> str:
    """GitLab: GitHub's, trimmed, with single hyphens; numbers alone would be references to issues."""
    found = _MANY_HYPHENS.sub("-", slug(text.strip()))
    return f"anchor-{found}" if found.isdecimal() else found


def _mkdocs(text: str) -> str:
    """Python-Markdown's ``toc``, which MkDocs uses: what ASCII has of it, blanks and hyphens folded."""
    kept = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return _SPACES.sub("-", re.sub(r"[^\w\s-]", "", kept).strip().lower())


def _pandoc(text: str) -> str:
    """Pandoc's ``auto_identifiers``: letters, numbers, ``_-.``; it begins with a letter."""
    # letter by letter: the last sigma of a word is as any other
    lower = "".join(char.lower() for char in text)
    kept = "".join(char for char in lower if char.isspace() or char in "_-." or _is_alphanumeric(char))
    found = "-".join(kept.split())
    start = next((i for i, char in enumerate(found) if char.isalpha()), len(found))
    return found[start:] or "section"


def _is_alphanumeric(char: str) -> bool:
    return unicodedata.category(char)[0] in "LN"


def _vitepress(text: str) -> str:
    """``slugify`` of @mdit-vue/shared, which VitePress uses: no accents, specials folded to a hyphen."""
    plain = _CONTROL.sub("", unicodedata.normalize("NFKD", text))
    found = _MANY_HYPHENS.sub("-", _SPECIAL.sub("-", plain)).strip("-")
    return re.sub(r"\A([0-9])", r"_\1", found).lower()


def _hugo(text: str) -> str:
    """Hugo's ``github`` type: letters, decimal digits, ``_``; blanks and hyphens one by one; of lines the last."""
    last = text.rpartition("\n")[2].strip()
    kept = ("-" if char in "- " else _simple_lower(char) for char in last if char in "- _" or _is_word(char))
    return "".join(kept) or "heading"


def _is_word(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] == "L" or category == "Nd"


def _simple_lower(char: str) -> str:
    # "İ" is two code points in lower case, but one by the simple mapping
    return char.lower()[0]


def _myst(text: str) -> str:
    """``make_id`` of docutils, the ids of Sphinx: ASCII letters, digits, hyphens; it begins with a letter."""
    lower = text.lower().translate(_TO_ASCII)
    plain = unicodedata.normalize("NFKD", lower).encode("ascii", "ignore").decode("ascii")
    return _ID_EDGES.sub("", _NOT_ID.sub("-", " ".join(plain.split())))


def _numbered_by_first(first: str, taken: Taken) -> str:
    """As github-slugger: ``ping``, ``ping``, ``ping 1`` give ``ping``, ``ping-1``, ``ping-1-1``."""
    anchor = first
    while anchor in taken:
        taken[first] += 1
        anchor = f"{first}-{taken[first]}"
    taken[anchor] = 0
    return anchor


def _counted(first: str, taken: Taken) -> str:
    """As GitLab: how often the form came, whatever else has that anchor."""
    taken[first] = taken.get(first, 0) + 1
    return f"{first}-{taken[first] - 1}" if taken[first] > 1 else first


def _numbered_with_underscore(first: str, taken: Taken) -> str:
    """As Python-Markdown: ``_1``; an anchor that ends in a number is counted up; an empty one is ``_1``."""
    if first and first not in taken:
        taken[first] = 0
        return first
    found = _FINAL_NUMBER.fullmatch(first)
    stem, number = (found[1], int(found[2])) if found else (first, 0)
    number = max(number, taken.get(first, 0)) + 1
    while f"{stem}_{number}" in taken:
        number += 1
    taken[first] = number
    taken[f"{stem}_{number}"] = 0
    return f"{stem}_{number}"


def _numbered_by_auto_id(first: str, taken: Taken) -> str:
    """As docutils in Sphinx: what is taken or empty becomes ``id1``, ``id2``, counted over the document."""
    if first and first not in taken:
        taken[first] = 0
        return first
    number = taken.get("", 0) + 1
    while f"id{number}" in taken:
        number += 1
    taken[""] = number
    taken[f"id{number}"] = 0
    return f"id{number}"


def _numbered_and_folded(first: str, taken: Taken) -> str:
    """As Nuxt's MDC: numbered as github-slugger does, then hyphens folded, and no digit in front."""
    anchor = _MANY_HYPHENS.sub("-", _numbered_by_first(first, taken))
    return re.sub(r"\A([0-9])", r"_\1", re.sub(r"\A-|-\Z", "", anchor))


SLUGGERS: Mapping[str, Slugger] = MappingProxyType(
    {
        "github": Slugger(slug, _numbered_by_first, "apart"),
        "mkdocs": Slugger(_mkdocs, _numbered_with_underscore, "first"),
        "pandoc": Slugger(_pandoc, _numbered_by_first, reads="alt", is_typographic=True),
        "docusaurus": Slugger(slug, _numbered_by_first, "apart", reads="alt"),
        "vitepress": Slugger(_vitepress, _numbered_by_first, reads="entities"),
        "hugo": Slugger(_hugo, _numbered_by_first, reads="first_child", is_typographic=True),
        "gitlab": Slugger(_gitlab, _counted, "apart"),
        "myst": Slugger(_myst, _numbered_by_auto_id),
        "mdc": Slugger(slug, _numbered_and_folded, "apart"),
    }
)
"""Name of a setting's value -> how that renderer makes anchors."""
