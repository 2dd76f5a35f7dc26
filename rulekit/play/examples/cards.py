"""Cards as examples write them: ``2 wolf red 1 with tame``, matched with the cards of the program.

Takes the syntax of a card, gives the cards that it can mean and their canonical texts.  A card that can't be meant, or means
different cards, fails the example.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import define, field

from rulekit.analysis.model import CardGroup, KindDecl, StateDecl
from rulekit.analysis.types import CardT, EnumT, FlagT, OptionalT, PlayerT, SpaceT, TeamT, Type
from rulekit.compile.layout import attributes_of
from rulekit.engine import State
from rulekit.engine.words import card_text
from rulekit.play.examples import codes
from rulekit.play.examples.result import Failed, failure
from rulekit.play.examples.scene import Scene
from rulekit.syntax import nodes


@define(eq=False)
class CardWanted:
    """What a card's literal means.  ``ids``: all cards with its kind, label and attributes; ``states``: slot -> value or kind."""

    node: nodes.CardItem
    count: int
    ids: tuple[int, ...]
    states: dict[int, Any] = field(factory=dict)

    def fits(self, state: State, card: int) -> bool:
        """Whether a card is one of these, its states too."""
        if card not in self.ids:
            return False
        program = state.program
        base = card * program.states_per_card
        for info in program.states:
            wanted = self.states.get(info.slot, program.start_states[base + info.slot])
            value = state.states[base + info.slot]
            if isinstance(wanted, KindDecl):
                if value is None or program.cards[value].kind is not wanted:
                    return False
            elif value != wanted:
                return False
        return True


def card_wanted(scene: Scene, node: nodes.CardItem) -> CardWanted:
    """What a card's literal means; found once.  Raises ``Failed``."""
    known: CardWanted | None = scene.memo.get(id(node))
    if known is None:
        known = scene.memo[id(node)] = _card_wanted(scene, node)
    return known


def _card_wanted(scene: Scene, node: nodes.CardItem) -> CardWanted:
    program = scene.program
    kind = next((k for k in program.model.kinds if k.name == node.name.text), None)
    if kind is None:
        raise Failed(failure(codes.NO_SUCH_CARD, f"'{node.name.text}' is no kind of card", node.span))
    groups = _groups(scene, node, kind)
    ids = tuple([card.id for card in program.cards if card.group in groups])
    return CardWanted(node, 1 if node.count is None else node.count, ids, _states(scene, node, kind))


def _groups(scene: Scene, node: nodes.CardItem, kind: KindDecl) -> list[CardGroup]:
    """The equal cards that are meant."""
    own = list(dict.fromkeys([card.group for card in scene.program.cards if card.kind is kind]))
    label = node.label.value if node.label is not None else None
    if label is not None:
        named = [g for g in own if g.label == label]
    else:
        named = [g for g in own if g.label in (None, kind.label)] or own
    if not named:
        many = f' "{label}"' if label is not None else ""
        raise Failed(failure(codes.NO_SUCH_CARD, f"there is no card '{kind.name}{many}' in this match", node.span))
    open_ones = attributes_of(kind)
    found = named
    for (name, type, _), value in zip(open_ones, node.values, strict=False):
        wanted = constant(scene, type, value)
        found = [g for g in found if g.values.get(name) == wanted]
    for name, _, _ in open_ones[len(node.values) :]:
        values = list(dict.fromkeys([g.values.get(name) for g in found]))
        if len(values) > 1:
            found = _by_default(node, kind, name, found, [scene.program.cards[c].text for c in _firsts(scene, found)])
    if not found:
        texts = list(dict.fromkeys([scene.program.cards[c].text for c in _firsts(scene, named)]))
        help = "there are: " + ", ".join(texts[:12]) + (", .." if len(texts) > 12 else "")
        raise Failed(failure(codes.NO_SUCH_CARD, f"there is no card '{_short(node)}' in this match", node.span, help=help))
    if len({g.label for g in found}) > 1:
        labels = ", ".join(dict.fromkeys(f'{kind.name} "{g.label}"' for g in found[:6]))
        message = f"'{_short(node)}' could be several cards"
        raise Failed(failure(codes.NO_SUCH_CARD, message, node.span, help=f"say which: {labels}"))
    return found


