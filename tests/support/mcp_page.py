"""The calls that docs/mcp.md shows, and the answers of a real server to them.

``python -m tests.support.mcp_page`` writes the answers into the page; a test holds the two to each other.
"""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path
from typing import Any

import anyio

from tests.support.mcp_served import call, served

PAGE = Path(__file__).parents[2] / "docs" / "mcp.md"
DOCUMENTS = ("guide/queues.md", "zh/queues.md")
_DOCUMENT = re.compile(r"^```markdown\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_CALL = re.compile(
    r"(^```text\n(\w+) (\{[^\n]*\})\n```\n\n```json answer\n)(.*?)(^```$)", re.DOTALL | re.MULTILINE
)


def with_answers(page: str) -> str:
    """Return the page with each call's answer from a server of the documents that the page shows."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in zip(DOCUMENTS, _DOCUMENT.findall(page), strict=True):
            path = Path(folder, name)
            path.parent.mkdir()
            path.write_text(text, encoding="utf-8")
        found = _CALL.findall(page)
        answers = iter(
            anyio.run(_answers, Path(folder), [(tool, json.loads(given)) for _, tool, given, *_ in found])
        )
        return _CALL.sub(lambda match: f"{match[1]}{next(answers)}\n{match[5]}", page)


async def _answers(folder: Path, calls: list[tuple[str, dict[str, Any]]]) -> list[str]:
    async with served(folder) as client:
        answers = [await call(client, tool, **arguments) for tool, arguments in calls]
    return [json.dumps(answer, ensure_ascii=False, indent=2) for answer in answers]


if __name__ == "__main__":
    PAGE.write_text(with_answers(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
