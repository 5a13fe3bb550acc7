"""Settings of the chunker for some of the files: those that a pattern matches."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from mdchunk.files.ignore import compile_patterns, matches
from mdchunk.files.settings import STDIN, Patterns
from mdchunk.model import MdchunkError, Options, chosen_options

if TYPE_CHECKING:
    from mdchunk.files.inputs import Input
    from mdchunk.files.settings import BuildSettings, FileSettings

SettingsOf = Callable[[str], Mapping[str, Any]]
"""From the path of a file to its own settings."""
OptionsOf = Callable[[str], Options]
"""From the path of a file to its options."""


def settings_of_files(rules: tuple[FileSettings, ...]) -> SettingsOf:
    """Return a function that gives the settings that rules have for a file; a later rule takes precedence.

    Raises:
        MdchunkError: A pattern is malformed.
    """
    compiled = [(_compiled(rule), rule.settings) for rule in rules]

    def settings_of(path: str) -> Mapping[str, Any]:
        real = os.path.realpath(path).replace(os.sep, "/")
        found: dict[str, Any] = {}
        for patterns, settings in compiled:
            if matches(patterns, real, is_folder=False):
                found |= settings
        return found

    return settings_of if rules else lambda _path: {}


def options_of_files(options: Options, rules: tuple[FileSettings, ...]) -> OptionsOf:
    """Return a function that gives the options of a file.

    Args:
        options: Those of files that no rule has settings for.
        rules: The settings by pattern.

    Raises:
        MdchunkError: A rule is invalid, alone or (on a call) together with another that matches the same file.
    """
    for rule in rules:
        _combined(options, rule.settings, repr(rule.pattern), rule.config)
    settings_of = settings_of_files(rules)
    made: dict[str, Options] = {}

    def options_of(path: str) -> Options:
        settings = settings_of(path)
        if not settings:
            return options
        key = repr(settings)
        if key not in made:
            made[key] = _combined(options, settings, path, rules[0].config)
        return made[key]

    return options_of


def with_options(inputs: list[Input], options: Options, settings: BuildSettings) -> list[Input]:
    """Return the files of a build, each with its own options if a rule has settings for it.

    Raises:
        MdchunkError: As for ``options_of_files``.
    """
    return list(each_with_options(inputs, options, settings)) if settings.files else inputs


def each_with_options(inputs: Iterable[Input], options: Options, settings: BuildSettings) -> Iterator[Input]:
    """Yield the files of a build as ``with_options`` does, one by one."""
    options_of = options_of_files(options, settings.files)
    for one in inputs:
        yield one._replace(options=options_of(path_of(one, settings))) if settings.files else one


def path_of(one: Input, settings: BuildSettings) -> str:
    """Return the path that patterns are matched against: of standard input, the name that it was given."""
    return settings.stdin_filename if one.path == STDIN else one.path


def _compiled(rule: FileSettings) -> Any:
    try:
        return compile_patterns(Patterns((rule.pattern,), os.path.dirname(rule.config)))  # noqa: PTH120
    except MdchunkError as error:
        raise MdchunkError(
            f"files: the pattern {rule.pattern!r} is malformed: {error.problem}",
            place=rule.config,
            advice=error.advice,
        ) from error


def _combined(options: Options, settings: Mapping[str, Any], what: str, config: str) -> Options:
    """Return options with the settings of rules in their place.

    Args:
        options: Of the other files.
        settings: What is other.
        what: The pattern, or the file that several patterns match, for errors.
        config: The settings file, for errors.

    Raises:
        MdchunkError: The settings are invalid.
    """
    try:
        combined = chosen_options(options, settings)  # type: ignore[arg-type]  # it checks the names and types
        _check_alike(options, combined)
    except MdchunkError as error:
        raise MdchunkError(
            f"files: {what}: {error.setting} {error.problem}", place=config, advice=error.advice
        ) from error
    return combined


def _check_alike(options: Options, other: Options) -> None:
    """Refuse sizes that cannot be compared.

    Raises:
        MdchunkError: Sizes are in another unit than those of the other files, or are counted in another way.
    """
    if bool(other.max_tokens) != bool(options.max_tokens):
        name = "max_tokens" if other.max_tokens else "max_chars"
        raise MdchunkError("must be in the unit of all other files, characters or tokens", setting=name)
    if other.tokenizer != options.tokenizer:
        raise MdchunkError("must be the same for all files", setting="tokenizer")
