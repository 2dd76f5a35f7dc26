"""``check``, ``fmt``, ``info``, ``games``, ``explain``: formats, exit codes, standard input."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli_samples import BROKEN, ORCHARD, Invoke, Run

UNTIDY = ORCHARD.replace("  shuffle pile\n  move", "    shuffle   pile\n    move")
KEYS = ["code", "name", "severity", "message", "file", "start", "end", "label", "secondary", "help", "fix", "cite"]


def test_a_clean_file(invoke: Invoke, orchard: Path) -> None:
    result = invoke("check", orchard)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "no findings in 1 file\n")


def test_full_shows_the_line(invoke: Invoke, broken: Path) -> None:
    result = invoke("check", broken)
    line = next(n for n, text in enumerate(BROKEN.split("\n"), 1) if "pyle" in text)
    assert result.exit_code == 1 and result.stderr.endswith("in 1 file\n")
    assert f"--> {broken}:{line}:11\n" in result.stdout
    assert f"{line} |   shuffle pyle\n" in result.stdout and "   |           ^^^^" in result.stdout
    assert "pile" in result.stdout.replace("shuffle pyle", "")


def test_concise_is_one_line_per_finding(invoke: Invoke, broken: Path) -> None:
    lines = invoke("check", broken, "--format", "concise").stdout.splitlines()
    assert lines and all(line.startswith(f"{broken}:") and "error[RK" in line for line in lines[:1])


def test_json(invoke: Invoke, broken: Path, orchard: Path) -> None:
    data = json.loads(invoke("check", broken, orchard, "--format", "json").stdout)
    assert [f["name"] for f in data["files"]] == [str(broken), str(orchard)]
    assert data["files"][1]["findings"] == 0 and data["files"][0]["findings"] == len(data["diagnostics"])
    first = data["diagnostics"][0]
    assert set(first) == {
        "code",
        "name",
        "severity",
        "message",
        "file",
        "start",
        "end",
        "label",
        "secondary",
        "help",
        "fix",
        "cite",
    }
    assert BROKEN[first["start"]["offset"] : first["end"]["offset"]] == "pyle"
    assert data["summary"]["error"] >= 1


def test_github(invoke: Invoke, broken: Path) -> None:
    line = invoke("check", broken, "--format", "github").stdout.splitlines()[0]
    assert line.startswith("::error file=") and ",line=" in line and "title=RK" in line


def test_sarif(invoke: Invoke, broken: Path) -> None:
    data = json.loads(invoke("check", broken, "--format", "sarif").stdout)
    run = data["runs"][0]
    assert data["version"] == "2.1.0" and run["tool"]["driver"]["name"] == "rulekit"
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        region = result["locations"][0]["physicalLocation"]["region"]
        assert region["startLine"] >= 1 and region["startColumn"] >= 1


def test_junit(invoke: Invoke, broken: Path, orchard: Path) -> None:
    root = ElementTree.fromstring(invoke("check", broken, orchard, "--format", "junit").stdout)
    suite = root.find("testsuite")
    assert suite is not None and (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert [len(case) > 0 for case in suite] == [True, False]


def test_select_and_ignore(invoke: Invoke, broken: Path) -> None:
    found = json.loads(invoke("check", broken, "--format", "json").stdout)["diagnostics"]
    code, name = found[0]["code"], found[0]["name"]
    codes = {d["code"] for d in found}
    for chosen in (code, name, code.lower(), f"{code},RK001"):
        kept = json.loads(invoke("check", broken, "--select", chosen, "--format", "json").stdout)["diagnostics"]
        assert {d["code"] for d in kept} == {code}
    left = invoke("check", broken, "--ignore", ",".join(codes))
    assert (left.exit_code, left.stdout) == (0, "")
    assert invoke("check", broken, "--select", "RK").exit_code == 1


def test_fail_level(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "unused.rules"
    path.write_text(ORCHARD.replace("event prepare:", "event idle:\n  shuffle pile\nevent prepare:"))
    result = invoke("check", path)
    assert result.exit_code == 1 and "warning[RK" in result.stdout and "error[" not in result.stdout
    result = invoke("check", path, "--fail-level", "error")
    assert result.exit_code == 0 and "warning[RK" in result.stdout


def test_folders_are_searched_in_order(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / ".hidden").mkdir()
    for name in ("z.rules", "b/y.rules", ".hidden/x.rules"):
        (tmp_path / name).write_text(ORCHARD)
    data = json.loads(invoke("check", ".", "z.rules", "--format", "json").stdout)
    assert [f["name"] for f in data["files"]] == ["./z.rules", "./b/y.rules"]


def test_standard_input(invoke: Invoke) -> None:
    assert invoke("check", "-", input=ORCHARD).exit_code == 0
    result = invoke("check", "-", input=BROKEN)
    assert result.exit_code == 1 and "<stdin>:" in result.stdout
    assert invoke("check", "-", input="").exit_code == 2


def test_colour(invoke: Invoke, broken: Path) -> None:
    assert "\x1b[" not in invoke("check", broken).stdout
    assert "\x1b[" in invoke("check", broken, FORCE_COLOR="1").stdout
    assert "\x1b[" not in invoke("check", broken, FORCE_COLOR="1", NO_COLOR="1").stdout
    plain = invoke("check", broken).stdout
    coloured = invoke("check", broken, FORCE_COLOR="1").stdout
    import re

    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_a_frame_is_never_large_and_never_obeyed_by_a_terminal(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "long.rules"
    path.write_text(f"game \x1b[31m{'x' * 100_000} for 2 players:\n")
    result = invoke("check", path)
    assert result.exit_code == 1 and "\x1b" not in result.stdout
    assert max(map(len, result.stdout.splitlines())) < 600


# ---------------------------------------------------------------- fmt


def test_fmt_rewrites_and_is_idempotent(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "untidy.rules"
    path.write_text(UNTIDY)
    path.chmod(0o640)
    assert (invoke("fmt", "--check", path).exit_code, path.read_text()) == (1, UNTIDY)
    diff = invoke("fmt", "--diff", path)
    assert diff.exit_code == 1 and "-    shuffle   pile\n" in diff.stdout and "+  shuffle pile\n" in diff.stdout
    assert path.read_text() == UNTIDY
    assert invoke("fmt", path).exit_code == 0
    assert path.read_text() == ORCHARD and stat.S_IMODE(path.stat().st_mode) == 0o640
    assert invoke("fmt", "--check", path).exit_code == 0
    assert [p.name for p in tmp_path.iterdir()] == ["untidy.rules"]


def test_fmt_on_standard_input(invoke: Invoke) -> None:
    result = invoke("fmt", "-", input=UNTIDY)
    assert (result.exit_code, result.stdout) == (0, ORCHARD)
    assert invoke("fmt", "--check", "-", input=UNTIDY).exit_code == 1


def test_fmt_leaves_a_file_with_syntax_errors_alone(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "bad.rules"
    path.write_text(ORCHARD.replace("game:", "game", 1) + "action (\n")
    before = path.read_text()
    result = invoke("fmt", path)
    assert (result.exit_code, result.stdout, path.read_text()) == (1, "", before) and "error[RK" in result.stderr


# ---------------------------------------------------------------- info, games, explain


def test_info(invoke: Invoke) -> None:
    text = invoke("info", "vampire").stdout
    assert "players   3 to 5" in text and "games = 1" in text and "1 to 4" in text and "Rulings" in text and "printed" in text
    data = json.loads(invoke("info", "vampire", "--format", "json").stdout)
    assert data["players"] == [3, 5] and data["options"][0]["default"] == "1"
    assert all(ruling["text"] and ruling["line"] for ruling in data["rulings"])
    assert sum(deck["cards"] for deck in data["decks"]) == sum(card["copies"] for card in data["cards"])


def test_info_about_a_rule(invoke: Invoke, orchard: Path, tmp_path: Path) -> None:
    text = invoke("info", orchard, "take_fruit").stdout
    assert text.startswith('action take_fruit "take the fruit on the stall"\n') and "move stall to p.basket" in text
    path = tmp_path / "forbids.rules"
    path.write_text(ORCHARD + "forbid take_fruit when count(p.basket) > 9\n")
    data = json.loads(invoke("info", path, "take_fruit", "--format", "json").stdout)
    (touching,) = data["found"][0]["touched_by"]
    assert touching["sort"] == "forbid" and touching["text"] == "forbid take_fruit when count(p.basket) > 9"


def test_games(invoke: Invoke) -> None:
    text = invoke("games").stdout
    rows = json.loads(invoke("games", "--format", "json").stdout)["games"]
    assert [row["name"] for row in rows] == sorted(row["name"] for row in rows)
    for row in rows:
        assert f"{row['name']} " in text and row["title"] in text
        assert row["players"][0] >= 1


def test_explain(invoke: Invoke) -> None:
    listed = invoke("explain", "--all").stdout.splitlines()
    codes = [line.split()[0] for line in listed]
    assert codes == sorted(set(codes))
    for code in codes:
        page = invoke("explain", code)
        assert page.exit_code == 0 and code in page.stdout.split("\n", 1)[0]
    name = listed[0].split()[2].rstrip(":")
    assert invoke("explain", name).stdout == invoke("explain", "1").stdout == invoke("explain", "rk001").stdout


def test_explain_suggests(invoke: Invoke) -> None:
    name = invoke("explain", "--all").stdout.splitlines()[0].split()[2].rstrip(":")
    assert f"did you mean '{name}'?" in invoke("explain", name[:-1]).stderr


@pytest.mark.parametrize("args", [["check", "-"], ["run", "vampire"], ["explain", "--all"]], ids=" ".join)
def test_output_is_utf8_whatever_the_locale(rulekit: Run, args: list[str]) -> None:
    text = ORCHARD.replace("Orchard", "Obstgärtchen") if "-" in args else None
    first = rulekit(*args, input=text)
    assert first.returncode == rulekit(*args, input=text, LC_ALL="C", PYTHONIOENCODING="ascii").returncode


# ---------------------------------------------------------------- notes, fixes, play-tests, examples of another file

SWAP = 'action swap "swap two cards" by p:\n  when count(p.basket) > 99\n  then: shuffle pile\n'


NOTED = """\
game "Tiles" for 2..4 players:
  about "Lay sums of fifteen."
  source book "The Tiles"
