"""The stand-in for the runner reads expressions, outputs and commands as the runner does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.run_action import Command, condition, evaluate, fill, read_commands, read_outputs

CONTEXT = {"inputs": {"a-b": "x", "empty": ""}, "steps": {"s": {"outputs": {"o": "y"}}}, "success": False}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("inputs.a-b", "x"),
        ("inputs.empty || 'z'", "z"),
        ("inputs.a-b == 'x' && steps.s.outputs.o", "y"),
        ("steps.none.outputs.o", ""),
        ("!cancelled() && inputs.a-b != ''", True),
        ("success() && (always())", False),
        ("failure() || always()", True),
    ],
)
def test_expressions(expression: str, value: Any) -> None:
    assert evaluate(expression, CONTEXT) == value


def test_what_is_not_understood_is_no_guess() -> None:
    with pytest.raises(AssertionError, match="not understood"):
        evaluate("inputs.a-b ~ 1", CONTEXT)


def test_texts_are_filled() -> None:
    assert fill("a ${{ inputs.a-b }}${{ inputs.empty }} b", CONTEXT) == "a x b"


def test_a_step_runs_after_a_failed_one_only_where_it_asks_for_that() -> None:
    assert not evaluate(condition(""), CONTEXT)
    assert not evaluate(condition("${{ inputs.a-b == 'x' }}"), CONTEXT)
    assert evaluate(condition("${{ !cancelled() && inputs.a-b == 'x' }}"), CONTEXT)


def test_outputs(tmp_path: Path) -> None:
    file = tmp_path / "out"
    file.write_text("a=1<<2\nb<<END\nx\n\ny=1\nEND\n", encoding="utf-8")
    assert read_outputs(file) == {"a": "1<<2", "b": "x\n\ny=1"}
    file.write_text("b<<END\nx\nEND2\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="no matching delimiter for b"):
        read_outputs(file)


@pytest.mark.parametrize(
    ("log", "commands"),
    [
        ("  ::error file=a%2Cb,line=3::x%0Ay", [Command("error", {"file": "a,b", "line": "3"}, "x\ny")]),
        ("text ::error::x", []),
        ("::unknown::x", []),
        ("text ##[set-output name=a;]x", [Command("set-output", {"name": "a"}, "x")]),
        ("::stop-commands::abcdefg\n::error::x\n::abcdefg::\n::notice::y", [Command("notice", {}, "y")]),
        ("a\r::notice::y", [Command("notice", {}, "y")]),
    ],
)
def test_commands(log: str, commands: list[Command]) -> None:
    assert read_commands(log) == commands
