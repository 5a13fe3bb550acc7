"""How often a search finds what it should: ``python tests/bench/search.py CORPUS QUERIES [-v]``.

QUERIES is a JSON list of ``{"category", "query", "right": [{"path", "anchor"}, …]}``; path and anchor are regular
expressions, and a hit is right if both are found in its own. Prints, by category, the share of queries whose first
hit is right (@1), with a right one among the first five (@5), and the mean of one over the rank of the first right
hit (MRR, 0 beyond the tenth). With ``-v``, each query whose first hit is wrong.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from mdchunk.mcp.index import Index, open_index
from mdchunk.mcp.indexing import refresh
from mdchunk.mcp.roots import files, open_folders
from mdchunk.mcp.search import Hit, search

DEPTH = 10


def rank(hits: tuple[Hit, ...], right: list[dict[str, str]]) -> int:
    """Return the place of the first right hit, from 1; 0 if there is none."""
    for place, hit in enumerate(hits, 1):
        if any(re.search(each["path"], hit.path) and re.search(each["anchor"], hit.anchor) for each in right):
            return place
    return 0


def measured(index: Index, queries: list[dict[str, Any]], *, verbose: bool) -> dict[str, list[int]]:
    """Return the ranks of the queries by category."""
    ranks: dict[str, list[int]] = defaultdict(list)
    for each in queries:
        hits = search(index, each["query"], limit=DEPTH).hits
        place = rank(hits, each["right"])
        ranks[each["category"]].append(place)
        if verbose and place != 1:
            print(place, each["category"], each["query"])
            for hit in hits[:3]:
                print("     ", hit.score, hit.ref)
    return ranks


def main(corpus: str, queries: str, *options: str) -> None:
    """Print the table."""
    folders = open_folders([corpus])
    index = open_index(folders)
    refresh(index, files(folders), patience=float("inf"))
    loaded = json.loads(Path(queries).read_text(encoding="utf-8"))
    ranks = measured(index, loaded, verbose="-v" in options)
    print(f"{'category':10} {'n':>3} {'@1':>5} {'@5':>5} {'MRR':>5}")
    for category, places in [*ranks.items(), ("all", [place for each in ranks.values() for place in each])]:
        first = sum(place == 1 for place in places) / len(places)
        five = sum(1 <= place <= 5 for place in places) / len(places)
        reciprocal = sum(1 / place for place in places if place) / len(places)
        print(f"{category:10} {len(places):>3} {first:5.2f} {five:5.2f} {reciprocal:5.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
