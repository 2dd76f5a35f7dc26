"""What the examples in ``vampirconnection.rules`` can't say: the tables of data, sums that hold at every step, who learns what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from promises import keeps_cards, saves_and_loads

import rulekit
from rulekit import SetupError
from rulekit.engine import Program, State, Stream
from rulekit.engine.views import view
from rulekit.play.examples import load_suite, run_examples
from rulekit.play.log import Log
from rulekit.play.rules import Rules
from rulekit.source import SourceFile

RULES = rulekit.load("vampirconnection")
PLAYERS = [3, 4, 5, 6]
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
CAP = 3_000
"""So many decisions are made in a random match; one that isn't over then counts as unfinished."""

# ---------------------------------------------------------------- what there is, typed once more

VAMPIRES = ["flattersturz", "superschluck", "knobelzahn", "nebelgrab", "grimmwolf", "federleicht"]
BASE = {**dict.fromkeys(VAMPIRES, 1), "castle_card": 6, "crypt_card": 6}
VAMPIRE_CARDS = {
    "mist": 10, "wolf": 8, "bat": 6, "carriage": 3, "hunchback": 9, "hunter": 2, "grobi": 1, "hunters_assistant": 1, "stake": 7,
    "double_success": 2, "opportunity": 1, "escape": 2, "crucifix": 1, "holy_water": 2, "book": 2, "party": 1,
}
OTHER_VILLAGE_CARDS = {"garlic": 3, "shutters": 3, "church": 3, "masked_ball": 2, "sunrise": 2, "unrest": 1, "angel": 1}
VICTIMS = """
Little Rascal        1  -1   2
Cheeky Brat          1  -1   2  woman
Drunkard             2  -1  -1
Granny Hannelore     1   0   4  woman
Alchemist            1   3   0
Granny with Pram     1   1   0  woman stingy
Scarecrow            1   0   0
Priest               3   1   3  priest
Fritz Fisch          1   1   2
Bard Heino           1   1   3
Barefoot Villager    2   1   2
Farmer               3   1   3
Maid                 3   1   4  woman
Miller               2   2   3
Innkeeper            1   2   4
Baker's Wife         1   2   4  woman
Village Beauty       1   2   6  woman
Blacksmith           1   2   5
Mayor                1   3   5
"""
LATE = ["masked_ball", "sunrise", "unrest", "angel"]
WARDS_OFF = {"mist": "garlic", "wolf": "shutters", "bat": "church", "carriage": "church", "hunchback": "shutters"}
STAKES = {
    ("wolf", "hunter"): 2, ("wolf", "grobi"): 2, ("bat", "hunter"): 3, ("bat", "grobi"): 3,
    ("crypt", "hunter"): 1, ("crypt", "grobi"): 0, ("crypt", "hunters_assistant"): 2,
}
"""Stakes that must be played; whatever isn't here is impossible."""
SIZES = {3: (43, 9, 12), 4: (38, 6, 12), 5: (33, 3, 10), 6: (28, 0, 8)}
"""Draw pile after the deal, base cards set aside, hand limit."""


class Look:
    """What lies where, in one state."""

    def __init__(self, state: State) -> None:
        self.state, self.program = state, state.program
        self.zones = {(info.name, info.owner): info.index for info in self.program.zones}
        self.fields = {(info.name, info.owner): info.index for info in self.program.fields}

    def cards(self, name: str, owner: int | None = None) -> tuple[int, ...]:
        return self.state.zones[self.zones[name, owner]].cards

    def zone(self, name: str, owner: int | None = None) -> list[str]:
        return [self.program.cards[card].text for card in self.cards(name, owner)]

    def kinds(self, name: str, owner: int | None = None) -> list[str]:
        return [self.program.cards[card].kind.name for card in self.cards(name, owner)]

    def field(self, name: str, owner: int | None = None) -> Any:
        return self.state.fields[self.fields[name, owner]]


def random_match(program: Program, seed: int, most: int = CAP, stops: bool = False) -> Iterator[State]:
    """The state at each decision, and at the end if it comes within ``most`` decisions."""
    state = program.start(seed, stops=stops)
    random = Stream(f"{seed}/answers")
    yield state
    for _ in range(most):
        if not state.decisions:
            return
        decision = state.decisions[random.below(len(state.decisions))]
        state.answer(decision, decision.sample(random))
        yield state


