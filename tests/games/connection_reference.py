"""Die VampirConnection once more, written by hand: who is asked, all that may be answered, and where everything lies afterwards.

It shares nothing with the rules file but the names of cards, zones and choices.  What chance decides, and which of several equal cards
was taken, it is told by the engine; all else it knows, and ``follow`` compares it at every decision.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from random import Random
from typing import Any, NamedTuple

from rulekit.engine import Program, State

MOVEMENT = ("mist", "wolf", "bat", "carriage")
STOPS = {"garlic": {"mist"}, "shutters": {"wolf", "hunchback"}, "church": {"bat", "carriage"}}
EVENTS = {"sunrise", "masked_ball", "unrest", "angel"}
NAILS_FOR_SLEEPER = {"hunter": 1, "grobi": 0, "hunters_assistant": 2}
NAILS_FOR_TRAVELLER = {"wolf": 2, "bat": 3}
HAND_LIMIT = {3: 12, 4: 12, 5: 10, 6: 8}
TASTY = {"Cheeky Brat", "Granny Hannelore", "Maid", "Baker's Wife", "Village Beauty"}
BLOOD = {  # each turn, and drunk dry
    "Little Rascal": (-1, 2), "Cheeky Brat": (-1, 2), "Drunkard": (-1, -1), "Granny Hannelore": (0, 4), "Alchemist": (3, 0),
    "Granny with Pram": (1, 0), "Scarecrow": (0, 0), "Priest": (1, 3), "Fritz Fisch": (1, 2), "Bard Heino": (1, 3),
    "Barefoot Villager": (1, 2), "Farmer": (1, 3), "Maid": (1, 4), "Miller": (2, 3), "Innkeeper": (2, 4), "Baker's Wife": (2, 4),
    "Village Beauty": (2, 6), "Blacksmith": (2, 5), "Mayor": (3, 5),
}  # fmt: skip
LIKELY = {"trade": 0.6, "decline": 0.5, "change_place": 0.5, "lay": 1.5, "to_village": 2.0}
"""How likely an answer is by its name, 1.3 if it isn't here: games get on, and their rarer turns come up."""

Option = list[Any]
DECLINE: Option = ["decline"]


class Ask(NamedTuple):
    """Somebody has to choose one of these."""

    by: int
    options: list[Option]


class Together(NamedTuple):
    """Everybody chooses, in secret and at once."""

    options: dict[int, list[Option]]


Asking = Generator[Ask | Together, Any, None]
Window = Generator[Ask | Together, Any, bool]


class OutingEnds(Exception):
    """The rest of the outing is left out."""


def seat(player: str) -> int:
    return int(player.removeprefix("player ")) - 1


def named(p: int) -> str:
    return f"player {p + 1}"


def parts(cards: Counter[str], least: int, most: int) -> list[dict[str, int]]:
    """All choices of so many of these cards; equal ones are one choice."""
    found: list[dict[str, int]] = [{}]
    for card, n in sorted(cards.items()):
        found = [{**part, card: m} if m else part for part in found for m in range(min(n, most - sum(part.values())) + 1)]
    return [part for part in found if least <= sum(part.values())]


