"""Play-testing: many random matches, to find what can't be seen without playing.

Takes rules, gives findings: faults (a match that gets stuck, never ends, divides by zero, ..) with the setup that leads there,
and actions that nobody ever took.  The same rules and number of matches give the same findings.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import evolve

from rulekit.diagnostics import Diagnostic, Label
from rulekit.play.bots import RandomBot, play_on
from rulekit.play.codes import NEVER_TAKEN
from rulekit.play.match import MatchFault

if TYPE_CHECKING:
    from rulekit.play.bots import Bot
    from rulekit.play.rules import Rules


def playtest(rules: Rules, matches: int) -> list[Diagnostic]:
    """What so many random matches with each number of players show; raises ``RulesError``.

    The first match is played without variants, the next with the first one, and so on in turn.
    """
    model = rules.game()
    faults: dict[object, Diagnostic] = {}
    taken: set[str] = set()
    sets = [(), *((variant.name,) for variant in model.variants)]
    for players in range(model.low_players, model.high_players + 1):
        for seed in range(1, matches + 1):
            variants = sets[(seed - 1) % len(sets)]
            try:
                taken |= _actions_of_a_match(rules, players, seed, variants)
            except MatchFault as fault:
                found = fault.diagnostic
                settings = "".join(f" --set {name}" for name in variants)
                again = f"rulekit run {rules.file.name} --players {players} --seed {seed}{settings} shows it again"
                help = f"{found.help}\n{again}" if found.help else again
                faults.setdefault((found.code.id, found.span), evolve(found, help=help))
                taken |= {answer[0] for _, answer in fault.answers}
    played = matches * (model.high_players - model.low_players + 1)
    never = [action for action in model.actions if action.name not in taken and not faults]
    message = f"in {played} random matches"
    return [
        *faults.values(),
        *(
            Diagnostic(NEVER_TAKEN, f"nobody took '{action.name}' {message}", Label(action.span, "never taken"))
            for action in never
        ),
    ]


def _actions_of_a_match(rules: Rules, players: int, seed: int, variants: tuple[str, ...]) -> set[str]:
    match = rules.start(players, seed, variants=variants)
    bots: Mapping[int, Bot] = {seat: RandomBot() for seat in range(players)}
    play_on(match, bots)
    return {entry.data["answer"][0] for entry in match.log.entries if "answer" in entry.data}
