"""Matches: the same decisions give the same match; undo, clone, save and resume change nothing; faults leave it as it was."""

from __future__ import annotations

import json
from typing import Any

import pytest
from play_samples import FAULTY, MARKET, all_games, rules_named, rules_of

from rulekit import BadSave, Match, MatchFault, RulesError, SetupError, UnknownGame, load, make_bot
from rulekit.engine import IllegalAnswer, Stream
from rulekit.play.bots import play_on

MOST = 60
"""So many answers of a match are looked at."""


def playing(match: Match, seed: int, most: int = MOST) -> list[tuple[int, list[Any]]]:
    """Answer at random; the answers given."""
    random = Stream(f"{seed}/test")
    for _ in range(most):
        if match.is_over:
            break
        decision = match.decisions[random.below(len(match.decisions))]
        match.choose(decision, decision.sample(random))
    return match.answers


def picture(match: Match) -> Any:
    """All that there is to see of a match."""
    views = [match.view(seat).to_json() for seat in (None, *range(len(match.names)))]
    asked = [[d.by, d.kind, d.prompt, d.where, d.n, d.options(20)] for d in match.decisions]
    logs = [match.log_text(seat) for seat in (None, *range(len(match.names)))]
    return json.loads(json.dumps([views, asked, logs, match.log_json(), match.save()]))


@pytest.mark.parametrize("name", all_games())
def test_undo_clone_and_resume_at_every_decision_change_nothing(name: str) -> None:
    rules = rules_named(name)
    match = rules.start(seed=11)
    pictures = [picture(match)]
    random = Stream("11/test")
    for _ in range(MOST):
        if match.is_over:
            break
        decision = match.decisions[random.below(len(match.decisions))]
        answer = decision.sample(random)
        clone = match.clone()
        other = next(d for d in clone.decisions if d.by == decision.by)
        match.choose(decision, answer)
        clone.choose(other, answer)
        pictures.append(picture(match))
        assert picture(clone) == pictures[-1]
        assert picture(rules.resume(json.loads(json.dumps(match.save())))) == pictures[-1]
    answers = match.answers[:]
    for k in range(len(answers), -1, -7):
        match.undo(len(match.answers) - k)
        assert picture(match) == pictures[k]
    match.undo(len(match.answers))
    for (seat, answer), seen in zip(answers, pictures[1:], strict=True):
        match.choose(next(d for d in match.decisions if d.by == seat), answer)
        assert picture(match) == seen


def test_undo_over_many_checkpoints() -> None:
    match = load("vampire").start(3, seed=4, options={"games": 4})
    playing(match, 4, 150)
    assert len(match.answers) > 64
    log, state = match.log_text(), match.state.to_json()
    answers = match.answers[:]
    match.undo(len(match.answers) - 10)
    for seat, answer in answers[len(match.answers) :]:
        match.choose(next(d for d in match.decisions if d.by == seat), answer)
    assert (match.log_text(), match.state.to_json()) == (log, state)
    with pytest.raises(ValueError, match="can be taken back"):
        match.undo(len(match.answers) + 1)


def test_an_answer_that_isnt_legal_changes_nothing() -> None:
    match = rules_of(MARKET).start(3)
    before = picture(match)
    for answer in ([], ["gift"], ["gift", {"ware 9": 1}], ["gift", {}], [object()], ["gift", float("nan")], [["x"]], [None] * 9):
        with pytest.raises(IllegalAnswer):
            match.choose(match.decisions[0], answer)
        assert picture(match) == before


def test_a_fault_leaves_the_match_as_it_was_and_says_how_to_get_there() -> None:
    rules = rules_of(FAULTY)
    for seed in range(40):
        match = rules.start(2, seed=seed, options={"rounds": 5})
        try:
            playing(match, seed, 200)
        except MatchFault as found:
            fault = found
            break
    before = picture(match)
    assert fault.match is match and fault.diagnostic.code.id == "RK504"
    assert fault.diagnostic.span.text.startswith("6 / (3 - count(p.sold))")
    recipe = fault.recipe()
    assert f"seed       {seed}" in recipe and "rounds = 5" in recipe and rules.hash in recipe
    assert recipe.count("    player ") == len(match.answers) + 1
    again = rules.start(2, seed=seed, options={"rounds": 5})
    for seat, answer in fault.answers[:-1]:
        again.choose(next(d for d in again.decisions if d.by == seat), answer)
    assert picture(again) == before
    seat, answer = fault.answers[-1]
    with pytest.raises(MatchFault):
        again.choose(next(d for d in again.decisions if d.by == seat), answer)
    assert picture(again) == before


def test_names_and_seats() -> None:
    match = rules_of(MARKET).start(names=["Zoe", "Yan"])
    assert match.names == ("Zoe", "Yan") and "players: Zoe, Yan" in match.lines()
    assert (
        match.seat_of("Yan") == match.seat_of("2") == match.seat_of(1) == 1
        and match.seat_of("all") is match.seat_of(None) is None
    )
    for wrong in ("Ann", "3", "0", 2, -1, ""):
        with pytest.raises(SetupError):
            match.seat_of(wrong)
    for names in (["zoe", "Yan"], ["Zoe"], ["Zoe", "Zoe"], ["Zoe", "Y n"], ["Zoe", 3]):
        with pytest.raises(SetupError):
            rules_of(MARKET).start(2, names=names)  # type: ignore[arg-type]


