"""What no page shows does not change unseen: hashes of all that comes out of the pages, in many settings."""

from __future__ import annotations

import json

import pytest

from tests.support.digests import DIGESTS, digests


def test_nothing_changes_unseen(pytestconfig: pytest.Config) -> None:
    """Where a change is meant, ``pytest --update-spec tests/test_unchanged.py`` writes the new hashes."""
    actual = digests()
    if pytestconfig.getoption("--update-spec"):
        DIGESTS.write_text(json.dumps(actual, indent=1) + "\n", encoding="utf-8")
        return
    expected = json.loads(DIGESTS.read_text(encoding="utf-8"))
    changed = [
        f'python -m tests.support.digests "{group}" "{settings}"'
        for group in sorted({*actual, *expected})
        for settings in sorted({*actual.get(group, {}), *expected.get(group, {})})
        if actual.get(group, {}).get(settings) != expected.get(group, {}).get(settings)
    ]
    assert not changed, "compare before and after the change: " + "; ".join(changed[:5])
