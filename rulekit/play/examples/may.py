"""``X may A, B``, ``X may not A`` and ``X may only A, B``.

``may``: each can be completed to an option that X has now.  ``may not``: none can.  ``may only``: each is possible, and X has no
other option.
"""

from __future__ import annotations

from rulekit.engine import Decision
from rulekit.play.examples import codes
from rulekit.play.examples.answers import Refusal, TooMany, answer_for, choices_by_step, fits_option, options_of
from rulekit.play.examples.result import Failure, failure
from rulekit.play.examples.scene import Scene, text_of
from rulekit.syntax import nodes

MOST_LISTED = 3


def check_may(scene: Scene, line: nodes.May) -> Failure | None:
    """What is wrong with such a line, or none."""
    decision = scene.decision_of(scene.seat(line.who.text))
    if decision is None:
        if line.form == "may not":
            return None
        stand, help = scene.stand(), scene.offered() or None
        message = f"{line.who.text} isn't asked here: {stand}"
        return failure(codes.OTHER_OPTIONS, message, line.span, help=help, expected=text_of(line.span), found=stand)
    try:
        for item in line.items:
            refusal = _refusal(scene, decision, item)
            if line.form == "may not" and refusal is None:
                return _wrong(scene, line, f"{line.who.text} may {_text(item)}", item)
            if line.form != "may not" and refusal is not None:
                return _wrong(scene, line, f"{line.who.text} may not {_text(item)}", item, refusal)
        return _others(scene, decision, line) if line.form == "may only" else None
    except TooMany as many:
        message = f"'{many}' has too many options to compare them one by one"
        return failure(codes.OTHER_OPTIONS, message, line.span, help="leave out the last choices")


def _text(item: nodes.Choosable) -> str:
    return "decline" if isinstance(item, nodes.DeclineItem) else text_of(item.span)


def _refusal(scene: Scene, decision: Decision, item: nodes.Choosable) -> Refusal | None:
    """Why an item can't be completed to an option; none if it can."""
    answer = answer_for(scene, decision, item, complete=False)
    if not isinstance(answer, Refusal) or isinstance(item, nodes.DeclineItem):
        return answer if isinstance(answer, Refusal) else None
    for action, _ in decision.actions:  # a choice before the last one written may be left open
        if isinstance(item, nodes.OptionItem) and action.name == item.name.text:
            given = choices_by_step(action, item)
            last = max((k for k, x in enumerate(given) if x is not None), default=0)
            if None in given[:last] and any(fits_option(scene, action, item, option) for option in options_of(decision, action)):
                return None
    return answer


def _wrong(scene: Scene, line: nodes.May, message: str, item: nodes.Choosable, refusal: Refusal | None = None) -> Failure:
    offered = scene.offered(scene.seat(line.who.text))
    why = refusal or Refusal(item.span, "")
    help = "\n".join(text for text in (why.help, offered) if text) or None
    return failure(codes.OTHER_OPTIONS, message, why.span, why.label, why.also, help, text_of(line.span), offered)


def _others(scene: Scene, decision: Decision, line: nodes.May) -> Failure | None:
    """The options that ``may only`` doesn't name."""
    others: list[str] = []
    if decision.may_decline and not any(isinstance(item, nodes.DeclineItem) for item in line.items):
        others.append("decline")
    for action, _ in decision.actions:
        offered = decision.names_rules
        name = action.name if offered else action.steps[0].name
        items = [
            item for item in line.items
            if isinstance(item, nodes.OptionItem if offered else nodes.PickItem) and item.name.text == name
        ]
        if any(isinstance(item, nodes.OptionItem) and not item.choices for item in items):
            continue
        if not items:
            others.append(name if offered and action.steps else scene.option(next(iter(options_of(decision, action)))))
            continue
        for option in options_of(decision, action):
            if not any(fits_option(scene, action, item, option) for item in items):
                others.append(scene.option(option))
    if not others:
        return None
    more = f" and {len(others) - MOST_LISTED} more" if len(others) > MOST_LISTED else ""
    found = ", ".join(others[:MOST_LISTED]) + more
    message = f"{line.who.text} may do more: {found}"
    return failure(codes.OTHER_OPTIONS, message, line.span, expected=text_of(line.span), found=scene.offered(decision.by))