class Table:
    """What the engine has on its table, and what its last step has changed."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.program = state.program
        self.zones = {(info.name, info.owner): info.index for info in self.program.zones}
        self.fields = {(info.name, info.owner): info.index for info in self.program.fields}
        self.zone_of = {index: zone for zone, index in self.zones.items()}
        self.moves: list[tuple[list[int], tuple[str, int | None], tuple[str, int | None]]] = []
        self.covered: list[tuple[int, int]] = []
        self.drawn: list[tuple[int, list[str]]] = []

    def kind(self, card: int) -> str:
        return self.program.cards[card].kind.name

    def label(self, card: int) -> str:
        return self.program.cards[card].group.label

    def text(self, card: int) -> str:
        return self.program.cards[card].text

    def under(self, victim: int) -> int | None:
        return self.state.states[victim * self.program.states_per_card]

    def cards(self, name: str, owner: int | None = None) -> list[int]:
        return list(self.state.zones[self.zones[name, owner]].cards)

    def kinds(self, name: str, owner: int | None = None) -> list[str]:
        return [self.kind(card) for card in self.cards(name, owner)]

    def field(self, name: str, owner: int | None = None) -> int:
        return self.state.fields[self.fields[name, owner]]

    def forget(self) -> None:
        """What follows is a new step."""
        self.moves = []
        self.covered = []

    def answer(self, decision: Any, answer: Option) -> None:
        self.state.changes = []
        self.state.answer(decision, answer)
        for change in self.state.changes:
            if change[0] == "move":
                cards = [card for card, _ in change[1]]
                source, target = self.zone_of[change[2]], self.zone_of[change[3]]
                self.moves.append((cards, source, target))
                if (source[0], target[0]) == ("draw", "hand"):
                    self.drawn.append((target[1], [self.kind(card) for card in cards]))
            elif change[0] == "state":
                self.covered.append((change[1], change[3]))

    def has_moved(self, card: int) -> bool:
        """In this step, somewhere else than onto the doorstep."""
        return any(card in cards and target[0] != "doorstep" for cards, _, target in self.moves)

    def laid(self, kind: str) -> int:
        """The protection card that has just been laid over captives."""
        for cards, source, target in self.moves:
            if (source[0], target[0]) == ("hand", "wards") and self.kind(cards[0]) == kind:
                return cards[0]
        raise AssertionError(f"no {kind} has been laid")


class Reference:
    """A game from the position after the set-up.  A card of the village is its number, one of the vampires' deck its kind."""

    def __init__(self, table: Table, players: int, abilities: bool) -> None:
        seats = range(players)
        self.table = table
        self.seats = seats
        self.starter = table.field("starter")
        self.vampires = [table.kinds("home", p)[0] if abilities else "" for p in seats]
        self.hands = [Counter(table.kinds("hand", p)) for p in seats]
        self.offered: list[Counter[str]] = [Counter() for _ in seats]
        self.village = table.cards("village")
        self.village_shuffled = False
        self.deck = table.kinds("draw")
        self.deck_shuffled = False
        self.waste: Counter[str] = Counter()
        self.village_waste: Counter[str] = Counter()
        self.doorstep: list[int] = []
        self.at_home = [True for _ in seats]
        self.coffins = ["" for _ in seats]
        self.front: list[list[int]] = [[] for _ in seats]
        self.captives: list[list[int]] = [[] for _ in seats]
        self.dead: list[list[int]] = [[] for _ in seats]
        self.wards: list[list[int]] = [[] for _ in seats]
        self.under: dict[int, int] = {}
        self.party = [False for _ in seats]
        self.blood = [1 for _ in seats]
        self.rounds = 0
        self.abducted = False
        self.last_night = False
        self.active = self.starter
        self.revived = self.dazzled = self.flown = self.outing = False
        self.seen: Counter[str] = Counter()

    # ------------------------------------------------------------ what is so

    def text(self, victim: int) -> str:
        cover = self.under.get(victim)
        with_cover = "" if cover is None else f" with under = {self.table.kind(cover)}"
        return f'victim "{self.table.label(victim)}"{with_cover}'

    def texts(self, victims: Iterable[int]) -> list[str]:
        return sorted({self.text(v) for v in victims})

    def bare(self, victims: list[int]) -> list[int]:
        return [v for v in victims if v not in self.under]

    def stealable(self, q: int) -> list[int]:
        return [v for v in self.captives[q] if v not in self.under or self.table.kind(self.under[v]) == "book"]

    def has_priest(self, q: int) -> bool:
        return any(self.table.label(v) == "Priest" for v in self.captives[q])

    def asleep(self, p: int) -> bool:
        return not self.at_home[p] and not self.coffins[p]

    def lord_is(self, vampire: str) -> bool:
        return self.vampires[self.active] == vampire

    def flies_free(self) -> bool:
        return self.lord_is("federleicht") and not self.flown

    def strikes(self, p: int) -> list[Option]:
        """The hunter, the sleeper, the stakes."""
        if self.rounds == 0 or not self.abducted:
            return []
        found = []
        for hunter, need in NAILS_FOR_SLEEPER.items():
            if self.hands[p][hunter] and self.hands[p]["stake"] >= need:
                for q in self.seats:
                    if q != p and self.asleep(q) and not (q == self.active and self.revived):
                        found.append([hunter, named(q), {"stake": need} if need else {}])
        return found

    # ------------------------------------------------------------ moving cards

    def meant(self, victims: list[int], text: str) -> int:
        """Of several with one text, the one that the engine took."""
        found = [v for v in victims if self.text(v) == text]
        assert found, f"{text} isn't there"
        return next((v for v in found if self.table.has_moved(v)), found[0])

    def take(self, p: int, cards: dict[str, int]) -> None:
        for card, n in cards.items():
            assert self.hands[p][card] >= n, f"{named(p)} hasn't {n} {card}"
            self.hands[p][card] -= n

    def pay(self, p: int, cards: dict[str, int]) -> None:
        self.take(p, cards)
        self.waste.update(cards)

    def leave(self, zone: list[int], victim: int) -> None:
        zone.remove(victim)
        self.under.pop(victim, None)

    def to_village(self, victims: Iterable[int]) -> None:
        self.village += victims
        self.village_shuffled = True

    def drop_wards(self) -> None:
        """Cards over nobody are discarded."""
        for p in self.seats:
            for ward in [ward for ward in self.wards[p] if ward not in self.under.values()]:
                self.wards[p].remove(ward)
                self.waste[self.table.kind(ward)] += 1

    def nail(self, p: int, hunter: str, q: int, stakes: int) -> None:
        self.take(p, {hunter: 1, "stake": stakes})
        if stakes:
            self.coffins[q] = "stake"
            self.waste.update({hunter: 1, "stake": stakes - 1})
        else:
            self.coffins[q] = hunter
        self.at_home[q] = False
        if q == self.active and self.outing:
            raise OutingEnds

    # ------------------------------------------------------------ what others may do meanwhile

    def window(self, options: Callable[[int], list[Option]]) -> Window:
        """Whether what was to happen is cancelled.  After a reaction all are asked once more."""
        players = len(self.seats)
        waiting = [(self.active + 1 + i) % players for i in range(players)]
        left = list(waiting)
        while left:
            p = left.pop(0)
            if own := options(p):
                answer = yield Ask(p, [*own, DECLINE])
                if answer != DECLINE:
                    self.seen[answer[0]] += 1
                    if self.react(p, answer):
                        return True
                    left = list(waiting)
        return False

    def react(self, p: int, answer: Option) -> bool:
        match answer:
            case ["strike", hunter, sleeper, nails]:
                self.nail(p, hunter, seat(sleeper), sum(nails.values()))
                return False
            case ["ambush", hunter, nails]:
                self.nail(p, hunter, self.active, sum(nails.values()))
            case [_, card]:
                self.pay(p, {card: 1})
        return True

    def quiet(self) -> Asking:
        yield from self.window(lambda p: [["strike", *strike] for strike in self.strikes(p)] if p != self.active else [])

    def travel(self, card: str) -> Asking:
        """Whoever is staked on the way has no more outing."""
        need = NAILS_FOR_TRAVELLER.get(card, 0) + (card == "wolf" and self.lord_is("grimmwolf"))

        def ambushes(p: int) -> list[Option]:
            if p == self.active or not need or self.rounds == 0 or not self.abducted or self.revived or self.hands[p]["stake"] < need:
                return []
            return [["ambush", hunter, {"stake": need}] for hunter in ("hunter", "grobi") if self.hands[p][hunter]]

        yield from self.window(ambushes)

    def warded_off(self, name: str, q: int, without_priest: set[str]) -> Window:
        """The lord of the castle may answer with a protection card, but for a few he needs a priest."""

        def answers(p: int) -> list[Option]:
            if p != q or q == self.active:
                return []
            cards = {"crucifix", "holy_water", *without_priest} if self.has_priest(q) else without_priest
            return [[name, card] for card in sorted(cards) if self.hands[q][card]]

        return (yield from self.window(answers))

    # ------------------------------------------------------------ the turns

    def game(self) -> Asking:
        players = len(self.seats)
        while not self.last_night:
            for i in range(players):
                if not self.last_night:
                    self.active = (self.starter + i) % players
                    yield from self.turn()
            self.rounds += 1

    def turn(self) -> Asking:
        self.revived = self.dazzled = self.flown = False
        self.outing = True
        try:
            yield from self.quiet()
            yield from self.trading()
            yield from self.playing()
        except OutingEnds:
            pass
        self.outing = False
        yield from self.quiet()
        drained = yield from self.distribute()
        yield from self.drink_and_draw(drained)

    def trading(self) -> Asking:
        a = self.active
        partners = [q for q in self.seats if q != a and self.hands[q].total()]
        while partners and self.hands[a].total():
            options = [["trade", named(q), part] for q in partners for part in parts(self.hands[a], 1, 2)]
            answer = yield Ask(a, [*options, DECLINE])
            if answer == DECLINE:
                return
            _, partner, offer = answer
            q = seat(partner)
            partners.remove(q)
            self.take(a, offer)
            self.offered[a] = Counter(offer)
            reply = yield Ask(q, [*(["answer", part] for part in parts(self.hands[q], 1, 2)), DECLINE])
            self.offered[a] = Counter()
            if reply == DECLINE:
                self.hands[a].update(offer)
                continue
            self.take(q, reply[1])
            self.hands[a].update(reply[1])
            self.hands[q].update(offer)
            return

    def playing(self) -> Asking:
        while options := self.plays():
            answer = yield Ask(self.active, [*options, DECLINE])
            if answer == DECLINE:
                return
            self.seen[answer[0]] += 1
            yield from self.play(answer)
            yield from self.quiet()

    def plays(self) -> list[Option]:
        a = self.active
        hand = self.hands[a]
        found = self.journeys()
        if hand["hunchback"]:
            if self.village:
                found += [["send", "hunchback", double] for double in self.doubles()]
            if self.coffins[a]:
                found.append(["pull_stake", "hunchback"])
        for q in self.seats:
            bare = self.bare(self.captives[q])
            for ward, most in (("crucifix", len(bare)), ("holy_water", 2), ("book", 1)):
                if hand[ward] and (ward == "book" or self.has_priest(q)):
                    groups = parts(Counter(map(self.text, bare)), 1, most)
                    found += [["lay", ward, named(q), group] for group in groups]
            if hand["opportunity"]:
                found += [["grab", "opportunity", named(q), text] for text in self.texts(bare)]
            if hand["escape"]:
                found += [["flee", "escape", named(q), text] for text in self.texts(self.captives[q])]
        if hand["party"]:
            found.append(["invite", "party"])
        found += [["stab", *strike] for strike in self.strikes(a)]
        return found

    def doubles(self) -> list[dict[str, int]]:
        return [{}, {"double_success": 1}] if self.hands[self.active]["double_success"] else [{}]

    def journeys(self) -> list[Option]:
        a = self.active
        found: list[Option] = []
        if self.coffins[a]:
            return found
        for card in MOVEMENT:
            crew = {"hunchback": 1} if card == "carriage" and not self.lord_is("flattersturz") else {}
            pays_blood = card == "bat" and not self.flies_free()
            if not self.hands[a][card] or (crew and not self.hands[a]["hunchback"]) or (pays_blood and self.blood[a] < 1):
                continue
            found.append(["change_place", card, crew])
            if self.at_home[a]:
                if self.village:
                    found += [["to_village", card, double, crew] for double in self.doubles()]
                if card in ("bat", "carriage"):
                    found += [["to_castle", card, named(q), crew] for q in self.seats if q != a and self.stealable(q)]
        return found

    # ------------------------------------------------------------ playing a card

    def play(self, answer: Option) -> Asking:
        a = self.active
        match answer:
            case ["change_place", card, crew]:
                yield from self.set_out(card, crew)
                self.at_home[a] = not self.at_home[a]
            case ["to_village", card, double, crew]:
                yield from self.set_out(card, {**double, **crew})
                yield from self.arrive(card, 2 if double else 1)
            case ["to_castle", card, q, crew]:
                yield from self.set_out(card, crew)
                yield from self.steal(seat(q))
            case ["send", card, double]:
                self.pay(a, {card: 1, **double})
                yield from self.arrive(card, 2 if double else 1)
            case ["pull_stake", card]:
                self.pay(a, {card: 1})
                self.waste[self.coffins[a]] += 1
                self.coffins[a] = ""
                self.revived = True
            case ["lay", card, q, group]:
                self.take(a, {card: 1})
                self.lay(card, seat(q), group)
            case ["grab", card, q, text]:
                self.pay(a, {card: 1})
                victim = self.meant(self.bare(self.captives[seat(q)]), text)
                if not (yield from self.warded_off("avert", seat(q), {"book"})):
                    self.blood[a] += max(0, BLOOD[self.table.label(victim)][1])
            case ["flee", card, q, text]:
                self.pay(a, {card: 1})
                victim = self.meant(self.captives[seat(q)], text)
                self.leave(self.captives[seat(q)], victim)
                self.to_village([victim])
                self.drop_wards()
            case ["invite", card]:
                self.take(a, {card: 1})
                self.party[a] = True
            case ["stab", hunter, q, nails]:
                self.nail(a, hunter, seat(q), sum(nails.values()))
            case _:
                raise AssertionError(answer)

    def set_out(self, card: str, company: dict[str, int]) -> Asking:
        self.pay(self.active, {card: 1, **company})
        if card == "bat":
            if not self.flies_free():
                self.blood[self.active] -= 1
            self.flown = True
        yield from self.travel(card)

    def steal(self, q: int) -> Asking:
        a = self.active
        there = self.stealable(q)
        _, text = yield Ask(a, [["prey", text] for text in self.texts(there)])
        victim = self.meant(there, text)
        if (yield from self.warded_off("repel", q, set())):
            return
        self.seen["theft"] += 1
        book = self.under.get(victim)
        self.leave(self.captives[q], victim)
        self.front[a].append(victim)
        if book is not None:
            self.hand_on(book, q, a, victim)

    def hand_on(self, ward: int, source: int, target: int, victim: int) -> None:
        """A protection card goes along with whom it covers."""
        self.wards[source].remove(ward)
        self.wards[target].append(ward)
        self.under[victim] = ward
        self.seen["ward goes along"] += 1

    def lay(self, kind: str, q: int, group: dict[str, int]) -> None:
        ward = self.table.laid(kind)
        covered = {victim for victim, over in self.table.covered if over == ward}
        chosen = [v for v in self.bare(self.captives[q]) if v in covered]
        assert Counter(map(self.text, chosen)) == group, f"{kind} doesn't cover {group}"
        self.wards[q].append(ward)
        self.under.update(dict.fromkeys(chosen, ward))

    # ------------------------------------------------------------ in the village

    def reveal(self, n: int) -> None:
        assert not self.village_shuffled, "nobody was asked since the village was shuffled"
        for _ in range(min(n, len(self.village))):
            self.doorstep.append(self.village.pop())
        self.last_night = self.last_night or not self.village

    def ineffective(self, card: int, visitor: str) -> bool:
        kind = self.table.kind(card)
        return kind in STOPS and (visitor not in STOPS[kind] or (kind == "garlic" and self.lord_is("knobelzahn")))

    def arrive(self, visitor: str, n: int) -> Asking:
        self.reveal(n)
        while ignored := [card for card in self.doorstep if self.ineffective(card, visitor)]:
            self.doorstep = [card for card in self.doorstep if card not in ignored]
            self.village_waste.update(map(self.table.kind, ignored))
            self.seen["replaced"] += len(ignored)
            self.reveal(len(ignored))
        interrupted = any(self.table.kind(card) in EVENTS for card in self.doorstep)
        if interrupted and len(self.doorstep) == 2:
            texts = sorted({self.table.text(card) for card in self.doorstep})
            _, sooner = yield Ask(self.active, [["sooner", text] for text in texts])
            self.doorstep.sort(key=lambda card: self.table.text(card) != sooner)
            self.seen["sooner"] += 1
        while self.doorstep:
            yield from self.open(self.doorstep.pop(0))
        if interrupted:
            raise OutingEnds

    def open(self, card: int) -> Asking:
        kind = self.table.kind(card)
        if kind == "victim":
            self.front[self.active].append(card)
            self.abducted = True
            return
        self.village_waste[kind] += 1
        self.seen[kind] += 1
        match kind:
            case "sunrise":
                self.at_home = [False for _ in self.seats]
                self.dazzled = True
            case "angel":
                self.to_village(victim for dead in self.dead for victim in dead)
                self.dead = [[] for _ in self.seats]
            case "unrest":
                freed = [victim for captives in self.captives for victim in captives]
                self.captives = [[] for _ in self.seats]
                self.under = {victim: ward for victim, ward in self.under.items() if victim not in freed}
                self.to_village(freed)
                self.drop_wards()
            case "masked_ball":
                yield from self.ball()

    def ball(self) -> Asking:
        options = {q: [["gift", text] for text in self.texts(self.captives[q])] for q in self.seats if self.captives[q]}
        answers = yield Together(options)
        gifts = {q: self.meant(self.captives[q], answers[q][1]) for q in options}
        ward_of = {q: self.under.get(victim) for q, victim in gifts.items()}
        covers = Counter(self.under.values())
        for q, victim in gifts.items():
            self.leave(self.captives[q], victim)
        for q, victim in gifts.items():
            neighbour = (q + 1) % len(self.seats)
            self.captives[neighbour].append(victim)
            ward = ward_of[q]
            if ward is not None and covers[ward] == 1:
                self.hand_on(ward, q, neighbour, victim)

    # ------------------------------------------------------------ the end of a turn

    def distribute(self) -> Generator[Ask, Any, int]:
        """How much the victim drunk dry gives."""
        a = self.active
        drained = 0
        bare = self.bare(self.front[a])
        if self.at_home[a] and bare:
            answer = yield Ask(a, [*(["to_drain", text] for text in self.texts(bare)), DECLINE])
            if answer != DECLINE:
                victim = self.meant(bare, answer[1])
                label = self.table.label(victim)
                drained = BLOOD[label][1] + (2 if self.lord_is("superschluck") and label in TASTY else 0)
                self.front[a].remove(victim)
                self.dead[a].append(victim)
                self.seen["to_drain"] += 1
        self.captives[a] += self.front[a]
        self.front[a] = []
        return drained

    def drink_and_draw(self, drained: int) -> Asking:
        a = self.active
        if self.at_home[a]:
            flow = drained + (yield from self.flow())
            for victim in self.captives[a]:
                self.under.pop(victim, None)
            self.drop_wards()
            _, bought = yield Ask(a, [["extra", n] for n in range(max(0, min(3, flow)) + 1)])
            self.blood[a] = max(0, self.blood[a] + flow - bought)
            self.draw(1 + bought)
        else:
            self.waste["party"] += self.party[a]
            self.party[a] = False
            rests = self.asleep(a) and not self.dazzled
            self.draw(1 + (3 + self.lord_is("nebelgrab") if rests else 0))
        surplus = self.hands[a].total() - HAND_LIMIT[len(self.seats)]
        if surplus > 0:
            _, cards = yield Ask(a, [["surplus", part] for part in parts(self.hands[a], surplus, surplus)])
            self.pay(a, cards)

    def flow(self) -> Generator[Ask, Any, int]:
        """What the captives give, at a party or without one."""
        a = self.active
        partying = False
        if self.party[a]:
            if bare := self.bare(self.captives[a]):
                _, text = yield Ask(a, [["treat", text] for text in self.texts(bare)])
                victim = self.meant(bare, text)
                self.captives[a].remove(victim)
                self.dead[a].append(victim)
                self.seen["treat"] += 1
                partying = True
            self.party[a] = False
            self.waste["party"] += 1
        each = [BLOOD[self.table.label(victim)][0] for victim in self.bare(self.captives[a])]
        return sum(2 * blood if partying and blood > 0 else blood for blood in each)

    def draw(self, n: int) -> None:
        """What chance has put on top, after a shuffle, the engine tells; it must be a card that was there."""
        refilled = len(self.deck) < n and self.waste.total() > 0
        total = min(n, len(self.deck) + (self.waste.total() if refilled else 0))
        by, got = self.table.drawn.pop(0) if total else (self.active, [])
        drawn = Counter(got)
        assert (by, len(got)) == (self.active, total), f"{named(self.active)} draws {total}, not {named(by)} {len(got)}"
        if refilled:
            assert drawn >= Counter(self.deck), "what was left of the deck is drawn first"
        elif not self.deck_shuffled:
            assert drawn == Counter(self.deck[len(self.deck) - total :]), "not from the top of the deck"
        pool = Counter(self.deck) + (self.waste if refilled else Counter())
        assert drawn <= pool, "cards that weren't in the deck"
        if refilled:
            self.waste = Counter()
        if refilled or self.deck_shuffled:
            self.deck = list((pool - drawn).elements())
            self.deck_shuffled = True
        else:
            del self.deck[len(self.deck) - total :]
        self.hands[self.active].update(got)

    # ------------------------------------------------------------ comparing

    def look_at_shuffled(self) -> None:
        """The order of a shuffled pile is the engine's; what lies in it isn't."""
        if self.village_shuffled:
            same("shuffled village", sorted(self.table.cards("village")), sorted(self.village))
            self.village = self.table.cards("village")
            self.village_shuffled = False
        if self.deck_shuffled:
            same("shuffled deck", Counter(self.table.kinds("draw")), Counter(self.deck))
            self.deck = self.table.kinds("draw")
            self.deck_shuffled = False

    def compare(self) -> None:
        """Everything on the table."""
        table = self.table
        self.look_at_shuffled()
        same("cards drawn", table.drawn, [])
        same("village", table.cards("village"), self.village)
        same("deck", table.kinds("draw"), self.deck)
        same("waste", Counter(table.kinds("waste")), +self.waste)
        same("village waste", Counter(table.kinds("village_waste")), +self.village_waste)
        same("doorstep", sorted(table.cards("doorstep")), sorted(self.doorstep))
        same("rounds", table.field("rounds"), self.rounds)
        same("abducted", bool(table.field("abducted")), self.abducted)
        same("last night", bool(table.field("last_night")), self.last_night)
        for p in self.seats:
            who = named(p)
            same(f"place of {who}", table.field("at", p) == 0, self.at_home[p])
            same(f"blood of {who}", table.field("blood", p), self.blood[p])
            same(f"coffin of {who}", table.kinds("coffin", p), [self.coffins[p]] if self.coffins[p] else [])
            same(f"hand of {who}", Counter(table.kinds("hand", p)), +self.hands[p])
            same(f"offer of {who}", Counter(table.kinds("offered", p)), self.offered[p])
            same(f"front of {who}", sorted(table.cards("front", p)), sorted(self.front[p]))
            same(f"captives of {who}", sorted(table.cards("captives", p)), sorted(self.captives[p]))
            same(f"dead of {who}", sorted(table.cards("dead", p)), sorted(self.dead[p]))
            same(f"wards of {who}", sorted(table.cards("wards", p)), sorted(self.wards[p]))
            same(f"party of {who}", len(table.cards("notice", p)), int(self.party[p]))
            for victim in self.front[p] + self.captives[p]:
                same(f"over {self.text(victim)}", table.under(victim), self.under.get(victim))


