"""Components of Nuxt's MDC."""

from __future__ import annotations

import pytest

from mdchunk.syntax.mdc import mdc_plugin
from tests.support.shape import parser, shape

MD = parser(mdc_plugin)


def test_a_component_holds_markdown_behind_its_properties() -> None:
    text = '::hero{a="b"}\n---\nc: d\n---\n# e\n:::card[x]\nf\n:::\n::\ng'
    assert shape(MD, text) == [
        "directive hero 1-9",
        "  heading 5-5",
        "  directive card 6-8",
        "    paragraph 7-7",
        "paragraph 10-10",
    ]


def test_a_closing_line_in_a_fence_is_code() -> None:
    assert shape(MD, "::a\n```\n::\n```\n::")[0] == "directive a 1-5"


@pytest.mark.parametrize("text", [":a", "::", "::a b", "::1", "a\n ::"])
def test_other_colons_are_text(text: str) -> None:
    assert shape(MD, text)[0].startswith("paragraph")
