"""Rankers: which chunks come first for a question. BM25, vectors of the user's own, both fused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import Any

from mdchunk.extras import install
from mdchunk.length.tokenizers import python_function
from mdchunk.model import MdchunkError
from mdchunk.tune.words import words

DEPTH = 300
"""Hits that are kept for each question."""
BATCH = 64
"""Texts that an embedder gets at a time."""
_RRF = 60
"""Constant of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009)."""

Ranker = Callable[[Sequence[str], Sequence[str]], list[list[int]]]
"""From texts and questions to the indices of the best texts for each question, the best first."""
Embedder = Callable[[Sequence[str]], Any]
"""From texts to vectors, one a text, in any form that NumPy takes."""


def bm25(texts: Sequence[str], questions: Sequence[str], *, language: str = "english") -> list[list[int]]:
    """Rank by BM25 (Lucene's form, k1 1.5, b 0.75).

    Args:
        texts: What is searched.
        questions: What is asked.
        language: Whose stems count, by Snowball's name; ``none`` for words as they are.

    Raises:
        MdchunkError: A package of the extra is missing, or there is no such language.
    """
    bm25s = _package("bm25s")
    stem = _stemmer(language)
    index = bm25s.BM25(method="lucene")
    index.index([words(text, stem) or [""] for text in texts], show_progress=False)
    known = index.vocab_dict
    return [
        _best(index.get_scores(asked))
        if (asked := [word for word in dict.fromkeys(words(question, stem)) if word in known])
        else []
        for question in questions
    ]


def vectors(texts: Sequence[str], questions: Sequence[str], *, embed: Embedder) -> list[list[int]]:
    """Rank by the cosine of vectors."""
    of_texts, of_questions = _unit(embed, texts), _unit(embed, questions)
    return [_best(of_texts @ question) for question in of_questions]


def fused(texts: Sequence[str], questions: Sequence[str], *, rankers: Sequence[Ranker]) -> list[list[int]]:
    """Rank by several rankers at once, by reciprocal rank fusion."""
    rankings = [rank(texts, questions) for rank in rankers]
    made = []
    for each in zip(*rankings, strict=True):
        scores: dict[int, float] = {}
        for ranking in each:
            for position, text in enumerate(ranking):
                scores[text] = scores.get(text, 0.0) + 1 / (_RRF + position + 1)
        made.append(sorted(scores, key=lambda text: (-scores[text], text))[:DEPTH])
    return made


def embedder(name: str) -> Embedder:
    """Return what ``py:package.module:function`` or ``model2vec:PATH`` names, loaded now and again in each process.

    Raises:
        MdchunkError: The name has another form, or what it names cannot be loaded.
    """
    _loaded(name)
    return partial(_embed, name)


def _embed(name: str, texts: Sequence[str]) -> Any:
    return _loaded(name)(texts)


@cache
def _loaded(name: str) -> Embedder:
    scheme, _, rest = name.partition(":")
    if scheme == "py" and rest:
        function: Any = python_function(rest)
        return function  # type: ignore[no-any-return]
    if scheme == "model2vec" and rest:
        try:
            model = _package("model2vec").StaticModel.from_pretrained(rest)
        except (OSError, ValueError) as error:
            raise MdchunkError(f"cannot load {rest!r}: {error}", setting="embedder") from error
        return lambda texts: model.encode(list(texts))
    raise MdchunkError(
        f"must be py:package.module:function or model2vec:PATH, not {name!r}", setting="embedder"
    )


def _stemmer(language: str) -> Callable[[str], str] | None:
    if language == "none":
        return None
    snowball = _package("Stemmer", "PyStemmer")
    try:
        stemmer = snowball.Stemmer(language)
    except KeyError:
        known = ", ".join(sorted(snowball.algorithms()))
        raise MdchunkError(f"must be none or one of {known}, not {language!r}", setting="language") from None
    stem: Callable[[str], str] = lru_cache(maxsize=200_000)(stemmer.stemWord)
    return stem


def _best(scores: Any) -> list[int]:
    """Return the indices of the best scores above zero, equal ones in their order."""
    import numpy as np  # noqa: PLC0415 - of an extra

    depth = min(DEPTH, len(scores))
    least = np.partition(scores, len(scores) - depth)[len(scores) - depth]
    near = np.flatnonzero((scores >= least) & (scores > 0))
    order = np.argsort(-scores[near], kind="stable")[:depth]
    found: list[int] = near[order].tolist()
    return found


def _unit(embed: Embedder, texts: Sequence[str]) -> Any:
    """Return vectors of length 1, one a row."""
    import numpy as np  # noqa: PLC0415 - of an extra

    rows = [np.asarray(embed(texts[i : i + BATCH]), dtype=np.float32) for i in range(0, len(texts), BATCH)]
    made = np.concatenate(rows)
    if made.ndim != 2 or len(made) != len(texts):
        raise MdchunkError(
            f"gave {made.shape} for {len(texts)} texts; it must give one vector a text", setting="embedder"
        )
    lengths = np.linalg.norm(made, axis=1, keepdims=True)
    return made / np.where(lengths == 0, 1, lengths)


def _package(module: str, distribution: str = "") -> Any:
    from importlib import import_module  # noqa: PLC0415 - only here

    try:
        return import_module(module)
    except ImportError as error:
        raise MdchunkError(
            "this needs one more package", advice=f"run {install(distribution or module)}"
        ) from error