# ---------------------------------------------------------------- contents


def test_the_cards() -> None:
    program = RULES.program(4)
    kinds = Counter(card.kind.name for card in program.cards)
    victims = kinds.pop("victim")
    assert kinds == BASE | VAMPIRE_CARDS | OTHER_VILLAGE_CARDS
    assert victims == 28
    assert sum(BASE.values()) == 18 and sum(VAMPIRE_CARDS.values()) == 58 and sum(OTHER_VILLAGE_CARDS.values()) == 15
    assert len(program.cards) == 119


def test_the_victims() -> None:
    expected: Counter[tuple[Any, ...]] = Counter()
    for line in VICTIMS.split("\n")[1:-1]:
        number, left, right, *marks = line[20:].split()
        expected[line[:20].strip(), int(left), int(right), *(mark in marks for mark in ("priest", "woman", "stingy"))] += int(number)
    program = RULES.program(3)
    found: Counter[tuple[Any, ...]] = Counter()
    for card in program.cards:
        if card.kind.name == "victim":
            values = card.group.values
            found[card.group.label, *(values[name] for name in ("left", "right", "priest", "woman", "stingy"))] += 1
    assert found == expected


def test_three_to_six_players() -> None:
    for players, (draw, aside, _) in SIZES.items():
        look = Look(RULES.start(players, 1).state)
        assert len(look.zone("draw")) == draw and len(look.zone("base")) == aside and len(look.zone("village")) == 43
        for p in range(players):
            assert len(look.zone("hand", p)) == 5 and "hunchback" in look.zone("hand", p)
            assert look.field("blood", p) == 1
            assert look.kinds("home", p)[1:] == ["castle_card", "crypt_card"]
        assert len({look.kinds("home", p)[0] for p in range(players)} - {"castle_card", "crypt_card"}) == players
    for players in (2, 7):
        with pytest.raises(SetupError, match="3 to 6"):
            RULES.start(players, 1)


def test_the_late_cards_lie_low() -> None:
    """None of the four among the top 20 of 43; the other ball and the other sunrise anywhere."""
    program = RULES.program(3)
    tops: Counter[str] = Counter()
    places: set[int] = set()
    for seed in range(300):
        look = Look(program.start(seed))
        cards = look.cards("village")
        late = [k for k, card in enumerate(cards) if program.cards[card].group.values["late"]]
        assert sorted(program.cards[cards[k]].kind.name for k in late) == sorted(LATE)
        assert all(k < 23 for k in late)
        places.update(late)
        tops.update(program.cards[card].kind.name for card in cards[23:])
    assert places == set(range(23))
    assert 50 < tops["sunrise"] < 250 and 50 < tops["masked_ball"] < 250 and not tops["angel"] and not tops["unrest"]


def test_cards_are_shuffled_before_they_are_dealt() -> None:
    program = RULES.program(4)
    looks = [Look(program.start(seed)) for seed in range(30)]
    assert len({tuple(sorted(look.zone("hand", 0))) for look in looks}) > 20
    assert len({tuple(look.zone("draw")[:5]) for look in looks}) > 20


@pytest.mark.parametrize("players", PLAYERS)
def test_anybody_may_begin_with_any_vampire(players: int) -> None:
    program = RULES.program(players)
    states = [program.start(seed) for seed in range(80)]
    assert {Look(state).field("starter") for state in states} == set(range(players))
    assert {Look(state).kinds("home", 0)[0] for state in states} == set(VAMPIRES)


# ---------------------------------------------------------------- tables of data, played


def scenes(blocks: list[tuple[str, str]], players: int = 4) -> dict[str, State]:
    """The positions with these titles and ``given`` lines, before anybody has done anything."""
    plain = RULES.file.text.partition("\nexample ")[0]
    text = [plain]
    for title, given in blocks:
        lines = "\n".join(f"    {line.strip()}" for line in given.strip().splitlines())
        text.append(f'example "{title}" with {", ".join(NAMES[:players])}:\n  given:\n{lines}\n  expect:\n    rounds >= 0')
    suite = load_suite(Rules(SourceFile("positions.rules", "\n".join(text) + "\n")))
    return {example.title: suite.scene(example).state for example in suite.chosen("")}


def play(state: State, *answers: list[Any]) -> None:
    for answer in answers:
        [decision] = state.decisions
        state.answer(decision, answer)


