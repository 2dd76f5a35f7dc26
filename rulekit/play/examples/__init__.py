"""Examples in rules files: positions, lines of play and expectations, run against the rules.

``run_examples(rules)`` runs those of a file and gives an ``ExampleResult`` for each; ``load_suite`` gives them one by one, for a
test runner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.play.examples.result import ExampleResult, Failure

if TYPE_CHECKING:
    from rulekit.analysis.model import GameModel
    from rulekit.play.examples.run import Suite
    from rulekit.play.rules import Rules

__all__ = ["ExampleResult", "Failure", "load_suite", "run_examples"]


def run_examples(rules: Rules | GameModel, k: str | None = None, seed: int = 0) -> list[ExampleResult]:
    """Run the examples of a file (those with ``k`` in their title), in the order of the file.

    ``seed``: other shuffles.  Raises ``RulesError`` if the rules have errors, ``CannotRead`` if a file of examples names a game
    that can't be read.
    """
    suite = load_suite(rules)
    return [suite.run(example, seed) for example in suite.chosen(k)]


def load_suite(rules: Rules | GameModel) -> Suite:
    """The examples of a file and what runs them; raises like ``run_examples``."""
    from rulekit.play.examples.run import suite_of_model
    from rulekit.play.examples.suites import suite_of_rules
    from rulekit.play.rules import Rules

    return suite_of_rules(rules) if isinstance(rules, Rules) else suite_of_model(rules)
