"""Which rules were at work in a match: a program whose bodies of rules each leave a mark.

Takes rules and a setup; gives a program with log and knowledge, and for each mark the rule that leaves it.  A mark is a field of its
own that the first statement of the body sets, so it is told by the change records like everything else; exceptions to queries, which
can't write, are marked by the function that they are compiled to.  Promises: a match of this program goes as that of the plain one
does, and the model is as it was before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulekit.analysis import typed as t
from rulekit.analysis.model import FieldDecl, GameModel
from rulekit.analysis.parts import exceptions
from rulekit.analysis.types import NumberT
from rulekit.play.setup import Setup

if TYPE_CHECKING:
    from rulekit.analysis.model import KindDecl, VariantDecl
    from rulekit.engine import Program
    from rulekit.play.rules import Rules
    from rulekit.source import Span

_SWITCH = NumberT(0, 1)


@frozen
class Mark:
    """A rule that leaves a mark: its ``sort`` (``event``, ``trigger``, ``exception``, ``state-based rule``), name in words, and line."""

    sort: str
    name: str
    line: int


@frozen(eq=False)
class Marked:
    """A program with its marks: by the number of the field that is set; ``asked`` has those of exceptions to queries since ``begin``."""

    program: Program
    marks: dict[int, Mark]
    queries: tuple[Mark, ...]
    asked: set[Mark]
    _arms: tuple[Callable[[], None], ...]

    def begin(self) -> None:
        """Another match begins."""
        self.asked.clear()
        for arm in self._arms:
            arm()


def build_marked(rules: Rules, setup: Setup) -> Marked:
    """The marked program, without marks if there is no room for them.  Raises ``RulesFault`` if such a match would be too large."""
    from rulekit.compile import build
    from rulekit.engine import RulesFault

    model = rules.game()

    def program_now() -> Program:
        return build(model, setup.players, dict(setup.options), setup.variants, rules.hash, True)

    try:
        with _marking(model) as fields:
            program = program_now()
    except RulesFault:  # the marks may be what is too much for a large game
        program, fields = program_now(), []
    kinds = [card.kind for card in program.cards]

    def in_play(rule: Any) -> bool:
        variant: VariantDecl | None = rule.variant
        kind: KindDecl | None = getattr(rule, "kind", None)
        return (variant is None or variant.name in setup.variants) and (kind is None or any(k.is_a(kind) for k in kinds))

    numbers = {id(info.decl): info.index for info in program.fields}
    marks = {numbers[id(decl)]: mark for decl, mark, rule in fields if in_play(rule)}
    queries: list[Mark] = []
    asked: set[Mark] = set()
    arms: list[Callable[[], None]] = []
    for query in model.queries:
        for rule in query.exceptions:
            if in_play(rule) and (query.variant is None or query.variant.name in setup.variants):
                mark = Mark("exception", f"exception to {query.name}", rule.node.span.line)
                queries.append(mark)
                arms += _armed(program, rule.node.span, mark, asked)
    return Marked(program, marks, tuple(queries), asked, tuple(arms))


@contextmanager
def _marking(model: GameModel) -> Iterator[list[tuple[FieldDecl, Mark, Any]]]:
    """Give each rule its mark as long as the program is built."""
    rules = list(_marked_rules(model))
    bodies = [rule.body for rule, _ in rules]
    fields: list[tuple[FieldDecl, Mark, Any]] = []
    plain = model.fields
    model.fields = list(plain)
    try:
        for number, (rule, mark) in enumerate(rules):
            span = rule.node.span
            decl = FieldDecl(f"mark {number}", span, type=_SWITCH)
            place = t.FieldRef(span=span, type=_SWITCH, decl=decl, owner=None, index=None)
            one = t.Const(span=span, type=NumberT(1, 1), value=1)
            rule.body = (t.SetStmt(span=span, target=place, value=one), *rule.body)
            model.fields.append(decl)
            fields.append((decl, mark, rule))
        yield fields
    finally:
        model.fields = plain
        for (rule, _), body in zip(rules, bodies, strict=True):
            rule.body = body


def _marked_rules(model: GameModel) -> Iterator[tuple[Any, Mark]]:
    """Every rule with a body that runs without being chosen, in file order of each sort."""
    for event in model.events:
        if event.body is not None and event.node is not None:
            yield event, Mark("event", event.name, event.span.line)
    for trigger in model.triggers:
        names = ", ".join(dict.fromkeys(rule.name for head in trigger.heads for rule in head.rules))
        yield trigger, Mark("trigger", f"when {names} happens", trigger.node.span.line)
    for owner, rule in exceptions(model):
        if rule.body is not None:
            yield rule, Mark("exception", f"exception to {owner.name}", rule.node.span.line)
    for state_based in model.whenevers:
        yield state_based, Mark("state-based rule", "whenever", state_based.node.span.line)


def _armed(program: Program, span: Span, mark: Mark, asked: set[Mark]) -> list[Callable[[], None]]:
    """What lets the function of an exception to a query tell, once, that it was called; that of its condition stands before it."""
    names = [name for name, place in program.spans.items() if place == span and name.startswith("q_")]
    if not names:
        return []
    name = max(names, key=lambda name: int(name.removeprefix("q_")))
    plain = program.globals[name]

    def first_time(*args: Any) -> Any:
        asked.add(mark)
        program.globals[name] = plain
        return plain(*args)

    def arm() -> None:
        program.globals[name] = first_time

    return [arm]
