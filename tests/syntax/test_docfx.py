"""DocFX: tabs, zones, includes."""

from __future__ import annotations

import pytest

from mdchunk import chunk_markdown
from mdchunk.syntax.docfx import docfx_plugin
from tests.support.shape import parser, shape

MD = parser(docfx_plugin)


@pytest.mark.parametrize(
    "text",
    [
        "# [Windows](#tab/windows)",
        "### [A b](#tab/a/b)  ",
        ':::zone pivot="a"',
        ":::zone-end",
        '::: moniker range="a"',
        ':::image type="content" source="a.png":::',
        "[!INCLUDE [note](../note.md)]",
        "[!code-csharp[Main](a.cs)]",
    ],
)
def test_a_line_of_its_own(text: str) -> None:
    assert shape(MD, f"{text}\n\nb")[0].startswith("directive_leaf")


@pytest.mark.parametrize("text", ["# [Windows](windows.md)", "# [a](#tab/a) b"])
def test_other_headings_are_headings(text: str) -> None:
    assert shape(MD, text) == ["heading 1-1"]


@pytest.mark.parametrize("text", [":::", "[!INCLUDE](a.md) b", "> [!NOTE]\n> a"])
def test_other_lines_are_text(text: str) -> None:
    assert not shape(MD, text)[0].startswith("directive_leaf")


def test_a_tab_is_no_title() -> None:
    page = (
        "# Install\n\n## Pick a system\n\n# [Windows](#tab/windows)\n\nRun setup.exe.\n\n"
        "# [Linux](#tab/linux)\n\nRun setup.sh.\n\n---\n\n## Check it\n\nSay hello.\n"
    )
    paths = {chunk.heading_path for chunk in chunk_markdown(page, dialect="docfx")}
    assert paths == {("Install", "Pick a system"), ("Install", "Check it")}
