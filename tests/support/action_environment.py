"""The action's bootstrap as a module, and a stand-in for the environment that it makes."""

from __future__ import annotations

import importlib.util
import sys
import sysconfig
import venv
from pathlib import Path
from typing import Any

from tests.support.run_action import ROOT


def _load() -> Any:
    spec = importlib.util.spec_from_file_location("bootstrap", ROOT / ".github" / "action" / "bootstrap.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


bootstrap = _load()


def stand_in(temp: Path, tokenizer: str = "approx", files: str = "**/*.md") -> None:
    """Put an environment of the tests' packages where the bootstrap finds it as an earlier step's."""
    folder = bootstrap.folder_for(bootstrap.lock_file(tokenizer, files), temp)
    venv.EnvBuilder(symlinks=sys.platform != "win32", with_pip=False).create(folder)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    (packages / "tests.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    (folder / "installed").touch()
