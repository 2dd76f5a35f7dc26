"""How a match is set up: number of players, options, variants, seed, names - checked against what the game allows.

Takes values as a program or a user gives them, gives a ``Setup`` of run-time values.  Anything the game doesn't allow is a
``SetupError`` of one line that names what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen

from rulekit.analysis.model import GameModel, OptionDecl, Value
from rulekit.analysis.types import EnumT, FlagT, NumberT, PlayerT, SpaceT, TeamT
from rulekit.play.library import shown, suggest

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea", "Max", "Nia", "Oda", "Pia")
"""The names of players who have none."""

HIGHEST_SEED = 2**63 - 1
_NAME = re.compile(r"[A-Z][A-Za-z0-9_]{0,23}")
_FLAGS = {"yes": True, "no": False}


class SetupError(ValueError):
    """A match can't be set up so; ``str()`` is one line for the user."""


@frozen
class Setup:
    """What a program is built for.  ``options`` are run-time values, every option in file order."""

    players: int
    options: tuple[tuple[str, Value], ...]
    variants: frozenset[str]


def default_players(model: GameModel) -> int:
    """4 if the game allows it, else the number nearest to 4."""
    return min(max(4, model.low_players), model.high_players)


def make_setup(
    model: GameModel, players: int | None = None, options: Mapping[str, Any] | None = None, variants: Iterable[str] = ()
) -> Setup:
    """The setup for these wishes; raises ``SetupError``.  What is left out has its default (``default_players``)."""
    if isinstance(variants, str):
        variants = [variants]
    number = _players(model, default_players(model) if players is None else players)
    given = dict(options or {})
    on = set()
    for name in variants:
        if name not in {v.name for v in model.variants}:
            raise SetupError(_unknown("variant", name, [v.name for v in model.variants]))
        on.add(name)
    known = {option.name: option for option in model.options}
    for name in list(given):
        if name not in known:
            raise SetupError(_unknown("option", name, known))
    values = tuple((o.name, _value(model, o, given[o.name]) if o.name in given else o.default) for o in model.options)
    return Setup(number, values, frozenset(on))


def parse_settings(model: GameModel, settings: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """``option=value``, ``variant`` or ``variant=yes|no`` as options and variants; raises ``SetupError``."""
    options: dict[str, str] = {}
    variants: dict[str, bool] = {}
    names = {v.name for v in model.variants}
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if name in options or name in variants:
            raise SetupError(f"'{shown(name)}' is set twice")
        if name in names:
            if equals and value not in _FLAGS:
                raise SetupError(f"'{name}' is a variant: write {name}=yes or {name}=no, not '{shown(value)}'")
            variants[name] = not equals or _FLAGS[value]
        elif name in {o.name for o in model.options}:
            if not equals:
                raise SetupError(f"the option '{name}' needs a value: {name}=VALUE, {allowed_values(model, name)}")
            options[name] = value
        else:
            raise SetupError(_unknown("option or variant", name, [o.name for o in model.options] + sorted(names)))
    return options, [name for name, on in variants.items() if on]


def allowed_values(model: GameModel, name: str) -> str:
    """What an option may be, in words: ``1 to 4``, ``yes or no``, ``one of red, blue``."""
    option = next(o for o in model.options if o.name == name)
    match option.type:
        case NumberT(low, high):
            if low is None and high is None:
                return "a whole number"
            return (
                f"{low} to {high}"
                if high is not None and low is not None
                else f"{low} or more"
                if high is None
                else f"{high} or less"
            )
        case FlagT():
            return "yes or no"
        case _:
            return f"one of {', '.join(_names_of(model, option))}"


def value_name(model: GameModel, name: str, value: Value) -> str:
    """An option's run-time value as it is written."""
    option = next(o for o in model.options if o.name == name)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    names = _names_of(model, option)
    return names[value] if isinstance(value, int) and 0 <= value < len(names) else str(value)


def check_seed(seed: Any) -> int:
    """The seed, a whole number from 0 on; raises ``SetupError``."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= HIGHEST_SEED:
        raise SetupError(f"the seed is a whole number from 0 to {HIGHEST_SEED}, not {_said(seed)}")
    return seed


def check_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """One name for each player; raises ``SetupError``.  Without names, the first of ``NAMES``."""
    if names is None:
        return tuple(NAMES[k] if k < len(NAMES) else f"P{k + 1}" for k in range(players))
    if len(names) != players:
        raise SetupError(f"{players} players need {players} names, not {len(names)}")
    for name in names:
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise SetupError(f"a player's name is a capital and letters, digits or _, at most 24 in all, not {_said(name)}")
    if len(set(names)) < players:
        raise SetupError("two players have the same name")
    return tuple(names)


def _players(model: GameModel, players: Any) -> int:
    low, high = model.low_players, model.high_players
    if isinstance(players, bool) or not isinstance(players, int):
        raise SetupError(f"the number of players is a whole number, not {_said(players)}")
    if not low <= players <= high:
        allowed = f"{low} to {high} players" if low != high else f"{low} player{'s' * (low != 1)}"
        raise SetupError(f"{model.title} is for {allowed}, not {_said(players)}")
    return players


def _value(model: GameModel, option: OptionDecl, given: Any) -> Value:
    wrong = SetupError(f"the option '{option.name}' is {allowed_values(model, option.name)}, not {_said(given)}")
    match option.type:
        case NumberT(low, high):
            if isinstance(given, str) and re.fullmatch(r"-?[0-9]{1,15}", given):
                given = int(given)
            if isinstance(given, bool) or not isinstance(given, int):
                raise wrong
            if (low is not None and given < low) or (high is not None and given > high):
                raise wrong
            return given
        case FlagT():
            if isinstance(given, bool):
                return given
            if isinstance(given, str) and given in _FLAGS:
                return _FLAGS[given]
            raise wrong
        case _:
            names = _names_of(model, option)
            if not isinstance(given, str) or given not in names:
                near = suggest(given, names) if isinstance(given, str) else ""
                raise SetupError(f"{wrong}{near}")
            return names.index(given)


def _names_of(model: GameModel, option: OptionDecl) -> list[str]:
    match option.type:
        case EnumT(decl):
            return [value.name for value in decl.values]
        case TeamT():
            return [team.name for team in model.teams]
        case SpaceT():
            return [space.name for space in model.board.spaces] if model.board else []
        case PlayerT():
            return [str(k + 1) for k in range(model.high_players)]
        case _:
            return []


def _unknown(what: str, name: object, known: Iterable[str]) -> str:
    text = str(name)
    names = list(known)
    if not names:
        return f"this game has no {what.replace(' or ', 's or ')}s, so no '{shown(text)}'"
    near = suggest(text, names)
    return (
        f"no {what} is called '{shown(text)}'{near}"
        if near
        else f"no {what} is called '{shown(text)}'; there are: {', '.join(names)}"
    )


def _said(value: object) -> str:
    if isinstance(value, str):
        return f"'{shown(value)}'"
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if abs(value) < 10**30 else "a number so large"
    return shown(repr(value))[:60]
