"""The project itself: what is installed is complete, and the README says what is true."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOLDERS = {"rulekit": "rulekit", "cli": "rulekit.cli", "grammar": "rulekit.grammar", "games": "rulekit.games"}


def test_every_package_is_installed() -> None:
    """A folder that pyproject.toml doesn't list would be there in a checkout and missing in a wheel."""
    found = set()
    for folder, package in FOLDERS.items():
        for init in (ROOT / folder).rglob("__init__.py"):
            found.add(".".join([package, *init.parent.relative_to(ROOT / folder).parts]))
    assert sorted(SETTINGS["tool"]["setuptools"]["packages"]) == sorted(found)


def test_every_data_file_is_installed() -> None:
    data = SETTINGS["tool"]["setuptools"]["package-data"]
    for folder, package in FOLDERS.items():
        for path in (ROOT / folder).rglob("*"):
            if path.is_dir() or path.suffix in (".py", ".pyc"):
                continue
            home = path.parent
            while not (home / "__init__.py").exists():
                home = home.parent
            owner = ".".join([package, *home.relative_to(ROOT / folder).parts])
            inside = path.relative_to(home)
            assert any(inside.match(pattern) for pattern in data.get(owner, [])), f"{path} isn't installed with {owner}"


def test_the_version_is_told_once() -> None:
    import rulekit

    assert SETTINGS["project"]["version"] == rulekit.__version__


def test_the_readme_begins_with_the_two_commands_and_its_library_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.match(r"# rulekit\n\n```sh\nmake play .*\nmake test .*\n```\n", readme)
    rules, python = (re.search(rf"```{sort}\n(.*?)```", readme, re.S) for sort in ("rules", "python"))
    assert rules and python
    (tmp_path / "orchard.rules").write_text(rules.group(1), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(compile(python.group(1), "README.md", "exec"), {})
    assert "True ()" in capsys.readouterr().out


def test_the_documentation_has_what_it_links_to() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_nothing_of_a_certain_machine_or_game_is_in_the_code() -> None:
    games = [p.stem for p in (ROOT / "games").rglob("*.rules")]
    for folder in ("rulekit", "cli", "grammar"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"(?<![\w.])/(work|home|root|tmp)/", text), path
            for game in games:
                assert not re.search(rf"\b{game}\b", text), f"{path} speaks of the game {game}"
