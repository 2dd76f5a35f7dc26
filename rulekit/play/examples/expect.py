"""The lines of ``expect``: each is looked at where the match stands and changes nothing.

Takes a scene and a line, gives a failure or none.
"""

from __future__ import annotations

from rulekit.analysis import typed as t
from rulekit.analysis.walk import subexpressions
from rulekit.diagnostics import Label
from rulekit.engine import RulesFault
from rulekit.engine.ledger import is_loose
from rulekit.engine.views import sees
from rulekit.play.examples import codes
from rulekit.play.examples.cards import card_wanted, in_order, short_of
from rulekit.play.examples.explain import facts
from rulekit.play.examples.may import check_may
from rulekit.play.examples.result import Failed, Failure, failure, fault_failure
from rulekit.play.examples.scene import Scene, text_of
from rulekit.syntax import nodes


def check_line(scene: Scene, line: nodes.ExpectLine) -> Failure | None:
    """What is wrong with a line of ``expect``, or none."""
    scene.refuel()
    try:
        return _check(scene, line)
    except Failed as failed:
        return failed.failure
    except RulesFault as fault:
        return fault_failure(fault, line.span, "when this was looked at")


def _check(scene: Scene, line: nodes.ExpectLine) -> Failure | None:
    match line:
        case nodes.HoldsTrue():
            return _holds(scene, line)
        case nodes.PileIs():
            return _pile(scene, line)
        case nodes.May():
            return check_may(scene, line)
        case nodes.Sees():
            return _sees(scene, line)
        case nodes.AtPhase():
            return _phase(scene, line)
        case nodes.Wins():
            return _wins(scene, line)


def _holds(scene: Scene, line: nodes.HoldsTrue) -> Failure | None:
    e = scene.typed(line.condition)
    if scene.value(e):
        return None
    found = facts(scene, e)
    text = text_of(line.condition.span)
    first = next((fact.text for fact in found if fact.span != line.condition.span), found[0].text if found else "")
    message = f"'{text}' doesn't hold" + (f": {first}" if first else "")
    labels = [Label(fact.span, fact.text.removeprefix(text_of(fact.span)).strip()) for fact in found]
    asked = _asked_about(e)
    help = (scene.offered(asked[0]) or scene.stand()) if asked else None
    return failure(codes.NOT_SO, message, line.condition.span, "", labels, help, text, "; ".join(f.text for f in found))


def _asked_about(e: t.Expr) -> list[int]:
    """The players whose options a condition counts."""
    counted = [x.args[0] for x in subexpressions(e) if isinstance(x, t.Builtin) and x.name == "options"]
    return [of.value for of in counted if isinstance(of, t.Const) and isinstance(of.value, int)]


def _pile(scene: Scene, line: nodes.PileIs) -> Failure | None:
    ref = scene.typed(line.zone)
    assert isinstance(ref, t.ZoneRef)
    zone = scene.zone(ref)
    row = scene.state.zones[zone].cards
    if scene.program.zones[zone].sight == "face down":
        row = row[::-1]
    wanted = [card_wanted(scene, item) for item in line.cards]
    lacking, left = short_of(scene, row, wanted)
    name = text_of(line.zone.span)
    found = scene.cards(row)
    expected = ", ".join(text_of(item.span) for item in line.cards) or "nothing"
    if lacking or left:
        parts = []
        if lacking:
            parts.append("missing: " + ", ".join(lacking))
        if left:
            parts.append("too many: " + scene.cards(left))
        message, help = f"{name} has other cards", "\n".join(parts)
        return failure(codes.OTHER_CARDS, message, line.span, f"there: {found}", help=help, expected=expected, found=found)
    if not is_loose(scene.program, zone) and zone not in scene.loose and not in_order(scene, row, wanted):
        message = f"{name} has these cards in another order"
        help = "a face-down zone is written from the top, others from the bottom"
        return failure(codes.OTHER_CARDS, message, line.span, f"there: {found}", help=help, expected=expected, found=found)
    return None


def _sees(scene: Scene, line: nodes.Sees) -> Failure | None:
    cards = scene.value(scene.typed(line.cards))
    seat = scene.seat(line.who.text)
    wrong = [c for c in cards if sees(scene.state, seat, c) is line.negated]
    if not wrong:
        return None
    name, text = line.who.text, scene.cards(wrong)
    message = f"{name} sees {text}" if line.negated else f"{name} doesn't see {text}"
    return failure(codes.OTHER_SIGHT, message, line.span, expected=text_of(line.span), found=message)


def _phase(scene: Scene, line: nodes.AtPhase) -> Failure | None:
    wanted = line.phase.text
    code = scene.program.phases.get(wanted)
    running = [decl for decl, _ in scene.state.running()]
    if code is not None and code.decl in running:
        active = scene.state.frames[0][2][code.active_slot] if code.active_slot else None
        if line.of is None or active == scene.seat(line.of.text):
            return None
    text = text_of(line.span)
    return failure(codes.OTHER_PHASE, f"{text} isn't running: {scene.stand()}", line.span, expected=text, found=scene.stand())


def _wins(scene: Scene, line: nodes.Wins) -> Failure | None:
    state = scene.state
    expected = ", ".join(who.text for who in line.who) or "nobody"
    if not state.is_over:
        help = scene.offered()
        return failure(
            codes.OTHER_WINNER, f"the match isn't over: {scene.stand()}", line.span, help=help or None, expected=expected,
            found="the match isn't over",
        )
    teams = [team.name for team in scene.program.model.teams]
    names = [teams[k] if teams else scene.name(k) for k in state.winners()]
    if set(names) == {who.text for who in line.who}:
        return None
    found = ", ".join(names) or "nobody"
    message = f"the winner is {found}" if len(names) <= 1 else f"the winners are {found}"
    everybody = teams or list(scene.decl.seats)
    scores = [f"{name} {score}" for name, score in zip(everybody, state.scores(), strict=False) if score is not None]
    told = "scores: " + ", ".join(scores) if scores else None
    return failure(codes.OTHER_WINNER, message, line.span, help=told, expected=expected, found=found)
