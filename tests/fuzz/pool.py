"""Runs cases in processes of their own, each with limits of time and memory, and says what became of each.

A case has ``SECONDS`` of CPU time and its process ``MEMORY`` bytes of address space.  What a process dies of is a fault of the case
that it was working on; the others go on in a new process.
"""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

SECONDS = 2.0
MEMORY = 512 * 2**20
HERE = Path(__file__).parent
PER_PROCESS = 400
"""After so many cases a process makes way for a new one."""


@frozen
class Result:
    """One case: its sort, how it ended (a short word), a traceback if something was raised, CPU seconds, the process's peak memory."""

    number: int
    sort: str
    outcome: str
    fault: str
    seconds: float
    memory: int


class TooSlow(BaseException):
    """The time is up."""


def too_slow(*_: Any) -> None:
    raise TooSlow


def work(case: Callable[[int], tuple[str, str]], numbers: Iterable[int], out: int) -> None:
    """In a process of its own: the cases one after the other, a line of JSON before and behind each."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGPROF, too_slow)
    for number in numbers:
        write(out, [number])
        used = resource.getrusage(resource.RUSAGE_SELF)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime + 5 * SECONDS), hard))
        start = time.process_time()
        sort, outcome, fault = "", "", ""
        try:
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            try:
                sort, outcome = case(number)
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
        except BaseException:
            fault = traceback.format_exc(limit=-12)
        seconds = time.process_time() - start
        if seconds > SECONDS and not fault:
            fault = f"took {seconds:.1f} s"
        write(out, [number, sort, outcome, fault, seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024])


def write(out: int, row: list[Any]) -> None:
    data = (json.dumps(row) + "\n").encode()
    while data:
        data = data[os.write(out, data) :]


class Worker:
    """A process and the cases it still has to do."""

    def __init__(self, case: Callable[[int], tuple[str, str]], numbers: list[int]) -> None:
        self.case = case
        self.numbers = numbers
        self.buffer = b""
        self.working: int | None = None
        self.start()

    def start(self) -> None:
        self.end, out = os.pipe()
        sys.stdout.flush()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.end)
            code = 1
            try:
                work(self.case, self.numbers[:PER_PROCESS], out)
                code = 0
            finally:
                os._exit(code)
        os.close(out)

    def read(self) -> Iterator[Result]:
        """What has come in; at the end of a process, its fate."""
        data = os.read(self.end, 1 << 16)
        self.buffer += data
        *rows, self.buffer = self.buffer.split(b"\n")
        for row in rows:
            number, *rest = json.loads(row)
            if rest:
                self.numbers.remove(number)
                self.working = None
                yield Result(number, *rest)
            else:
                self.working = number
        if not data:
            os.close(self.end)
            _, status = os.waitpid(self.pid, 0)
            if self.working is not None:
                self.numbers.remove(self.working)
                yield Result(self.working, "", "", f"the process died: wait status {status}", SECONDS, 0)
            self.working, self.buffer = None, b""
            if self.numbers:
                self.start()
            else:
                self.pid = 0


def run(case: Callable[[int], tuple[str, str]], numbers: Iterable[int], jobs: int = 1) -> Iterator[Result]:
    """All cases, as they are done."""
    rows = list(numbers)
    workers = [Worker(case, part) for k in range(jobs) if (part := rows[k::jobs])]
    try:
        while running := {worker.end: worker for worker in workers if worker.pid}:
            ready, _, _ = select.select(list(running), [], [])
            for end in ready:
                yield from running[end].read()
    finally:
        for worker in workers:
            if worker.pid:
                os.kill(worker.pid, signal.SIGKILL)
                os.waitpid(worker.pid, 0)
