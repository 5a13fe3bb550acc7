"""The shape of the house: who may import whom, how long a module may be, what stands at the top.

The table is DESIGN's: a module imports from lower layers, and inside its own layer never in a circle.
A new module gets its row here first.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "mdchunk"

LAYERS: dict[str, int] = {
    # values
    "model": 0,
    "extras": 0,
    # text, sizes and single rules of syntax
    "source": 1,
    "length*": 1,
    "collector": 1,
    "mdx*": 1,
    "slug": 1,
    "html": 1,
    "unclosed": 1,
    "code_spans": 1,
    "front_matter*": 1,
    "syntax_*": 1,
    # parsers
    "dialects": 2,
    # blocks
    "headings": 3,
    "notes": 3,
    "components": 3,
    "parse": 3,
    "noise": 3,
    "body": 3,
    "unit": 3,
    "prose": 3,
    "split*": 3,
    # sections
    "sections": 4,
    "reading": 4,
    "outlines": 4,
    "pages": 4,
    # chunks
    "overlap": 5,
    "cut_inside": 5,
    "laid": 5,
    "fill": 5,
    "pack": 5,
    # the pipeline and its record
    "records": 6,
    "assemble": 6,
    "api": 6,
    "__init__": 6,
    # files
    "build*": 7,
    "config": 7,
    "diff": 7,
    "engine": 7,
    "formats*": 7,
    "ignore": 7,
    "inputs": 7,
    "manifest": 7,
    "plan": 7,
    "processes": 7,
    "read": 7,
    "settings": 7,
    "shard": 7,
    "stats": 7,
    "uncovered": 7,
    "verify": 7,
    "walk": 7,
    "write": 7,
    # front ends
    "cli*": 8,
    "mcp_*": 8,
    "action*": 8,
    "__main__": 9,
}
"""Name of a module (or the beginning of a family's names) -> its layer."""

LIBRARIES: dict[str, str] = {
    "markdown_it": "markdown-it-py",
    "mdit_py_plugins": "mdit-py-plugins",
    "click": "click",
    "pathspec": "pathspec",
    "yaml": "pyyaml",
    "regex": "regex",
}
"""Import name -> the distribution that the package depends on; extras are imported inside functions only."""

BEHIND_AN_EXTRA: dict[str, frozenset[str]] = {
    "mcp_arguments": frozenset({"pydantic"}),
    "mcp_library": frozenset({"anyio", "mcp"}),
    "mcp_models": frozenset({"pydantic"}),
    "mcp_resources": frozenset({"mcp", "pydantic"}),
    "mcp_server": frozenset({"anyio", "mcp", "pydantic"}),
    "mcp_tools": frozenset({"anyio", "mcp", "pydantic"}),
}
"""Module -> what it imports of the extra ``mcp``; these are imported inside functions, or by each other, only."""

TOP_LEVEL = {
    "src",
    "tests",
    "fixtures",
    "pyproject.toml",
    "action.yml",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "llms.txt",
}

MODULE_LINES = 320
FUNCTION_LINES = 45

MODULES = sorted(PACKAGE.rglob("*.py"))


def layer(module: str) -> int:
    """Return the layer of a module, by its own row or its family's."""
    if module in LAYERS:
        return LAYERS[module]
    found = [number for pattern, number in LAYERS.items() if fnmatchcase(module, pattern)]
    assert found, f"{module} has no layer: give it a row in LAYERS"
    return found[0]


def name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


def imports(path: Path, *, lazy: bool = True) -> set[str]:
    """Return the dotted names that a module imports, those inside functions too where ``lazy``."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: set[str] = set()
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        if lazy or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            todo += ast.iter_child_nodes(node)
    return found


def own(imported: set[str]) -> set[str]:
    """Return the modules of the package among ``imported``."""
    names = {name(path) for path in MODULES}
    parts = {i.split(".")[1] for i in imported if i.startswith("mdchunk.")}
    return {part if part in names else "__init__" for part in parts}


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_imports_from_lower_layers(path: Path) -> None:
    """A module imports only from the layers above it in the table."""
    up = {other for other in own(imports(path)) if layer(other) > layer(name(path)) and other != "__init__"}
    if name(path) == "model":
        up -= {"records"}  # Chunk.to_dict hands over to the module that decides the record's shape
    assert not up, f"{name(path)} (layer {layer(name(path))}) imports {sorted(up)}"


def test_no_circles() -> None:
    """Where two modules of one layer know each other, only one does."""
    graph = {name(path): own(imports(path)) - {"__init__", name(path)} for path in MODULES}
    graph["model"] -= {"records"}
    while graph:
        free = [module for module, needs in graph.items() if not needs & graph.keys()]
        assert free, f"a circle of imports among {sorted(graph)}"
        for module in free:
            del graph[module]


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_libraries(path: Path) -> None:
    """At import time, only the standard library and what the package depends on is there."""
    known = set(sys.stdlib_module_names) | {"mdchunk"} | LIBRARIES.keys()
    foreign = {i.split(".")[0] for i in imports(path, lazy=False)} - known
    assert foreign == BEHIND_AN_EXTRA.get(name(path), frozenset()), f"{name(path)} imports {sorted(foreign)}"
    if not foreign:
        behind = own(imports(path, lazy=False)) & BEHIND_AN_EXTRA.keys()
        assert not behind, (
            f"{name(path)} imports {sorted(behind)} at import time, which an extra is needed for"
        )
    if layer(name(path)) < 8:
        assert not {i for i in imports(path) if i.startswith("click")}, f"{name(path)} is no front end"


def test_dependencies_are_the_libraries() -> None:
    """Each dependency is imported by somebody, and each library imported is a dependency."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {re.split(r"[<>=~! ]", requirement)[0] for requirement in project["dependencies"]}
    assert declared == set(LIBRARIES.values())


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_small_enough_to_read_aloud(path: Path) -> None:
    """Modules stay under some 300 lines and functions under some 40, docstrings not counted."""
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MODULE_LINES
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0]
            documented = ast.get_docstring(node) is not None
            start = (first.end_lineno or node.lineno) if documented else node.lineno
            length = (node.end_lineno or start) - start
            assert length <= FUNCTION_LINES, f"{path.name}:{node.lineno} {node.name} has {length} lines"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_names_say_what_a_module_does(path: Path) -> None:
    """No module of everything."""
    assert not re.search(r"util|helper|common|base|manager|misc", path.stem)


def test_every_row_has_a_module() -> None:
    """The table names no module that is gone."""
    modules = [name(path) for path in MODULES]
    assert [row for row in LAYERS if not any(fnmatchcase(module, row) for module in modules)] == []


def test_top_level() -> None:
    """The top of the repository holds what is listed and dot files, nothing else."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    tops = {line.split("/")[0].strip('"') for line in listed.stdout.splitlines()}
    assert {top for top in tops if not top.startswith(".")} <= TOP_LEVEL


def test_version_imports_nothing_heavy() -> None:
    """``mdchunk --version`` answers without the parser and its like."""
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "mdchunk", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {line.split("|")[-1].strip().split(".")[0] for line in run.stderr.splitlines() if "|" in line}
    heavy = {
        "markdown_it",
        "mdit_py_plugins",
        "yaml",
        "regex",
        "pathspec",
        "mcp",
        "tiktoken",
        "tokenizers",
        "pyarrow",
    }
    assert loaded & heavy == set()
