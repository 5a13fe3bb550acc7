"""Makes the action's own environment and runs the action in it.

``action.yml`` runs this file with ``python -I -X utf8`` before anything is installed, so it needs the
standard library only. The packages go into a virtual environment below RUNNER_TEMP, by the hashes of a lock
file; the code is that of the checkout this file lies in. The job's own Python, its modules and its working
directory give nothing to it and get nothing from it.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent / "src"
OLDEST = (3, 11)

FOREIGN = ("PYTHON", "CONDA", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__", "PIP_")
"""How the variables begin that would bring another environment into this one."""

OTHER_FORMATS = re.compile(r"[.,{](pdf|docx|html?|xhtml)\b", re.IGNORECASE)
"""What the patterns of files that are converted to Markdown first have in them: ``*.pdf``, ``*.{md,html}``."""

PIP_KEEPS = frozenset(
    {
        "PIP_CACHE_DIR",
        "PIP_CERT",
        "PIP_CLIENT_CERT",
        "PIP_CONFIG_FILE",
        "PIP_EXTRA_INDEX_URL",
        "PIP_FIND_LINKS",
        "PIP_INDEX_URL",
        "PIP_NO_INDEX",
        "PIP_PROXY",
        "PIP_TRUSTED_HOST",
    }
)
"""What may say from where packages come; what is installed is decided by the lock file's hashes."""

PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); from mdchunk.action.main import main; sys.exit(main())"
)


def own_environment(variables: dict[str, str]) -> dict[str, str]:
    """Return the variables without those that lead to another Python's modules."""
    return {
        name: value
        for name, value in variables.items()
        if name in PIP_KEEPS or not name.upper().startswith(FOREIGN)
    }


def lock_file(tokenizer: str, files: str) -> Path:
    """Return the lock file for two inputs: some tokenizers, and PDF, Word and HTML, need libraries of their own."""
    extras = "-convert" if OTHER_FORMATS.search(files) else ""
    if tokenizer.strip().startswith(("tiktoken:", "hf:")):
        extras += "-tokens"
    return HERE / f"requirements{extras}.txt"


def folder_for(lock: Path, temp: Path) -> Path:
    """Return where the environment with what a lock file lists belongs, for the Python that runs this."""
    key = hashlib.sha256(lock.read_bytes() + sys.version.encode() + sys.executable.encode())
    return temp / f"mdchunk-{key.hexdigest()[:16]}"


def install(lock: Path, folder: Path, variables: dict[str, str]) -> Path:
    """Make a virtual environment with what a lock file lists, where an earlier step of the job has not.

    Returns:
        The environment's interpreter.

    Raises:
        subprocess.CalledProcessError: pip could not install; it has said why.
    """
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = folder / "installed"
    if not done.exists():
        # the pip that is there installs into the new environment: faster than first installing another pip
        venv.EnvBuilder(clear=True, symlinks=os.name != "nt", with_pip=False).create(folder)
        pip = [sys.executable, "-I", "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
        what = ["install", "--quiet", "--no-input", "--only-binary", ":all:", "--require-hashes"]
        subprocess.run([*pip, *what, "-r", str(lock)], check=True, env=variables)
        done.touch()
    return python


def say(error: str) -> None:
    """Write an error of ours, that holds nobody else's text, for the runner to show."""
    print(f"::error title=mdchunk::{error}", flush=True)


def main() -> int:
    """Install, run, and return the exit status of the run."""
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        say(f"mdchunk needs Python 3.11 or later, and python-version gave {found}")
        return 2
    variables = own_environment(dict(os.environ))
    lock = lock_file(variables.get("MDCHUNK_ACTION_TOKENIZER", ""), variables.get("MDCHUNK_ACTION_FILES", ""))
    folder = folder_for(lock, Path(os.environ["RUNNER_TEMP"]))
    try:
        python = install(lock, folder, variables)
    except subprocess.CalledProcessError:
        say("the packages that mdchunk needs could not be installed; the log says why")
        return 1
    # -I: no variable and no folder of the job's adds modules; -B: the checkout of the action stays as it is
    run = [str(python), "-I", "-B", "-X", "utf8", "-c", PROGRAM, str(SOURCE)]
    return subprocess.run(run, check=False, env=variables, cwd=os.environ["GITHUB_WORKSPACE"]).returncode


if __name__ == "__main__":
    sys.exit(main())
