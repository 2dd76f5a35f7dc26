"""One version of a rules file as an editor holds it, with all that is known about it.

Takes a text and a way to read the file beside it, gives findings, names and the model, each made when it is first asked for.
Promises: never raises for any text; a file of examples is read against the game that it names.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property

from attrs import define, field

from rulekit.analysis import analyse_examples
from rulekit.analysis import model as m
from rulekit.diagnostics import Diagnostic, Sink
from rulekit.play.library import CannotRead, read_path
from rulekit.play.rules import Rules
from rulekit.report.editor.occurrences import Occurrences, occurrences
from rulekit.report.editor.positions import Positions
from rulekit.source import SourceFile, Span
from rulekit.syntax import nodes

Reader = Callable[[str], SourceFile]
"""Gives the file at a path; raises ``CannotRead``."""


@define(frozen=True, slots=False, eq=False)
class Reading:
    """A text with what it means."""

    file: SourceFile
    reader: Reader = field(default=read_path, repr=False)
    encoding: str = "utf-16"
    """In whose code units the editor counts columns."""

    @cached_property
    def rules(self) -> Rules:
        """The file by itself."""
        return Rules(self.file)

    @cached_property
    def positions(self) -> Positions:
        """Its lines and columns."""
        return Positions(self.file.text, self.encoding)

    @cached_property
    def _game(self) -> tuple[Rules | None, str | None]:
        """Of a file of examples: the game, or why there is none."""
        named = self._named()
        if named is None:
            return self.rules, None
        path = os.path.join(os.path.dirname(self.file.name), named.path.value)
        try:
            game = Rules(self.reader(path))
        except CannotRead as error:
            return None, str(error)
        if game.only_examples:
            return None, f"{named.path.value} holds only examples itself"
        if not game.ok:
            return game, f"{named.path.value} has errors: until they are mended, these examples aren't checked"
        return game, None

    def _named(self) -> nodes.ExamplesOf | None:
        return next((item for item in self.rules.tree.items if isinstance(item, nodes.ExamplesOf)), None)

    @property
    def trouble(self) -> tuple[Span, str] | None:
        """Why a file of examples can't be checked, and the place that names the game."""
        named, why = self._named(), self._game[1]
        return (named.path.span, why) if named is not None and why is not None else None

    @property
    def beside(self) -> tuple[Span, SourceFile] | None:
        """Of a file of examples that has its game: the place that names it, and the file."""
        named, game = self._named(), self._game[0]
        return (named.path.span, game.file) if named is not None and game is not None else None

    @property
    def model(self) -> m.GameModel | None:
        """The game that the file declares, or that its examples are about."""
        return self._game[0].model if self._game[0] is not None else None

    @cached_property
    def _examples(self) -> tuple[list[m.ExampleDecl] | None, tuple[Diagnostic, ...]]:
        """Of a file of examples: they, lowered, and what is wrong with them."""
        game, why = self._game
        if self._named() is None:
            return None, ()
        if game is None or game.model is None or why is not None:
            return [], ()
        sink = Sink()
        return analyse_examples(self.rules.tree, game.model, sink), tuple(sink)

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything found, by place."""
        return (*self.rules.diagnostics, *self._examples[1])

    @cached_property
    def occurrences(self) -> Occurrences:
        """Its names."""
        if self.model is None:
            return Occurrences([])
        return occurrences(self.rules.tree, self.model, self._examples[0])
