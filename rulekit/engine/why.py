"""Why an answer isn't offered: the clause that stands in the way, with its line in the rules file.

Takes a decision and a canonical answer (any data), gives a sentence, or none if the answer is legal.  The state stays as it is.
Cards that the player who is asked doesn't see are never looked at, so a sentence says nothing that he couldn't work out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulekit.analysis import typed as t
from rulekit.analysis.types import CardT, EnumT, FlagT, LinkT, NumberT, OptionalT, PlayerT, SpaceT, TeamT, Type
from rulekit.engine.choices import ActionCode, Binding, StepCode, alive, set_choice
from rulekit.engine.faults import IllegalAnswer, RulesFault
from rulekit.engine.ledger import seen_by
from rulekit.engine.program import OfferPoint, WindowPoint
from rulekit.engine.state import State
from rulekit.engine.words import card_text, numbered, value_data

if TYPE_CHECKING:
    from rulekit.engine.decisions import Decision

_FAILS = {
    "when": "'when {}' doesn't hold",
    "where": "'where {}' doesn't hold",
    "forbid": "'{}' applies",
    "pay": "the cost '{}' can't be paid",
}


def explain(decision: Decision, answer: Any) -> str | None:
    """Why this answer isn't offered; none if it is legal."""
    try:
        decision.parse(answer)
    except IllegalAnswer as error:
        plain = str(error)
    else:
        return None
    if not isinstance(answer, list | tuple) or not answer or not isinstance(answer[0], str):
        return plain
    S = decision.state
    fuel = S.fuel
    S.fuel = S.program.fuel
    try:
        return _reason(decision, answer[0], list(answer[1:])) or plain
    except RulesFault as fault:
        return f"{plain} ({fault.message})"
    finally:
        S.fuel = fuel


def _reason(decision: Decision, name: str, values: list[Any]) -> str | None:
    if name == "decline" and not values:
        return _no_declining(decision)
    found = decision.opened(name)
    if found is None:
        return _not_asked(decision, name)
    action, e = found
    S = decision.state
    failing = _failing_clause(S, action, e, 0)
    if failing is not None:
        return failing
    if len(values) > len(action.steps):
        return f"'{name}' takes {len(action.steps)} choices, not {len(values)}"
    for i, step in enumerate(action.steps):
        if i == len(values):
            if not alive(S, action, i, e[:]):
                what = "no card can do this" if step.name == "this" else f"nothing can be chosen as '{step.name}'"
                return f"{what}: {_quoted(S, step.site)}"
            return f"the choice of '{step.name}' is missing: {_quoted(S, step.site)}"
        reason = _bind(decision, action, i, e, values[i])
        if reason is not None:
            return reason
    return None


# ---------------------------------------------------------------- one choice


def _bind(decision: Decision, action: ActionCode, i: int, e: Binding, data: Any) -> str | None:
    """Bind step i to the value that is meant, or say why that isn't possible."""
    S = decision.state
    step = action.steps[i]
    if step.is_set:
        try:
            e[step.slot] = decision._parse_set(step, e, data)
        except IllegalAnswer as error:
            return _wrong_set(S, action, i, step, e, data) or f"{error}: {_quoted(S, step.site)}"
        return _failing_clause(S, action, e, i + 1)
    candidates = list(step.candidates(S, e))
    names = list(numbered(S, candidates)) if step.is_card else [value_data(S, step.type, value) for value in candidates]
    for name, value in zip(names, candidates, strict=True):
        if name == data and type(name) is type(data):
            e[step.slot] = value
            return None
    meant = _meant(S, step.type, data, decision.by)
    if not meant:
        return f"{_said(data)} isn't anything that can be chosen as '{step.name}': {_quoted(S, step.site)}"
    for value in meant:
        e[step.slot] = value
        failing = _failing_clause(S, action, e, i + 1)
        if failing is not None:
            return failing
    choice = _typed_choice(action, i)
    if choice is not None and isinstance(choice.source, t.AllOf) and i + 1 < len(action.steps):
        if not alive(S, action, i + 1, e[:]):
            further = action.steps[i + 1]
            return f"with {_said(data)} nothing can be chosen as '{further.name}': {_quoted(S, further.site)}"
    return _not_among(S, action, i, step, _said(data))


