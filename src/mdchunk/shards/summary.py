"""What a build did, added up from the reports of its files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from mdchunk.model import Notice
from mdchunk.shards.heading_ids import TAKEN_BY
from mdchunk.shards.plan import FileReport, Split, read_notice
from mdchunk.shards.repeats import Repeat, Repeats


@dataclass(slots=True)
class Summary:
    """What a build did; it grows with what there is to report, not with the number of files."""

    output: str
    unit: str
    """Of ``biggest``: ``characters`` or ``tokens``."""
    files: int = 0
    """Files whose records were written."""
    copied: int = 0
    """Files among them whose records were copied from the old output."""
    chunks: int = 0
    biggest: int = 0
    splits: list[tuple[str, Split]] = field(default_factory=list)
    """Source and section, for each section that was cut."""
    dropped: Counter[str] = field(default_factory=Counter)
    """Code points that were dropped, by kind."""
    dropped_in: Counter[str] = field(default_factory=Counter)
    """Files in which something was dropped, by kind."""
    notices: list[Notice] = field(default_factory=list)
    failed: int = 0
    """Files that were skipped because of an error; each has a notice."""
    skipped: Mapping[str, int] = field(default_factory=dict)
    """Number of entries of folders that were skipped, by reason."""
    keys: set[str] = field(default_factory=set)
    """Requested front matter keys that at least one file has."""
    ids_as_text: Counter[str] = field(default_factory=Counter)
    """Files with a heading that ends in an id that their dialect reads as text, by the form of the id."""
    read_bytes: int = field(default=0, compare=False)
    """Bytes of the documents that were chunked now; like the next three, for those who watch."""
    read_chars: int = field(default=0, compare=False)
    """Code points of them."""
    kept_bytes: int = field(default=0, compare=False)
    """Bytes of documents whose part was there."""
    kept_chunks: int = field(default=0, compare=False)
    """Chunks that an earlier build made."""
    too_many: bool = False
    """Whether a build of parts ended because too many documents had an error."""
    repeats: Repeats = field(default_factory=Repeats)
    """What the files repeat at their ends."""

    @property
    def hints(self) -> tuple[Notice, ...]:
        """What the user may want to change, though nothing went wrong."""
        found = [_repeated(one, self.files) for one in self.repeats.in_most_of(self.files)]
        found += (_with_ids(form, files) for form, files in sorted(self.ids_as_text.items()))
        return tuple(found)

    def add(self, report: FileReport) -> None:
        """Add one file's report."""
        self.read_bytes += report.read_bytes
        self.read_chars += report.read_chars
        if report.error:
            self.failed += 1
            self.notices.append(report.error)
            return
        self.files += 1
        self.chunks += report.chunks
        self.biggest = max(self.biggest, report.biggest)
        self.splits += ((report.source, split) for split in report.splits)
        if report.dropped:
            self.dropped.update(report.dropped)
            self.dropped_in.update(report.dropped.keys())
        self.notices += report.notices
        self.keys.update(report.keys)
        if report.ids_as_text:
            self.ids_as_text[report.ids_as_text] += 1
        self.repeats.add(report.source, report.ends, self.files)

    def totals(self) -> dict[str, Any]:
        """Return what the reports added up to, as JSON has it."""
        return {
            "files": self.files,
            "failed": self.failed,
            "chunks": self.chunks,
            "biggest": self.biggest,
            "splits": [[source, split.line, split.ref, split.parts] for source, split in self.splits],
            "dropped": dict(self.dropped),
            "dropped_in": dict(self.dropped_in),
            "notices": [asdict(notice) for notice in self.notices],
            "keys": sorted(self.keys),
            "ids_as_text": dict(self.ids_as_text),
            "repeats": self.repeats.in_most_of(self.files),
        }

    def add_totals(self, totals: Mapping[str, Any]) -> None:
        """Add what ``totals`` of an earlier build gave, instead of its reports.

        Raises:
            KeyError, TypeError: The values are not those.
        """
        self.files += totals["files"]
        self.failed += totals["failed"]
        self.chunks += totals["chunks"]
        self.biggest = max(self.biggest, totals["biggest"])
        self.splits += [(source, Split(line, ref, parts)) for source, line, ref, parts in totals["splits"]]
        self.dropped.update(totals["dropped"])
        self.dropped_in.update(totals["dropped_in"])
        self.notices += map(read_notice, totals["notices"])
        self.keys.update(totals["keys"])
        self.ids_as_text.update(totals["ids_as_text"])
        self.repeats.seen |= {f"{one[0]}:{one[1]}": Repeat(*one) for one in totals["repeats"]}


def _with_ids(form: str, files: int) -> Notice:
    have = "1 file has" if files == 1 else f"{files} files have"
    return Notice(
        "config",
        "",
        0,
        f"{have} headings that end in {form}",
        advice=(f"to use it as the anchor, set {{dialect}} to {TAKEN_BY[form]}",),
    )


def _repeated(one: Repeat, files: int) -> Notice:
    lines = "the same line is" if one.lines == 1 else f"the same {one.lines} lines are"
    return Notice(
        "config",
        one.source,
        one.line,
        f"{lines} in {one.files} of {files} files",
        advice=("to drop them, give {drop_prefixes} what they begin with",),
    )
