"""The entry point: a click group that imports a command only when it is run or asked for its help.

A command ``name`` is the click command object ``command`` in ``cli/commands/name.py``; it returns its exit code (none: 0).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from .guard import guarded

COMMANDS = {
    "play": "Play a game in the terminal, against bots or together.",
    "run": "Let bots play one whole game; its log is printed.",
    "simulate": "Let bots play many games, and sum up what happened.",
    "replay": "Play a log's decisions again, and compare every line.",
    "games": "List the games that come with rulekit.",
    "info": "Show what a game consists of, its rulings, or one of its rules.",
    "graph": "Draw a game's phases, its board, or who can see what.",
    "check": "Find everything that is wrong with rules files.",
    "fmt": "Lay rules files out in the one canonical way.",
    "test": "Run the examples in rules files.",
    "new": "Write a small game to start from.",
    "explain": "Explain a diagnostic.",
    "lsp": "Serve an editor: findings, completion, hover, rename and more.",
}
"""The commands in the order of the help, with the sentence that stands there."""


class LazyGroup(click.Group):
    """Knows its commands by name only; errors of any kind end in one line and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands that are there."""
        return [name for name in COMMANDS if find_spec(f".commands.{name}", __package__)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = import_module(f".commands.{cmd_name}", __package__).command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that ``args`` begin with; an unknown one is a usage error with the nearest name."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in self.list_commands(ctx):
            from difflib import get_close_matches

            near = get_close_matches(name, self.list_commands(ctx), n=1)
            known = f"did you mean '{near[0]}'?" if near else f"the commands are {', '.join(self.list_commands(ctx))}"
            ctx.fail(f"no command is called '{name}'; {known}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and exit with its code."""
        run = super().main
        if not standalone_mode:
            return run(args, prog_name, complete_var, False, **extra)
        sys.exit(guarded(lambda: run(args, prog_name or "rulekit", complete_var, False, **extra)))


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Example: rulekit check my_game.rules",
)
@click.option("--version", is_flag=True, help="Show the version and exit.")
@click.pass_context
def cli(ctx: click.Context, version: bool) -> int:
    """Check, test and play board and card games whose rules are written as text.

    GAME is the path of a .rules file, or the name of a game that comes with rulekit ('rulekit games' lists them).

    Exit codes: 0 all is well; 1 the rules have findings, a test failed, or a game ended in a rules fault; 2 wrong usage, a file
    that can't be read, or an internal error.
    """
    if version:
        from rulekit import __version__

        click.echo(f"rulekit {__version__}")
        ctx.exit(0)
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
    return 0


def main() -> None:
    """What the installed script calls."""
    cli.main()
