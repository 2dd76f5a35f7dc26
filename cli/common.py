"""What several commands need: loading a game, its settings, showing findings and faults."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .guard import Trouble, colour, note

if TYPE_CHECKING:
    from rulekit.diagnostics import Diagnostic
    from rulekit.play.match import MatchFault
    from rulekit.play.rules import Rules

F = TypeVar("F", bound=Callable[..., Any])


class Example(click.Command):
    """A command whose help ends with examples that keep their lines."""

    def __init__(self, *args: Any, examples: Iterable[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = tuple(examples)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The examples."""
        super().format_epilog(ctx, formatter)
        if self.examples:
            with formatter.section("Examples"):
                for line in self.examples:
                    formatter.write(f"  {line}\n")


def settings_option(function: F) -> F:
    """``--set OPTION=VALUE``."""
    text = "An option of the game, or a variant (--set NAME, --set NAME=no); may be repeated. 'rulekit info GAME' lists them."
    return click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help=text)(function)


def players_option(function: F) -> F:
    """``--players N``."""
    text = "How many play; by default 4 if the game allows it, else the nearest number that it allows."
    return click.option("--players", type=int, metavar="N", help=text)(function)


def bots_option(function: F) -> F:
    """``--bots BOT,...``."""
    text = "One bot for all seats, or one for each seat, with commas."
    return click.option("--bots", default="random", show_default=True, metavar="BOT,...", help=text)(function)


def load_game(game: str) -> Rules:
    """The rules, without errors; otherwise shows what is wrong and ends with exit code 1."""
    from rulekit import load
    from rulekit.play.rules import RulesError

    rules = load(game)
    try:
        rules.game()
    except RulesError as error:
        from rulekit.diagnostics import Severity

        if not error.diagnostics:
            raise Trouble(str(error)) from None
        show_findings([d for d in error.diagnostics if d.severity is Severity.ERROR])
        note(f"rulekit: {error}; it can't be played before they are mended")
        raise click.exceptions.Exit(1) from None
    return rules


def show_findings(diagnostics: Iterable[Diagnostic]) -> None:
    """Code frames on stderr."""
    from rulekit.report.formats import Report, full

    note(full(Report((), tuple(diagnostics)), colour(sys.stderr)))


def show_fault(fault: MatchFault) -> None:
    """A rules fault on stderr: its line, and how to see it again."""
    from rulekit.report.frames import frame
    from rulekit.report.styled import render

    note(render(frame(fault.diagnostic), colour(sys.stderr)))
    note(fault.recipe())


def parse_seed(text: str) -> int:
    """A seed as it was typed; raises ``SetupError``."""
    from rulekit.play.setup import SetupError, check_seed

    if not text.isascii() or not text.isdigit() or len(text) > 30:
        from rulekit.play.library import shown

        raise SetupError(f"the seed is a whole number from 0 on, not '{shown(text)}'")
    return check_seed(int(text))
