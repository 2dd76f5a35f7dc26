"""Start-up: --help is quick, imports little, and every command has examples."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from cli_samples import Invoke, Run
from rulekit.cli.main import COMMANDS, cli

MODULES = sorted(p.stem for p in (Path(__file__).parents[2] / "cli" / "commands").glob("[a-z]*.py"))


def test_every_command_has_its_line_in_the_help(invoke: Invoke) -> None:
    assert sorted(COMMANDS) == MODULES
    text = invoke("--help").stdout
    for name, sentence in COMMANDS.items():
        assert f"  {name}" in text and sentence.split(",")[0] in text


@pytest.mark.parametrize("name", MODULES)
def test_every_command_has_help_with_an_example(invoke: Invoke, name: str) -> None:
    result = invoke(name, "--help")
    assert result.exit_code == 0
    assert "Examples:" in result.stdout and f"  rulekit {name}" in result.stdout
    command = cli.get_command(click.Context(cli), name)
    assert command is not None and command.get_short_help_str(200) == COMMANDS[name]


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nsys.argv = ['rulekit', '--help']\nfrom rulekit.cli.main import main\n"
        "try: main()\nexcept SystemExit as e: assert not e.code\n"
        "heavy = {'attr', 'attrs', 'lark', 'rich', 'rulekit.source', 'rulekit.syntax', 'rulekit.play'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_help_takes_little_cpu_time() -> None:
    """Under 0.15 s in a fresh process; the best of several, since other tests run at the same time."""
    import resource

    best = 9.0
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "rulekit.cli", "--help"], capture_output=True, check=True, timeout=60)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert best < 0.15


def test_version_and_no_arguments(rulekit: Run) -> None:
    from rulekit import __version__

    assert rulekit("--version").stdout == f"rulekit {__version__}\n"
    bare = rulekit()
    assert bare.returncode == 0 and bare.stdout.startswith("Usage: rulekit")


def test_the_installed_script_is_the_same(rulekit: Run) -> None:
    script = Path(sys.executable).with_name("rulekit")
    done = subprocess.run([script, "--help"], capture_output=True, text=True, timeout=60)
    assert done.stdout == rulekit("--help").stdout


def test_importing_the_library_is_cheap() -> None:
    code = "import rulekit, sys; assert not {'attr', 'lark', 'click'} & set(sys.modules); assert rulekit.load in (rulekit.load,)"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


def test_all_public_names_are_there() -> None:
    import rulekit

    for name in rulekit.__all__:
        assert getattr(rulekit, name) is not None
    with pytest.raises(AttributeError):
        rulekit.nothing_of_this_name  # noqa: B018
