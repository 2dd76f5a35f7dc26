"""Values as examples write them: as run-time values (for fields) and against the data of canonical answers (for decisions)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulekit.analysis.types import CardT, NumberT, OptionalT, SetT, Type
from rulekit.engine import Item
from rulekit.play.examples import codes
from rulekit.play.examples.cards import CardWanted, card_wanted, constant, offered_texts
from rulekit.play.examples.result import Failed, failure
from rulekit.play.examples.scene import Scene
from rulekit.syntax import nodes

# ---------------------------------------------------------------- run-time values


def value_of(scene: Scene, literal: nodes.Literal, type: Type) -> Any:
    """The run-time value of a literal for a field of this type.  Raises ``Failed``."""
    match type, literal:
        case SetT(of), nodes.LiteralSet(items=items):
            found = [value_of(scene, item, of) for item in items]
            return tuple(dict.fromkeys(x for each in found for x in (each if isinstance(each, tuple) else (each,))))
        case SetT(of), _:
            one = value_of(scene, literal, of)
            return one if isinstance(one, tuple) else () if one is None else (one,)
        case _, nodes.CardItem(name=name, values=()) if name.text == "none":
            return None
        case OptionalT(of), _:
            return value_of(scene, literal, of)
        case NumberT(low, high), nodes.Number(value=value):
            if (low is not None and value < low) or (high is not None and value > high):
                bounds = f"{'' if low is None else low}..{'' if high is None else high}"
                raise Failed(failure(codes.NO_POSITION, f"{value} is outside {bounds}", literal.span))
            return value
        case NumberT(), nodes.Range(low=low, high=high) if high is not None:
            return tuple(range(low, high + 1))
        case _, nodes.Person(text=text):
            return scene.seat(text)
        case _, nodes.LinkItem():
            return _link(scene, literal)
        case CardT(), nodes.CardItem():
            return placed_card(scene, literal)
        case _, nodes.CardItem(name=name):
            value = constant(scene, type, name)
            if value is not None:
                return value
    raise Failed(failure(codes.NO_POSITION, f"'{literal.span.text}' is no value for this", literal.span))


def _link(scene: Scene, literal: nodes.LinkItem) -> int:
    board = scene.program.model.board
    if board is not None:
        ends = {space.name: space.index for space in board.spaces}
        wanted = {ends.get(literal.start.text), ends.get(literal.end.text)}
        for link in board.links:
            if set(link.ends) == wanted:
                return link.index
    raise Failed(failure(codes.NO_POSITION, f"there is no link '{literal.span.text}'", literal.span))


def placed_card(scene: Scene, literal: nodes.CardItem) -> int:
    """The card that a field refers to: one that lies in the match, the named ones before others."""
    want = card_wanted(scene, literal)
    lying = [c for c in want.ids if scene.state.loc[c] >= 0]
    if not lying:
        raise Failed(failure(codes.NO_SUCH_CARD, f"no card '{literal.span.text}' lies in this match", literal.span))
    nth = (literal.nth or 1) - 1
    named = [c for c in lying if scene.state.loc[c] != scene.program.start_zones[c]] or lying
    return named[min(nth, len(named) - 1)]


# ---------------------------------------------------------------- data of answers


def fits_one(scene: Scene, literal: nodes.Literal, type: Type, value: Any) -> bool:
    """Whether one element of a canonical answer (a text or a number) is what a literal means."""
    match literal:
        case nodes.Number(value=number):
            return bool(value == number and value is not True)
        case nodes.Range(low=low, high=high):
            return isinstance(value, int) and low <= value and (high is None or value <= high)
        case nodes.Person(text=text):
            return bool(value == f"player {scene.seat(text) + 1}")
        case nodes.LinkItem(start=start, end=end):
            return value in (f"{start.text} - {end.text}", f"{end.text} - {start.text}")
        case nodes.CardItem():
            if is_card(type):
                return value in offered_texts(scene, card_wanted(scene, literal))
            return bool(value == literal.name.text)
        case nodes.LiteralSet(items=(only,)):
            return fits_one(scene, only, type, value)
        case _:
            return False


def is_card(type: Type) -> bool:
    """Whether the elements are cards."""
    return isinstance(type.of if isinstance(type, OptionalT | SetT) else type, CardT)


def elements_of(literal: nodes.Literal) -> tuple[nodes.Literal, ...]:
    """The elements of a literal that stands for a set; one element counts as a set of one, ``none`` as the empty one."""
    if isinstance(literal, nodes.LiteralSet):
        return literal.items
    if isinstance(literal, nodes.CardItem) and literal.name.text == "none":
        return ()
    return (literal,)


def set_from(scene: Scene, literal: nodes.Literal, type: Type, items: Sequence[Item]) -> Any:
    """The data of a set, taken from the items of its menu; what isn't there raises ``Failed``."""
    if not is_card(type):
        return _plain_set(scene, literal, type, items)
    left = {str(item.value): item.most for item in items}
    taken: dict[str, int] = {}
    for element in elements_of(literal):
        want = _card(scene, element)
        needed = want.count
        for text in _menu_texts(scene, want, list(left)):
            n = min(needed, left[text])
            if n:
                taken[text] = taken.get(text, 0) + n
                left[text] -= n
                needed -= n
        if needed:
            had = want.count - needed
            many = f"there is only {had} of it" if had == 1 else f"there are only {had} of it" if had else "it isn't"
            raise Failed(failure(codes.NOT_LEGAL, f"{many} among what can be chosen", element.span))
    return taken


def _plain_set(scene: Scene, literal: nodes.Literal, type: Type, items: Sequence[Item]) -> list[Any]:
    taken: list[Any] = []
    for element in elements_of(literal):
        found = [item.value for item in items if item.value not in taken and fits_one(scene, element, type, item.value)]
        if not found:
            raise Failed(failure(codes.NOT_LEGAL, "it isn't among what can be chosen", element.span))
        taken += found if isinstance(element, nodes.Range) else found[:1]
    return [item.value for item in items if item.value in taken]


def _card(scene: Scene, element: nodes.Literal) -> CardWanted:
    if isinstance(element, nodes.CardItem):
        return card_wanted(scene, element)
    raise Failed(failure(codes.NOT_LEGAL, "this is no card", element.span))


def _menu_texts(scene: Scene, want: CardWanted, menu: Sequence[str]) -> list[str]:
    """The items that a card can be: without ``nth``, those that read like it in menu order."""
    texts = offered_texts(scene, want)
    if want.node.nth is not None:
        return [text for text in menu if text in texts]
    return [text for text in menu if text in texts or text.rpartition(" nth ")[0] in texts]


def fits_set(scene: Scene, literal: nodes.Literal, type: Type, value: Any) -> bool:
    """Whether a set of a canonical answer is what a literal means: exactly these elements."""
    if isinstance(value, Mapping):
        left = dict(value)
        for element in elements_of(literal):
            want = _card(scene, element)
            needed = want.count
            for text in _menu_texts(scene, want, list(left)):
                n = min(needed, left[text])
                left[text] -= n
                needed -= n
            if needed:
                return False
        return not any(left.values())
    left_over = list(value)
    for element in elements_of(literal):
        found = [x for x in left_over if fits_one(scene, element, type, x)]
        if not found:
            return False
        for x in found if isinstance(element, nodes.Range) else found[:1]:
            left_over.remove(x)
    return not left_over
