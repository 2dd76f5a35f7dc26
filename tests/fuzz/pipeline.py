"""What one text goes through: everything that rulekit does with a rules file, a save or a state.

``rules_text`` and ``saved`` give a short word for how it ended; whatever else they raise is a fault of rulekit.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from random import Random
from typing import Any

from nasty_windows import ANSWERED
from texts import game_text, played, text

from rulekit.analysis.model import GameModel
from rulekit.diagnostics import Code
from rulekit.engine import BadSave, IllegalAnswer, RulesFault, State, Stream
from rulekit.engine.faults import UNFORESEEN
from rulekit.engine.run import play_random
from rulekit.engine.saves import sound
from rulekit.play.examples import load_suite
from rulekit.play.library import CannotRead, decode
from rulekit.play.match import Match, MatchFault
from rulekit.play.rules import Rules
from rulekit.play.saves import read_save
from rulekit.report.formats import FORMATS, Report
from rulekit.source import SourceFile
from rulekit.syntax import format_text

MOST = 30
"""So many decisions are played."""
ENOUGH = 0.6
"""No further step is begun after so many seconds."""


# ---------------------------------------------------------------- rules files


def rules_text(made: str | bytes, number: int) -> str:
    """A text as a rules file, all the way to a few matches."""
    start = time.process_time()
    if isinstance(made, bytes):
        try:
            file = decode(made, "fuzz.rules")
        except CannotRead:
            return "refused"
    else:
        file = SourceFile("fuzz.rules", made)
    rules = Rules(file)
    found = rules.diagnostics
    for diagnostic in found:
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(file.text)
        assert diagnostic.span.line > 0
    for form in FORMATS.values() if number % 4 == 0 else ():
        form(Report((file.name,), found), False)
    if number % 4 == 1:
        format_text(file)
    if not rules.ok:
        return "findings"
    assert rules.hash
    if rules.only_examples or rules.model is None:
        return "examples"
    _ = rules.notes
    results = [play(rules, rules.model, number, start)]
    if number % 3 == 0 and time.process_time() - start < ENOUGH:
        results.append(examples(rules, start))
    return min(results)


def play(rules: Rules, model: GameModel, number: int, start: float) -> str:
    """Matches with the fewest and the most players, both ways."""
    outcome = "played"
    for players in sorted({model.low_players, model.high_players}):
        with suppress(MatchFault):
            try:
                program = rules.program(players, full=False)
                program.most_decisions = MOST
                state = program.start_unasked(number)
                play_random(state, Stream(f"{number}/bots").below)
                keeps_cards(state)
                state.scores()
                state.winners()
            except RulesFault as fault:
                assert fault.diagnostic(model.tree.span).message
                outcome = foreseen(fault.code, fault)
            if time.process_time() - start > ENOUGH:
                return outcome
            outcome = min(outcome, decide(rules, players, number, start))
    return outcome


def decide(rules: Rules, players: int, number: int, start: float) -> str:
    """A match with log, views and saves; decisions are looked at from all sides."""
    random = Stream(f"{number}/bots")
    try:
        match = rules.start(players, number)
    except MatchFault as fault:
        assert fault.recipe()
        return foreseen(fault.diagnostic.code, fault)
    outcome = "played"
    for k in range(MOST):
        if not match.decisions or time.process_time() - start > ENOUGH:
            break
        decision = match.decisions[random.below(len(match.decisions))]
        try:
            answer = decision.sample(random)
            if k < 5:
                look_at(match, answer, decision)
            match.choose(decision, answer)
        except MatchFault as fault:
            assert fault.recipe()
            outcome = foreseen(fault.diagnostic.code, fault)
            break
        except RulesFault as fault:
            outcome = foreseen(fault.code, fault)
            break
        keeps_cards(match.state)
    try:
        match.lines(None)
        match.lines(0)
        match.log_json(1 % players)
        data = json.loads(json.dumps(match.save()))
        if time.process_time() - start < ENOUGH:
            assert json.loads(json.dumps(rules.resume(data).save())) == data
    except RulesFault as fault:
        outcome = foreseen(fault.code, fault)
    return outcome


def foreseen(code: Code, fault: Exception) -> str:
    """A fault's code; that the net caught something is a gap of the checker or the compiler."""
    assert code is not UNFORESEEN, fault
    return code.id


