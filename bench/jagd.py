"""How fast are random playouts of Jagd der Vampire, for each number of players, beside those of Vampire?

    python -m bench.jagd [--reps 9] [--games 40]

Both rules files are played by bots that draw one of the complete answers (what ``rulekit run`` does), in turn in one process, so that
noise hits each alike.  Games differ much in length, so each measurement plays the same games: those of the same seeds.  The
figures are medians of ratios within one repetition; games and decisions per second are told too, but depend on machine and hour.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import rulekit
from rulekit.engine import Program, Stream
from rulekit.engine.run import play_random

PLAYERS = range(2, 7)
BESIDE = 4
"""Vampire is played by so many."""


def playouts(program: Program, games: int) -> tuple[float, float]:
    """Games and decisions per CPU second, over the games of the first seeds."""
    start = time.process_time()
    decisions = sum(play_random(program.start_unasked(seed), Stream(f"{seed}/bot").below) for seed in range(games))
    used = time.process_time() - start
    return games / used, decisions / used


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--reps", type=int, default=9)
    parser.add_argument("--games", type=int, default=40, help="games in each measurement")
    given = parser.parse_args()
    vampire = rulekit.load("vampire").program(players=BESIDE, full=False)
    jagd = {n: rulekit.load("jagd_der_vampire").program(players=n, full=False) for n in PLAYERS}
    runs: dict[str, Callable[[], tuple[float, float]]] = {"vampire": lambda: playouts(vampire, 10 * given.games)}
    for n, program in jagd.items():
        runs[str(n)] = lambda program=program: playouts(program, given.games)  # type: ignore[misc]
    for run in runs.values():
        run()
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in runs}
    for _ in range(given.reps):
        for name, run in runs.items():
            found[name].append(run())
    print("players   games/s  decisions/s   games, as a ratio to Vampire   decisions, as a ratio to Vampire   decisions a game")
    for name, rows in found.items():
        games, decisions = (statistics.median(row[k] for row in rows) for k in (0, 1))
        ratios = [statistics.median(row[k] / other[k] for row, other in zip(rows, found["vampire"], strict=True)) for k in (0, 1)]
        title = f"Vampire {BESIDE}" if name == "vampire" else name
        print(f"{title:9s} {games:7.1f} {decisions:12.0f} {ratios[0]:30.3f} {ratios[1]:34.2f} {decisions / games:18.0f}")


if __name__ == "__main__":
    main()