card tile:
  value: number 1..10
deck tiles:
  2 tile with each value in 1..10
shared:
  zone pile: face down, starts with tiles
  zone laid: face up
each player:
  zone hand: private
action lay by p:
  choose 1.. group in p.hand
  when sum(value over group) = 15
  then: move group to laid
phase game:
  shuffle pile
  deal 5 from pile to players.hand
  phase turn for each p in players:
    may do one of lay
winner: lowest count(hand)
"""


def test_notes_on_request(invoke: Invoke, tmp_path: Path) -> None:
    """Notes are shown with ``--fail-level note``, and without failing if they are selected."""
    path = tmp_path / "tiles.rules"
    path.write_text(NOTED, encoding="utf-8")
    plain = invoke("check", path)
    assert (plain.exit_code, plain.stdout, plain.stderr) == (0, "", "no findings in 1 file\n")
    both = invoke("check", path, "--fail-level", "note", "--format", "concise")
    assert both.exit_code == 1
    assert [row.split("note[")[1][:5] for row in both.stdout.splitlines()] == ["RK451", "RK450"]
    selected = invoke("check", path, "--select", "RK45", "--format", "concise")
    assert (selected.exit_code, selected.stdout) == (0, both.stdout)
    assert invoke("check", path, "--fail-level", "note", "--ignore", "RK451").stdout.count("note[RK") == 1


def test_playtest(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "swap.rules"
    path.write_text(ORCHARD.replace("one of take_fruit", "one of swap, take_fruit") + SWAP)
    assert invoke("check", path).exit_code == 0
    result = invoke("check", path, "--playtest", 5, "--format", "concise")
    assert result.exit_code == 1 and "warning[RK560] nobody took 'swap' in 20 random matches" in result.stdout
    path.write_text(
        ORCHARD.replace("move top of pile to p.basket", "set p.left to 1 / (count(pile) - 9)")
        .replace("  zone basket: face up\n", "  zone basket: face up\n  left: number = 0\n")
        .split("example")[0]
    )
    result = invoke("check", path, "--playtest", 20)
    assert result.exit_code == 1 and result.stdout.count("error[RK504]") == 1 and "shows it again" in result.stdout
    command = (
        next(line for line in result.stdout.splitlines() if "shows it again" in line).split("rulekit run ")[1].split(" shows")[0]
    )
    assert "error[RK504]" in invoke("run", *command.split()).stderr


def test_fix(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "fixable.rules"
    path.write_text(ORCHARD.replace("score p: sum", "score p: sum").replace("for 2..5 players", "for 2..5 players") + "# end\n")
    before = path.read_text()
    assert invoke("check", "--fix", path).exit_code == 0 and path.read_text() == before
    path.write_text(
        before.replace("winner: highest score", "winner: highest score\n").replace("count(pile) = 0:", "count(pile) == 0:")
    )
    broken = invoke("check", path, "--format", "json")
    fixes = [d["fix"] for d in json.loads(broken.stdout)["diagnostics"]]
    result = invoke("check", "--fix", path)
    if any(fix and fix["safe"] for fix in fixes):
        assert result.exit_code == 0 and "count(pile) = 0:" in path.read_text()
    else:
        assert result.exit_code == 1


def test_examples_of_another_file(invoke: Invoke, orchard: Path, tmp_path: Path) -> None:
    path = tmp_path / "more.rules"
    head = 'examples of "orchard.rules"\n\nexample "a start" with Ann, Ben:\n  expect:\n    '
    path.write_text(head + "count(pile) = 19\n")
    assert invoke("check", path).exit_code == 0
    path.write_text(head + "count(pyle) = 19\n")
    result = invoke("check", path)
    assert result.exit_code == 1 and "pyle" in result.stdout
    assert "holds only examples" in invoke("run", path).stderr
    orchard.unlink()
    assert invoke("check", path).exit_code == 2