def same(what: str, engine: object, reference: object) -> None:
    assert engine == reference, f"{what}: {engine} in the engine, {reference} in the reference"


# ---------------------------------------------------------------- a whole game


def plain(option: Option) -> Option:
    """Without the numbers that tell equal protection cards apart: the reference asks which one was taken."""
    return json.loads(re.sub(r" nth \d+", "", json.dumps(option)))


def keys(options: list[Option]) -> set[str]:
    return {json.dumps(option, sort_keys=True) for option in options}


def same_options(decision: Any, by: int, options: list[Option]) -> list[Option]:
    """The decision's own, after a comparison."""
    raw = decision.options()
    assert decision.by == by, f"{named(decision.by)} is asked in the engine, {named(by)} in the reference: {options[:3]}"
    engine, reference = keys([plain(option) for option in raw]), keys(options)
    assert len(keys(raw)) == len(raw), f"an option is there twice: {raw}"
    assert engine == reference, f"too many: {sorted(engine - reference)[:3]}; missing: {sorted(reference - engine)[:3]}"
    return raw


def chosen(options: list[Option], random: Random) -> Option:
    names = sorted({option[0] for option in options})
    [name] = random.choices(names, [LIKELY.get(name, 1.3) for name in names])
    return random.choice([option for option in options if option[0] == name])


