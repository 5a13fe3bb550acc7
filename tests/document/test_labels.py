"""What names a heading finds its section."""

from __future__ import annotations

import pytest

from mdchunk.api import get_section, outline
from mdchunk.document.outline import NoHeadingError

HTML = '# Log\n\n<a name="first"></a>\n<a id="one"></a>\n\n## One\n\nx\n'
MYST = "# Log\n\n(my label)=\n\n## One\n\nx\n"


@pytest.mark.parametrize(
    ("text", "dialect", "label"), [(HTML, "gfm", "first"), (HTML, "gfm", "#one"), (MYST, "myst", "my label")]
)
def test_a_section_is_found_by_its_label(text: str, dialect: str, label: str) -> None:
    found = get_section(text, anchor=label, dialect=dialect)
    heading = text.count("\n", 0, text.index("##")) + 1
    assert (found.heading.text, found.start_line, found.heading.start_line) == ("One", 3, heading)
    assert found.text.endswith("x")


def test_a_label_of_another_section_is_none() -> None:
    with pytest.raises(NoHeadingError):
        get_section(HTML, anchor="two")
    assert [heading.anchor for heading in outline(HTML).headings] == ["log", "one"]


def test_a_label_may_be_the_first_of_a_document() -> None:
    found = get_section('<a name="top"></a>\n\n# One\n\nx\n', anchor="top")
    assert (found.heading.text, found.start_line, found.heading.start_line) == ("One", 1, 3)
