"""What changed since the baseline, by name: sections, and anchors that are gone."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, Any, BinaryIO

from mdchunk.api import get_section, outline
from mdchunk.checks.diff import as_json, diff_chunks, refs_of
from mdchunk.files.atomic import whole_file
from mdchunk.files.chunk_file import lines_of, open_as_lines
from mdchunk.files.selection import ENDINGS
from mdchunk.model import MdchunkError
from mdchunk.text.source import decode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from mdchunk.action.before import Baseline
    from mdchunk.action.report import SplitSection
    from mdchunk.checks.diff import Diff
    from mdchunk.files.by_pattern import OptionsOf
    from mdchunk.model import Notice, Options

Lines = dict[str, list[tuple[int, int]]]
"""Source -> first and last line of each of some chunks, 1-based, inclusive."""

WORDS = ("added", "removed", "changed", "moved", "renamed")
"""What happens to chunks, in the order of the summary."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The difference from the baseline."""

    counts: Mapping[str, int]
    """Number of chunks by ``WORDS``, and ``unchanged``; ``changed`` are those whose section was edited."""
    refs: Mapping[str, tuple[str, ...]]
    """Each of ``WORDS`` -> the refs of its chunks, each once."""
    gone: tuple[tuple[str, str], ...]
    """Source and anchor of each anchor that its document no longer has."""
    new_lines: Lines
    """Lines of the chunks with content that the baseline does not have."""
    old_lines: Lines
    """Lines of the others."""
    split_before: frozenset[str]
    """Refs of the sections that were split in the baseline."""

    def new_notices(self, notices: Iterable[Notice]) -> list[Notice]:
        """Return the notices on lines that changed, and those on no chunk's line of a document that changed."""
        return [notice for notice in notices if self._is_new(notice)]

    def _is_new(self, notice: Notice) -> bool:
        if not notice.file or _on(self.new_lines, notice.file, notice.line, notice.line):
            return True
        on_old = _on(self.old_lines, notice.file, notice.line, notice.line)
        return notice.file in self.new_lines and not on_old

    def new_splits(self, splits: Iterable[SplitSection]) -> list[SplitSection]:
        """Return the sections that were not split in the baseline, and those with lines that changed."""
        return [
            split
            for split in splits
            if split.ref not in self.split_before
            or _on(self.new_lines, split.source, split.start_line, split.end_line)
        ]


def _on(lines: Lines, source: str, first: int, last: int) -> bool:
    """Return whether one of the chunks, which are in the order of their document, has one of these lines."""
    chunks = lines.get(source, [])
    before = bisect_right(chunks, last, key=itemgetter(0))
    return before > 0 and chunks[before - 1][1] >= first


@dataclass(frozen=True, slots=True)
class Documents:
    """The documents of this run, in which anchors are looked up."""

    paths: Mapping[str, Path]
    """Source -> file."""
    options_of: OptionsOf
    encoding: str


def changes_since(
    baseline: Baseline, current: Path, name: str, documents: Documents, target: Path | None
) -> Changes:
    """Compare the chunks of this run with the baseline.

    Args:
        baseline: What to compare with.
        current: A chunk file of this run.
        name: What to call it in errors.
        documents: The documents of this run.
        target: Where to write the difference as JSON, if anywhere.

    Raises:
        MdchunkError: A file is no chunk file, or the target cannot be written.
    """
    with open_as_lines(str(baseline.path), baseline.name) as old, open_as_lines(str(current), name) as new:
        found = diff_chunks(old, new, baseline.name, name)
        if target:
            with whole_file(target) as file:
                file.writelines(piece.encode() for piece in as_json(found, old, new))
        counts, refs = _by_word(found, old, new)
        before = _collected(old, baseline.name)
        after = _collected(new, name, {change.id for change in found.changes["added"]})
    return Changes(
        counts=counts,
        refs=refs,
        gone=tuple(_gone(before.anchors, after.anchors, documents)),
        new_lines=dict(after.new_lines),
        old_lines=dict(after.old_lines),
        split_before=frozenset(before.split),
    )


def _by_word(found: Diff, old: BinaryIO, new: BinaryIO) -> tuple[dict[str, int], dict[str, tuple[str, ...]]]:
    """Return counts and refs by word: a chunk that replaces another of its section is changed, not added."""
    refs = {
        name: [ref for _, ref in refs_of(changes, old if name == "removed" else new)]
        for name, changes in found.changes.items()
    }
    edited = Counter(filter(None, refs["added"])) & Counter(filter(None, refs["removed"]))
    refs["changed"] = [ref for ref in refs["added"] if ref in edited]
    counts = {name: len(names) for name, names in refs.items()} | {"changed": edited.total()}
    for name in ("added", "removed"):
        counts[name] -= edited.total()
        refs[name] = [ref for ref in refs[name] if ref not in edited]
    return (
        {word: counts[word] for word in WORDS} | {"unchanged": found.unchanged},
        {word: tuple(dict.fromkeys(refs[word])) for word in WORDS},
    )


@dataclass(frozen=True, slots=True)
class _Collected:
    """What one pass over a chunk file collects."""

    anchors: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    """Source -> its anchors, in order."""
    split: set[str] = field(default_factory=set)
    new_lines: Lines = field(default_factory=lambda: defaultdict(list))
    old_lines: Lines = field(default_factory=lambda: defaultdict(list))


def _collected(file: BinaryIO, name: str, added: set[str] | None = None) -> _Collected:
    found = _Collected()
    file.seek(0)
    for line in lines_of(file, name, ("id",)):
        record = line.record
        source = str(record.get("source", ""))
        found.anchors[source][str(record.get("anchor", ""))] = None
        if _number(record, "parts") > 1:
            found.split.add(str(record.get("ref", "")))
        lines = found.new_lines if str(record["id"]) in (added or ()) else found.old_lines
        lines[source].append((_number(record, "start_line"), _number(record, "end_line")))
    return found


def _number(record: Mapping[str, Any], name: str) -> int:
    """Return a number of a record that anybody may have written; 0 if it is none."""
    value = record.get(name)
    return value if isinstance(value, int) else 0


def _gone(
    before: Mapping[str, Iterable[str]], after: Mapping[str, Iterable[str]], documents: Documents
) -> Iterator[tuple[str, str]]:
    """Yield the anchors that a document had and no longer has.

    A heading without text of its own is in no chunk, so the document itself is asked.
    """
    for source, anchors in before.items():
        left = set(after.get(source, ()))
        missing = [anchor for anchor in anchors if anchor and anchor not in left]
        path = documents.paths.get(source)
        if not missing or not path or not source.lower().endswith(ENDINGS):
            continue
        try:
            text = decode(path.read_bytes(), source, documents.encoding)
        except MdchunkError:  # reported already, as a file that was skipped
            continue
        options = documents.options_of(str(path))
        found = {h.anchor for h in outline(text, source=source, options=options).headings}
        for anchor in missing:
            if anchor not in found and not _is_label(text, anchor, source, options):
                yield source, anchor


def _is_label(text: str, anchor: str, source: str, options: Options) -> bool:
    """Return whether a heading is still found by this name: ``<a name="old"></a>`` above it."""
    if anchor not in text:
        return False
    try:
        get_section(text, anchor=anchor, source=source, options=options)
    except MdchunkError:
        return False
    return True
