"""A rules file on its way to a match: text, tree, model, programs - each made when it is first asked for, once.

Takes a ``SourceFile``, gives diagnostics, the model, programs and matches.  Mistakes of the rules author are values
(``diagnostics``); starting a match of rules that have errors raises ``RulesError``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

from rulekit.diagnostics import Diagnostic, Severity, Sink
from rulekit.play.library import read_path, read_rules
from rulekit.play.setup import Setup, SetupError, check_names, check_seed, make_setup
from rulekit.source import SourceFile

if TYPE_CHECKING:
    from rulekit.analysis.model import GameModel
    from rulekit.engine import Program
    from rulekit.play.match import Match
    from rulekit.syntax.nodes import RulesFile

__all__ = ["Rules", "RulesError", "SetupError", "load"]

MOST_PROGRAMS = 32
"""So many programs are kept; of more, the oldest is forgotten."""


class RulesError(Exception):
    """The rules have errors, so they can't be played; ``diagnostics`` holds what was found."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)


class Rules:
    """One rules file.  Nothing is parsed before it is asked for."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self._programs: dict[tuple[Setup, bool], Program] = {}

    def __repr__(self) -> str:
        return f"Rules({self.file.name!r})"

    @cached_property
    def hash(self) -> str:
        """The SHA-256 of the text, with ``\\n`` line ends: two files with one hash play alike."""
        return hashlib.sha256(self.file.text.replace("\r\n", "\n").encode()).hexdigest()

    @cached_property
    def tree(self) -> RulesFile:
        """The syntax tree (of what could be read)."""
        return self._parsed[0]

    @cached_property
    def model(self) -> GameModel | None:
        """The resolved and typed game, or none if there are too many errors for that."""
        return self._analysed[0]

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything found, by place."""
        return self._analysed[1]

    @cached_property
    def notes(self) -> tuple[Diagnostic, ...]:
        """The notes that are given only on request, by place; none if there are errors."""
        from rulekit.analysis.checks import run_notes

        sink = Sink()
        if self.ok and self.model is not None and not self.only_examples:
            run_notes(self.model, sink)
        return tuple(sink)

    @property
    def ok(self) -> bool:
        """Whether no finding is an error."""
        return not any(d.severity is Severity.ERROR for d in self.diagnostics)

    @property
    def only_examples(self) -> bool:
        """Whether the file holds the examples of another one (``examples of ".."``)."""
        from rulekit.syntax import nodes

        return any(isinstance(item, nodes.ExamplesOf) for item in self.tree.items)

    def game(self) -> GameModel:
        """The model, if the rules can be played; raises ``RulesError``."""
        if self.only_examples:
            raise RulesError(f"{self.file.name} holds only examples of another file, no game")
        if not self.ok or self.model is None:
            errors = sum(d.severity is Severity.ERROR for d in self.diagnostics)
            many = f"{errors} error{'s' * (errors != 1)}" if errors else "errors"
            raise RulesError(f"{self.file.name} has {many}", self.diagnostics)
        return self.model

    def program(
        self,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        variants: Iterable[str] = (),
        full: bool = True,
    ) -> Program:
        """The program for this kind of match, made once; raises ``RulesError`` or ``SetupError``.

        ``full=False``: without log and knowledge, for bots that play many matches.
        """
        return self.program_for(make_setup(self.game(), players, options, variants), full)

    def program_for(self, setup: Setup, full: bool = True) -> Program:
        """The program for a setup that was checked already."""
        from rulekit.compile import build

        key = (setup, full)
        if key not in self._programs:
            while len(self._programs) >= MOST_PROGRAMS:
                del self._programs[next(iter(self._programs))]
            self._programs[key] = build(self.game(), setup.players, dict(setup.options), setup.variants, self.hash, full)
        return self._programs[key]

    def start(
        self,
        players: int | None = None,
        seed: int = 1,
        options: Mapping[str, Any] | None = None,
        variants: Iterable[str] = (),
        names: Sequence[str] | None = None,
    ) -> Match:
        """A new match at its first decision.

        ``players`` none: as many as there are names, else 4 if the game allows that, else the nearest number it allows.  Raises
        ``SetupError`` for what the game doesn't allow, ``RulesError`` if the rules have errors, ``MatchFault`` if they fail at
        once.
        """
        from rulekit.play.match import Match

        if players is None and names is not None:
            players = len(names)
        setup = make_setup(self.game(), players, options, variants)
        return Match.begin(self, setup, check_seed(seed), check_names(names, setup.players))

    def resume(self, data: Any) -> Match:
        """The match that ``Match.save`` described; raises ``BadSave``."""
        from rulekit.play.saves import resume

        return resume(self, data)

    @cached_property
    def _parsed(self) -> tuple[RulesFile, Sink]:
        from rulekit.syntax import parse

        sink = Sink()
        return parse(self.file, sink), sink

    @cached_property
    def _analysed(self) -> tuple[GameModel | None, tuple[Diagnostic, ...]]:
        from rulekit.analysis import analyse

        tree, sink = self._parsed
        model = analyse(tree, self.file, sink)
        return model, tuple(sink)


def load(game: str | PathLike[str]) -> Rules:
    """The rules at a path or with the name of a built-in game; raises ``CannotRead`` (``UnknownGame``)."""
    return Rules(read_rules(game) if isinstance(game, str) else read_path(game))