def test_who_is_warded_off() -> None:
    blocks = []
    for way in WARDS_OFF:
        for card in ("garlic", "shutters", "church"):
            hand = "carriage, hunchback, party" if way == "carriage" else f"{way}, party"
            blocks.append((f"{way} and {card}", f'village: {card}, victim "Farmer"\nAnn.hand: {hand}\nphase cards of Ann'))
    for title, state in scenes(blocks).items():
        way, card = title.split(" and ")
        play(state, ["send", way, {}] if way == "hunchback" else ["to_village", way, {}, {"hunchback": 1} if way == "carriage" else {}])
        look = Look(state)
        assert look.zone("front", 0) == ([] if WARDS_OFF[way] == card else ['victim "Farmer"']), title
        assert look.zone("village_waste") == [card]
        assert len(look.zone("village")) == (42 if WARDS_OFF[way] == card else 41)


def test_how_many_stakes_are_needed() -> None:
    ways = ["mist", "wolf", "bat", "carriage", "hunchback", "crypt", "castle"]
    blocks = []
    for way in ways:
        for hunter in ("hunter", "grobi", "hunters_assistant"):
            for stakes in range(5):
                hand = f"{way}, hunchback" if way == "carriage" else "mist" if way in ("crypt", "castle") else way
                given = [f"Ann.hand: {hand}", f"Cat.hand: {hunter}" + (f", {stakes} stake" if stakes else ""), 'village: victim "Farmer"']
                given += ["Ann.at = crypt"] if way == "crypt" else []
                phase = "turn" if way in ("crypt", "castle") else "cards"
                blocks.append((f"{way}, {hunter}, {stakes}", "\n".join([*given, "rounds = 1", "abducted = yes", f"phase {phase} of Ann"])))
    for title, state in scenes(blocks).items():
        way, hunter, number = title.split(", ")
        if way == "hunchback":
            play(state, ["send", way, {}])
        elif way not in ("crypt", "castle"):
            play(state, ["to_village", way, {}, {"hunchback": 1} if way == "carriage" else {}])
        asked = [decision for decision in state.decisions if decision.by == 2]
        needed = STAKES.get((way, hunter))
        if needed is None or needed > int(number):
            assert not asked, title
            continue
        [decision] = asked
        nails = {"stake": needed} if needed else {}
        expected = ["strike", hunter, "player 1", nails] if way == "crypt" else ["ambush", hunter, nails]
        assert [option for option in decision.options() if option != ["decline"]] == [expected], title
        state.answer(decision, expected)
        look = Look(state)
        assert look.zone("coffin", 0) == (["grobi"] if not needed else ["stake"])
        assert look.zone("waste").count("stake") == max(0, needed - 1)
        assert look.zone("hand", 2) == ["stake"] * (int(number) - needed)


def test_the_hand_limits() -> None:
    for players, (_, _, limit) in SIZES.items():
        hand = f"{limit} mist" if limit <= 10 else f"10 mist, {limit - 10} wolf"
        [state] = scenes([("full", f"Ann.hand: {hand}\ndraw: bat\nphase closing of Ann")], players).values()
        play(state, ["extra", 0])
        [decision] = state.decisions
        assert decision.by == 0 and all(sum(option[1].values()) == 1 for option in decision.options())


def test_an_escape_frees_the_late_cards() -> None:
    given = 'Ann.hand: escape\nBen.captives: victim "Mayor"\nphase cards of Ann'
    plain = RULES.file.text.partition("\nexample ")[0]
    text = f'{plain}\nexample "after the set-up" with Ann, Ben, Cat:\n  given after prepare:\n    '
    text += given.replace("\n", "\n    ") + "\n  expect:\n    rounds = 0\n"
    suite = load_suite(Rules(SourceFile("positions.rules", text)))
    [example] = suite.chosen("")
    high = 0
    for seed in range(40):
        state = suite.scene(example).state
        state.stream = Stream(f"escape {seed}").below(1 << 32)
        assert not any(state.program.cards[card].group.values["late"] for card in Look(state).cards("village")[-19:])
        play(state, ["flee", "escape", "player 2", 'victim "Mayor"'])
        cards = Look(state).cards("village")
        high += any(state.program.cards[card].group.values["late"] for card in cards[-19:])
    assert high > 20


