"""Ways to cut running text: after a sentence, after a clause, at a blank."""

from __future__ import annotations

from collections.abc import Sequence

from mdchunk.split.prose import BLANK, CLAUSE, SENTENCE, borders
from mdchunk.split.unit import Page, Unit, pieces


def sentences(page: Page, unit: Unit, _room: Sequence[int]) -> list[Unit]:
    """Cut after sentences, outside links and code spans."""
    return pieces(page, unit, borders(page, unit, SENTENCE))


def clauses(page: Page, unit: Unit, _room: Sequence[int]) -> list[Unit]:
    """Cut after commas, semicolons, colons and dashes, outside links and code spans."""
    return pieces(page, unit, borders(page, unit, CLAUSE))


def blanks(page: Page, unit: Unit, _room: Sequence[int]) -> list[Unit]:
    """Cut at white space outside links and code spans."""
    return pieces(page, unit, borders(page, unit, BLANK))


def inner_blanks(page: Page, unit: Unit, _room: Sequence[int]) -> list[Unit]:
    """Cut at any white space."""
    return pieces(page, unit, borders(page, unit, BLANK, inside_links=True))
