"""How much the tests notice: change the core in one place at a time, run the tests, list the changes that pass.

    python tests/bench/mutants.py [COUNT SEED [FOLDER...]]

A change is one comparison, operator, number, condition or constant of a module in the folders (by default document,
split and pack). Each runs in place of its module, against the pages, the reported cases and the tests that mirror the
folders; what they let through runs against the hashes of ``tests/test_unchanged.py`` and the properties. Prints each
survivor with its line, and the share that was noticed. Some survivors change nothing that can be seen, such as a bound
that only saves time.
"""

from __future__ import annotations

import ast
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from pathlib import Path

ROOT = Path(__file__).parents[2]
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
}
FIRST = [
    "tests/test_spec.py",
    "tests/test_reported.py",
    "tests/test_notices.py",
    "tests/document",
    "tests/split",
    "tests/pack",
]
THEN = ["tests/test_unchanged.py", "tests/test_properties.py"]
FINDER = """\
import importlib.util, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        return importlib.util.spec_from_file_location(name, {file!r}) if name == {name!r} else None

sys.meta_path.insert(0, Finder())
"""


def changed(node: ast.AST) -> ast.AST | None:
    """Return a node with its one change, or None if there is none for its type."""
    new = deepcopy(node)
    match new:
        case ast.Compare(ops=[op]) if type(op) in SWAPS:
            new.ops = [SWAPS[type(op)]()]  # type: ignore[list-item]
        case ast.BoolOp(op=op) | ast.BinOp(op=op) if type(op) in SWAPS:
            new.op = SWAPS[type(op)]()  # type: ignore[assignment]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return operand
        case ast.Constant(value=bool(value)):
            new.value = not value
        case ast.Constant(value=int(value)):
            new.value = value + 1
        case _:
            return None
    return new


class _Replace(ast.NodeTransformer):
    def __init__(self, at: int) -> None:
        self.at, self.count, self.line = at, -1, 0

    def visit(self, node: ast.AST) -> ast.AST:
        new = changed(node)
        self.count += new is not None
        if new is not None and self.count == self.at:
            self.line = getattr(node, "lineno", 0)
            return ast.copy_location(new, node)
        return self.generic_visit(node)


def places(folders: list[str]) -> Iterator[tuple[Path, int]]:
    """Yield every place that can be changed: a module and a number."""
    for path in sorted(p for folder in folders for p in (ROOT / "src/mdchunk" / folder).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        yield from ((path, at) for at in range(sum(changed(node) is not None for node in ast.walk(tree))))


def is_noticed(path: Path, source: str, folder: Path) -> bool:
    """Run the tests with one changed module, which every Python that they start finds first."""
    changed_module = folder / path.name
    changed_module.write_text(source, encoding="utf-8")
    name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
    (folder / "sitecustomize.py").write_text(
        FINDER.format(name=name, file=str(changed_module)), encoding="utf-8"
    )
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider"]
    for tests in (FIRST, THEN):
        try:
            run = subprocess.run(
                [*command, *tests],
                cwd=ROOT,
                env={"PYTHONPATH": str(folder), "PATH": "/usr/bin:/bin", "HOME": str(folder)},
                capture_output=True,
                check=False,
                timeout=300,
            )
        except subprocess.TimeoutExpired:
            return True  # it goes on for ever
        if run.returncode:
            return True
    return False


def survives(place: tuple[Path, int]) -> str:
    """Return the changed line if no test notices the change, else an empty string."""
    path, at = place
    replace = _Replace(at)
    source = ast.unparse(replace.visit(ast.parse(path.read_text(encoding="utf-8"))))
    with tempfile.TemporaryDirectory() as folder:
        if is_noticed(path, source, Path(folder)):
            return ""
    line = path.read_text(encoding="utf-8").splitlines()[replace.line - 1].strip()
    return f"{path.relative_to(ROOT)}:{replace.line}: {line}  #{at}"


def main(count: int = 100, seed: int = 1, *folders: str) -> None:
    """Change ``count`` places, each by itself."""
    chosen = random.Random(seed).sample(list(places(list(folders) or ["document", "split", "pack"])), count)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        left = 0
        for line in pool.map(survives, chosen):
            if line:
                left += 1
                print(line, flush=True)
    print(f"{count - left} of {count} noticed ({1 - left / count:.0%})")


if __name__ == "__main__":
    if len(sys.argv) > 2:
        main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
    else:
        main()