def _short(node: nodes.CardItem) -> str:
    """The card's text without its number."""
    text = " ".join(node.span.text.split())
    return text.removeprefix(str(node.count)).strip() if node.count is not None else text


def _firsts(scene: Scene, groups: Sequence[CardGroup]) -> list[int]:
    return [next(card.id for card in scene.program.cards if card.group is group) for group in groups]


def _by_default(node: nodes.CardItem, kind: KindDecl, name: str, groups: list[CardGroup], texts: list[str]) -> list[CardGroup]:
    """A value that was left out: the attribute's default."""
    attribute = next(a for k in kind.ancestry() for a in k.attributes if a.name == name)
    if not attribute.has_default:
        help = "say which: " + ", ".join(list(dict.fromkeys(texts))[:6])
        raise Failed(failure(codes.NO_SUCH_CARD, f"'{_short(node)}' leaves open what its '{name}' is", node.span, help=help))
    return [g for g in groups if g.values.get(name) == attribute.default]


def constant(scene: Scene, type: Type, value: nodes.Ident | nodes.Number | nodes.Person) -> Any:
    """An attribute's or state's value as it is written, as a run-time value; a card's kind stays a kind."""
    model = scene.program.model
    if isinstance(value, nodes.Number):
        return value.value
    if isinstance(value, nodes.Person):
        return scene.seat(value.text)
    text = value.text
    match type:
        case OptionalT(of):
            return None if text == "none" else constant(scene, of, value)
        case FlagT():
            return text == "yes"
        case EnumT(decl):
            return next((v.index for v in decl.values if v.name == text), None)
        case TeamT():
            return next((team.index for team in model.teams if team.name == text), None)
        case SpaceT():
            return next((s.index for s in model.board.spaces if s.name == text), None) if model.board else None
        case CardT():
            return next((k for k in model.kinds if k.name == text), None)
        case PlayerT() | _:
            return None


def _states(scene: Scene, node: nodes.CardItem, kind: KindDecl) -> dict[int, Any]:
    own: dict[str, StateDecl] = {state.name: state for k in kind.ancestry() for state in k.states}
    slots = {info.name: info.slot for info in scene.program.states}
    return {
        slots[name.text]: True if value is None else constant(scene, own[name.text].type, value)
        for name, value in node.states
        if name.text in own
    }


# ---------------------------------------------------------------- comparing


def short_of(scene: Scene, cards: Sequence[int], wanted: Sequence[CardWanted]) -> tuple[list[str], list[int]]:
    """What a row of cards lacks of what is wanted, as texts; and the cards that nothing wants."""
    left = list(cards)
    lacking = []
    for want in sorted(wanted, key=lambda w: len(w.ids)):
        fitting = [c for c in left if want.fits(scene.state, c)][: want.count]
        for c in fitting:
            left.remove(c)
        if len(fitting) < want.count:
            n = want.count - len(fitting)
            lacking.append(_short(want.node) if n == 1 else f"{n} {_short(want.node)}")
    return lacking, left


def in_order(scene: Scene, cards: Sequence[int], wanted: Sequence[CardWanted]) -> bool:
    """Whether a row of cards is what is wanted in this order."""
    row = [want for want in wanted for _ in range(want.count)]
    return len(row) == len(cards) and all(want.fits(scene.state, c) for want, c in zip(row, cards, strict=True))


def offered_texts(scene: Scene, want: CardWanted) -> set[str]:
    """The texts that this card can have in a menu."""
    fitting = [c for c in want.ids if want.fits(scene.state, c)]
    texts = {card_text(scene.state, c) for c in fitting}
    nth = want.node.nth
    return {f"{text} nth {nth}" for text in texts} if nth is not None and nth > 1 else texts
