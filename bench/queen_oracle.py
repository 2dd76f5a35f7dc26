"""Does the rules file of Vampire Queen play the same game as the hand-written simulator?

    python -m bench.queen_oracle [--games 2000] [--players 3,4,6]

Plays it from its rules file with the bot that draws one of the complete answers: that is exactly how ``baselines/queen_idiomatic.py``
decides.  Compares the means of what both report.  Prints a row for each figure with z, and exits with 1 if some |z| is above 4.
"""

from __future__ import annotations

import argparse
import statistics
import sys

import rulekit
from bench.baselines import queen_idiomatic
from rulekit.engine import Program, Stream

FIGURES = ("sum of scores", "highest score", "lowest score", "decisions", "forced", "rounds")


def play(program: Program, seed: int) -> list[int]:
    """One match: the figures of FIGURES."""
    random = Stream(f"{seed}/answers")
    decisions = forced = rounds = 0
    state = program.start(seed, stops=True)
    while state.decisions:
        decision = state.decisions[0]
        answer = decision.sample(random)
        decisions += 1
        forced += decision.count() == 1
        rounds += answer[0] in ("lead", "lead_slayer")
        state.answer(decision, answer)
    scores = state.scores()
    return [sum(scores), max(scores), min(scores), decisions, forced, rounds]


def compare(players: int, games: int) -> list[tuple[str, float, float, float]]:
    """Figure, mean of the rules file, mean of the simulator, z."""
    program = rulekit.load("vampire_queen").program(players=players, full=False)
    ours = [play(program, seed) for seed in range(games)]
    theirs = []
    for seed in range(games):
        scores, decisions, forced, rounds = queen_idiomatic.play_full(10**6 + seed, players)
        theirs.append([sum(scores), max(scores), min(scores), decisions, forced, rounds])
    rows = []
    for name, a, b in zip(FIGURES, zip(*ours, strict=True), zip(*theirs, strict=True), strict=True):
        error = ((statistics.variance(a) + statistics.variance(b)) / games) ** 0.5 or 1e-9
        rows.append((name, statistics.mean(a), statistics.mean(b), (statistics.mean(a) - statistics.mean(b)) / error))
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--players", default="3,4,6")
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