@pytest.mark.parametrize("event", ["unrest", "angel"])
def test_an_event_shuffles_the_village(event: str) -> None:
    """The order of the village is another one each time, also where nobody comes back to it."""
    [start] = scenes([("event", f"village: {event}\nAnn.hand: mist\nphase cards of Ann")]).values()
    orders = set()
    for seed in range(8):
        state = start.clone()
        state.stream = Stream(f"{event} {seed}").below(1 << 32)
        before = Look(state).cards("village")
        play(state, ["to_village", "mist", {}, {}])
        after = Look(state).cards("village")
        assert after != before[:-1] and sorted(after) == sorted(before[:-1])
        orders.add(after)
    assert len(orders) == 8


# ---------------------------------------------------------------- whole matches

OPTIONS: list[dict[str, int]] = [{}, {"abilities": True}, {"pick_vampires": True}, {"abilities": True, "pick_vampires": True}]


def check(state: State, players: int, before: dict[str, Any]) -> None:
    """What holds at every decision.  ``before``: what was seen at the decision before."""
    keeps_cards(state)
    look = Look(state)
    everyone = range(players)
    vampire = ["draw", "waste"]
    own = ["hand", "offered", "wards", "coffin", "notice"]
    night = [c for name in vampire for c in look.kinds(name)] + [c for name in own for p in everyone for c in look.kinds(name, p)]
    assert Counter(night) == VAMPIRE_CARDS
    victims = [c for name in ("front", "captives", "dead") for p in everyone for c in look.kinds(name, p)]
    village = look.kinds("village") + look.kinds("doorstep")
    assert set(victims) <= {"victim"} and not look.zone("lower_half")
    assert len(victims) + village.count("victim") == 28
    gone = look.kinds("village_waste")
    assert "victim" not in gone
    assert Counter(gone + [kind for kind in village if kind != "victim"]) == OTHER_VILLAGE_CARDS
    assert gone[: len(before.get("gone", []))] == before.get("gone", []), "nothing leaves the village discard pile"
    before["gone"] = gone
    for p in everyone:
        assert look.field("blood", p) >= 0
        coffin = look.kinds("coffin", p)
        assert len(coffin) <= 1 and set(coffin) <= {"stake", "grobi"}
        assert not coffin or look.field("at", p) == 1, "who is staked lies in the crypt"
        assert p == state.active or not look.zone("front", p) + look.zone("notice", p) + look.zone("offered", p)
        assert len(look.zone("front", p)) + len(look.zone("notice", p)) == 0 or state.active == p
    covered = Counter((shown.zone.owner, shown.value) for shown in view(state, None).states)
    laid = Counter((p, card) for p in everyone for card in look.kinds("wards", p))
    assert covered.keys() == laid.keys(), "every protection card lies over somebody, and nobody is protected by a card elsewhere"
    assert all(laid[key] <= covered[key] for key in laid)
    assert all(covered[p, "book"] == laid[p, "book"] and covered[p, "holy_water"] <= 2 * laid[p, "holy_water"] for p in everyone)
    if state.active != before.get("active") or state.active is None:
        assert not look.zone("doorstep")
        assert state.active is None or not look.zone("front", state.active) + look.zone("notice", state.active)
    before["active"] = state.active
    limit = SIZES[players][2]
    if state.active is not None and before.get("turn") not in (None, state.active):
        assert len(look.zone("hand", before["turn"])) <= limit
    before["turn"] = state.active
    if before.get("abducted"):
        assert look.field("abducted")
    before["abducted"] = look.field("abducted")
    if look.field("rounds") == 0 or not look.field("abducted"):
        offered = {option[0] for decision in state.decisions if decision.kind == "reaction" for option in decision.options(3)}
        assert not offered & {"ambush", "strike"}


@pytest.mark.parametrize("players", PLAYERS)
def test_sums_at_every_step(players: int) -> None:
    """Each of the four combinations of options with one number of players; the slow run has all of them."""
    program = RULES.program(players, OPTIONS[players % 4])
    before: dict[str, Any] = {}
    for state in random_match(program, players, stops=players % 2 == 0):
        if state.active is not None:
            check(state, players, before)
    look = Look(state)
    assert state.is_over and look.field("last_night")
    scores = [look.field("blood", p) for p in range(players)]
    assert state.scores() == scores
    assert state.winners() == [p for p in range(players) if scores[p] == max(scores)]


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", PLAYERS)
def test_many_matches(players: int, options: dict[str, int]) -> None:
    program = RULES.program(players, options)
    over = 0
    for seed in range(250):
        before: dict[str, Any] = {}
        for state in random_match(program, seed):
            if state.active is not None:
                check(state, players, before)
        over += state.is_over
    assert over == 250


