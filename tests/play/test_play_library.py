"""Finding and reading rules."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from rulekit.play.library import (
    MAX_BYTES,
    CannotRead,
    UnknownGame,
    built_in,
    find_rules,
    read_path,
    read_rules,
    read_stream,
    shown,
    suggest,
)


def test_built_in_games_can_be_read() -> None:
    for name in built_in():
        file = read_rules(name)
        assert file.name == f"{name}.rules" and file.text.strip()


def test_a_path_is_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = next(iter(built_in()))
    (tmp_path / f"{name}.rules").write_text("# mine\n")
    assert read_rules(f"{name}.rules").text == read_rules(f"./{name}.rules").text == "# mine\n"
    assert read_rules(name).text != "# mine\n"
    (tmp_path / "mine").write_text("# without suffix\n")
    assert read_rules("mine").text == "# without suffix\n"


@pytest.mark.parametrize("name", ["", "no such game", "x" * 5000, "a\nb"])
def test_a_name_of_nothing(name: str) -> None:
    with pytest.raises(UnknownGame) as error:
        read_rules(name)
    assert "\n" not in str(error.value) and len(str(error.value)) < 500


@pytest.mark.parametrize("path", ["a\0b.rules", "x" * 5000 + ".rules", "/dev/null/x.rules"])
def test_impossible_paths(path: str) -> None:
    with pytest.raises(CannotRead) as error:
        read_path(path)
    assert "\n" not in str(error.value) and len(str(error.value)) < 400


def test_devices_are_read_no_further_than_allowed() -> None:
    if not os.path.exists("/dev/zero"):
        pytest.skip("this machine has no /dev/zero")
    with pytest.raises(CannotRead, match="too large"):
        read_path("/dev/zero")


def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "secret.rules"
    path.write_text("# x\n")
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")
    with pytest.raises(CannotRead, match="permission denied"):
        read_path(path)


def test_streams() -> None:
    assert read_stream(io.BytesIO(b"# x\r\n")).text == "# x\r\n"
    for data, says in ((b"", "empty"), (b"\0", "binary"), (b"\xff", "UTF-8"), (b"#" * (MAX_BYTES + 1), "too large")):
        with pytest.raises(CannotRead, match=says):
            read_stream(io.BytesIO(data))
    assert len(read_stream(io.BytesIO(b"#" * MAX_BYTES)).text) == MAX_BYTES


def test_folders(tmp_path: Path) -> None:
    for name in ("b/two.rules", "a.rules", ".git/x.rules", "venv/x.rules", "b/notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("#\n")
    assert [os.path.relpath(p, tmp_path) for p in find_rules(str(tmp_path))] == ["a.rules", os.path.join("b", "two.rules")]


def test_suggestions() -> None:
    assert (
        suggest("Aple", ["apple", "Pear"]) == "; did you mean 'apple'?" and suggest("pear", ["Pear"]) == "; did you mean 'Pear'?"
    )
    assert suggest("zzz", ["apple"]) == "" and suggest("", []) == ""
    assert shown("a\x1bb\nc") == "a\\x1bb\\x0ac" and len(shown("x" * 9999)) < 210
