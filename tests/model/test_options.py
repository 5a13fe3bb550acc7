"""A setting that is of another type, out of its range or without effect is refused by its name."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from mdchunk.model import MdchunkError, Options
from mdchunk.model.option_types import TYPES


class Odd:
    """No value of any setting."""

    def __repr__(self) -> str:
        return "odd"


def test_every_setting_has_a_type() -> None:
    assert list(TYPES) == [field.name for field in fields(Options)]


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("value", [Odd(), None, 2.5])
def test_a_value_of_another_type(name: str, value: object) -> None:
    with pytest.raises(TypeError) as caught:
        Options(**{name: value})  # type: ignore[arg-type]
    assert str(caught.value) == f"{name} must be {TYPES[name][1]}, not {value!r}"
    assert isinstance(caught.value, MdchunkError)
    assert caught.value.setting == name


@pytest.mark.parametrize(
    "settings",
    [
        {"max_chars": True},
        {"max_chars": "800"},
        {"keep_data_uris": 1},
        {"compact_tables": "yes"},
        {"metadata": [3]},
        {"drop": [3]},
        {"drop_patterns": [3]},
        {"heading_patterns": [3]},
        {"heading_patterns": ["ab"]},
        {"heading_patterns": {3: 1}},
    ],
)
def test_nearly_of_the_type(settings: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=rf"^{next(iter(settings))} must be "):
        Options(**settings)


def test_a_limit_in_characters_and_one_in_tokens() -> None:
    with pytest.raises(
        MdchunkError, match=r"^max_chars has no effect beside a size limit in tokens; remove one"
    ):
        Options(max_chars=800, max_tokens=100)
    assert Options(max_chars=1500, max_tokens=100) == Options(max_tokens=100)
