"""Bad input: one clear line on stderr, exit code 2, nothing written."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_samples import Invoke, Run, one_line

READERS = [["check"], ["fmt"], ["fmt", "--check"], ["run"], ["play"], ["info"]]


def bad_files(folder: Path) -> dict[str, tuple[Path, str]]:
    """Sort of file -> path, and what the message has to say."""
    files = {
        "missing": (folder / "no.rules", "no file"),
        "missing folder": (folder / "nowhere" / "no.rules", "there is no folder"),
        "below a file": (folder / "latin.rules" / "x.rules", "no"),
        "empty": (folder / "empty.rules", "is empty"),
        "blank": (folder / "blank.rules", "is empty"),
        "binary": (folder / "binary.rules", "binary"),
        "latin-1": (folder / "latin.rules", "UTF-8"),
        "too large": (folder / "large.rules", "too large"),
    }
    files["empty"][0].write_text("")
    files["blank"][0].write_text("\n  \n\ufeff", encoding="utf-8")
    files["binary"][0].write_bytes(b"game\0\x01\x02")
    files["latin-1"][0].write_bytes('game "Gl\xfcck" for 2 players:\n'.encode("latin-1"))
    files["too large"][0].write_bytes(b"# x\n" * 100_000)
    return files


@pytest.mark.parametrize("args", READERS, ids=" ".join)
@pytest.mark.parametrize(
    "sort", ["missing", "missing folder", "below a file", "empty", "blank", "binary", "latin-1", "too large"]
)
def test_a_file_that_cannot_be_read(invoke: Invoke, tmp_path: Path, args: list[str], sort: str) -> None:
    path, says = bad_files(tmp_path)[sort]
    before = sorted(tmp_path.iterdir())
    result = invoke(*args, path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert one_line(result.stderr) and says in result.stderr
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("command", ["run", "play", "info"])
def test_a_folder_is_no_game(invoke: Invoke, tmp_path: Path, command: str) -> None:
    result = invoke(command, tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert one_line(result.stderr) and "is a folder" in result.stderr


@pytest.mark.parametrize("command", ["check", "fmt"])
def test_a_folder_without_rules(invoke: Invoke, tmp_path: Path, command: str) -> None:
    result = invoke(command, tmp_path)
    assert result.exit_code == 2
    assert one_line(result.stderr) and "no .rules file" in result.stderr


def test_the_nearest_file_name_is_suggested(invoke: Invoke, orchard: Path) -> None:
    assert "did you mean 'orchard.rules'?" in invoke("check", "orchrd.rules").stderr
    assert "did you mean the file 'orchard.rules'?" in invoke("run", "orchard").stderr


USAGE = {
    "unknown command": (["chekc"], "did you mean 'check'"),
    "unknown option": (["run", "{game}", "--plyers", "3"], "--players"),
    "no game": (["run"], "GAME"),
    "players no number": (["run", "{game}", "--players", "three"], "three"),
    "too few players": (["run", "{game}", "--players", "1"], "2 to 5 players, not 1"),
    "too many players": (["play", "{game}", "--players", "6"], "2 to 5 players, not 6"),
    "seed no number": (["run", "{game}", "--seed", "x"], "seed"),
    "seed negative": (["run", "{game}", "--seed", "-1"], "seed"),
    "seed of digits of another script": (["run", "{game}", "--seed", "٣"], "seed"),
    "seed too large": (["run", "{game}", "--seed", "9" * 25], "seed"),
    "seed endless": (["run", "{game}", "--seed", "9" * 6000], "seed"),
    "unknown setting": (["run", "{game}", "--set", "rounds=2"], "rounds"),
    "unknown bot": (["run", "{game}", "--bots", "randm"], "did you mean 'random'"),
    "bots for another number": (["run", "{game}", "--players", "3", "--bots", "random,random"], "3 players"),
    "unknown viewer": (["run", "{game}", "--viewer", "Anne"], "did you mean 'Ann'"),
    "unknown format": (["run", "{game}", "--format", "xml"], "xml"),
    "seat without name": (["play", "{game}", "--seat", "2"], "N=WHO"),
    "seat too high": (["play", "{game}", "--seat", "9=random"], "N=WHO"),
    "unknown sitter": (["play", "{game}", "--seat", "2=humn"], "did you mean 'human'"),
    "unknown code": (["check", "{game}", "--select", "RK999"], "RK999"),
    "unknown fail level": (["check", "{game}", "--fail-level", "bad"], "bad"),
    "code of nothing": (["explain", "nothing-like-it"], "nothing-like-it"),
    "no code": (["explain"], "--all"),
    "unknown rule": (["info", "{game}", "take_fruits"], "did you mean 'take_fruit'"),
    "save that isn't there": (["play", "{game}", "--resume", "no.json"], "no file"),
    "resume with a seed": (["play", "{game}", "--resume", "no.json", "--seed", "1"], "saved game"),
}


@pytest.mark.parametrize("sort", USAGE)
def test_wrong_usage(invoke: Invoke, orchard: Path, sort: str) -> None:
    args, says = USAGE[sort]
    result = invoke(*(a.replace("{game}", str(orchard)) for a in args))
    assert (result.exit_code, result.stdout) == (2, "")
    assert one_line(result.stderr) and says in result.stderr
    assert [p.name for p in orchard.parent.iterdir()] == ["orchard.rules"]


def test_rules_with_errors_are_not_played(invoke: Invoke, broken: Path) -> None:
    for args in (["run"], ["play"], ["info"]):
        result = invoke(*args, broken)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "pyle" in result.stderr and "Traceback" not in result.stderr


def test_names_that_a_terminal_would_obey_are_spelled_out(invoke: Invoke) -> None:
    result = invoke("check", "a\x1b[2Jb.rules")
    assert result.exit_code == 2 and "\x1b" not in result.stderr


def test_a_closed_pipe_is_no_error(rulekit: Run, orchard: Path) -> None:
    import subprocess
    import sys

    line = f"{sys.executable} -m rulekit.cli run {orchard} | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("rulekit log 1\n0\n", "")


def test_a_full_disk_is_one_line(orchard: Path) -> None:
    import subprocess
    import sys

    if not Path("/dev/full").exists():
        pytest.skip("this machine has no /dev/full")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rulekit.cli", "run", str(orchard)], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert done.returncode == 2 and one_line(done.stderr)