def test_everything_is_played() -> None:
    """Random matches lead to every action and reaction."""
    model = RULES.game()
    missing = {rule.name for rule in (*model.actions, *model.reactions)}
    program = RULES.program(5)
    for seed in range(40):
        state, random = program.start(seed), Stream(f"{seed}/answers")
        for _ in range(CAP):
            if not state.decisions:
                break
            answer = state.decisions[0].sample(random)
            state.answer(state.decisions[0], answer)
            missing.discard(answer[0])
        if not missing:
            return
    raise AssertionError(missing)


# ---------------------------------------------------------------- who learns what


def told(state: State, *answers: list[Any]) -> Log:
    """The log of these answers."""
    log = Log(state.program, NAMES[: state.program.players])
    for number, answer in enumerate(answers):
        [decision] = state.decisions
        state.changes = []
        state.answer(decision, answer)
        log.record(state, state.changes, number, decision.kind)
    return log


CAN = "hunter, 2 stake, crucifix"
CANNOT = "4 bat"
GUESTS = 'Cat.captives: victim "Priest", victim "Maid"'
WINDOWS: dict[str, tuple[str, list[list[Any]]]] = {
    "a traveller": ("Ann.hand: wolf, mist", [["to_village", "wolf", {}, {}]]),
    "a sleeper": ("Ann.hand: mist, wolf\nDan.at = crypt", [["to_village", "mist", {}, {}]]),
    "a theft": (f"Ann.hand: bat, mist\n{GUESTS}", [["to_castle", "bat", "player 3", {}], ["prey", 'victim "Maid"']]),
    "an opportunity": (f"Ann.hand: opportunity, mist\n{GUESTS}", [["grab", "opportunity", "player 3", 'victim "Maid"']]),
}


def seen(state: State, viewer: int) -> dict[str, Any]:
    """What a player sees, but for the cards that nobody has: they are shuffled in a position."""
    data = view(state, viewer).to_json()
    data["zones"] = [zone for zone in data["zones"] if zone["zone"] != "base"]
    return data


@pytest.mark.parametrize("title", WINDOWS)
def test_nobody_learns_who_could_have_answered(title: str) -> None:
    """Whether Cat declines or can do nothing: Ann, Ben and Dan read the same, see the same and are asked the same."""
    given, answers = WINDOWS[title]
    given = f'village: victim "Farmer"\n{given}\nrounds = 1\nabducted = yes\nphase cards of Ann'
    states = scenes([("can", f"Cat.hand: {CAN}\n{given}"), ("cannot", f"Cat.hand: {CANNOT}\n{given}")])
    can, cannot = states["can"], states["cannot"]
    first = told(can, *answers)
    assert [decision.by for decision in can.decisions] == [2] and can.decisions[0].kind == "reaction"
    second = told(can, ["decline"])
    other = told(cannot, *answers)
    for viewer in (0, 1, 3):
        assert first.lines(viewer) + second.lines(viewer) == other.lines(viewer)
        assert seen(can, viewer) == seen(cannot, viewer)
    assert [(d.by, d.where, d.options()) for d in can.decisions] == [(d.by, d.where, d.options()) for d in cannot.decisions]


def test_a_trade_tells_third_players_numbers_only() -> None:
    states = scenes([("trade", "Ann.hand: wolf, bat, party\nBen.hand: stake, hunchback\nphase connection of Ann")])
    state = states["trade"]
    log = told(state, ["trade", "player 2", {"wolf": 1, "bat": 1}], ["answer", {"stake": 1}])
    words = ("wolf", "bat", "stake", "hunchback", "party")
    for viewer in (2, 3):
        lines = [line.lower() for line in log.lines(viewer)]
        assert lines and not any(word in line for word in words for line in lines)
    assert any("Wolf" in line for line in log.lines(1)) and any("Stake" in line for line in log.lines(0))
    saves_and_loads(state, Stream("trade"))


