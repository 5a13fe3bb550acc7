"""Anchors: what each slugger makes of headings is what the real renderer makes of them."""

from __future__ import annotations

import pytest

from mdchunk import outline
from mdchunk.model import MdchunkError
from mdchunk.syntax.dialects import DIALECTS
from mdchunk.text.slugs import SLUGGERS, anchors
from tests.support.real_anchors import REAL, TABLES, document, headings_for, table

DIALECT = {"docusaurus": "mdx", "github": "gfm"}


def made(name: str, headings: list[str]) -> list[str]:
    found = outline(document(headings), dialect=DIALECT.get(name, name), anchors=name)
    return [heading.anchor for heading in found.headings]


@pytest.mark.parametrize("name", [path.stem for path in sorted(TABLES.glob("*.json"))])
def test_anchors_are_those_of_the_table(name: str) -> None:
    headings = [heading for heading, _ in table(name)]
    found = made(name, headings)
    assert [list(row) for row in zip(headings, found, strict=True)] == table(name)


@pytest.mark.parametrize("name", REAL)
def test_the_table_is_what_the_renderer_says(name: str) -> None:
    real, is_installed = REAL[name]
    if not is_installed():
        pytest.skip(f"{name} is not installed")
    headings = headings_for(name)
    assert [list(row) for row in zip(headings, real(headings), strict=True)] == table(name)


def test_every_dialect_has_a_slugger() -> None:
    assert {dialect.anchors for dialect in DIALECTS.values()} <= SLUGGERS.keys()
    assert {*REAL, "gitlab"} == SLUGGERS.keys()


def test_unknown_anchors_are_an_error_that_names_all() -> None:
    with pytest.raises(MdchunkError, match="unknown anchors 'githup'; choose from auto, github, mkdocs, "):
        outline("# a", anchors="githup")


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("A -- b", "a-b"),
        ("2024", "anchor-2024"),
        ("![x](y) Top", "top"),
        ("*a*  & b", "a-b"),
        ("概要: ½", "概要-"),
    ],
)
def test_gitlab(heading: str, anchor: str) -> None:
    """By https://docs.gitlab.com/user/markdown/#heading-ids-and-links; its renderer is no package."""
    assert made("gitlab", [heading]) == [anchor]


def test_gitlab_counts_the_form_and_looks_up_nothing() -> None:
    assert made("gitlab", ["a", "a", "a-1", "a"]) == ["a", "a-1", "a-1", "a-2"]


def test_the_setting_goes_before_the_dialect() -> None:
    headings = outline("# A\n\n# A {#x}\n", dialect="mkdocs", anchors="github").headings
    assert [heading.anchor for heading in headings] == ["a", "x"]
    assert [h.anchor for h in outline("# A\n\n# A\n", dialect="mkdocs").headings] == ["a", "a_1"]


@pytest.mark.parametrize("name", SLUGGERS)
def test_many_equal_headings_take_linear_time(name: str) -> None:
    assert len(set(anchors(name, [("a", "")] * 50_000))) == 50_000