def look_at(match: Match, answer: list[Any], decision: Any) -> None:
    """Everything that can be asked of a decision."""
    count = decision.count()
    assert count > 0
    some = decision.options(20)
    assert some
    if count <= 20:
        assert len(some) == count
        assert answer in some
    assert decision.text(answer)
    assert decision.why_not(answer) is None
    with suppress(IllegalAnswer):
        assert decision.why_not(["decline"]) is not None or decision.may_decline
    stage = decision.next(())
    assert stage is None or stage.items or stage.may_stop
    match.view(0)
    match.view(None)


def keeps_cards(state: State) -> None:
    """No card is lost or doubled."""
    lying = {card: k for k, zone in enumerate(state.zones) for card in zone.cards}
    assert len(lying) == sum(len(zone.cards) for zone in state.zones), "a card lies in two places"
    assert all(lying.get(card, -1) == place for card, place in enumerate(state.loc)), "a card lies elsewhere than said"


def examples(rules: Rules, start: float) -> str:
    """The examples of a file, as far as there is time."""
    suite = load_suite(rules)
    for example in suite.chosen():
        if time.process_time() - start > ENOUGH:
            break
        suite.run(example)
    return "played"


# ---------------------------------------------------------------- saves and states


_MATCHES: dict[int, tuple[Rules, dict[str, Any]]] = {}
GAMES = 24


def a_match(random: Random) -> tuple[Rules, dict[str, Any]]:
    """Rules and a save of a match of theirs."""
    k = random.randrange(GAMES)
    if k not in _MATCHES:
        own = Random(f"match {k}")
        games = [game for game in played() if len(game) > 400]
        match = None
        while match is None or not match.decisions:
            rules = Rules(SourceFile("fuzz.rules", own.choice(games) if k % 2 else game_text(own)))
            with suppress(MatchFault):
                match = rules.start(seed=own.randrange(100))
                least = own.choice([0, 3, 10, 30])
                for given in range(90):
                    if given >= least and (k % 3 or is_answered(match)):
                        break
                    if match.decisions and not (len(match.decisions) > 1 and own.randrange(2)):
                        match.choose(match.decisions[0], match.decisions[0].sample(Stream(str(own.random()))))
        _MATCHES[k] = rules, json.loads(json.dumps(match.save()))
    return _MATCHES[k]


def is_answered(match: Match) -> bool:
    """Whether somebody is asked for a reaction, if that can be."""
    return not match.program.model.reactions or not match.decisions or match.decisions[0].kind == "reaction"


def a_window() -> tuple[Rules, dict[str, Any]]:
    """Rules and a save of a match in which somebody may answer an answer to an answer, and others have done so already."""
    rules = Rules(SourceFile("fuzz.rules", ANSWERED))
    match = rules.start(seed=1)
    random = Stream("window")
    while match.decisions:
        if len(match.state.frames) > 3 and any(value == (0,) for value in match.state.frames[-1][2]):
            return rules, json.loads(json.dumps(match.save()))
        match.choose(match.decisions[0], match.decisions[0].sample(random))
    raise AssertionError("no such match")


VALUES = [
    None, True, False, 0, 1, -1, 2, 7, 10**12, 10**30, -(10**30), 0.5, 1e308, float("nan"), float("inf"), "", "x", "0", "\ud800", "decline",
    [], {}, [[]], [None], {"": None}, {"0": 0}, [0, 0], [1, 2, 3], "é" * 300,
]  # fmt: skip


