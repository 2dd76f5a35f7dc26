"""Teams: their zones and fields, who sees what, partners, scores and winners, and seats that aren't in play."""

from __future__ import annotations

import json

import pytest
from happening_games import game, options, plays_in_every_way
from promises import knowledge_is_sound, playthrough
from small_games import rules_of

from rulekit.engine import BadSave, RulesFault, State
from rulekit.engine.faults import MISSING_VALUE
from rulekit.engine.sampling import sample
from rulekit.engine.views import view
from rulekit.play.bots import play_on, seat_bots
from rulekit.play.match import Match
from rulekit.play.rules import Rules
from rulekit.report.info import game_info
from rulekit.report.table import table_lines

PAIRS = """game "Pairs" for 4 players:
  about "Two teams of two."

teams:
  north_south "North and South" seats 1, 3
  east_west "East and West" seats 2, 4

card tile discards to waste:
  value: number 1..4
deck tiles:
  6 tile with each value in 1..4

shared:
  zone stock: face down, starts with tiles
  zone waste: face up
  zone pot[team]: face up
  lead: team?
  behind: team = east_west

each player:
  zone hand: private
each team:
  zone store "the store": private
  zone won[1..2]: face up
  points: number = 0
  helped: flag = no each round

define against(t: team) = first(teams where it != t)

event prepare:
  shuffle stock
  deal 4 from stock to players.hand
  deal 2 from stock to teams.store

action keep "keep for the team" by p:
  choose c in p.hand
  then: move c to p.team.store
action cash "score" by p:
  choose t in teams where t != p.team
  choose c in p.team.store where value > 1
  pay c
  then:
    add c.value to p.team.points
    take 1 from t.points
    set lead to p.team
    set behind to t
action give "give to the partner" by p:
  choose c in p.hand where value < 3
  then:
    move c to partner(p).hand
    set p.team.helped to yes
    if any(points > 5 over teams): move c to p.team.won[1]
    for each q in players where team = p.team: add 1 to q.team.points
action bet "bet" by p:
  choose c in p.hand
  then:
    move c to pot[against(p.team)]
    if p.team = north_south: show top of stock to (players where team = p.team)
action ask "ask the partner" by p:
  then:
    choose c in partner(p).hand by partner(p)
    move c to p.team.won[2]

phase game:
  do prepare
  phase round repeat 4 times:
    phase turn for each p in players:
      must do one of keep, cash, give, bet, ask

score t: t.points + sum(value over t.won[1]) + (2 if lead = t otherwise 0) + count(pot[t])
winner: highest score then lowest count(store) then highest count(won[2])

example "members see their store, the others don't" with Ann, Ben, Cat, Dan:
  given:
    Ann.hand: tile 1, tile 4
    north_south.store: tile 4, tile 1
    phase turn of Ann
  expect:
    Ann may cash(east_west, tile 4)
    Ann may not cash(north_south)
    Cat sees north_south.store
    Ben does not see north_south.store
    Ann.team = north_south
    partner(Dan) = Ben
    (players where team = east_west) = {Ben, Dan}
  play:
    Ann cash(east_west, tile 4)
  expect:
    north_south.points = 4
    east_west.points = -1
    east_west.score = -1
    Cat.team.score = 6
    lead = north_south
    behind = east_west

example "the partner is asked" with Ann, Ben, Cat, Dan:
  given:
    Cat.hand: tile 1, tile 2
    phase turn of Ann
  play:
    Ann ask
  expect:
    Cat may only c = tile 1, c = tile 2
  play:
    Cat c = tile 2
  expect:
    north_south.won[2]: tile 2

example "cards of a team's zone are given on" with Ann, Ben, Cat, Dan:
  given:
    Ben.hand: tile 1, 2 tile 2
    north_south.points = 6
    north_south.helped = yes
    phase turn of Ben
  play:
    Ben give(tile 1)
  expect:
    east_west.won[1]: tile 1
    east_west.points = 2
    east_west.helped
    north_south.helped
"""

ENDS = """game "Ends" for 2..6 players:
  about "Three teams, not all of them in play."

teams:
  red "The Reds" seats 1, 4
  blue "The Blues" seats 2, 5
  green "The Greens" seats 3, 6

card coin
deck coins:
  6 coin

shared:
  zone bank: face down, starts with coins
  rest: number = 0

each player:
  chips: number = 0
each team:
  zone chest: face up
  points: number = 0
  turns: number = 0

action earn by p:
  choose n in 0..1
  then: add n to p.team.points
action help by p:
  when count(players where team = p.team) = 2
  then: add 1 to partner(p).chips
action lean by p:
  then: add 1 to partner(p).chips
action look by p:
  then:
    if partner(p) = none: add 1 to rest

phase game:
  deal 1 from bank to teams.chest
  for each t in teams: add 1 to t.turns
  phase turn for each p in players:
    must do one of earn, help, lean, look

score t: t.points + 10 * count(teams)
winner: lowest score then lowest turns

example "two of two teams" with Ann, Ben:
  given:
    phase turn of Ann
  expect:
    count(teams) = 2
    teams = {red, blue}
    Ann may only earn(0), earn(1), lean, look
  play:
    Ann earn(1)
    Ben earn(1)
  expect:
    winner: red, blue

example "one of three teams" with Ann, Ben, Cat, Dan:
  given:
    phase turn of Dan
  expect:
    partner(Dan) = Ann
    partner(Cat) = none
    Dan may help
  play:
    Dan help
    Ann look
    Ben earn(1)
    Cat look
  expect:
    Ann.chips = 1
    rest = 1
    winner: red, green
"""


TINY = """game "Tiny" for 3 players:
  about "Few cards, so that many matches look the same to somebody."

teams:
  two "The Two" seats 1, 3
  one "The One" seats 2

card coin:
  value: number 1..3
deck coins:
  2 coin with each value in 1..3

shared:
  zone bank: face down, starts with coins
  rounds: number = 0
each player:
  zone hand: private
each team:
  zone chest: private
  zone sealed: face down

action draw by p:
  then: move top of bank to p.hand
action save by p:
  choose c in p.hand
  then: move c to p.team.chest
action spend by p:
  choose c in p.team.chest
  then: move c to bottom of bank
action steal by p:
  choose t in teams where t != p.team and exists(t.chest)
  then: move random(t.chest) to p.team.sealed
action open by p:
  then: move p.team.sealed to p.team.chest
action tell by p:
  choose c in p.hand
  then: show c to (players where team = p.team)

phase main:
  shuffle bank
  deal 1 from bank to teams.chest
  phase turn cycle p in players until rounds = 6:
    add 1 to rounds
    may do one of draw, save, spend, steal, open, tell

score t: count(t.chest)
winner: highest score
"""


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
