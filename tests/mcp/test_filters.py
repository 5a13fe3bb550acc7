"""Which documents a search is limited to."""

from __future__ import annotations

from typing import Any

import pytest

from mdchunk.mcp.filters import has, speaks, within


@pytest.mark.parametrize(
    ("path", "folder", "expected"),
    [
        ("guide/a.md", "guide", True),
        ("guide/a.md", "guide/", True),
        ("guide/a.md", "./Guide", True),
        ("guide-old/a.md", "guide", False),
        ("x/api/a.md", "*/api/*", True),
        ("x/api/a.md", "*/api", True),
        ("x/a.md", "*/api/*", False),
        ("guide/a.md", "guide/a.md", True),
        ("a[1].md", "a[1]*", True),
        ("a.md", "", True),
    ],
)
def test_folders(path: str, folder: str, expected: bool) -> None:
    assert within(path, folder) is expected


@pytest.mark.parametrize(
    ("path", "metadata", "language", "expected"),
    [
        ("zh/a.md", {}, "zh", True),
        ("zh-CN/a.md", {}, "zh", True),
        ("docs-zh-cn/a.md", {}, "zh", True),
        ("docs-zh-cn/a.md", {}, "zh-CN", True),
        ("pt_BR/a.md", {}, "pt-br", True),
        ("README.zh-CN.md", {}, "zh", True),
        ("zh/a.md", {}, "ja", False),
        ("how-to-de-bug.md", {}, "de", False),
        ("en/a.md", {"lang": "de-AT"}, "de", True),
        ("de/a.md", {"lang": "en"}, "de", False),
        ("a.md", {"language": "fr"}, "fr", True),
    ],
)
def test_languages(path: str, metadata: dict[str, Any], language: str, expected: bool) -> None:
    assert speaks(path, metadata, language) is expected


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ({"tags": "api"}, True),
        ({"tags": "API"}, True),
        ({"tags": "web"}, False),
        ({"draft": False}, True),
        ({"draft": True}, False),
        ({"weight": 3}, True),
        ({"tags": "api", "weight": 4}, False),
        ({"none": ""}, False),
    ],
)
def test_front_matter(where: dict[str, Any], expected: bool) -> None:
    assert has({"tags": ["api", "jobs"], "draft": False, "weight": 3}, where) is expected
