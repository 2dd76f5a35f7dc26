"""Jagd der Vampire once more, written by hand: what may be done at every decision, and what follows from it.

It shares nothing with the rules file, and goes along with a match: it throws no dice and shuffles nothing, but reads from the state
what lies where, remembers what the active player has done in this turn, and tells from the two what must be offered next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain, combinations, pairwise

from rulekit.engine import State

Answer = tuple[object, ...]
Answers = set[Answer]

DECLINE: Answer = ("decline",)
SEATS = [f"player {k}" for k in range(1, 7)]
HUES = ("red", "yellow", "blue")
TOWERS = ("north", "east", "south", "west", "middle")
START = {f"s{k}" for k in range(1, 7)}
OUTER = {"s1", "s6"}
CALM = {f"v{k}" for k in range(1, 7)}
BLACK = {"courtyard", "dungeon"}
COLOURED = {
    "red": {"w4", "m1", "m3", "e3", "x1", "x2", "u2"},
    "yellow": {"v2", "v4", "v6", "w1", "w3", "e2", "u1"},
    "blue": {"v1", "v3", "v5", "w2", "m2", "m4", "e1", "e4"},
}
"""The spaces of each colour, without the start spaces, which are red."""

ROWS = [
    *(f"s{k} v{k}" for k in range(1, 7)),
    "v1 v2 v3 v4 v5 v6",
    "v1 w1 w2 w3 w4 u1 m4 u2 e4 e3 e2 e1 v6",
    "w2 x1 m2 x2 e2",
    "v3 m1 v4",
    "m1 m2",
    "m3 m4",
]
ROADS = {frozenset(pair) for row in ROWS for pair in pairwise(row.split())}
CHASMS = {"m2 - m3", "w4 - courtyard", "m4 - courtyard", "e4 - courtyard", "w3 - dungeon", "dungeon - e3", "w1 - m1", "m1 - e1"}
GATES = {"w3", "e3"}
"""Where one comes to from the dungeon."""


def packs(cards: list[str], fewest: int, most: int) -> set[frozenset[tuple[str, int]]]:
    """All choices of so many of these cards."""
    return {frozenset(Counter(pack).items()) for k in range(fewest, most + 1) for pack in combinations(cards, k)}


def cards_of(pack: object) -> list[str]:
    assert isinstance(pack, frozenset)
    return [card for card, n in pack for _ in range(n)]


def named(name: str, texts: Iterable[str]) -> Answers:
    """The answers to a choice, or of an action, called ``name``."""
    return {(name, text) for text in texts}


def of_kind(kind: str, hand: Counter[str]) -> set[str]:
    return {card for card in hand if card.split()[0] == kind}


class Table:
    """Where everything lies, in one state."""

    def __init__(self, state: State) -> None:
        program = state.program
        lying = {
            (info.owner, info.name): [program.cards[card].text for card in zone.cards]
            for info, zone in zip(program.zones, state.zones, strict=True)
        }
        values = {(info.owner, info.name): state.fields[info.index] for info in program.fields}
        spaces = [space.name for space in program.model.board.spaces]
        seats = range(program.players)
        self.magic = [Counter(lying[p, "magic"]) for p in seats]
        self.loot = [lying[p, "loot"] for p in seats]
        self.ketchup = [values[p, "ketchup"] for p in seats]
        self.at = [spaces[values[p, "at"]] for p in seats]
        self.towers = {tower: lying[None, f"tower[{tower}]"] for tower in TOWERS}
        self.market = lying[None, "market"]
        self.supply = lying[None, "supply"]
        self.drawn = lying[None, "drawn"]
        self.toll = values[None, "toll"]
        self.bridges = {site for site in CHASMS if values[None, f"between({site.replace(' - ', ', ')}).bridged"]}

    def neighbours(self, space: str) -> set[str]:
        """The spaces next to this one, by road or bridge."""
        links = ROADS | {frozenset(site.split(" - ")) for site in self.bridges}
        return {other for link in links if space in link for other in link - {space}}

    def room(self, p: int) -> int:
        """So many cards of the market fit into the hand."""
        return min(5 - self.magic[p].total(), len(self.market))

    def rivals(self, p: int) -> list[int]:
        """Those whom the vampire of ``p`` has to fight."""
        if self.at[p] in CALM | BLACK:
            return []
        return [q for q, space in enumerate(self.at) if q != p and space == self.at[p]]

    def exile(self, p: int) -> set[str]:
        """Where a loser may be moved to: at most four spaces away, never through the castle or the dungeon."""
        near = {self.at[p]}
        for _ in range(4):
            near |= set(chain(*map(self.neighbours, near))) - BLACK
        return near - START - set(self.at)


class Turn:
    """What the active player has done in this turn."""

    def __init__(self) -> None:
        self.questions = 0
        self.trail: set[str] = set()
        self.free = 1
        self.paid = 0
        self.played = 0
        self.tempos = 0
        self.moved = False
        self.restocked = False
        self.thrown = False
        self.leaping = False
        self.topping: str | None = None
        """What is to be chosen for a throw for supplies: ``points`` or ``goods``."""
        self.most = 0
        """So many cards are allowed by the throw."""
        self.number = 0
        """So many of them are taken."""
        self.fight = "open"
        """The last question of a duel: ``card`` for a throw, ``prize`` of the winner, ``exile`` of the loser."""
        self.wish: object = None
        self.tribute: list[str] | None = None

    @property
    def unpaid(self) -> bool:
        return self.thrown and not self.leaping

    @property
    def fresh(self) -> bool:
        """Neither a move nor something instead of it has begun."""
        return not (self.moved or self.restocked or self.thrown or self.leaping)

    @property
    def may_move(self) -> bool:
        return not self.restocked and not self.unpaid


class Reference:
    """Goes along with a match, from decision to decision."""

    def __init__(self) -> None:
        self.active: int | None = None
        self.turn = Turn()

    # ------------------------------------------------------------ what may be done

    def options(self, table: Table, active: int | None, phase: str, by: int, offered: Answers) -> Answers:
        """All answers to the question that ``by`` is asked; ``offered`` tells which question, and what the dice allow."""
        if active is None:
            return self.starts(table, by)
        if active != self.active:
            self.active = active
            self.turn = Turn()
        turn = self.turn
        turn.questions += 1
        if turn.questions == 1:
            assert (phase == "before_turn") == ("onion" in table.loot[active] and table.room(active) > 0)
        if phase in ("meeting", "landing") and turn.fight != "exile":
            return self.duel(table, by, {str(answer[0]) for answer in offered})
        assert by == active
        match phase:
            case "before_turn":
                assert turn.questions == 1
                return named("use_onion", table.market) | {DECLINE}
            case "act":
                return self.acting(table, by, offered)
            case "meeting":
                return self.spells(table, by) | {DECLINE}
            case "gate":
                assert table.at[by] == "courtyard"
                if any(answer[0] == "t" for answer in offered):
                    return self.towers(table)
                return self.spells(table, by) | {DECLINE}
            case "fated":
                assert turn.moved
                return self.fate(table, by)
            case "tempted":
                assert turn.restocked and table.at[by] not in BLACK
                return self.fate(table, by) if table.drawn else {("draw_fate",), DECLINE}
        raise AssertionError(phase)

    def starts(self, table: Table, by: int) -> Answers:
        free = START if len(table.at) > 4 else START - OUTER
        return named("s", free - set(table.at[:by]))

    def acting(self, table: Table, p: int, offered: Answers) -> Answers:
        """The move, or what is done instead of it, and magic cards."""
        turn = self.turn
        if turn.topping == "points":
            # The throw isn't known before it has brought ketchup, too.
            turn.most = max(int(str(answer[-1])) for answer in offered)
            return {("n", n) for n in range(turn.most + 1)}
        if turn.topping == "goods":
            return {("goods", pack) for pack in packs(table.market, turn.number, turn.number)}
        found = self.spells(table, p) | self.steps(table, p)
        if turn.may_move and table.at[p] != "courtyard" and (table.at[p] != "dungeon" or turn.leaping or table.neighbours("dungeon")):
            if turn.played < 3:
                found |= named("hurry", of_kind("tempo", table.magic[p]))
        if turn.fresh and not turn.tempos:
            found.add(("top_up",))
        if turn.fresh and table.at[p] == "dungeon":
            found.add(("throw_out",))
            if table.ketchup[p] >= 4:
                found.add(("bribe",))
        short = table.ketchup[p] < table.toll
        if turn.unpaid and not short:
            found.add(("pay_out",))
        if turn.moved or turn.restocked or (turn.unpaid and short):
            found.add(DECLINE)
        return found

    def steps(self, table: Table, p: int) -> Answers:
        turn = self.turn
        space = table.at[p]
        affordable = turn.free > 0 or (turn.paid < 2 and table.ketchup[p] >= 1)
        if not turn.may_move or space == "courtyard" or not affordable:
            return set()
        near = GATES if space == "dungeon" and turn.leaping else table.neighbours(space)
        return named("step", near - START - {"dungeon"} - turn.trail)

    def spells(self, table: Table, p: int) -> Answers:
        """The magic cards that may be played at any time."""
        found: Answers = set()
        if self.turn.played >= 3:
            return found
        hand = table.magic[p]
        if table.ketchup[p] < 8:
            found |= named("swap", of_kind("elixir", hand))
        if hand["glove"]:
            for q, cards in enumerate(table.magic):
                if q != p:
                    found |= {("steal", "glove", SEATS[q], card) for card in cards if card != "glove"}
        if hand["bridge"]:
            sites = CHASMS - table.bridges
            if len(table.bridges) < 2:
                found |= {("build", "bridge", site) for site in sites}
            else:
                found |= {("rebuild", "bridge", old, site) for old in table.bridges for site in sites}
        return found

    def towers(self, table: Table) -> Answers:
        return {("t", tower) for tower, cards in table.towers.items() if cards}

    def duel(self, table: Table, by: int, verbs: set[str]) -> Answers:
        """A Duel card for a throw, then the winner's card, then the loser's way."""
        turn = self.turn
        loser = self.loser(table, by)
        if "decline" in verbs:
            assert turn.fight in ("open", "card")
            turn.fight = "card"
            return named("m", of_kind("duel_card", table.magic[by])) | {DECLINE}
        if "m" in verbs:
            assert turn.fight in ("open", "card") and table.magic[by].total() < 5
            turn.fight = "prize"
            return named("m", table.market)
        assert turn.fight == "prize" or table.magic[by].total() == 5
        turn.fight = "exile"
        return named("s", table.exile(loser))

    def loser(self, table: Table, winner: int) -> int:
        assert self.active is not None
        [rival] = table.rivals(self.active)
        assert winner in (self.active, rival)
        return rival if winner == self.active else self.active

    def fate(self, table: Table, p: int) -> Answers:
        turn = self.turn
        [card] = table.drawn
        kind, hue, *amount = card.split()
        space = table.at[p]
        assert space in COLOURED[hue] or (space in START and hue == "red")
        hand = list(table.magic[p].elements())
        match kind:
            case "tribute" if turn.tribute is None:
                n = min(int(amount[0]), len(hand))
                return {("lost", pack) for pack in packs(hand, n, n)}
            case "tribute":
                return named("m", turn.tribute or [])
            case "find":
                return {("goods", pack) for pack in packs(table.market, 0, min(int(amount[0]), table.room(p)))}
            case "flight" if turn.wish is None:
                return {("how", "fly"), ("how", "look"), DECLINE}
            case "flight" if turn.wish == "fly":
                return named("s", COLOURED[hue] - {space})
            case "flight":
                return self.towers(table)
        raise AssertionError(f"nothing is asked for {card}")

    # ------------------------------------------------------------ what follows

    def do(self, before: Table, phase: str, by: int, answer: Answer, after: Table, goes_on: bool) -> None:
        """Remember an answer, and compare what it did; ``goes_on`` means that the phase does, so that nothing else happened."""
        if self.active is None:
            assert after.at[by] == answer[1]
            return
        turn = self.turn
        magic = [Counter(cards) for cards in before.magic]
        hand = magic[by]
        ketchup = list(before.ketchup)
        at = list(before.at)
        bridges = set(before.bridges)
        laid: list[str] = []
        """What goes under the supply stack, in this order."""
        match answer:
            case ("swap" | "steal" | "hurry" | "build" | "rebuild", str(card), *_):
                turn.played += 1
                hand[card] -= 1
                laid.append(card)
        match answer:
            case ("swap", str(card)):
                ketchup[by] = min(8, ketchup[by] + int(card.split()[1]))
            case ("steal", _, str(seat), str(card)):
                magic[SEATS.index(seat)][card] -= 1
                hand[card] += 1
            case ("hurry", _):
                turn.free += 3
                turn.tempos += 1
            case ("build", _, str(site)):
                bridges.add(site)
            case ("rebuild", _, str(old), str(site)):
                bridges.remove(old)
                bridges.add(site)
            case ("step", str(space)):
                if turn.free > 0:
                    turn.free -= 1
                else:
                    turn.paid += 1
                    ketchup[by] -= 1
                turn.trail.add(at[by])
                turn.moved = True
                at[by] = space
            case ("top_up",):
                turn.restocked = True
                turn.topping = "points"
            case ("n", int(number)):
                turn.number = number
                turn.topping = "goods" if number else None
                if number == 0:
                    self.check_throw(before, by, after)
                    goes_on = False
            case ("goods", pack):
                hand.update(cards_of(pack))
                if phase == "act":
                    turn.topping = None
                    self.check_throw(before, by, after)
                goes_on = False
            case ("throw_out",):
                turn.thrown = True
            case ("pay_out",):
                turn.leaping = True
                ketchup[by] -= before.toll
            case ("bribe",):
                turn.leaping = True
                ketchup[by] -= 4
            case ("how", wish):
                turn.wish = wish
            case ("lost", pack):
                turn.tribute = cards_of(pack)
                # Who hands over everything does so as it lies, and a single card has no order.
                if hand.total() == len(turn.tribute) or len(turn.tribute) <= 1:
                    hand.subtract(turn.tribute)
            case ("m", str(card)) if phase in ("fated", "tempted"):
                assert turn.tribute is not None
                turn.tribute.remove(card)
                laid.append(card)
                if len(turn.tribute) == 1:
                    laid += turn.tribute
                hand.subtract(laid)
            case ("m", str(card)) if turn.fight == "card":
                hand[card] -= 1
                laid.append(card)
            case ("m", str(card)):
                hand[card] += 1
                loser = self.loser(before, by)
                debt = min(2, ketchup[loser])
                ketchup[loser] -= debt
                ketchup[by] = min(8, ketchup[by] + debt)
            case ("use_onion", str(card)):
                hand[card] += 1
            case ("s", str(space)):
                if phase in ("meeting", "landing"):
                    at[self.loser(before, by)] = space
                else:
                    at[by] = space
                    turn.fight = "open"  # a flying vampire may have to fight once more
                assert after.at == at
            case ("t", str(tower)) if phase == "gate":
                [card] = before.towers[tower]
                assert after.loot[by] == [*before.loot[by], card]
                assert after.at[by] == ("dungeon" if card == "onion" else "courtyard")
        assert after.magic == magic
        assert after.bridges == bridges
        if len(before.market) == 3:
            assert after.supply[: len(laid)] == laid[::-1]
        # When somebody has been asked for a Duel card, or in front of the gate, dice may decide next who pays.
        if goes_on and turn.fight != "card" and phase != "gate":
            assert after.ketchup == ketchup and after.at == at

    def check_throw(self, before: Table, p: int, after: Table) -> None:
        """A throw for supplies: 2 to 6 points, a magic card for 2, a bottle for 1."""
        turn = self.turn
        points = after.ketchup[p] - before.ketchup[p] + 2 * turn.number
        assert points <= 6
        if after.ketchup[p] < 8:
            assert points >= 2 and turn.most == min(before.room(p), points // 2)
