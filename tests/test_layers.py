"""The shape of the house: who may import whom, how long a module may be, what stands at the top.

A folder is a layer: it imports only from the folders above it in one table, and nowhere is a circle.
A new folder gets its row here first.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "mdchunk"

ORDER = (
    "model",
    "extras",
    "text",
    "length",
    "syntax",
    "records",
    "document",
    "files",
    "convert",
    "split",
    "pack",
    "api",
    "checks",
    "shards",
    "build_parts",
    "build",
    "merge",
    "chunk_files",
    "tune",
    "view",
    "integrations",
    "mcp",
    "action",
    "cli",
    "__main__",
)
"""Folders (and modules beside them): each imports only from those above it."""

LIBRARIES: dict[str, str] = {
    "markdown_it": "markdown-it-py",
    "mdit_py_plugins": "mdit-py-plugins",
    "click": "click",
    "pathspec": "pathspec",
    "yaml": "pyyaml",
    "regex": "regex",
}
"""Import name -> the distribution that the package depends on; extras are imported inside functions only."""

ONLY_BELOW: dict[str, str] = {
    "click": "cli",
    "mcp": "mcp",
    "anyio": "mcp",
    "pydantic": "mcp",
    "langchain_core": "integrations",
    "langchain_text_splitters": "integrations",
    "llama_index": "integrations",
    "haystack": "integrations",
    "starlette": "view",
    "uvicorn": "view mcp",
}
"""Library -> the folders that may import it."""

TOP_LEVEL = {
    "docs",
    "mkdocs.yml",
    ".pre-commit-hooks.yaml",
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

AT_IMPORT: dict[str, str] = {"pyarrow": "integrations"}
"""Library that others import inside functions -> the folder whose modules need it to be imported."""

MODULE_LINES = 300
FUNCTION_LINES = 45

MODULES = sorted(PACKAGE.rglob("*.py"))


def name(path: Path) -> str:
    """Return the dotted name of a module below the package; a folder's own module has the folder's name."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


def folder(module: str) -> str:
    """Return the row of ``ORDER`` that a module belongs to."""
    return module.split(".", maxsplit=1)[0]


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
    found = set()
    for dotted in imported:
        parts = dotted.split(".")[1:] if dotted.startswith("mdchunk.") else []
        while parts and ".".join(parts) not in names:
            parts.pop()
        found |= {".".join(parts)} if parts else set()
    return found


def test_every_module_has_a_row() -> None:
    """Each folder stands in the table, and the table names no folder that is gone."""
    assert {folder(name(path)) for path in MODULES} == {*ORDER, "__init__"}


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_folder_imports_from_folders_above_it(path: Path) -> None:
    """A folder imports only from itself and from the folders above it in the table."""
    if name(path) == "__init__":
        pytest.skip("the public names come from everywhere")
    row = ORDER.index(folder(name(path)))
    below = {other for other in own(imports(path)) if ORDER.index(folder(other)) > row}
    assert not below, f"{name(path)} imports {sorted(below)}"


def test_no_circles() -> None:
    """Of two modules that know each other, only one does: imports inside functions count, too."""
    graph = {name(path): own(imports(path)) - {name(path)} for path in MODULES}
    while graph:
        free = [module for module, needs in graph.items() if not needs & graph.keys()]
        assert free, f"a circle of imports among {sorted(graph)}"
        for module in free:
            del graph[module]


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_libraries(path: Path) -> None:
    """At import time, only the standard library and what the package depends on is there."""
    known = set(sys.stdlib_module_names) | {"mdchunk"} | LIBRARIES.keys()
    home = {library for library, rows in ONLY_BELOW.items() if folder(name(path)) in rows.split()}
    known |= {library for library, row in AT_IMPORT.items() if row == folder(name(path))}
    foreign = {i.split(".")[0] for i in imports(path, lazy=False)} - known - home
    assert not foreign, f"{name(path)} imports {sorted(foreign)}"
    elsewhere = {i.split(".")[0] for i in imports(path)} & (ONLY_BELOW.keys() - home)
    assert not elsewhere, f"{name(path)} imports {sorted(elsewhere)}, which belong to {ONLY_BELOW}"


def test_the_server_starts_without_its_extra() -> None:
    """What the command line imports of the server needs no extra, so that a missing one is said in a sentence."""
    run = subprocess.run(
        [sys.executable, "-c", "import sys, mdchunk.cli.mcp; print(*{'mcp', 'pydantic'} & set(sys.modules))"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == "\n"


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


FRONT_ENDS = ("cli", "mcp", "action")
"""Folders that may name a flag or a command; the others name settings and functions, which these spell."""


@pytest.mark.parametrize("path", [path for path in MODULES if folder(name(path)) not in FRONT_ENDS], ids=name)
def test_no_module_below_the_front_ends_names_a_flag_or_a_command(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    named = [
        f"{node.lineno}: {node.value}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
        if re.search(
            r"(?<![\w-])--[a-z]|mdchunk (build|outline|section|stats|view|diff|verify|config|mcp)\b",
            node.value,
        )
    ]
    assert named == []
