"""A folder that is edited at random, and an index that follows it."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from mdchunk import IndexChanges
from mdchunk.build import build
from mdchunk.files.settings import BuildSettings
from mdchunk.model import Options

WORDS = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
]
DIMENSIONS = 8


class Model:
    """An embedding model that remembers what it was given."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def embed(self, contents: list[str]) -> list[list[float]]:
        self.seen += contents
        return [self.vector(content) for content in contents]

    @staticmethod
    def vector(content: str) -> list[float]:
        """A vector that tells contents apart."""
        rng = random.Random(content)
        return [rng.randint(1, 255) / 256 for _ in range(DIMENSIONS)]


class Row(NamedTuple):
    """What a store holds of one chunk."""

    id: str
    record: Mapping[str, Any]
    """Its fields, as far as the store keeps them."""
    vector: Iterable[float]


Held = dict[str, tuple[dict[str, Any], list[int]]]
"""Id -> fields and vector, in 256ths."""
COMPARED = (
    "id",
    "hash",
    "source",
    "ref",
    "heading_path",
    "title",
    "start_line",
    "index",
    "content",
    "metadata",
)


class Store(Protocol):
    """What a test needs of an index."""

    def apply(self, changes: IndexChanges, model: Model) -> None:
        """Bring the index up to date."""

    def rows(self) -> list[Row]:
        """Return all that it holds."""


class Memory:
    """An index in a dictionary."""

    def __init__(self) -> None:
        self.held: dict[str, tuple[dict[str, Any], list[float]]] = {}

    def apply(self, changes: IndexChanges, model: Model) -> None:
        vectors = changes.vectors(model.embed, lambda ids: {key: self.held[key][1] for key in ids})
        self.held |= {record["id"]: (dict(record), vectors[record["id"]]) for record in changes.embed}
        for record in changes.update:
            self.held[record["id"]] = (dict(record), self.held[record["id"]][1])
        for key in changes.delete:
            del self.held[key]

    def rows(self) -> list[Row]:
        return [Row(key, record, vector) for key, (record, vector) in self.held.items()]


def expected(records: Iterable[Mapping[str, Any]]) -> Held:
    """Return what an index of these records holds."""
    return {r["id"]: (_compared(r), _rounded(Model.vector(r["content"]))) for r in records}


def held(store: Store) -> Held:
    """Return what an index holds."""
    rows = store.rows()
    found = {row.id: (_compared(row.record), _rounded(row.vector)) for row in rows}
    assert len(found) == len(rows)
    return found


def _rounded(vector: Iterable[float]) -> list[int]:
    """Return a vector without the noise of stores that keep its direction and its length apart."""
    return [round(float(number) * 256) for number in vector]


