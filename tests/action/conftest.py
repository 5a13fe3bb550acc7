from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.action_environment import stand_in
from tests.support.run_action import Job

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def temp(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a job that used the action before has left in the runner's temporary folder."""
    folder = tmp_path_factory.mktemp("runner temp")
    stand_in(folder)
    return folder


@pytest.fixture
def job(tmp_path: Path, temp: Path) -> Job:
    made = Job(tmp_path / "work space", temp)
    made.workspace.mkdir()
    return made
