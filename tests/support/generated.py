"""The parts of the documentation that are made from the code: ``python -m tests.support.generated`` writes them."""

from __future__ import annotations

from collections.abc import Callable

from mdchunk.syntax.dialects import DEFAULT, DIALECTS
from tests.support.cli_reference import reference
from tests.support.pages import ROOT
from tests.support.run_action import ACTION


def dialects() -> str:
    """Return the table of dialects, a row of the code a row."""
    rows = [
        f"| `{name}` | {row.knows} | {_files(name, row.endings)} | `{row.anchors}` |".replace("|  |", "| |")
        for name, row in DIALECTS.items()
    ]
    head = "| dialect | besides CommonMark | files under `auto` | anchors |"
    return "\n".join((head, "|---|---|---|---|", *rows))


def _files(name: str, endings: tuple[str, ...]) -> str:
    return "all others" if name == DEFAULT else ", ".join(f"`{ending}`" for ending in endings)


def action() -> str:
    """Return the tables of the action's inputs and outputs."""
    inputs = [
        f"| `{name}` | {_default(entry['default'])} | {_cell(entry['description'])} |"
        for name, entry in ACTION["inputs"].items()
    ]
    outputs = [f"| `{name}` | {_cell(entry['description'])} |" for name, entry in ACTION["outputs"].items()]
    head = ["| Input | Default | What it does |", "|:--|:--|:--|", *inputs]
    return "\n".join([*head, "", "| Output | What it is |", "|:--|:--|", *outputs])


def _default(text: str) -> str:
    return ", ".join(f"`{line}`" for line in text.split()) or "empty"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


GENERATED: dict[tuple[str, str], Callable[[], str]] = {
    ("docs/action.md", "action"): action,
    ("docs/cli.md", "cli"): reference,
    ("docs/dialects.md", "dialects"): dialects,
}
"""Page and name of its markers -> what is between them."""


def with_generated(page: str) -> str:
    """Return a page with what is generated between its markers."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for (name, marker), make in GENERATED.items():
        if name == page:
            begin, end = f"<!-- {marker}:begin -->\n", f"<!-- {marker}:end -->"
            before, found, rest = text.partition(begin)
            assert found, f"{page} has no markers for {marker}"
            text = f"{before}{begin}{make()}\n{end}{rest.partition(end)[2]}"
    return text


if __name__ == "__main__":
    for each in {page for page, _ in GENERATED}:
        (ROOT / each).write_text(with_generated(each), encoding="utf-8", newline="\n")
