"""What an excerpt shows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mdchunk.mcp.excerpts import EXCERPT, excerpt


def test_it_is_the_window_with_most_words() -> None:
    text = "wheel " + "x " * 400 + "the wheel and the axle here " + "y " * 400 + "axle"
    assert "wheel and the axle" in excerpt(text, ["wheel", "axle"])


def test_it_is_source_text_not_folded() -> None:
    """``10²`` must not read ``102``, nor a full-width word its half-width form."""
    assert excerpt("An area of 10² m², ﬁle, ＡＢＣ", ["area"]) == "An area of 10² m², ﬁle, ＡＢＣ"
    text = "前" * 400 + "ＷＩＤＥ" + "後" * 400
    assert "ＷＩＤＥ" in excerpt(text, ["wide"])
    assert "Café" in excerpt("z " * 400 + "Café" + " z" * 400, ["cafe"])


def test_without_a_word_it_is_the_beginning() -> None:
    assert excerpt("one two", ["none"]) == "one two"
    assert excerpt("one two", []) == "one two"


@given(st.text(max_size=2000), st.lists(st.text(max_size=8), max_size=4))
def test_it_is_short_and_from_the_text(text: str, words: list[str]) -> None:
    shown = excerpt(text, words)
    assert len(shown) <= EXCERPT + 2
    assert shown.strip("…") in " ".join(text.split()) or "…" in text
