"""Liquid tags and kramdown's attribute lines."""

from __future__ import annotations

import pytest

from mdchunk import chunk_document, outline
from mdchunk.syntax.jekyll import attribute_line_plugin, liquid_plugin
from mdchunk.syntax.paragraph import paragraph_plugin
from tests.support.shape import parser, shape

MD = parser(paragraph_plugin, liquid_plugin, attribute_line_plugin)


@pytest.mark.parametrize("name", ["highlight", "raw"])
@pytest.mark.parametrize("dash", ["", "-"])
def test_a_pair_of_tags_holds_code(name: str, dash: str) -> None:
    text = f"a\n{{%{dash} {name} %}}\n# b\n\n```\n{{%{dash} end{name} {dash}%}}\nc"
    assert shape(MD, text) == ["paragraph 1-1", f"directive {name} 2-6", "paragraph 7-7"]


@pytest.mark.parametrize("text", ["{% comment %}\n# a\n\n{% endcomment %}", "{% comment %}a{% endcomment %}"])
def test_a_comment_is_one(text: str) -> None:
    assert shape(MD, text) == [f"comment comment 1-{text.count(chr(10)) + 1}"]


@pytest.mark.parametrize("closing", ["{:/comment}", "{:/}"])
def test_a_comment_of_kramdown_is_one(closing: str) -> None:
    assert shape(MD, f"a\n{{::comment}}\n# b\n\n{closing}\nc") == [
        "paragraph 1-1",
        "comment comment 2-5",
        "paragraph 6-6",
    ]
    assert shape(MD, f"{{::comment}}a{closing}") == ["comment comment 1-1"]
    assert shape(MD, f"a {{::comment}}b{closing}") == ["paragraph 1-1"]


def test_other_extensions_of_kramdown() -> None:
    assert shape(MD, "{::nomarkdown}\n# a\n{:/}") == ["directive nomarkdown 1-3"]
    assert shape(MD, '{::options toc_levels="1..3" /}') == ["directive_leaf options 1-1"]


@pytest.mark.parametrize(
    "text", ["{::comment}\n" * 3000, "a {::comment}" * 3000, "{::comment} {% comment %}" * 3000]
)
def test_what_is_never_closed_takes_linear_time(text: str) -> None:
    document = chunk_document(text, dialect="jekyll")
    assert "".join(chunk.text for chunk in document.chunks).count("comment") == text.count("comment")


@pytest.mark.parametrize(
    "text", ['{% include a.html b="c" %}', "{% if a %}{% endif %}  ", "{% raw %}a{% endraw %}"]
)
def test_tags_alone_are_a_block(text: str) -> None:
    assert shape(MD, text)[0].startswith("directive_leaf")


@pytest.mark.parametrize("text", ["{% a %} b", "a {% b %}", "{% a", "{{ a }}"])
def test_tags_in_a_paragraph_are_text(text: str) -> None:
    assert shape(MD, text)[0].startswith("paragraph")


def test_a_pair_stays_in_its_container() -> None:
    assert shape(MD, "> {% raw %}\n\n{% endraw %}")[0] == "blockquote 1-1"


@pytest.mark.parametrize(
    ("text", "anchor", "last"),
    [
        ("## A\n{: #b }", "b", 2),
        ("A\n---\n{: .c #b}", "b", 3),
        ("## A\n{: .c}", None, 2),
        ("## A\n\n{: #b}", None, 1),
        ("## A\n{::nomarkdown}", None, 1),
    ],
)
def test_a_line_of_attributes_belongs_to_the_heading_above(text: str, anchor: str | None, last: int) -> None:
    opening = MD.parse(text, {})[0]
    assert (opening.attrGet("id"), opening.map) == (anchor, [0, last])


def test_tabs_of_contents_and_anchors_of_a_page() -> None:
    page = (
        "# Page\n{: .no_toc }\n\n## Setup\n{: #my-setup }\n\n"
        "{% highlight ruby %}\n# no\n{% endhighlight %}\n\n## End\n"
    )
    found = outline(page, dialect="jekyll").headings
    assert [(heading.text, heading.anchor) for heading in found] == [
        ("Page", "page"),
        ("Setup", "my-setup"),
        ("End", "end"),
    ]


@pytest.mark.parametrize("text", ["{% raw %}\n\n", "{% comment %}a\n\n", "{% a %}\n"])
def test_hostile_tags_are_bounded(text: str) -> None:
    assert shape(MD, text * 2000)
