"""Builds of parts with faults at random moments end with the bytes of a quiet one.

``python -m tests.support.faults`` runs more of them.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.support import faults


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="finds workers in /proc")
def test_killed_processes_and_a_full_disk(tmp_path: Path) -> None:
    counts = faults.trial(5, tmp_path, 20)
    assert counts["folders"] >= 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="finds workers in /proc")
def test_a_store_that_gives_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("moto.server", exc_type=ImportError)
    pytest.importorskip("s3fs", exc_type=ImportError)
    with faults.faulty_store(0.02, 21) as environment:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        counts = faults.trial_in_store(4, tmp_path, 21)
    assert counts["folders"] >= 1
    assert counts["500"] + counts["503"] + counts["cut"] > 0
