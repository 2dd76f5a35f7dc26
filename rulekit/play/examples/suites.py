"""From a rules file to its examples; a file that holds only examples finds its game beside it."""

from __future__ import annotations

import os

from rulekit.diagnostics import Diagnostic, Severity, Sink
from rulekit.play.examples.run import Suite
from rulekit.play.library import read_path
from rulekit.play.rules import Rules, RulesError
from rulekit.syntax import nodes


def suite_of_rules(rules: Rules) -> Suite:
    """The examples of a file.  Raises ``RulesError`` if it, or the game that it names, has errors, ``CannotRead``."""
    if not rules.only_examples:
        model = rules.game()
        return Suite(model, model.examples, rules.program_for)
    from rulekit.analysis import analyse_examples

    _without_errors(rules, rules.diagnostics)
    game = game_beside(rules)
    model = game.game()
    sink = Sink()
    examples = analyse_examples(rules.tree, model, sink)
    _without_errors(rules, tuple(sink))
    return Suite(model, examples, game.program_for)


def game_beside(rules: Rules) -> Rules:
    """The game that a file of examples names.  Raises ``CannotRead``."""
    item = next(item for item in rules.tree.items if isinstance(item, nodes.ExamplesOf))
    folder = os.path.dirname(rules.file.name)
    return Rules(read_path(os.path.join(folder, item.path.value)))


def _without_errors(rules: Rules, diagnostics: tuple[Diagnostic, ...]) -> None:
    errors = [d for d in diagnostics if d.severity is Severity.ERROR]
    if errors:
        many = f"{len(errors)} error{'s' * (len(errors) != 1)}"
        raise RulesError(f"{rules.file.name} has {many}", diagnostics)
