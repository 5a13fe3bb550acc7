"""Questions that people wrote, and where the answers are: from the links of the documents, or from a file."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from mdchunk.tune.links import links_of
from mdchunk.tune.sites import Section, Site, resolve
from mdchunk.tune.words import words

if TYPE_CHECKING:
    from mdchunk.tune.metrics import Span

MOST_A_TARGET = 3
SHORTEST, LONGEST = 100, 8_000
"""Code points of a target: less is a heading with a line, more is no answer."""

_TRIVIAL = """
here this that there link links more below above next previous details docs documentation page section guide example
examples see reference api introduction overview notes faq learn read click further information these those it article
chapter list table figure following full same our the a an of for to in on and or
"""
TRIVIAL = frozenset(_TRIVIAL.split())
"""Words that say nothing of where a link leads; a text of nothing else is no question."""
_ADDRESS = re.compile(r"^(?:https?://|www\.|/|\.{1,2}/)|\.(?:md|mdx|html?)(?:#|$)|^#")


class Query(NamedTuple):
    """One question."""

    question: str
    linking: str
    """The document that asks it, which is taken out of the results; empty if none does."""
    target: Span
    heading: str
    """Of the target."""


class Queries(NamedTuple):
    """The questions, and how many links gave none, by reason."""

    queries: tuple[Query, ...]
    left_out: Counter[str]


def queries_of(site: Site) -> Queries:
    """Return the questions that the links between documents ask.

    Left out are links that do not lead to a section of another document here, texts that say nothing ("here"), that
    are the target's own heading or one word, and what was asked of the same target before; at most
    ``MOST_A_TARGET`` a target.
    """
    left_out: Counter[str] = Counter()
    found: list[Query] = []
    asked: dict[Span, set[str]] = {}
    for source, page in site.pages.items():
        for link in links_of(page.document.text, source, page.dialect):
            section = resolve(site, source, link)
            question = link.text
            if section and link.form == "note" and question == link.target:
                question = ""
            reason = _left_out(question, source, section, asked)
            if reason or section is None:
                left_out[reason] += 1
                continue
            asked.setdefault(section.span, set()).add(_folded(question))
            found.append(Query(question, source, section.span, section.heading))
    return Queries(tuple(found), left_out)


def _left_out(question: str, source: str, section: Section | None, asked: dict[Span, set[str]]) -> str:
    """Return why a link asks nothing, ``""`` if it does."""
    if section is None:
        return "does not lead to a section here"
    if section.span.source == source:
        return "leads to its own document"
    if not SHORTEST <= section.span.end - section.span.start <= LONGEST:
        return "target too short or too long"
    if _is_trivial(question):
        return "says nothing"
    folded = _folded(question)
    if folded in (_folded(section.heading), _folded(section.title)):
        return "is the heading itself"
    if len(set(words(question))) < 2:
        return "is one word"
    before = asked.get(section.span, set())
    if folded in before:
        return "was asked before"
    return "more than three for one target" if len(before) >= MOST_A_TARGET else ""


def _is_trivial(question: str) -> bool:
    return bool(_ADDRESS.search(question)) or not (set(words(question)) - TRIVIAL)


def _folded(text: str) -> str:
    return " ".join(words(text))
