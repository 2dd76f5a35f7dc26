"""Two ways to run a command: in this process, or as a user does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_samples import BROKEN, ORCHARD, Invoke, Run
from click.testing import CliRunner, Result
from rulekit.cli.main import cli


@pytest.fixture
def orchard(tmp_path: Path) -> Path:
    path = tmp_path / "orchard.rules"
    path.write_text(ORCHARD, encoding="utf-8")
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.rules"
    path.write_text(BROKEN, encoding="utf-8")
    return path


@pytest.fixture
def invoke(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Invoke:
    """Run a command in this process, in an empty folder."""
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)

    def run(*args: object, input: str | bytes | None = None, **env: str) -> Result:
        return CliRunner(env=env or None).invoke(cli, [str(a) for a in args], input=input)

    return run


@pytest.fixture
def rulekit(tmp_path: Path) -> Run:
    """Run a command as a process of its own."""

    def run(*args: object, input: str | None = None, **env: str) -> subprocess.CompletedProcess[str]:
        settings = {k: v for k, v in os.environ.items() if k not in ("FORCE_COLOR", "NO_COLOR")} | env
        return subprocess.run(
            [sys.executable, "-m", "rulekit.cli", *map(str, args)],
            input=input,
            stdin=subprocess.DEVNULL if input is None else None,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            env=settings,
            timeout=60,
        )

    return run