def test_an_offer_that_was_refused_is_hidden_again() -> None:
    """Ben saw Ann's wolf when she offered it: when it goes to Cat, he isn't told."""
    given = "Ann.hand: wolf, bat, party\nBen.hand: stake\nCat.hand: hunchback, mist\nphase connection of Ann"
    [state] = scenes([("trade", given)]).values()
    told(state, ["trade", "player 2", {"wolf": 1}], ["decline"])
    log = told(state, ["trade", "player 3", {"wolf": 1}], ["answer", {"mist": 1}])
    assert not any("Wolf" in line or "Mist" in line for line in log.lines(1))


@pytest.mark.parametrize("players", [3, 5])
def test_what_is_open_and_what_is_hidden(players: int) -> None:
    program = RULES.program(players, {"abilities": True})
    open_zones = {"home", "base", "front", "captives", "dead", "wards", "coffin", "notice", "doorstep", "waste", "village_waste"}
    for state in random_match(program, 5, 250):
        for viewer in range(players):
            for shown in view(state, viewer).zones:
                name, owner = shown.info.decl.name, shown.info.owner
                if name in open_zones or (name in ("hand", "offered") and owner == viewer):
                    assert not shown.hidden
                elif name != "offered":
                    assert not shown.cards, "hands, deck and village are hidden; their sizes aren't"


# ---------------------------------------------------------------- the examples notice mistakes