def _wrong_set(S: State, action: ActionCode, i: int, step: StepCode, e: Binding, data: Any) -> str | None:
    """What is wrong with a set that is well-formed: an element that can't be in it, or the set as a whole."""
    groups = set_choice(S, step, e).groups
    names = [value_data(S, step.type, group[0]) for group in groups]
    if step.is_card:
        names = list(numbered(S, [group[0] for group in groups]))
    if not isinstance(data, dict if step.is_card else list):
        return None
    for name in data:
        if name not in names:
            return _not_among(S, action, i, step, _said(name))
    sizes = {name: len(group) for name, group in zip(names, groups, strict=True)}
    if isinstance(data, dict) and any(type(n) is not int or not 0 <= n <= sizes[name] for name, n in data.items()):
        return None
    if step.shapes:
        patterns = " or ".join(f"'{pattern.name}'" for pattern, _ in step.shapes)
        return f"the set doesn't match {patterns}: {_quoted(S, step.site)}"
    number = sum(data.values()) if isinstance(data, dict) else len(data)
    return f"{number} can't be chosen as '{step.name}': {_quoted(S, step.site)}"


def _not_among(S: State, action: ActionCode, i: int, step: StepCode, said: str) -> str:
    choice = _typed_choice(action, i)
    if choice is not None and choice.where is not None and isinstance(choice.source, t.AllOf):
        words = _FAILS["where"].format(_one_line(choice.where.span.text))
        return f"{words} for {said} (line {choice.where.span.line})"
    return f"{said} isn't among what can be chosen as '{step.name}': {_quoted(S, step.site)}"


def _typed_choice(action: ActionCode, i: int) -> t.TypedChoice | None:
    return action.chosen[i] if i < len(action.chosen) else None


def _meant(S: State, type: Type, data: Any, by: int) -> Sequence[Any]:
    """The values that are written so; of cards only those that the player sees, his own first."""
    program = S.program
    board = program.model.board
    match type:
        case NumberT():
            return [data] if data.__class__ is int else []
        case FlagT():
            return [flag for flag, text in ((True, "yes"), (False, "no")) if text == data]
        case OptionalT(of):
            return [None] if data == "none" else _meant(S, of, data, by)
        case EnumT(decl):
            number = len(decl.values)
        case PlayerT():
            number = program.players
        case TeamT():
            number = len(program.model.teams)
        case SpaceT() | LinkT():
            number = 0 if board is None else len(board.spaces if isinstance(type, SpaceT) else board.links)
        case CardT():
            if not isinstance(data, str):
                return []
            wanted = data.partition(" nth ")[0]
            found = [c for c, zone in enumerate(S.loc) if zone >= 0 and seen_by(S, c) >> by & 1 and card_text(S, c) == wanted]
            return sorted(found, key=lambda c: (program.owners[S.loc[c]] != by, c))[:1]
        case _:
            return []
    return [value for value in range(number) if value_data(S, type, value) == data]


# ---------------------------------------------------------------- clauses


def _failing_clause(S: State, action: ActionCode, e: Binding, after: int) -> str | None:
    """The first clause that can be tested behind so many choices and doesn't hold."""
    for sort, test, step, site in action.clauses:
        if step != after:
            continue
        try:
            holds = test(S, e)
        except RulesFault as fault:
            return f"{fault.message} (line {S.program.sites[site].line})"
        if not holds:
            text = _FAILS.get(sort, "'{}' doesn't hold").format(S.program.site_text(site))
            return f"{text} (line {S.program.sites[site].line})"
    return None


def _no_declining(decision: Decision) -> str | None:
    match decision.point:
        case WindowPoint():
            return None
        case OfferPoint() as point:
            if point.stop_when is not None:
                return f"'stop when' doesn't hold yet: '{_one_line(point.span.text)}' (line {point.span.line})"
            return f"the offer doesn't let one decline: '{_one_line(point.span.text)}' (line {point.span.line})"
        case point:
            step = point.action.steps[0]
            return f"'{step.name}' has to be chosen: {_quoted(decision.state, step.site)}"


def _not_asked(decision: Decision, name: str) -> str:
    """Somebody is asked something else."""
    who = f"player {decision.by + 1}"
    where = f" in {decision.where}" if decision.where else ""
    match decision.point:
        case OfferPoint() as point:
            offered = ", ".join(action.name for action in point.actions)
            known = "" if name in decision.state.program.abilities else f"there is no action '{name}'; "
            return f"{known}{who} is asked{where}: {offered} (line {point.span.line})"
        case WindowPoint() as point:
            offered = ", ".join(action.name for action in point.actions)
            return f"{who} is asked {decision.prompt}: {offered}"
        case point:
            step = point.action.steps[0]
            return f"{who} is asked{where} to choose '{step.name}': {_quoted(decision.state, step.site)}"


def _quoted(S: State, site: int) -> str:
    return f"'{S.program.site_text(site)}' (line {S.program.sites[site].line})"


def _one_line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."


def _said(data: Any) -> str:
    text = data if isinstance(data, str) else repr(data)
    return f"'{text[:60]}'"