def changed(random: Random, data: Any) -> None:
    """Change one thing somewhere in JSON data, in place."""
    place = data
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            if isinstance(place, list):
                place.append(random.choice(VALUES))
            return
        key = random.choice(keys)
        inner = place[key]
        if isinstance(inner, dict | list) and random.randrange(8):
            place = inner
            continue
        break
    match random.randrange(7):
        case 0:
            del place[key]
        case 1 if isinstance(place, list):
            place.insert(random.randrange(len(place) + 1), inner)
        case 2:
            other = random.choice(keys)
            place[key], place[other] = place[other], place[key]
        case 3 | 4 if type(inner) is int:
            place[key] = inner + random.choice([-1, 1, 1, 2, 5, -3])
        case 5 if isinstance(inner, list):
            place[key] = inner[::-1]
        case _:
            place[key] = random.choice(VALUES)


def saved(number: int) -> str:
    """Something like a save, or a state, loaded and played on."""
    random = Random(f"save {number}")
    rules, data = a_match(random)
    text_of = json.dumps(data)
    match random.randrange(6):
        case 0:
            return load_text(rules, random, text(number)[1])
        case 1:
            at = random.randrange(len(text_of))
            junk = random.choice(["", "[" * 100_000, '{"a":' * 50_000, "\x00", "9" * 6000, "1e999", "]", ",", '"', "NaN", "-"])
            return load_text(rules, random, text_of[:at] + junk + text_of[random.randrange(at, len(text_of)) :])
        case 2 | 3:
            other = json.loads(text_of)
            for _ in range(random.choice([1, 1, 2, 5])):
                changed(random, other)
            return resumed(rules, other)
        case _:
            state = json.loads(text_of)["state"]
            for _ in range(random.choice([1, 1, 2, 3])):
                parts = [key for key in ("zones", "fields", "states", "frames", "frames", "shown", "known", "step", "chance") if key in state]
                part = random.choice(parts)
                holder = {part: state[part]}
                changed(random, registers(state) if part == "frames" and random.randrange(3) == 0 else holder)
                if part in holder:
                    state[part] = holder[part]
            return loaded(rules, data, state, number)


def registers(state: dict[str, Any]) -> Any:
    """Those of what runs innermost (in a window: who has been asked, who has answered), or all frames if they are damaged already."""
    frames = state["frames"]
    innermost = frames[-1] if isinstance(frames, list) and frames else None
    return innermost[2] if isinstance(innermost, list) and len(innermost) == 3 and isinstance(innermost[2], list | dict) else {"frames": frames}


def load_text(rules: Rules, random: Random, made: str | bytes) -> str:
    """A text as a save file."""
    import os
    import tempfile

    raw = made if isinstance(made, bytes) else made.encode("utf-8", "replace")
    handle, path = tempfile.mkstemp(prefix="rulekit-fuzz-")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(raw)
        try:
            data = read_save(path)
        except (BadSave, CannotRead) as error:
            assert "\n" not in str(error)
            return "refused"
    finally:
        os.unlink(path)
    return resumed(rules, data)


def resumed(rules: Rules, data: Any) -> str:
    """Data as a save."""
    try:
        match = rules.resume(data)
    except BadSave as error:
        assert "\n" not in str(error), str(error)
        return "refused"
    for _ in range(5):
        if match.decisions:
            try:
                match.choose(match.decisions[0], match.decisions[0].sample(Stream("resumed")))
            except (MatchFault, RulesFault):
                break
    return "resumed"


def loaded(rules: Rules, data: dict[str, Any], state: Any, number: int) -> str:
    """Data as a state, played on."""
    program = rules.program(len(data["players"]), data["options"], data["variants"])
    random = Stream(f"{number}/state")
    try:
        S = program.load_state(state)
    except BadSave:
        return "refused"
    try:
        with sound():
            for _ in range(MOST):
                if not S.decisions:
                    break
                keeps_cards(S)
                decision = S.decisions[random.below(len(S.decisions))]
                decision.options(20)
                S.answer(decision, decision.sample(random))
                S.to_json()
            S.scores()
            S.winners()
    except BadSave:
        return "unsound"
    except RulesFault:
        return "fault"
    return "resumed"


def case(number: int) -> tuple[str, str]:
    """The case with this number: its sort, and how it ended."""
    if number % 5 == 4:
        return "save", saved(number)
    sort, made = text(number)
    return sort, rules_text(made, number)
