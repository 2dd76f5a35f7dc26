"""The promises of CONTRIBUTING.md, for every game that comes along and for made-up ones, at every number of players."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from answers import offers_only_what_works, playouts_agree, undo_changes_nothing
from attrs import evolve
from generated import game_text
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from promises import keeps_cards, keeps_promises, playthrough
from windows_private import windows_are_private

from rulekit.analysis.types import FlagT
from rulekit.engine import Stream
from rulekit.play.log import Entry, Log
from rulekit.play.match import MatchFault
from rulekit.play.rules import Rules
from rulekit.source import SourceFile

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "games").rglob("*.rules"))
SHIPPED = {
    path.stem: rules for path in FILES if (rules := Rules(SourceFile(path.name, path.read_text("utf-8")))).ok and not rules.only_examples
}
GAMES = [
    (name, players)
    for name, rules in SHIPPED.items()
    for model in [rules.game()]
    for players in range(model.low_players, model.high_players + 1)
]
FEW = settings(max_examples=12, deadline=None, derandomize=True, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
MANY = settings(max_examples=400, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
games = st.randoms(use_true_random=False).map(game_text)


def every_promise(rules: Rules, players: int, seed: int, most: int, every: int) -> None:
    """All that is promised of one match, looked at closely at one decision in ``every``; odd seeds play with all variants."""
    variants = [variant.name for variant in rules.game().variants] if seed % 2 else []
    full, bare = rules.program(players, variants=variants), rules.program(players, variants=variants, full=False)
    keeps_promises(full, seed, most, every)
    random = Stream(f"{seed}/offers")
    for k, state in enumerate(playthrough(full, seed, most)):
        keeps_cards(state)
        if k % every == 0:
            offers_only_what_works(state, random)
    playouts_agree(full, bare, seed)
    try:
        match = rules.start(players, seed, variants=variants)
    except MatchFault:
        return
    undo_changes_nothing(match, seed, most)
    windows_are_private(rules.start(players, seed, variants=variants), seed, most)


# ---------------------------------------------------------------- the games that come along


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_shipped_game(name: str, players: int) -> None:
    every_promise(SHIPPED[name], players, seed=1, most=24, every=6)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_shipped_game_to_the_end(name: str, players: int) -> None:
    for seed in range(2, 6):
        every_promise(SHIPPED[name], players, seed, most=2_000, every=5)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_playouts_agree(name: str, players: int) -> None:
    rules = SHIPPED[name]
    assert playouts_agree(rules.program(players), rules.program(players, full=False), seed=7) > 0


@pytest.mark.parametrize(("name", "players"), [(name, players) for name, players in GAMES if SHIPPED[name].game().reactions])
def test_windows_of_shipped_games(name: str, players: int) -> None:
    flags = [option.name for option in SHIPPED[name].game().options if isinstance(option.type, FlagT)]
    looked_at = 0
    for options in ({}, dict.fromkeys(flags, True)):
        looked_at += windows_are_private(SHIPPED[name].start(players, players, options), players, 250)
    assert looked_at > 8


LOGS = """
import sys
from pathlib import Path
from hashlib import sha256
from rulekit.play.bots import play_on, seat_bots
from rulekit.play.log import Entry, Log
from rulekit.play.match import MatchFault
from rulekit.play.rules import Rules
from rulekit.source import SourceFile
for path in sys.argv[2:]:
    rules = Rules(SourceFile("game.rules", Path(path).read_text("utf-8")))
    if rules.only_examples or not rules.ok:
        continue
    model = rules.game()
    for players in range(model.low_players, model.high_players + 1):
        for seed in range(int(sys.argv[1])):
            try:
                match = rules.start(players, seed)
                play_on(match, dict(enumerate(seat_bots(["random"], players))))
            except MatchFault as fault:
                print(path, players, seed, fault.recipe())
                continue
            log = match.log_text() + match.log_json(0) + "".join(d.message for d in rules.diagnostics)
            print(path, players, seed, sha256(log.encode()).hexdigest())
"""


def logs(hash_seed: str, seeds: int, files: list[Path]) -> str:
    """Hashes of logs, made in a process of its own."""
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", LOGS, str(seeds), *map(str, files)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_same_bytes(tmp_path: Path) -> None:
    made = []
    for seed in range(6):
        made.append(tmp_path / f"{seed}.rules")
        made[-1].write_text(game_text(Random(seed)), "utf-8")
    first = logs("0", 1, [*FILES, *made])
    assert first.count("\n") > len(SHIPPED)
    assert logs("1", 1, [*FILES, *made]) == first


@pytest.mark.slow
def test_same_bytes_of_many() -> None:
    assert logs("0", 12, FILES) == logs("1", 12, FILES) == logs("4711", 12, FILES)


# ---------------------------------------------------------------- made-up games


def made_up(text: str, seed: int, most: int, every: int) -> None:
    rules = Rules(SourceFile("made_up.rules", text))
    assert rules.ok, [f"{d.span.line}: {d.message}" for d in rules.diagnostics]
    model = rules.game()
    for players in sorted({model.low_players, model.high_players}):
        every_promise(rules, players, seed, most, every)


@given(games, st.integers(0, 1000))
@FEW
def test_made_up_game(text: str, seed: int) -> None:
    made_up(text, seed, most=16, every=4)


@pytest.mark.slow
@given(games, st.integers(0, 1000))
@MANY
def test_many_made_up_games(text: str, seed: int) -> None:
    made_up(text, seed, most=60, every=3)


# ---------------------------------------------------------------- the checks themselves


@pytest.mark.parametrize("leak", ["decline", "number"])
def test_the_check_of_windows_sees_a_leak(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(SourceFile("leak.rules", LEAKING))
    assert rules.ok, [f"{d.span.line}: {d.message}" for d in rules.diagnostics]
    assert sum(windows_are_private(rules.start(3, seed), seed, 20) for seed in range(3)) > 3
    plain = Log._decision

    def told(log: Log, kind: str, secret: bool, by: int, answer: list[object], words: str, data: dict[str, object]) -> Entry:
        entry = plain(log, kind, secret, by, answer, words, data)
        if leak == "decline" and answer == ["decline"]:
            return evolve(entry, public=f"{log.names[by]} declines")
        number = len(log.entries) if leak == "number" else ""
        return evolve(entry, public=entry.public and f"{entry.public} {number}")

    monkeypatch.setattr(Log, "_decision", told)
    with pytest.raises(AssertionError, match="reads in"):
        for seed in range(3):
            windows_are_private(rules.start(3, seed), seed, 20)


LEAKING = """game "Leaking" for 3 players:
  about "Somebody may answer."
card tile discards to waste
deck tiles:
  9 tile
shared:
  zone stock: face down, starts with tiles
  zone waste: face up
each player:
  zone hand: private
  points: number = 0
action earn by p:
  then: add 1 to p.points
reaction stop by q in others(p) where count(hand) > 1 before earn(p):
  choose c in q.hand
  pay c
  then: cancel
phase main repeat 3 times:
  deal 1 from stock to players.hand
  phase turn for each p in players:
    must do one of earn
    may do one of earn
score p: p.points
winner: highest score
"""
