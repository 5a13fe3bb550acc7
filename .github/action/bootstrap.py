"""Makes the action's own environment and runs the action in it.

``action.yml`` runs this file with ``python -I -X utf8`` before anything is installed, so it needs the
standard library only. The packages go into a virtual environment below RUNNER_TEMP, by the hashes of a lock
file; the code is that of the checkout this file lies in. The job's own Python, its modules and its working
directory give nothing to it and get nothing from it.
"""

from __future__ import annotations

import ast
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
        "cache-dir",
        "cert",
        "client-cert",
        "default-timeout",
        "extra-index-url",
        "find-links",
        "index-url",
        "keyring-provider",
        "no-index",
        "proxy",
        "retries",
        "timeout",
        "trusted-host",
    }
)
"""The settings of pip that say from where packages come and how to get there. All others (``target``, ``user``,
``prefix``, ``dry-run``, ``constraint``) would change what is installed or where, which is not theirs to say here."""

PIP_SECTIONS = ("global", "install", ":env:")
"""Where a setting of pip may be, the weakest first."""

PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); from mdchunk.action.main import main; sys.exit(main())"
)


NEEDED = ("markdown_it", "mdit_py_plugins", "pathspec", "regex", "yaml")
"""Modules that the program needs, some of them not at once."""

CHECK = f"import sys; sys.path.insert(0, sys.argv.pop(1)); import mdchunk.action.main, {', '.join(NEEDED)}"
"""Imports the program and what it needs."""

FLAGS = ("-I", "-B", "-X", "utf8")
"""``-I``: no variable and no folder of the job's adds modules; ``-B``: the checkout of the action stays as it is."""


def own_environment(variables: dict[str, str]) -> dict[str, str]:
    """Return the variables without those that lead to another Python's modules or set pip."""
    return {name: value for name, value in variables.items() if not name.upper().startswith(FOREIGN)}


def pip_variables(listed: str) -> dict[str, str]:
    """Return the variables that make pip use what it is set to use, of ``PIP_KEEPS``, and nothing else.

    An empty variable does not override a setting in a file, so no file is read at all.

    Args:
        listed: What ``pip config list`` prints: ``global.index-url='https://…'``, ``:env:.proxy='…'``.
    """
    found: dict[str, tuple[int, str]] = {}
    for line in listed.splitlines():
        key, sign, value = line.partition("=")
        section, _, name = key.rpartition(".")
        rank = PIP_SECTIONS.index(section) if section in PIP_SECTIONS else -1
        if sign and rank >= 0 and name in PIP_KEEPS and rank >= found.get(name, (-1, ""))[0]:
            found[name] = (rank, str(ast.literal_eval(value)))
    variables = {f"PIP_{name.upper().replace('-', '_')}": value for name, (_, value) in found.items()}
    return {"PIP_CONFIG_FILE": os.devnull, **variables}


def chosen_tokenizer(variables: dict[str, str], folder: Path) -> str:
    """Return the tokenizer that the inputs name, themselves or in a settings file.

    Args:
        variables: Those of the step.
        folder: The folder that the settings file is relative to.
    """
    given = variables.get("MDCHUNK_ACTION_TOKENIZER", "").strip()
    config = variables.get("MDCHUNK_ACTION_CONFIG", "").strip()
    if not config or given not in {"", "approx"}:
        return given
    import tomllib  # noqa: PLC0415 - an older Python, which has none, gets an error of ours

    try:
        table = tomllib.loads((folder / config).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return given  # the run reads the file too, and reports the error
    if Path(config).name == "pyproject.toml":
        table = table.get("tool", {}).get("mdchunk", {})
    return str(table.get("tokenizer", given))


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
    """Make a virtual environment with what a lock file lists, unless an earlier step of the job has made it.

    It counts as installed when the program can be imported there.

    Args:
        lock: The lock file.
        folder: Where the environment goes.
        variables: Those of the step.

    Returns:
        The environment's interpreter.

    Raises:
        subprocess.CalledProcessError: pip could not install, or the program cannot be imported; the log says why.
    """
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = folder / "installed"
    if not done.exists():
        # the pip that is there installs into the new environment: faster than first installing another pip
        pip = [sys.executable, "-I", "-m", "pip", "--disable-pip-version-check"]
        own = own_environment(variables)
        for_pip = own | {name: value for name, value in variables.items() if name.upper().startswith("PIP_")}
        listed = subprocess.run(
            [*pip, "config", "list"],
            check=True,
            env=for_pip,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        venv.EnvBuilder(clear=True, symlinks=os.name != "nt", with_pip=False).create(folder)
        what = ["install", "--quiet", "--no-input", "--only-binary", ":all:", "--require-hashes"]
        to = ["--python", str(python)]
        subprocess.run(
            [*pip, *to, *what, "-r", str(lock)], check=True, env=own | pip_variables(listed.stdout)
        )
        subprocess.run([str(python), *FLAGS, "-c", CHECK, str(SOURCE)], check=True, env=own)
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
    variables = dict(os.environ)
    workspace = Path(variables["GITHUB_WORKSPACE"])
    tokenizer = chosen_tokenizer(
        variables, workspace / variables.get("MDCHUNK_ACTION_WORKING_DIRECTORY", "").strip()
    )
    lock = lock_file(tokenizer, variables.get("MDCHUNK_ACTION_FILES", ""))
    folder = folder_for(lock, Path(os.environ["RUNNER_TEMP"]))
    try:
        python = install(lock, folder, variables)
    except subprocess.CalledProcessError:
        say("the packages that mdchunk needs could not be installed; the log says why")
        return 1
    run = [str(python), *FLAGS, "-c", PROGRAM, str(SOURCE)]
    return subprocess.run(run, check=False, env=own_environment(variables), cwd=workspace).returncode


if __name__ == "__main__":
    sys.exit(main())