MISTAKES = [
    ("deal 4 from draw", "deal 5 from draw"),
    ("number 0.. = 1 ", "number 0.. = 0 "),
    ("when not p.traded\n", "when yes = yes\n"),
    (" and not it.asked", ""),
    ("choose 1..2 offer", "choose 1..3 offer"),
    ("choose 1..2 answer", "choose 1..3 answer"),
    ("    otherwise:\n      move p.offered to p.hand\n", ""),
    ("when owner.at = castle and exists(village)", "when exists(village)"),
    ("when owner.at = castle and exists(village)", "when owner.at = castle"),
    ("choose 0..1 double", "choose 0..2 double"),
    ("exists(captives where stealable(it))", "exists(captives)"),
    ("when this.far and owner.at = castle", "when owner.at = castle"),
    ("do visit_to_village(owner, this, 1 + count(double))", "do visit_to_village(owner, this, 1)"),
    ("  price = 1\n", "  price = 0\n"),
    ("  crew = 1\n", "  crew = 0\n"),
    ("then: do arrive(owner, this, 1 + count(double))", "then: do arrive(owner, this, 1)"),
    ("      set owner.revived to yes\n", ""),
    ("do turn_over(count(ignored))", "do turn_over(0)"),
    ("if interrupted and count(doorstep) = 2:", "if count(doorstep) = 2:"),
    ("  if interrupted: end outing", "  if not interrupted: end outing"),
    ("set last_night to yes", "set last_night to no"),
    ("    set abducted to yes\n", ""),
    ("stops = {as_mist}", "stops = {as_mist, as_bat}"),
    ("stops = {as_wolf, sent_out}", "stops = {as_wolf}"),
    ("stops = {as_bat, by_carriage}", "stops = {as_bat}"),
    ("v.under = none or v.under is book", "v.under = none"),
    ('choose q "whose castle" in players where blessed(this, it)', 'choose q "whose castle" in players'),
    ("choose 1..(this.covers) group", "choose (this.covers) group"),
    ('group "who is protected" in q.captives where under = none', 'group "who is protected" in q.captives'),
    ("when owner = q and p != q and blessed(this, q)", "when owner = q and p != q"),
    ("when owner = q and p != q and blessed(this, q)", "when owner = q and blessed(this, q)"),
    ("  forbid repel", "  forbid avert"),
    ("over players.captives + players.front)", "over players.captives)"),
    ("this.nimble and ", ""),
    ("stakes_for(c, p) > 0 and not p.revived", "stakes_for(c, p) > 0"),
    ("when owner != active", "when owner != left(active)"),
    ("rounds = 0 or not abducted", "rounds = 0"),
    ("rounds = 0 or not abducted", "not abducted"),
    ("asleep(p) and not p.revived", "asleep(p)"),
    ("p.at = crypt and not staked(p)", "p.at = crypt"),
    ("  attempts = 2\n", "  attempts = 1\n"),
    ("forbid movement when staked(owner)", "forbid visitor when staked(owner)"),
    ("in p.front where under = none by p", "in p.front by p"),
    ("    for each v in p.captives: set v.under to none", "    for each v in p.captives where priest: set v.under to none"),
    ("0..smaller(3, larger(0, flow))", "0..larger(0, flow)"),
    ("2 * v.left when p.partying and v.left > 0", "2 * v.left when p.partying"),
    ("1 + p.bought + rest_cards(p)", "p.bought + rest_cards(p)"),
    ("3 when asleep(p) and not p.dazzled", "3 when asleep(p)"),
    ("  5: 10\n", "  5: 12\n"),
    ("  6: 8\n", "  6: 10\n"),
    ("winner: highest score", "winner: highest score then highest count(captives)"),
    (" and v.woman and not v.stingy", " and v.woman"),
    (" and v.woman and not v.stingy", " and not v.stingy"),
    ("and c is bat and not p.flown", "and c is bat"),
    ("add larger(0, v.right) to p.blood", "add v.right to p.blood"),
    ("in p.captives where under = none by p", "in p.captives by p"),
    ("    set p.dazzled to yes\n", ""),
    ("count(q.captives where under = w) = 1", "count(q.captives where under = w) > 0"),
    ("move players.captives to village", "move players.front to village"),
    ("move players.dead to village", "move players.captives to village"),
    ('zone offered "offer": private', 'zone offered "offer": face up'),
    ('asked "has been offered a trade": flag = no each turn', 'asked "has been offered a trade": flag = no'),
    ('traded "has traded": flag = no each turn', 'traded "has traded": flag = no'),
    ('sunrise": flag = no each turn', 'sunrise": flag = no'),
    ('partying "holds a party": flag = no each turn', 'partying "holds a party": flag = no'),
    ('bought "cards for blood": number = 0 each turn', 'bought "cards for blood": number = 0'),
    ('flown "has flown": flag = no each turn', 'flown "has flown": flag = no'),
    ("when owner = q and blessed(this, q)", "when blessed(this, q)"),
    ("when owner = q and p != q and blessed(this, q)", "when p != q and blessed(this, q)"),
    ("when owner != p and this.nimble", "when this.nimble"),
    ("    when owner != active\n", ""),
    ('choose p "whom" in others(owner)', 'choose p "whom" in players'),
    ("    move v to p.captives\n    set v.under to w\n", "    move v to p.captives\n"),
    ("except crew_of(c, p) = 0 when abilities and p = owner", "except crew_of(c, p) = 0 when abilities"),
    ("when abilities and p = owner and v.woman", "when abilities and v.woman"),
    ("when abilities and p = owner and d is garlic", "when abilities and d is garlic"),
    ("p = owner and d is garlic", "p = owner"),
    ("when abilities and p = owner and asleep(p)", "when abilities and asleep(p)"),
    ("when abilities and p = owner and asleep(p)", "when p = owner and asleep(p)"),
    ("p = owner and asleep(p) and not p.dazzled", "p = owner and asleep(p)"),
    ("when abilities and p = owner and c is wolf", "when abilities and c is wolf"),
    ("when abilities and p = owner and c is wolf", "when p = owner and c is wolf"),
    ("p = owner and c is wolf", "p = owner"),
    ("when abilities and p = owner and c is bat", "when abilities and c is bat"),
    ("when abilities and p = owner and c is bat", "when p = owner and c is bat"),
    ("when abilities and p = owner and v.woman", "when p = owner and v.woman"),
]
"""Wrong rules: what is written in the file, what is written instead."""


@pytest.mark.slow
@pytest.mark.parametrize(("right", "wrong"), MISTAKES)
def test_a_wrong_rule_is_noticed(right: str, wrong: str) -> None:
    text = RULES.file.text
    assert text.count(right) >= 1, "the rules are written otherwise now: write this mistake otherwise too"
    rules = Rules(SourceFile("wrong.rules", text.replace(right, wrong, 1)))
    assert rules.ok, [finding.message for finding in rules.diagnostics]
    assert [result.title for result in run_examples(rules) if result.failures]


def test_every_ruling_and_every_example_is_cited() -> None:
    model = RULES.game()
    assert len(model.rulings) >= 60 and all(ruling.cite for ruling in model.rulings)
    assert len(model.examples) > 170 and all(example.node.cite for example in model.examples)
