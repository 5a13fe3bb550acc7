"""What the figures say in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mdchunk import MdchunkError
from mdchunk.model import Options
from mdchunk.tune.bootstrap import Interval
from mdchunk.tune.experiment import Result, counter
from mdchunk.tune.metrics import Span
from mdchunk.tune.others import CHUNKERS, compared
from mdchunk.tune.queries import Query
from mdchunk.tune.questions import read_questions, write_questions
from mdchunk.tune.sites import read_site
from mdchunk.tune.verdict import best, sentence, table, to_dict


def made(name: str, recall: float, low: float, high: float, *, is_ours: bool = True) -> Result:
    changes = {"max_chars": 800} if is_ours and name != "today" else {}
    difference = Interval((low + high) / 2, low, high)
    return Result(name, changes, 1200, 170, (0.5, recall, 0.8), 0.4, 0.3, difference, (0,))


TODAY = made("today", 0.7, 0, 0)
BETTER = made("max_chars 800", 0.75, 0.01, 0.09)
BEST = made("prefix_path all", 0.78, 0.02, 0.14)
MAYBE = made("min_size 750", 0.79, -0.01, 0.19)
WORSE = made("max_chars 400", 0.6, -0.2, -0.05)
BEST_SAID = "Best here: prefix_path all (recall 0.78, +0.08 [+0.02, +0.14] against today)."
OTHER = made("langchain-recursive", 0.9, 0.1, 0.3, is_ours=False)


def test_the_best_is_certainly_better_and_a_setting() -> None:
    assert best([TODAY, BETTER, BEST, MAYBE, WORSE, OTHER]) is BEST
    assert best([TODAY, MAYBE, WORSE, OTHER]) is None


@pytest.mark.parametrize(
    ("results", "queries", "expected"),
    [
        (
            [TODAY, BETTER, BEST, WORSE],
            60,
            BEST_SAID,
        ),
        (
            [TODAY, MAYBE, WORSE],
            60,
            "Nothing here is better than today's settings (recall 0.70). No difference: min_size 750.",
        ),
        (
            [TODAY, BEST],
            40,
            f"{BEST_SAID} Only 40 questions: take it as a hint.",
        ),
        ([TODAY, BEST], 29, "29 questions prove nothing; ask at least 30 to get a recommendation."),
    ],
)
def test_the_sentence(results: list[Result], queries: int, expected: str) -> None:
    assert sentence(results, queries) == expected


def test_the_table_begins_with_today_and_then_the_best() -> None:
    rows = table([TODAY, WORSE, BEST])
    assert [row[0] for row in rows] == ["setting", "today", "prefix_path all", "max_chars 400"]
    assert rows[1] == ("today", "1,200", "170", "0.500", "0.700", "0.800", "0.400", "0.300", "")
    assert rows[2][-1] == "+0.080 [+0.020, +0.140]"
    assert {len(row) for row in rows} == {9}


def test_as_json() -> None:
    queries = [Query("how", "b.md", Span("a.md", 0, 9), "A")] * 30
    said = json.loads(json.dumps(to_dict([TODAY, BEST], queries, {"says nothing": 2})))
    assert (said["best"], said["queries"], said["left_out"]) == ("prefix_path all", 30, {"says nothing": 2})
    assert said["results"][1]["difference"] == {"mean": 0.08, "low": 0.02, "high": 0.14}
    assert said["results"][1]["recall"] == {"1000": 0.5, "2000": 0.78, "4000": 0.8}
    assert said["results"][0]["missed"] == ["how"]
    assert to_dict([TODAY, BEST], queries[:29], {})["best"] == ""


DOCUMENTS = {"a.md": "# A\n\nFirst.\n\n## B\n\nSecond line.\nThird.\n"}
SITE = read_site(DOCUMENTS.items(), Options())


class TestQuestions:
    def text(self, query: Query) -> str:
        return DOCUMENTS["a.md"][query.target.start : query.target.end]

    @pytest.mark.parametrize(
        ("where", "found"),
        [
            ({"anchor": "b"}, "## B\n\nSecond line.\nThird."),
            ({"anchor": "#b"}, "## B\n\nSecond line.\nThird."),
            ({"start_line": 7, "end_line": 8}, "Second line.\nThird."),
            ({"start_line": "7"}, "Second line."),
            ({"answer": "Third"}, "Third"),
        ],
    )
    def test_json_lines(self, tmp_path: Path, where: dict[str, object], found: str) -> None:
        path = tmp_path / "questions.jsonl"
        path.write_text("\n" + json.dumps({"question": " how? ", "source": "a.md", **where}) + "\n")
        (query,) = read_questions(str(path), SITE)
        assert (query.question, query.linking, query.heading) == ("how?", "", "B")
        assert self.text(query) == found

    def test_csv(self, tmp_path: Path) -> None:
        path = tmp_path / "questions.CSV"
        path.write_text(
            'question,source,anchor,answer\n"how, then?",a.md,b,\nwhat?,a.md,,First\n', encoding="utf-8-sig"
        )
        first, second = read_questions(str(path), SITE)
        assert (first.question, self.text(second)) == ("how, then?", "First")

    def test_what_is_written_is_read_again(self, tmp_path: Path) -> None:
        section = SITE.pages["a.md"].anchors["b"]
        queries = (Query("hów", "b.md", section.span, "B"), Query("what", "", Span("a.md", 5, 11), "A"))
        path = str(tmp_path / "q.jsonl")
        write_questions(path, queries, SITE)
        assert read_questions(path, SITE) == queries

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("{", "q.jsonl:1: is not JSON"),
            ("\n[]", "q.jsonl:2: is not a JSON object"),
            ('{"source": "a.md"}', "q.jsonl:1: has no question"),
            ('{"question": "q", "source": "b.md"}', "q.jsonl:1: source 'b.md' is none of the documents"),
            ('{"question": "q", "source": "a.md"}', "q.jsonl:1: does not say where the answer is"),
            ('{"question": "q", "source": "a.md", "anchor": "c"}', "q.jsonl:1: a.md has no anchor #c"),
            (
                '{"question": "q", "source": "a.md", "answer": "Zz"}',
                "q.jsonl:1: a.md does not hold the answer",
            ),
            ('{"question": "q", "source": "a.md", "start_line": 9}', "q.jsonl:1: lines 9-9 are not in a.md"),
            (
                '{"question": "q", "source": "a.md", "start_line": "x"}',
                "q.jsonl:1: start_line must be a line number",
            ),
            ("", "q.jsonl: has no questions"),
        ],
    )
    def test_what_is_no_question(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, problem: str
    ) -> None:
        monkeypatch.chdir(tmp_path)
        Path("q.jsonl").write_text(text)
        with pytest.raises(MdchunkError) as caught:
            read_questions("q.jsonl", SITE)
        assert str(caught.value).startswith(problem)

    def test_no_file(self) -> None:
        with pytest.raises(MdchunkError, match=r"^no\.jsonl: No such file"):
            read_questions("no.jsonl", SITE)


LONG = {
    "a.md": "# Ä heading\n\n" + "Some words with äöü in them, and more. " * 30 + "\n\n## Two\n\n- a\n- b\n",
}


class TestOthers:
    """Where the packages are installed, their chunks are where they say."""

    @pytest.mark.parametrize("name", CHUNKERS)
    def test_spans_hold_the_words(self, name: str) -> None:
        pytest.importorskip(CHUNKERS[name][0])
        options = Options(max_chars=200)
        found_name, chunks = compared(name, LONG, options, counter(options))
        assert found_name == name
        assert len(chunks) > 4
        for content, (span, tokens) in chunks:
            assert LONG["a.md"][span.start : span.end].split() == content.split()
            assert tokens > 0

    def test_chunks_of_a_file(self, tmp_path: Path) -> None:
        path = tmp_path / "theirs.jsonl"
        chunk = {"source": "a.md", "start_char": 5, "end_char": 11, "text": "First."}
        path.write_text(json.dumps(chunk) + "\n" + json.dumps(chunk | {"content": "A: First."}) + "\n")
        name, chunks = compared(str(path), DOCUMENTS, Options(), len)
        assert name == "theirs.jsonl"
        assert [(each.content, each.hit) for each in chunks] == [
            ("First.", (Span("a.md", 5, 11), 6)),
            ("A: First.", (Span("a.md", 5, 11), 9)),
        ]

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("{}", "c.jsonl:1: is not a chunk with source"),
            ("\n[]", "c.jsonl:2: is not a chunk with source"),
            ('{"source": "x", "start_char": 0, "end_char": 1, "text": ""}', "c.jsonl:1: source 'x' is none"),
        ],
    )
    def test_what_is_no_chunk(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, problem: str
    ) -> None:
        monkeypatch.chdir(tmp_path)
        Path("c.jsonl").write_text(text)
        with pytest.raises(MdchunkError) as caught:
            compared("c.jsonl", DOCUMENTS, Options(), len)
        assert str(caught.value).startswith(problem)

    def test_neither_chunker_nor_file(self) -> None:
        with pytest.raises(
            MdchunkError, match=r"^compare must be a file of chunks or one of langchain-recursive"
        ):
            compared("chonkie", DOCUMENTS, Options(), len)
