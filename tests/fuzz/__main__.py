"""Many texts as rules file, save and state: ``python -m tests.fuzz --n 20000 [--first 0] [--jobs 2]``.

Prints each fault with its number (``python -m tests.fuzz --show NUMBER`` shows the text), and at the end how many there were of each sort
and outcome, the longest time and the most memory.  Exit code 1 if there was any fault.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from pipeline import case
from pool import run
from texts import get_ready, text


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.split("\n\n")[0])
    parser.add_argument("--n", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--show", type=int, help="print the text with this number")
    parser.add_argument("--one", type=int, help="run the case with this number here, without limits")
    args = parser.parse_args()
    if args.show is not None:
        made = text(args.show)[1]
        sys.stdout.buffer.write(made if isinstance(made, bytes) else made.encode("utf-8", "surrogatepass"))
        return 0
    if args.one is not None:
        print(case(args.one))
        return 0
    get_ready()
    ends: Counter[tuple[str, str]] = Counter()
    faults = 0
    slowest, largest = (0.0, 0), (0, 0)
    for k, result in enumerate(run(case, range(args.first, args.first + args.n), args.jobs), 1):
        ends[result.sort, result.outcome or "FAULT"] += 1
        slowest = max(slowest, (result.seconds, result.number))
        largest = max(largest, (result.memory, result.number))
        if result.fault:
            faults += 1
            print(f"\n--- {result.number} ({result.seconds:.2f} s)\n{result.fault}", flush=True)
        if k % 1000 == 0:
            print(f"{k} of {args.n}, {faults} faults", flush=True)
    for (sort, outcome), count in sorted(ends.items()):
        print(f"{sort:12} {outcome:10} {count}")
    print(f"{args.n} texts, {faults} faults")
    print(f"longest: {slowest[0]:.2f} s (number {slowest[1]}), most memory: {largest[0] / 2**20:.0f} MiB (number {largest[1]})")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
