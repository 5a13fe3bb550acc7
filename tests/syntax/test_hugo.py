"""Hugo's shortcodes."""

from __future__ import annotations

import pytest

from mdchunk.syntax.hugo import shortcode_plugin
from tests.support.shape import parser, shape

MD = parser(shortcode_plugin)


@pytest.mark.parametrize(
    "text",
    [
        '{{< figure src="a.png" >}}',
        "{{< figure />}}  ",
        '{{% figure "/a.md" %}}',
        '{{< figure\n  src="a.png"\n>}}',
        "{{< figure >}}text{{< /figure >}}",
        "{{</figure>}}",
    ],
)
def test_a_tag_alone_is_a_block(text: str) -> None:
    lines = text.count("\n") + 1
    assert shape(MD, f"{text}\nb") == [
        f"directive_leaf figure 1-{lines}",
        f"paragraph {lines + 1}-{lines + 1}",
    ]


def test_a_pair_holds_markdown() -> None:
    text = (
        "{{< tabs >}}\n{{< tab >}}\n# a\n{{< img >}}\n{{< /tab >}}\n"
        "{{< tab >}}\n- b\n{{< /tab >}}\n{{< /tabs >}}\n# c"
    )
    assert shape(MD, text) == [
        "directive tabs 1-9",
        "  directive tab 2-5",
        "    heading 3-3",
        "    directive_leaf img 4-4",
        "  directive tab 6-8",
        "    bullet_list 7-7",
        "      list_item 7-7",
        "        paragraph 7-7",
        "heading 10-10",
    ]


def test_code_in_a_pair_is_not_parsed() -> None:
    text = "{{< highlight go >}}\n# a\n{{< /highlight >}}\nb"
    assert shape(MD, text) == ["directive highlight 1-3", "paragraph 4-4"]
    token = MD.parse(text, {})[0]
    assert (token.content, token.info) == ("# a\n", "{{< highlight go >}}")
    assert shape(MD, "{{< note >}} a\n# b\n{{< /note >}}") == ["directive note 1-3"]


def test_headings_between_percent_tags_are_headings_of_the_page() -> None:
    assert shape(MD, "{{% body %}}\n# a\n{{% /body %}}") == [
        "directive_leaf body 1-1",
        "heading 2-2",
        "directive_leaf body 3-3",
    ]
    assert shape(MD, "{{% note %}}\na\n{{% /note %}}") == ["directive note 1-3", "  paragraph 2-2"]


@pytest.mark.parametrize("edge", ["{{%|%}}", "{{<|>}}"])
@pytest.mark.parametrize("name", ["highlight", "raw", "mermaid"])
def test_a_comment_in_code_is_no_heading(edge: str, name: str) -> None:
    left, right = edge.split("|")
    text = f"{left} {name} sh {right}\n# install it\nmake\n{left} /{name} {right}\n\nAfter."
    assert shape(MD, text) == [f"directive {name} 1-4", "paragraph 6-6"]


@pytest.mark.parametrize("fence", ["```", "~~~~", "    "])
def test_code_between_percent_tags_holds_no_heading(fence: str) -> None:
    code = "    # comment" if fence.isspace() else f"{fence}sh\n# comment\n{fence}"
    lines = shape(MD, f"{{{{% note %}}}}\n{code}\n{{{{% /note %}}}}\ntext")
    assert next(line for line in lines if not line.startswith(" ")).startswith("directive note 1-")
    assert not [line for line in lines if "heading" in line]


@pytest.mark.parametrize("heading", ["## Sub", "  ## Sub ##", "Sub\n---", "Sub\nSub\n==="])
def test_every_heading_between_percent_tags_is_one_of_the_page(heading: str) -> None:
    last = heading.count("\n") + 2
    assert shape(MD, f"{{{{% note %}}}}\n{heading}\n\ntext\n{{{{% /note %}}}}") == [
        "directive_leaf note 1-1",
        f"heading 2-{last}",
        f"paragraph {last + 2}-{last + 2}",
        f"directive_leaf note {last + 3}-{last + 3}",
    ]


def test_pairs_around_pairs_with_a_heading_open_too() -> None:
    text = "{{% a %}}\n{{% b %}}\n## Sub\n{{% /b %}}\n{{% c %}}\nd\n{{% /c %}}\n{{% /a %}}"
    assert shape(MD, text) == [
        "directive_leaf a 1-1",
        "directive_leaf b 2-2",
        "heading 3-3",
        "directive_leaf b 4-4",
        "directive c 5-7",
        "  paragraph 6-6",
        "directive_leaf a 8-8",
    ]
    # headings in a quote or between angle tags are none of the page
    assert shape(MD, "{{% a %}}\n> ## b\n{{% /a %}}")[0] == "directive a 1-3"
    assert shape(MD, "{{< b >}}\n{{% a %}}\n## b\n{{% /a %}}\n{{< /b >}}")[0] == "directive b 1-5"


def test_text_on_the_lines_of_percent_tags_hides_no_heading() -> None:
    assert shape(MD, "{{% a %}} text\n\n## b\n\nc {{% /a %}}\nd") == [
        "directive_leaf a 1-1",
        "heading 3-3",
        "paragraph 5-5",
        "paragraph 6-6",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "{{< a >}} b",
        "a {{< b >}}",
        "a\n{{< b >}}",
        "{{</* a */>}}",
        "{{ a }}",
        "{{< a",
        "{{< >}}",
        "{{< a >}}\n{{< /a >}} b",
    ],
)
def test_tags_in_a_paragraph_are_text(text: str) -> None:
    assert shape(MD, text)[0].startswith("paragraph")


def test_a_pair_stays_in_its_container() -> None:
    assert shape(MD, "> {{< a >}}\n\n{{< /a >}}") == [
        "blockquote 1-1",
        "  paragraph 1-1",
        "directive_leaf a 3-3",
    ]
    assert shape(MD, "- {{< a >}}\n  b\n  {{< /a >}}\nc")[2:] == [
        "    directive a 1-3",
        "      paragraph 2-2",
        "paragraph 4-4",
    ]


def test_a_tag_without_its_partner_is_alone() -> None:
    assert shape(MD, "{{< a >}}\n{{< b >}}\nc\n\n{{< /a >}}") == [
        "directive a 1-5",
        "  directive_leaf b 2-2",
        "  paragraph 3-3",
    ]


@pytest.mark.parametrize(
    "text", ["{{< a >}}\n", "{{% a %}}\n# b\n", "{{<\n", "{{< a >}}b{{< /a >}}\n", ">}}\n"]
)
def test_hostile_tags_are_bounded(text: str) -> None:
    assert shape(MD, text * 1000)
