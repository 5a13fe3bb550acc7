"""Everything that an experiment needs, from files and settings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from mdchunk.convert.document import conversion_of, read_input
from mdchunk.files.by_pattern import path_of, settings_of_files
from mdchunk.files.inputs import find_inputs
from mdchunk.model import MdchunkError, Notice, Options
from mdchunk.shards.plan import cores
from mdchunk.text.source import shown_name
from mdchunk.tune.experiment import Questions, Searched, counter
from mdchunk.tune.grid import Trial, default_trials, read_grid
from mdchunk.tune.others import compared
from mdchunk.tune.queries import queries_of
from mdchunk.tune.questions import read_questions
from mdchunk.tune.ranking import Ranker, bm25, embedder, fused, vectors
from mdchunk.tune.sites import Site, read_site

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mdchunk.files.settings import BuildSettings


@dataclass(frozen=True, slots=True)
class TuneSettings:
    """What an experiment asks and tries."""

    questions: str = ""
    """File of questions; if empty, the links between the documents are the questions."""
    grid: str = ""
    """TOML file of settings to try; if empty, some around those in force."""
    embedder: str = ""
    """``py:package.module:function`` or ``model2vec:PATH``; if there is one, its ranking and BM25's are fused."""
    language: str = "english"
    """Whose stems BM25 counts, by Snowball's name; ``none``: words as they are."""
    compare: tuple[str, ...] = ()
    """Other chunkers, and files of chunks."""


SIZES = frozenset({"max_chars", "max_tokens", "overlap", "min_size"})
"""Settings that trials vary."""
WORTH_CHARS = 20_000_000
"""Characters to chunk, over all trials, from which on several processes are worth their start."""


class Prepared(NamedTuple):
    """An experiment that can be run."""

    site: Site
    asked: Questions
    left_out: Counter[str]
    """Links that ask nothing, by reason."""
    trials: list[Trial]
    others: list[tuple[str, Sequence[Searched]]]
    notices: list[Notice]
    """Files that were skipped."""


def jobs_for(ready: Prepared) -> int:
    """Return how many processes are worth starting: one, or one for each core or trial, whichever are fewer."""
    characters = sum(map(len, ready.asked.documents.values())) * len(ready.trials)
    return min(cores(), len(ready.trials)) if characters > WORTH_CHARS else 1


def prepare(paths: Sequence[str], options: Options, build: BuildSettings, tune: TuneSettings) -> Prepared:
    """Read the documents and the questions, and make ready what is compared.

    Args:
        paths: Files, folders and globs, as a build takes them.
        options: Today's settings.
        build: What to read, and how.
        tune: What to ask and to try.

    Raises:
        MdchunkError: A file can't be read, a setting is invalid, a package is missing, or there is no question.
    """
    rank = ranker(tune)
    trials = read_grid(tune.grid, options) if tune.grid else default_trials(options)
    documents, own, notices = _documents(paths, build)
    site = read_site(documents.items(), options, own)
    left_out: Counter[str] = Counter()
    if tune.questions:
        queries = read_questions(tune.questions, site)
    else:
        queries, left_out = queries_of(site)
    if not queries:
        reasons = "; ".join(f"{reason}: {count}" for reason, count in left_out.most_common())
        raise MdchunkError(
            "no link between these documents asks a question" + (f" ({reasons})" if reasons else ""),
            advice="set {questions} to a file of them",
        )
    count = counter(options)
    others = [compared(name, documents, options, count) for name in tune.compare]
    return Prepared(site, Questions(queries, documents, rank, own), left_out, trials, list(others), notices)


def ranker(tune: TuneSettings) -> Ranker:
    """Return what ranks: BM25, fused with the user's vectors if there are any."""
    words = partial(bm25, language=tune.language)
    return (
        partial(fused, rankers=(words, partial(vectors, embed=embedder(tune.embedder))))
        if tune.embedder
        else words
    )


def _documents(
    paths: Sequence[str], build: BuildSettings
) -> tuple[dict[str, str], dict[str, dict[str, Any]], list[Notice]]:
    """Return source and text of each file, its own settings, and a notice of each file that was skipped.

    Sizes are not among the settings of a file: the trials are about them.
    """
    documents: dict[str, str] = {}
    own: dict[str, dict[str, Any]] = {}
    found = find_inputs(paths, build)
    skipped, settings_of = found.unread, settings_of_files(build.files)
    for one in found.files:
        own[one.source] = {
            name: value for name, value in settings_of(path_of(one, build)).items() if name not in SIZES
        }
        try:
            documents[one.source] = read_input(one, build.encoding, conversion_of(build)).text
        except MdchunkError as error:
            if build.if_error == "stop":
                raise
            skipped.append(error.notice(shown_name(one.source)))
    return documents, own, skipped
