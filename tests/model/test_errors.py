"""Errors and notices are values; each front end renders them in its own words."""

from __future__ import annotations

import pytest

from mdchunk.model import MdchunkError, Notice, Place, Spelling


def flags(name: str) -> str | None:
    return {"encoding": "--encoding", "outline": "`mdchunk outline`"}.get(name)


def nothing(_name: str) -> str | None:
    return None


@pytest.mark.parametrize(
    ("spelling", "said"),
    [
        (flags, "a.md:3: --encoding is wrong; save it, or set --encoding"),
        (nothing, "a.md:3: encoding is wrong; save it"),
        (lambda name: name.upper(), "a.md:3: ENCODING is wrong; save it, or set ENCODING, or set ROOT"),
    ],
)
def test_a_way_out_that_a_front_end_does_not_have_is_left_out(spelling: Spelling, said: str) -> None:
    ways = ("save it", "set {encoding}", "set {root}")
    error = MdchunkError("is wrong", place=Place("a.md", 3), setting="encoding", advice=ways)
    assert error.render(spelling) == said


def test_python_spells_the_names_as_they_are() -> None:
    assert str(MdchunkError("no such section", advice="{outline} lists them")) == (
        "no such section; outline lists them"
    )
    assert str(MdchunkError("x", place="a: b.md")) == "a: b.md: x"


def test_braces_in_a_problem_are_text() -> None:
    assert MdchunkError("the anchor {encoding}", place="{encoding}").render(flags) == (
        "{encoding}: the anchor {encoding}"
    )


def test_the_notice_of_an_error_has_its_parts() -> None:
    error = MdchunkError("is wrong", place=Place("/x/a.md", 3), setting="root", advice="set {encoding}")
    notice = error.notice("a.md")
    assert notice == Notice("skipped", "a.md", 3, "is wrong", "root", ("set {encoding}",))
    assert (notice.place, notice.render(flags)) == (Place("a.md", 3), "root is wrong; set --encoding")
    assert notice.to_dict(flags)["message"] == notice.render(flags)
