"""Playing the matches of an experiment, in this process or in several.

Takes rules and an experiment; gives the matches in order of their numbers, with what was seen in them.  Promises: what comes is the
same for any number of processes, and no more than a few batches of matches are held at once.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

from rulekit.play.simulate import Arena, Experiment, Row
from rulekit.play.simulate_watch import Sightings

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

    from rulekit.play.rules import Rules
    from rulekit.source import SourceFile

BATCH = 20
"""So many matches go to a process at once."""
AHEAD = 3
"""So many batches wait for each process."""

Batch = tuple[list[Row], Sightings]


def play_all(rules: Rules, experiment: Experiment, jobs: int = 1) -> Generator[Batch, None, None]:
    """All matches in order, in batches; by ``jobs`` processes.  Closing the iterator ends the processes."""
    if jobs == 1 or experiment.matches <= BATCH:
        arena = Arena(rules, experiment)
        for number in range(1, experiment.matches + 1):
            yield _one(arena, number)
    else:
        yield from _by_processes(rules, experiment, jobs)


def _one(arena: Arena, number: int) -> Batch:
    row, seen = arena.play(number)
    return [row], seen or Sightings()


def _by_processes(rules: Rules, experiment: Experiment, jobs: int) -> Iterator[Batch]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    starts = iter(range(1, experiment.matches + 1, BATCH))
    waiting: deque[Future[Batch]] = deque()
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (rules.file, experiment))
    try:
        while True:
            while len(waiting) < jobs * AHEAD and (start := next(starts, None)) is not None:
                waiting.append(_submit(pool, start))
            if not waiting:
                return
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _submit(pool: ProcessPoolExecutor, start: int) -> Future[Batch]:
    """A process that this begins never sees Ctrl-C, since it inherits what is blocked; here the signal comes a moment later."""
    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(_batch, start)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(_batch, start)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---------------------------------------------------------------- in the other processes

_arenas: list[Arena] = []
"""The one of this process, if it is such a process."""


def _begin(file: SourceFile, experiment: Experiment) -> None:
    """Load the rules.  The user's Ctrl-C is for the process that collects the results."""
    from rulekit.play.rules import Rules

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _arenas.append(Arena(Rules(file), experiment))


def _batch(start: int) -> Batch:
    arena = _arenas[-1]
    rows, seen = [], Sightings()
    for number in range(start, min(start + BATCH, arena.experiment.matches + 1)):
        row, more = arena.play(number)
        rows.append(row)
        if more is not None:
            seen.add(more)
    return rows, seen
