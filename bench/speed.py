"""How fast are random playouts of a rules file, against hand-written simulators of the same game?

    python -m bench.speed [--reps 9] [--seconds 0.4]

All runs are interleaved in one process, so that noise hits each alike; the figures are medians and ratios of one run.  Absolute times
depend on the machine and the hour; only the ratios mean anything.  Two bots play the rules file: ``random`` draws one of the complete
answers (what ``rulekit run`` does), ``walker`` decides exactly as finely as the simulators, so that its games are as long as theirs.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import rulekit
from bench.baselines import queen_idiomatic, queen_tuned, vampire_idiomatic, vampire_stepped, vampire_tuned
from bench.oracle import play as walk
from rulekit.engine import Stream
from rulekit.engine.run import play_random

PLAYERS = 4


def timed(play: Callable[[int], object], seconds: float, first: int) -> tuple[float, int]:
    """Games per CPU second, playing for about so many seconds."""
    games = 0
    start = time.process_time()
    while True:
        for _ in range(20):
            play(first + games)
            games += 1
        used = time.process_time() - start
        if used >= seconds:
            return games / used, games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--reps", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.4, help="CPU seconds for each measurement")
    given = parser.parse_args()
    program = rulekit.load("vampire").program(players=PLAYERS, full=False)

    def random_playout(seed: int) -> int:
        return play_random(program.start_unasked(seed), Stream(f"{seed}/bot").below)

    runs: dict[str, Callable[[int], object]] = {
        "rules file, random": random_playout,
        "rules file, walker": lambda seed: walk(program, seed),
        "idiomatic": lambda seed: vampire_idiomatic.play_full(seed, PLAYERS),
        "stepped": lambda seed: vampire_stepped.play_full(seed, PLAYERS),
        "tuned": lambda seed: vampire_tuned.play_full(seed, PLAYERS),
    }
    speeds: dict[str, list[float]] = {name: [] for name in runs}
    for play in runs.values():
        timed(play, 0.1, 0)
    for rep in range(given.reps):
        for name, play in runs.items():
            speeds[name].append(timed(play, given.seconds, rep * 10_000)[0])
    medians = {name: statistics.median(values) for name, values in speeds.items()}
    for name, value in medians.items():
        print(f"{name:20s} {value:8.1f} games/s  (from {min(speeds[name]):.1f} to {max(speeds[name]):.1f})")
    for ours in ("rules file, random", "rules file, walker"):
        ratios = ", ".join(f"{medians[ours] / medians[name]:.2f} x {name}" for name in ("idiomatic", "stepped", "tuned"))
        print(f"{ours}: {ratios}")
    print(clone_line(program))
    print(queen_line(given.reps, given.seconds))


def queen_line(reps: int, seconds: float) -> str:
    """Random playouts of Vampire Queen; the simulators draw one of the complete answers too, so all games are alike."""
    program = rulekit.load("vampire_queen").program(players=PLAYERS, full=False)
    runs: dict[str, Callable[[int], object]] = {
        "rules file": lambda seed: play_random(program.start_unasked(seed), Stream(f"{seed}/bot").below),
        "idiomatic": lambda seed: queen_idiomatic.play_full(seed, PLAYERS),
        "tuned": lambda seed: queen_tuned.play_full(seed, PLAYERS),
    }
    speeds: dict[str, list[float]] = {name: [] for name in runs}
    for play in runs.values():
        timed(play, 0.1, 0)
    for rep in range(reps):
        for name, play in runs.items():
            speeds[name].append(timed(play, seconds, rep * 10_000)[0])
    medians = {name: statistics.median(values) for name, values in speeds.items()}
    ours = medians["rules file"]
    return f"Vampire Queen, random: {ours / medians['idiomatic']:.2f} x idiomatic, {ours / medians['tuned']:.3f} x tuned"


def clone_line(program: object) -> str:
    """The time of a clone in the middle of a game, against the stepped simulator's."""
    import random
    import timeit

    state = program.start(1)  # type: ignore[attr-defined]
    stream = Stream("1/bot")
    for _ in range(60):
        state.answer(state.decisions[0], state.decisions[0].sample(stream))
    stepped = vampire_stepped.State(random.Random(1).random, PLAYERS)
    ours = min(timeit.repeat(state.clone, timer=time.process_time, number=2000, repeat=25)) / 2000
    theirs = min(timeit.repeat(stepped.clone, timer=time.process_time, number=2000, repeat=25)) / 2000
    return f"clone: {ours * 1e6:.2f} us, stepped {theirs * 1e6:.2f} us: {ours / theirs:.2f} x its time"


if __name__ == "__main__":
    main()
