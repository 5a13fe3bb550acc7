"""Which chunks come first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from mdchunk import MdchunkError
from mdchunk.model import Options
from mdchunk.tune import ranking
from mdchunk.tune.experiment import Questions, run
from mdchunk.tune.grid import TODAY, default_trials, read_grid, trials_of
from mdchunk.tune.metrics import Span
from mdchunk.tune.queries import Query
from mdchunk.tune.words import words

TEXTS = ["Mounting disks on Linux", "The weather today", "A disk and another disk", "磁盘挂载的方法", ""]


def test_words() -> None:
    assert words("How to MOUNT a_disk, v2.0?") == ["how", "to", "mount", "a_disk", "v2", "0"]
    assert words("磁盘挂载 ok 字") == ["磁盘", "盘挂", "挂载", "ok", "字"]
    assert words("running", str.upper) == ["RUNNING"]


class TestBm25:
    pytest.importorskip("bm25s")
    pytest.importorskip("Stemmer")

    def test_stems_and_bigrams(self) -> None:
        found = ranking.bm25(TEXTS, ["mount disk", "挂载磁盘", "nothing like it", ""])
        assert found == [[0, 2], [3], [], []]

    def test_without_stems(self) -> None:
        assert ranking.bm25(TEXTS, ["disks"], language="none") == [[0]]

    def test_equal_scores_in_order(self) -> None:
        assert ranking.bm25(["a b", "c", "a b", "a b"], ["a"], language="none") == [[0, 2, 3]]

    def test_no_such_language(self) -> None:
        with pytest.raises(MdchunkError, match=r"^language must be none or one of arabic, .*, not 'klingon'"):
            ranking.bm25(TEXTS, ["x"], language="klingon")


def letters(texts: Sequence[str]) -> list[list[float]]:
    return [[float(text.count(letter)) for letter in "adk"] for text in texts]


class TestVectors:
    pytest.importorskip("numpy")

    def test_by_cosine(self) -> None:
        texts = ["d", "ddd a", "kk", ""]
        assert ranking.vectors(texts, ["dd", "k"], embed=letters) == [[0, 1], [2]]

    def test_an_embedder_must_give_one_vector_a_text(self) -> None:
        with pytest.raises(MdchunkError, match=r"^embedder gave \(1, 3\) for 2 texts"):
            ranking.vectors(["a", "d"], ["a"], embed=lambda texts: letters(texts[:1]))

    def test_fused(self) -> None:
        """First in one and second in the other beats first in one alone."""
        one: ranking.Ranker = lambda _, questions: [[0, 1, 2] for _ in questions]  # noqa: E731
        other: ranking.Ranker = lambda _, questions: [[3, 1] for _ in questions]  # noqa: E731
        assert ranking.fused([], ["q"], rankers=[one, other]) == [[1, 0, 3, 2]]

    @pytest.mark.parametrize("name", ["letters", "py:", "model2vec:", "openai:x"])
    def test_what_is_no_embedder(self, name: str) -> None:
        with pytest.raises(MdchunkError, match=r"^embedder must be py:"):
            ranking.embedder(name)

    def test_a_function_of_the_users_own(self) -> None:
        embed = ranking.embedder("py:tests.tune.test_ranking:letters")
        assert embed(["add", "k"]) == letters(["add", "k"])


class TestGrid:
    def test_one_thing_at_a_time(self) -> None:
        trials = default_trials(Options())
        assert trials[0] == (TODAY, Options(), {})
        assert all(len(trial.changes) == 1 for trial in trials[1:])
        assert len({str(trial.options) for trial in trials}) == len(trials)
        assert {"max_chars 400", "max_chars 3000", "min_size 750", "overlap 150"} <= {
            trial.name for trial in trials
        }

    def test_in_tokens(self) -> None:
        assert "max_tokens 256" in {trial.name for trial in default_trials(Options(max_tokens=512))}

    def test_a_smaller_limit_takes_the_rest_along(self) -> None:
        (_, small) = trials_of(Options(overlap=300, min_size=900), [{"max_chars": 400}])
        assert (small.options.overlap, small.options.min_size) == (199, 400)

    def test_the_product_of_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "grid.toml").write_text("max_chars = [400, 1500]\noverlap = [0, 50]\n")
        names = [trial.name for trial in read_grid(str(tmp_path / "grid.toml"), Options())]
        assert names == [
            TODAY,
            "max_chars 400, overlap 0",
            "max_chars 400, overlap 50",
            "max_chars 1500, overlap 50",
        ]

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("max_char = 3", "grid.toml: max_char is not a setting; did you mean 'max_chars'?"),
            ("max_chars = [0]", "grid.toml: max_chars"),
            ("= 3", "grid.toml: Invalid statement"),
            ("", "grid.toml: names no setting to try"),
        ],
    )
    def test_what_is_no_grid(
        self, tmp_path: Path, text: str, problem: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        Path("grid.toml").write_text(text)
        with pytest.raises(MdchunkError) as caught:
            read_grid("grid.toml", Options())
        assert str(caught.value).startswith(problem)


def test_an_experiment() -> None:
    """A section cut in two is found whole only where its parts are large enough, or say where they are."""
    documents = {
        "a.md": "# Disks\n\n## Mount\n\n" + "Alpha beta gamma. " * 30 + "\n\n# Other\n\nNothing.\n",
        "b.md": "# Links\n\n[x](a.md#mount)\n",
    }
    target = Span("a.md", documents["a.md"].index("## Mount"), documents["a.md"].index("# Other"))
    queries = [Query("mount gamma", "b.md", target, "Mount"), Query("zeta", "b.md", target, "Mount")]
    asked = Questions(queries, documents, partial(ranking.bm25, language="none"))
    ticks: list[int] = []
    trials = trials_of(Options(max_chars=200), [{"max_chars": 1500}])
    today, large = run(asked, trials, tick=lambda: ticks.append(1))
    assert ticks == [1, 1]
    assert (today.name, large.name) == (TODAY, "max_chars 1500")
    assert today.chunks > large.chunks
    assert large.recall == (0.5, 0.5, 0.5)
    assert large.whole == large.mrr == 0.5
    assert large.missed == today.missed == (1,)
    assert today.difference == (0, 0, 0)
