"""Does the rules file play the same game as the hand-written simulator?

    python -m bench.oracle [--games 5000] [--players 3,4,5]

Plays *Vampire* from its rules file with a bot that decides exactly as finely as ``baselines/vampire_idiomatic.py`` (see there), and
compares the means of what both report.  Prints a row for each figure with z, and exits with 1 if some |z| is above 4.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable

import rulekit
from bench.baselines import vampire_idiomatic
from rulekit.engine import Decision, Program, Stream

FIGURES = ("sum of scores", "highest score", "lowest score", "decisions", "forced", "turns")


class Walker:
    """Decides like the simulators: one uniform choice at each of their decision points."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self.below = below
        self.decisions = self.forced = self.turns = 0

    def pick(self, options: list) -> object:
        self.decisions += 1
        self.forced += len(options) == 1
        return options[self.below(len(options))]

    def decide(self, d: Decision) -> list:
        names = [item.value for item in d.next(()).items]
        if "draw_two" in names or "take_place" in names:
            self.turns += 1
            options = [("draw_two",)] if "draw_two" in names else []
            if "take_place" in names:
                options += [("take_place", item.value) for item in d.next(("take_place",)).items]
            return d.answer_of(self.pick(options))
        options = []
        if "play_card" in names:
            options += [("play_card", item.value) for item in d.next(("play_card",)).items]
        if names == ["hunt"]:
            return self.hunt(d)
        if "hunt" in names:
            options.append(("hunt",))
        prefix = self.pick(options)
        if prefix == ("hunt",):
            return self.hunt(d)
        places = [item.value for item in d.next(prefix).items]
        place = self.pick(places) if prefix[1] == "carriage" else places[0]
        return d.answer_of((*prefix, place))

    def hunt(self, d: Decision) -> list:
        colour = self.pick([item.value for item in d.next(("hunt",)).items])
        taken: dict[str, int] = {}
        while True:
            stage = d.set_next(("hunt", colour), taken)
            options = [item.value for item in stage.items] + (["stop"] if stage.may_stop else [])
            card = self.pick(options)
            if card == "stop":
                return d.answer_of(("hunt", colour, taken))
            taken[card] = taken.get(card, 0) + 1


def play(program: Program, seed: int) -> list[int]:
    """One game: the figures of FIGURES."""
    walker = Walker(Stream(f"{seed}/walker").below)
    state = program.start(seed, stops=True)
    while state.decisions:
        decision = state.decisions[0]
        state.answer(decision, walker.decide(decision))
    scores = state.scores()
    return [sum(scores), max(scores), min(scores), walker.decisions, walker.forced, walker.turns]


def compare(players: int, games: int) -> list[tuple[str, float, float, float]]:
    """Figure, mean of the rules file, mean of the simulator, z."""
    program = rulekit.load("vampire").program(players=players, full=False)
    ours = [play(program, seed) for seed in range(games)]
    theirs = []
    for seed in range(games):
        scores, decisions, forced, turns = vampire_idiomatic.play_full(10**6 + seed, players)
        theirs.append([sum(scores), max(scores), min(scores), decisions, forced, turns])
    rows = []
    for name, a, b in zip(FIGURES, zip(*ours, strict=True), zip(*theirs, strict=True), strict=True):
        error = ((statistics.variance(a) + statistics.variance(b)) / games) ** 0.5 or 1e-9
        rows.append((name, statistics.mean(a), statistics.mean(b), (statistics.mean(a) - statistics.mean(b)) / error))
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--players", default="3,4,5")
    given = parser.parse_args()
    if given.games < 2:
        parser.error("at least two games are needed for a variance")
    worst = 0.0
    for players in map(int, given.players.split(",")):
        for name, ours, theirs, z in compare(players, given.games):
            worst = max(worst, abs(z))
            print(f"{players} players  {name:14s} rules file {ours:9.3f}  simulator {theirs:9.3f}  z {z:+.2f}")
    print(f"largest |z|: {worst:.2f} over {given.games:,} games each")
    return worst > 4


if __name__ == "__main__":
    sys.exit(main())
