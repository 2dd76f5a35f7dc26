"""Teams: their zones and fields, who sees what, partners, scores and winners, and seats that aren't in play."""

from __future__ import annotations

import json

import pytest
from happening_games import game, options, plays_in_every_way
from promises import knowledge_is_sound, playthrough
from small_games import rules_of
from team_games import ENDS, PAIRS, TINY

from rulekit.engine import BadSave, RulesFault, State
from rulekit.engine.faults import MISSING_VALUE
from rulekit.engine.sampling import sample
from rulekit.engine.views import view
from rulekit.play.bots import play_on, seat_bots
from rulekit.play.match import Match
from rulekit.play.rules import Rules
from rulekit.report.info import game_info
from rulekit.report.table import table_lines


def pairs() -> Rules:
    return game(PAIRS)


def test_teams_play() -> None:
    plays_in_every_way(pairs(), players=4)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_teams_that_are_in_play(players: int) -> None:
    plays_in_every_way(game(ENDS), players=players, least=1)


# ---------------------------------------------------------------- who sees and knows what


def some_states(rules: Rules, players: int, most: int = 12) -> list[State]:
    return [state.clone() for seed in range(4) for state in playthrough(rules.program(players), seed, most)]


def test_a_private_zone_is_seen_by_the_members() -> None:
    rules = pairs()
    store = [zone.index for zone in rules.program(4).zones if zone.name == "store"]
    for state in some_states(rules, 4):
        for team, zone in enumerate(store):
            for viewer in range(4):
                shown = next(z for z in view(state, viewer).zones if z.info.index == zone)
                assert shown.size == len(state.zones[zone].cards)
                if viewer % 2 == team:
                    assert shown.ordered and not shown.hidden
                else:
                    assert not shown.cards


def test_imagined_states_keep_what_a_team_sees() -> None:
    rules = pairs()
    store = [zone.index for zone in rules.program(4).zones if zone.name == "store"]
    changed = 0
    for k, state in enumerate(some_states(rules, 4)):
        for viewer in range(4):
            other = sample(state, viewer, f"{k}/{viewer}")
            assert other.zones[store[viewer % 2]] == state.zones[store[viewer % 2]]
            changed += other.zones[store[1 - viewer % 2]].cards != state.zones[store[1 - viewer % 2]].cards
    assert changed > 20


def test_the_log_tells_a_team_of_its_cards() -> None:
    match = pairs().start(4, 3)
    match.choose(match.decisions[0], ["keep", first_card(match)])
    card = match.program.cards[match.state.zones[zone_of(match, "store", 0)].cards[-1]].text
    told = [match.log.lines(seat)[-2:] for seat in range(4)]
    for seat in (0, 2):
        assert any(f"this is {card}" in line for line in match.log.lines(seat)), told
    for seat in (1, 3):
        assert not any("this is" in line for line in match.log.lines(seat)[-4:]), told
        assert "  a card from Ann's hand to North and South's store" in match.log.lines(seat)


def zone_of(match: Match, name: str, owner: int) -> int:
    return next(zone.index for zone in match.program.zones if zone.name == name and zone.owner == owner)


def first_card(match: Match) -> str:
    return str(next(answer[1] for answer in match.decisions[0].options() if answer[0] == "keep"))


def test_what_a_team_is_said_to_know_is_so() -> None:
    rules = game(TINY)
    plays_in_every_way(rules)
    assert knowledge_is_sound(rules.program(3), range(300), most=7) > 1_000


# ---------------------------------------------------------------- answers, scores, winners


def test_teams_are_named_in_answers_and_read_by_their_labels() -> None:
    rules = pairs()
    seen = set()
    for state in some_states(rules, 4):
        for answer in options(state):
            if answer[0] == "cash":  # type: ignore[index]
                seen.add(answer[1])  # type: ignore[index]
                decision = state.decisions[0]
                assert ("East and West" in decision.text(answer)) == (answer[1] == "east_west")  # type: ignore[index, arg-type]
                assert decision.why_not(["cash", ["north_south", "east_west"][decision.by % 2], answer[2]])  # type: ignore[index]
    assert seen == {"north_south", "east_west"}


def over(rules: Rules, players: int, seed: int, bots: str = "random") -> Match:
    match = rules.start(players, seed)
    play_on(match, dict(enumerate(seat_bots([bots], players))))
    assert match.is_over
    return match


def test_scores_and_winners_are_about_teams() -> None:
    rules = pairs()
    for seed in range(6):
        match = over(rules, 4, seed)
        assert match.contenders() == ["North and South", "East and West"]
        assert match.teams() == {"North and South": ["Ann", "Cat"], "East and West": ["Ben", "Dan"]}
        scores, fields = match.scores(), match.state.fields
        points = [info.index for info in match.program.fields if info.name == "points"]
        assert all(score is not None and score >= fields[k] for score, k in zip(scores, points, strict=True))
        best = [k for k in range(2) if scores[k] == max(scores)]  # type: ignore[type-var]
        assert set(match.winners()) <= set(best)
        lines = match.lines()
        assert lines[4] == "teams: North and South (Ann, Cat), East and West (Ben, Dan)"
        assert lines[-3:-1] == [f"  North and South: {scores[0]}", f"  East and West: {scores[1]}"]
        assert lines[-1] == "  winner: " + ", ".join(match.contenders()[k] for k in match.winners())
        data = json.loads(match.log_json())
        assert data["teams"] == match.teams()
        assert data["result"]["scores"] == dict(zip(match.contenders(), scores, strict=True))


