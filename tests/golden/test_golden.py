"""Golden transcripts: whoever changes what happens in a shipped game sees it in the diff of a file.

``pytest tests/golden --snapshot-update`` writes them anew; read the diff before it is committed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from golden_cases import Case, cases
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

CASES = list(cases())
LOGS = Path(__file__).parent / "__snapshots__" / "test_golden"


class Log(SingleFileSnapshotExtension):
    """One text file for each transcript."""

    file_extension = "log"
    _write_mode = WriteMode.TEXT


def file_of(case: Case) -> Path:
    return LOGS / f"test_log[{case.name}].log"


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_log(case: Case, snapshot: SnapshotAssertion) -> None:
    assert case.text() == snapshot(extension_class=Log)


def test_every_case_has_a_file_and_every_file_a_case() -> None:
    assert set(LOGS.iterdir()) == {file_of(case) for case in CASES}
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_the_hash_seed_changes_nothing(hash_seed: str) -> None:
    chosen = {case.name for case in {case.game: case for case in CASES}.values()}
    first = [case for case in CASES if case.name in chosen]
    code = "import sys; from golden_cases import cases; sys.stdout.reconfigure(encoding='utf-8', newline='\\n')\n"
    code += f"for case in cases():\n    if case.name in {[case.name for case in first]}: sys.stdout.write(case.text())"
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(Path(__file__).parent)}
    run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True)
    assert run.stdout.decode() == "".join(file_of(case).read_text(encoding="utf-8") for case in first)
