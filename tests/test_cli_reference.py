"""The README's reference is what the commands say of themselves."""

from __future__ import annotations

from cli_reference import README, reference, with_reference
from mdchunk.cli import COMMANDS
from mdchunk.cli_options import CHUNK_OPTIONS, FIND_OPTIONS, WRITE_OPTIONS


def test_the_readme_says_what_the_commands_say() -> None:
    readme = README.read_text(encoding="utf-8")
    assert readme == with_reference(readme), "run: python tests/cli_reference.py"


def test_every_command_and_option_is_in_it() -> None:
    text = reference()
    assert all(f"### `mdchunk {name}`" in text for name in COMMANDS)
    assert all(
        f"`--{name.replace('_', '-')}" in text for name in (*CHUNK_OPTIONS, *FIND_OPTIONS, *WRITE_OPTIONS)
    )
    assert all(line.count(" | ") == 2 for line in text.splitlines() if line.startswith("| `"))
