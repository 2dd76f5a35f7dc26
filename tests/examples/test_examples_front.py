"""``rulekit test`` and the pytest plugin."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from rulekit.cli.main import cli

CASES = Path(__file__).parent / "cases"
GAME = (CASES / "orchard.rules").read_text("utf-8")
GOOD = '''
example "it begins" with Ann, Ben:
  expect:
    count(market) = 3
'''
BAD = '''
example "it ends at once" with Ann, Ben:
  expect:
    winner: Ann
'''


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "good.rules").write_text(GAME + GOOD)
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "bad.rules").write_text(GAME + GOOD + BAD)
    (tmp_path / "broken.rules").write_text(GAME + "\nphase x:\n  do nothing_known\n" + GOOD)
    return lambda *args: CliRunner().invoke(cli, ["test", *args])


def line_of(text: str) -> int:
    return (GAME + GOOD + BAD).split("\n").index(text) + 1


def test_passed(run) -> None:
    result = run("good.rules")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "good.rules .\n", "1 passed in 1 file\n")


def test_failed(run) -> None:
    line = line_of("    winner: Ann")
    result = run("good.rules", "bad")
    assert result.exit_code == 1
    assert result.stderr == "1 failed, 2 passed in 2 files\n"
    assert result.stdout == f"""\
good.rules .
bad/bad.rules .F

_______________________________ it ends at once ________________________________

error[RK605]: the match isn't over: Ann and Ben decide now (year > gifts)
   --> bad/bad.rules:{line}:5
    |
{line} |     winner: Ann
    |     ^^^^^^^^^^^
    = help: Ann may gift = {{fruit_card apple 1}}, gift = {{crow}}; Ben may gift = {{fruit_card pear 1}}

FAILED bad/bad.rules:{line} it ends at once: the match isn't over: Ann and Ben decide now (year > gifts)
"""


def test_rules_with_errors(run) -> None:
    result = run("broken.rules", "good.rules")
    assert result.exit_code == 1
    assert result.stdout.startswith("broken.rules E\ngood.rules .\n\n")
    assert "error[RK101]" in result.stdout
    assert result.stderr == "1 passed, 1 file with errors in 2 files\n"


def test_words(run) -> None:
    assert run("bad", "-k", "BEGINS").stdout == "bad/bad.rules .\n"
    nothing = run("bad", "-k", "castling")
    assert (nothing.exit_code, nothing.stderr) == (2, "rulekit: no example has 'castling' in its title\n")


def test_no_examples(run, tmp_path) -> None:
    (tmp_path / "none.rules").write_text(GAME)
    result = run("none.rules")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "no examples\n")


@pytest.mark.parametrize("args", [("missing.rules",), (), ("good.rules", "--seed", "x")])
def test_wrong_usage(run, args) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert result.stderr.startswith("rulekit: ")
    assert result.stderr.count("\n") == 1


def test_the_game_of_a_file_of_examples_is_missing(run, tmp_path) -> None:
    (tmp_path / "more.rules").write_text('examples of "gone.rules"\n' + GOOD)
    result = run("more.rules")
    assert (result.exit_code, result.stderr) == (2, "rulekit: no file gone.rules; did you mean 'more.rules'?\n")


def test_junit(run, tmp_path) -> None:
    assert run("good.rules", "bad", "broken.rules", "--junit-xml", "out.xml").exit_code == 1
    suites = ElementTree.parse(tmp_path / "out.xml").getroot().findall("testsuite")
    assert [(s.get("name"), s.get("tests"), s.get("failures"), s.get("errors")) for s in suites] == [
        ("good.rules", "1", "0", "0"), ("bad/bad.rules", "2", "1", "0"), ("broken.rules", "1", "0", "1"),
    ]
    failure = suites[1].find("testcase/failure")
    assert failure is not None
    assert failure.get("type") == "RK605 example-other-winner"
    assert "winner: Ann" in (failure.text or "")


# ---------------------------------------------------------------- pytest


def run_pytest(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """pytest as somebody runs it who has installed rulekit."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *args]
    if "rulekit.report.pytest_plugin" not in _entry_points():
        command += ["-p", "rulekit.report.pytest_plugin"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)


def _entry_points() -> list[str]:
    from importlib.metadata import entry_points

    return [entry.value for entry in entry_points(group="pytest11")]


def test_plugin(run, tmp_path) -> None:
    (tmp_path / "other.rules").write_text('# firewall\nexample "not ours"\n')
    done = run_pytest(tmp_path)
    assert done.returncode == 1
    assert "error[RK605]: the match isn't over" in done.stdout
    assert "FAILED bad/bad.rules::it ends at once" in done.stdout
    assert "FAILED broken.rules::the rules" in done.stdout
    assert "2 failed, 2 passed" in done.stdout
    assert "Traceback" not in done.stdout


def test_plugin_takes_files_and_words(run, tmp_path) -> None:
    done = run_pytest(tmp_path, "bad/bad.rules", "-k", "begins")
    assert done.returncode == 0
    assert "1 passed, 1 deselected" in done.stdout


def test_plugin_can_be_left_out(run, tmp_path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nrulekit_examples = false\n")
    assert run_pytest(tmp_path).returncode == pytest.ExitCode.NO_TESTS_COLLECTED