def _compared(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that every store of the documentation keeps."""
    return {name: record[name] for name in COMPARED if name in record}


def build_folder(folder: Path, output: Path, *, flat: bool = False) -> None:
    """Chunk a folder; an empty one gives an empty file."""
    if any(folder.rglob("*.md")):
        options = Options(max_chars=200, metadata=("tags",))
        build([str(folder)], options, BuildSettings(output=str(output), root=str(folder), flat=flat))
    else:
        output.write_bytes(b"")


def section(rng: random.Random) -> str:
    title = " ".join(rng.choices(WORDS, k=2))
    body = "\n\n".join(
        " ".join(rng.choices(WORDS, k=rng.randint(3, 30))) + "." for _ in range(rng.randint(0, 4))
    )
    return f"{'#' * rng.randint(1, 3)} {title}\n\n{body}\n\n"


def page(rng: random.Random) -> str:
    head = "---\ntags: [a, b]\n---\n\n" * rng.randint(0, 1)
    return head + "".join(section(rng) for _ in range(rng.randint(1, 5)))


def start(folder: Path, rng: random.Random) -> None:
    for n in range(5):
        path = folder / f"d{n % 2}" / f"p{n}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(rng), encoding="utf-8")


def _insert(path: Path, rng: random.Random) -> None:
    path.write_text(path.read_text("utf-8") + section(rng), encoding="utf-8")


def _prepend(path: Path, _rng: random.Random) -> None:
    path.write_text("A line on top.\n\n" + path.read_text("utf-8"), encoding="utf-8")


def _word(path: Path, rng: random.Random) -> None:
    old, new = rng.sample(WORDS, 2)
    path.write_text(path.read_text("utf-8").replace(old, new, 1), encoding="utf-8")


def _cut(path: Path, _rng: random.Random) -> None:
    text = path.read_text("utf-8")
    path.write_text(text[: text.rfind("\n#") + 1] or text, encoding="utf-8")


def _repeat(path: Path, _rng: random.Random) -> None:
    """The same contents twice in one document."""
    path.write_text(path.read_text("utf-8") * 2, encoding="utf-8")


def _rename(path: Path, rng: random.Random) -> None:
    path.rename(path.with_name(f"r{rng.randrange(10**9)}.md"))


def _copy(path: Path, rng: random.Random) -> None:
    shutil.copyfile(path, path.with_name(f"c{rng.randrange(10**9)}.md"))


def _remove(path: Path, _rng: random.Random) -> None:
    path.unlink()


def _new(path: Path, rng: random.Random) -> None:
    path.with_name(f"n{rng.randrange(10**9)}.md").write_text(page(rng), encoding="utf-8")


def _move_folder(path: Path, rng: random.Random) -> None:
    """All pages of a folder under other names at once."""
    path.parent.rename(path.parent.with_name(f"d{rng.randrange(10**9)}"))


def _swap(path: Path, rng: random.Random) -> None:
    """Two documents under each other's names."""
    other = rng.choice(sorted(path.parent.rglob("*.md")))
    texts = path.read_bytes(), other.read_bytes()
    path.write_bytes(texts[1])
    other.write_bytes(texts[0])


EDITS: tuple[Callable[[Path, random.Random], None], ...] = (
    _insert,
    _prepend,
    _word,
    _word,
    _cut,
    _repeat,
    _rename,
    _copy,
    _remove,
    _new,
    _move_folder,
    _swap,
)


def edit(folder: Path, rng: random.Random) -> str:
    """Change one thing of a folder, and return what kind of thing."""
    pages = sorted(folder.rglob("*.md"))
    if len(pages) < 3:
        (folder / f"s{rng.randrange(10**9)}.md").write_text(page(rng), encoding="utf-8")
        return "start"
    change = rng.choice(EDITS)
    path = rng.choice(pages)
    if change is _repeat and path.stat().st_size > 3000:
        change = _cut
    change(path, rng)
    return change.__name__


def follow(store: Store, folder: Path, seed: int, edits: int = 40, *, flat: bool = False) -> None:
    """Edit a folder, bring the store up to date each time, and check that it holds what a fresh build gives.

    No content that the index held before a change is embedded by it, and none twice.
    """
    from mdchunk import index_changes
    from mdchunk.checks.index import Records

    rng = random.Random(seed)
    docs = folder / "docs"
    start(docs, rng)
    old: Records = []
    known: set[str] = set()
    for n in range(edits + 1):
        done = edit(docs, rng) if n else "nothing"
        new = folder / f"{n}.jsonl"
        build_folder(docs, new, flat=flat)
        model = Model()
        store.apply(index_changes(old, new), model)
        want = expected(records(new))
        assert held(store) == want, f"edit {n}: {done}"
        contents = {record["content"] for record, _ in want.values()}
        assert sorted(model.seen) == sorted(contents - known), f"edit {n}: {done}"
        old, known = new, contents


def records(path: Path) -> list[dict[str, Any]]:
    """Return the records of a file of JSON lines."""
    import json

    return [json.loads(line) for line in path.read_bytes().splitlines()]
