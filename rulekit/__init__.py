"""Rules of tabletop games as text: check them, test them, play them.

>>> import rulekit
>>> rules = rulekit.load("my_game.rules")  # doctest: +SKIP
>>> match = rules.start(players=3, seed=7)  # doctest: +SKIP

``load`` takes a path or the name of a built-in game and gives ``Rules``; these start a ``Match``.  Names are imported when they
are first used, so that ``import rulekit`` is cheap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulekit.diagnostics import Diagnostic, Severity
    from rulekit.play.bots import Bot, make_bot
    from rulekit.play.library import CannotRead, UnknownGame
    from rulekit.play.match import Match, MatchFault
    from rulekit.play.rules import Rules, RulesError, SetupError, load
    from rulekit.play.saves import BadSave

__version__ = "0.1.0"

_HOMES = {
    "load": "rulekit.play.rules",
    "Rules": "rulekit.play.rules",
    "RulesError": "rulekit.play.rules",
    "SetupError": "rulekit.play.rules",
    "Match": "rulekit.play.match",
    "MatchFault": "rulekit.play.match",
    "Bot": "rulekit.play.bots",
    "make_bot": "rulekit.play.bots",
    "CannotRead": "rulekit.play.library",
    "UnknownGame": "rulekit.play.library",
    "BadSave": "rulekit.play.saves",
    "Diagnostic": "rulekit.diagnostics",
    "Severity": "rulekit.diagnostics",
}

__all__ = [
    "BadSave",
    "Bot",
    "CannotRead",
    "Diagnostic",
    "Match",
    "MatchFault",
    "Rules",
    "RulesError",
    "SetupError",
    "Severity",
    "UnknownGame",
    "load",
    "make_bot",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        value = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'rulekit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
