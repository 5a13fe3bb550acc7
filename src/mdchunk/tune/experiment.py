"""The experiment: chunk with each setting, rank, score, compare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from statistics import fmean, median
from typing import TYPE_CHECKING, Any, NamedTuple

from mdchunk.api import chunk_document
from mdchunk.length.counters import length_of
from mdchunk.model import Length, Options
from mdchunk.tune.bootstrap import Interval, paired
from mdchunk.tune.metrics import BUDGETS, Hit, Score, Span, Target, score

if TYPE_CHECKING:
    from mdchunk.tune.grid import Trial
    from mdchunk.tune.queries import Query
    from mdchunk.tune.ranking import Ranker


class Searched(NamedTuple):
    """Something to be found: a chunk of ours or of another chunker."""

    content: str
    hit: Hit


class Result(NamedTuple):
    """What one setting gave."""

    name: str
    changes: Mapping[str, Any]
    chunks: int
    median_tokens: int
    recall: tuple[float, ...]
    """Mean share of the target that was read within each of ``metrics.BUDGETS`` tokens."""
    whole: float
    """Share of queries of which at least nine tenths of the target was read within the second budget."""
    mrr: float
    difference: Interval
    """Of the recall at the second budget, against today's settings."""
    missed: tuple[int, ...]
    """Indices of the queries of which nothing was read within the second budget."""


def searched_with(asked: Questions, options: Options, count: Length) -> list[Searched]:
    """Return the chunks of the documents under some options."""
    return [
        Searched(chunk.content, Hit(Span(source, chunk.start_char, chunk.end_char), count(chunk.content)))
        for source, text in asked.documents.items()
        for chunk in chunk_document(text, options, source=source, **asked.own.get(source, {})).chunks
    ]


def counter(options: Options) -> Length:
    """Return what counts tokens in budgets: the tokenizer of the options, for all settings the same."""
    return length_of(options) if options.max_tokens else length_of(Options(max_tokens=1))


class Questions(NamedTuple):
    """What is asked, of which documents, and who answers."""

    queries: Sequence[Query]
    """At least one."""
    documents: Mapping[str, str]
    """Source to text."""
    rank: Ranker
    own: Mapping[str, Mapping[str, Any]] = {}
    """Source -> settings of this document alone; sizes are not among them."""


def scores_of(searched: Sequence[Searched], asked: Questions) -> list[Score]:
    """Return the score of each query; what the asking document holds is taken out of its results."""
    rankings = asked.rank([each.content for each in searched], [query.question for query in asked.queries])
    return [
        score(
            Target(query.target, asked.documents[query.target.source]),
            [hit for i in ranking if (hit := searched[i].hit).span.source != query.linking],
        )
        for query, ranking in zip(asked.queries, rankings, strict=True)
    ]


def run(
    asked: Questions,
    trials: Sequence[Trial],
    others: Iterable[tuple[str, Sequence[Searched]]] = (),
    tick: Callable[[], object] = lambda: None,
    jobs: int = 1,
) -> list[Result]:
    """Return the results of all trials, today's settings first, and of the chunks of other chunkers.

    Args:
        asked: The questions.
        trials: From ``grid``; the first is today's.
        others: Names and chunks of other chunkers.
        tick: Called after each.
        jobs: Number of processes; the results are the same for any.
    """
    found: list[Result] = []
    today: list[Score] = []
    for name, changes, measured in chain(_measured(asked, trials, jobs), _of_others(asked, others)):
        today = today or measured.scores
        difference = _difference(asked, measured.scores, today)
        found.append(_result(name, changes, measured, difference))
        tick()
    return found


class _Measured(NamedTuple):
    """What is kept of a trial: its chunks are let go."""

    chunks: int
    median_tokens: int
    scores: list[Score]


_Row = tuple[str, Mapping[str, Any], _Measured]


def _measured(asked: Questions, trials: Sequence[Trial], jobs: int) -> Iterator[_Row]:
    """Yield what each trial gives, in their order."""
    count = trials[0].options
    if jobs == 1:
        yield from ((trial.name, trial.changes, _measure(asked, count, trial)) for trial in trials)
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - for large work only
    from multiprocessing import get_context  # noqa: PLC0415

    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (asked, count)) as pool:
        for trial, measured in zip(trials, pool.map(_measure_here, trials), strict=True):
            yield trial.name, trial.changes, measured


_here: list[tuple[Questions, Options]] = []
"""What a process of the pool was given at its start, once and not with each trial."""


def _begin(asked: Questions, count: Options) -> None:
    _here[:] = [(asked, count)]


def _measure_here(trial: Trial) -> _Measured:
    return _measure(*_here[0], trial)


def _measure(asked: Questions, today: Options, trial: Trial) -> _Measured:
    return _measure_chunks(asked, searched_with(asked, trial.options, counter(today)))


def _of_others(asked: Questions, others: Iterable[tuple[str, Sequence[Searched]]]) -> Iterator[_Row]:
    for name, searched in others:
        yield name, {}, _measure_chunks(asked, searched)


def _measure_chunks(asked: Questions, searched: Sequence[Searched]) -> _Measured:
    tokens = [each.hit.tokens for each in searched]
    return _Measured(len(searched), round(median(tokens)) if tokens else 0, scores_of(searched, asked))


def _difference(asked: Questions, scores: Sequence[Score], today: Sequence[Score]) -> Interval:
    """Return the difference of the recall at the second budget."""
    targets = [query.target for query in asked.queries]
    return paired([each.recall[1] for each in scores], [each.recall[1] for each in today], targets)


def _result(name: str, changes: Mapping[str, Any], measured: _Measured, difference: Interval) -> Result:
    scores = measured.scores
    return Result(
        name,
        changes,
        measured.chunks,
        measured.median_tokens,
        tuple(fmean(each.recall[i] for each in scores) for i in range(len(BUDGETS))),
        fmean(each.whole for each in scores),
        fmean(each.reciprocal_rank for each in scores),
        difference,
        tuple(i for i, each in enumerate(scores) if not each.recall[1]),
    )