def test_a_bot_that_looks_ahead_plays_for_its_own_team() -> None:
    rules = pairs()
    wins = [0, 0]
    for seed in range(12):
        match = rules.start(4, seed)
        play_on(match, dict(enumerate(seat_bots(["random", "greedy", "random", "greedy"], 4))))
        for team in match.winners():
            wins[team] += 1
    assert wins[1] > 2 * wins[0], wins


def test_tiebreaks_are_read_of_teams() -> None:
    program = pairs().program(4)
    state = program.start(1)
    store = [zone.index for zone in program.zones if zone.name == "store"]
    lead, points = (next(f.index for f in program.fields if f.name == name) for name in ("lead", "points"))
    assert (state.fields[lead], state.fields[points], state.fields[points + 1]) == (None, 0, 0)
    assert [len(state.zones[zone].cards) for zone in store] == [2, 2]
    assert state.winners() == [0, 1]
    state.fields[lead] = 1
    assert (state.scores(), state.winners()) == ([0, 2], [1])


def test_a_winner_by_a_condition() -> None:
    rules = rules_of(PAIRS.split("example ")[0].replace("winner: highest score then lowest count(store) then highest count(won[2])",
                                                        "winner t where t.points > 3 and not exists(t.won[2])"))  # fmt: skip
    for seed in range(6):
        match = over(rules, 4, seed)
        expected = []
        for team in range(2):
            points = match.state.fields[next(f.index for f in match.program.fields if f.name == "points" and f.owner == team)]
            won = [zone for zone in match.program.zones if zone.name.startswith("won") and zone.owner == team][1]
            if points > 3 and not match.state.zones[won.index].cards:
                expected.append(team)
        assert match.winners() == expected


# ---------------------------------------------------------------- seats that aren't in play


def test_a_team_without_members_takes_no_part() -> None:
    rules = game(ENDS)
    match = rules.start(2, 1)
    assert match.teams() == {"The Reds": ["Ann"], "The Blues": ["Ben"]}
    assert match.scores() == [20, 20, None]
    chests = [len(match.state.zones[zone.index].cards) for zone in match.program.zones if zone.name == "chest"]
    assert chests == [1, 1, 0]
    assert not any("Greens" in line for line in table_lines(match, None))
    assert "The Reds (score 20)" in table_lines(match, None)
    for decision, answer in ((0, ["earn", 1]), (1, ["look"])):
        assert match.decisions[0].by == decision
        match.choose(match.decisions[0], answer)
    assert match.winners() == [1]
    assert not any("Greens" in line for line in match.lines())


@pytest.mark.parametrize(("players", "partners"), [(2, [None, None]), (4, [3, None, None, 0]), (6, [3, 4, 5, 0, 1, 2])])
def test_partners(players: int, partners: list[int | None]) -> None:
    program = rules_of(ENDS).program(players)
    assert list(program.globals["PARTNER"]) == partners
    for seat, partner in enumerate(partners):
        state = program.start(1)
        while state.decisions[0].by != seat:
            state.answer(state.decisions[0], ["look"])
        if partner is not None:
            state.answer(state.decisions[0], ["lean"])
            continue
        with pytest.raises(RulesFault) as fault:
            state.answer(state.decisions[0], ["lean"])
        assert fault.value.code is MISSING_VALUE
        assert fault.value.message == "there is no partner(p) here"
        assert fault.value.span is not None
        assert fault.value.span.line == ENDS[: ENDS.index("action lean")].count("\n") + 2


def test_teams_of_three_have_no_partners() -> None:
    text = ENDS.replace("seats 1, 4", "seats 1, 4, 3").replace('  green "The Greens" seats 3, 6\n', "").replace("seats 2, 5", "seats 2, 5, 6")
    program = rules_of(text.split("example ")[0]).program(6)
    assert list(program.globals["PARTNER"]) == [None] * 6
    assert list(program.globals["TEAM_OF"]) == [0, 1, 0, 0, 1, 1]


def test_teams_with_one_label_are_told_apart() -> None:
    match = rules_of(ENDS.replace("The Reds", "Us").replace("The Blues", "Us").split("example ")[0]).start(3, 1)
    assert match.contenders() == ["red", "blue", "green"]
    assert match.teams() == {"red": ["Ann"], "blue": ["Ben"], "green": ["Cat"]}


def test_what_the_rules_are_about_tells_the_seats() -> None:
    assert [team["seats"] for team in game_info(rules_of(PAIRS).game(), "")["teams"]] == [[1, 3], [2, 4]]


# ---------------------------------------------------------------- saves


def test_a_saved_team_must_be_one() -> None:
    program = pairs().program(4)
    state = program.start(1)
    lead = next(k for k, info in enumerate(program.fields) if info.name == "lead")
    data = json.loads(json.dumps(state.to_json()))
    data["fields"][lead] = 1
    assert program.load_state(data).fields[lead] == 1
    for wrong in (2, -1, True, "north_south", [0]):
        data["fields"][lead] = wrong
        with pytest.raises(BadSave):
            program.load_state(data)


def test_matches_with_teams_are_resumed() -> None:
    rules = pairs()
    match = rules.start(4, 5)
    while len(match.answers) < 9:
        decision = match.decisions[0]
        match.choose(decision, decision.options()[len(match.answers) % decision.count()])
    again = rules.resume(json.loads(json.dumps(match.save())))
    assert again.lines() == match.lines()
    assert again.state.to_json() == match.state.to_json()