def gifts(table: Table, options: dict[int, list[Option]], random: Random) -> dict[int, Option]:
    """All answers; whoever has one option isn't asked."""
    answers = {p: own[0] for p, own in options.items() if len(own) == 1}
    if len(answers) < len(options):
        table.forget()
    while len(answers) < len(options):
        waiting = sorted(set(options) - set(answers))
        same("givers", sorted(decision.by for decision in table.state.decisions), waiting)
        decision = random.choice(table.state.decisions)
        answer = random.choice(same_options(decision, decision.by, options[decision.by]))
        table.answer(decision, answer)
        answers[decision.by] = plain(answer)
    return answers


def follow(program: Program, players: int, abilities: bool, seed: int, most: int = 4_000) -> Counter[str]:
    """A random game, compared at every decision and at its end: what has happened how often."""
    state = program.start(seed)
    table = Table(state)
    reference = Reference(table, players, abilities)
    random = Random(f"{seed}/{players}")
    game = reference.game()
    asked = next(game)
    for _ in range(most):
        if isinstance(asked, Together):
            answer: Any = gifts(table, asked.options, random)
        elif len(asked.options) == 1:
            [answer] = asked.options  # the engine has done it without asking
        else:
            reference.compare()
            same("number of decisions", len(state.decisions), 1)
            [decision] = state.decisions
            raw = chosen(same_options(decision, asked.by, asked.options), random)
            table.forget()
            table.answer(decision, raw)
            answer = plain(raw)
        try:
            asked = game.send(answer)
        except StopIteration:
            break
    else:
        return reference.seen
    assert state.is_over, "the engine goes on"
    reference.compare()
    same("scores", state.scores(), reference.blood)
    same("winners", state.winners(), [p for p in reference.seats if reference.blood[p] == max(reference.blood)])
    reference.seen["over"] += 1
    return reference.seen