def test_setup_is_checked() -> None:
    rules = rules_of(MARKET)
    match = rules.start(2, options={"rounds": "2", "mood": "wild", "open_purse": True}, variants=["rush"])
    assert match.describe()["options"] == {"rounds": "2", "mood": "wild", "open_purse": "yes"} and match.describe()[
        "variants"
    ] == ["rush"]
    bad: list[dict[str, Any]] = [
        {"players": 1},
        {"players": 5},
        {"players": "3"},
        {"players": True},
        {"seed": -1},
        {"seed": 2**63},
        {"seed": "1"},
        {"seed": 1.0},
        {"options": {"rounds": 6}},
        {"options": {"rounds": True}},
        {"options": {"mood": "wilder"}},
        {"options": {"mood": 1}},
        {"options": {"open_purse": "maybe"}},
        {"options": {"rush": True}},
        {"variants": ["rash"]},
        {"options": {"": 1}},
    ]
    for wrong in bad:
        with pytest.raises(SetupError) as error:
            rules.start(**wrong)
        assert "\n" not in str(error.value) and len(str(error.value)) < 200
    with pytest.raises(SetupError, match="did you mean 'wild'"):
        rules.start(options={"mood": "wildd"})


def test_rules_with_errors_arent_started() -> None:
    from rulekit.play.rules import Rules
    from rulekit.source import SourceFile

    rules = Rules(SourceFile("x.rules", MARKET.replace("shuffle pile", "shuffle pyle")))
    assert not rules.ok
    with pytest.raises(RulesError) as error:
        rules.start()
    assert error.value.diagnostics and "1 error" in str(error.value)
    with pytest.raises(UnknownGame):
        load("nothing like this")


def test_programs_are_made_once() -> None:
    rules = rules_of(MARKET)
    assert rules.program(3) is rules.program(3) is not rules.program(2)
    assert rules.program(3, full=False) is not rules.program(3)


def test_bots_have_streams_of_their_own() -> None:
    """Another bot in another seat changes no card; after undoing or resuming, bots answer as they would have."""
    rules = load("crazy_eights")
    bots = {seat: make_bot("random") for seat in range(3)}
    match = rules.start(3, seed=9)
    play_on(match, bots)
    log = match.log_text()
    match.undo(len(match.answers) // 2)
    resumed = rules.resume(match.save())
    for other in (match, resumed):
        play_on(other, bots)
        assert other.log_text() == log
    changed = rules.start(3, seed=9)
    assert changed.view().to_json() == rules.start(3, seed=9).view().to_json()


def test_a_bot_sees_what_its_player_sees() -> None:
    seen = []

    class Curious:
        def choose(self, turn: Any) -> list[Any]:
            seen.append((turn.view.viewer, turn.decision.by))
            assert not hasattr(turn, "state")
            return turn.decision.sample(turn.random)

    match = rules_of(MARKET).start(3, options={"rounds": 1})
    play_on(match, dict.fromkeys(range(3), Curious()))
    assert seen and all(viewer == by for viewer, by in seen)


@pytest.mark.parametrize("name", ["market", "crazy_eights"])
def test_the_greedy_bot_plays_whole_matches(name: str) -> None:
    match = rules_named(name).start(3, seed=1)
    play_on(match, {seat: make_bot("greedy") for seat in range(3)})
    assert match.is_over


def test_a_save_is_checked() -> None:
    rules = rules_of(MARKET)
    match = rules.start(3, seed=3)
    playing(match, 3, 5)
    good = json.loads(json.dumps(match.save()))
    for key in good:
        for wrong in (None, [], {}, "x", 7, -1, 1e400, [[0, []]], [[5, ["gift"]]], {"a": 1}):
            if wrong == good[key]:
                continue
            with pytest.raises(BadSave) as error:
                rules.resume({**good, key: wrong})
            assert "\n" not in str(error.value)
        with pytest.raises(BadSave):
            rules.resume({k: v for k, v in good.items() if k != key})
    with pytest.raises(BadSave):
        rules.resume({**good, "more": 1})
    assert rules.resume(good).log_text() == match.log_text()


def test_a_save_of_a_version_that_generates_other_code_is_resumed() -> None:
    rules = rules_of(MARKET)
    match = rules.start(3, seed=3)
    playing(match, 3, 8)
    old = json.loads(json.dumps(match.save()))
    old["state"] |= {"code": "0" * 16, "frames": [[0, 99, []]]}
    assert rules.resume(old).save() == match.save()
    old["state"]["step"] += 1
    with pytest.raises(BadSave):
        rules.resume(old)


def test_mutated_saves_are_refused_or_the_same_match() -> None:
    rules = rules_of(MARKET)
    match = rules.start(3, seed=3)
    playing(match, 3, 8)
    text = json.dumps(match.save())
    random = Stream("mutate")
    refused = 0
    for _ in range(400):
        chars = list(text)
        for _ in range(1 + random.below(3)):
            at = random.below(len(chars))
            chars[at : at + random.below(3)] = ['"{}[],:0123456789abcnulltrue-e. '[random.below(31)]] * random.below(3)
        try:
            data = json.loads("".join(chars))
        except ValueError:
            continue
        try:
            assert rules.resume(data).save()["answers"] == data["answers"]
        except BadSave as error:
            refused += 1
            assert "\n" not in str(error)
    assert refused > 50
