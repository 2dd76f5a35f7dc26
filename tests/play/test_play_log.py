"""Logs: canonical decisions, words, and nothing that a viewer can't know."""

from __future__ import annotations

from typing import Any

import pytest
from play_samples import MARKET, all_games, rules_named, rules_of

from rulekit import make_bot
from rulekit.engine import Stream
from rulekit.play.bots import play_on
from rulekit.play.log import Log, write_answer


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (["decline"], "declines"),
        (["draw"], "draw"),
        (["take", "red", {"wolf red 1": 2, "bat": 1}, 3], "take(red, {2 wolf red 1, bat}, 3)"),
        (["take", [1, 2], {}], "take({1, 2}, {})"),
        (["take", 'friar "Tuck, the" 2'], 'take(friar "Tuck, the" 2)'),
    ],
)
def test_answers_are_written_as_in_examples(answer: list[Any], text: str) -> None:
    assert write_answer(answer) == text
    if len(answer) == 2:
        assert write_answer(answer, choice=True) == f"take = {answer[1]}"


def test_lines_of_a_whole_match() -> None:
    match = rules_of(MARKET).start(3, seed=2, options={"rounds": 1}, variants=["rush"])
    play_on(match, {seat: make_bot("random") for seat in range(3)})
    lines = match.lines()
    assert "options: rounds = 1, mood = calm, open_purse = no" in lines and "variants: rush" in lines
    assert "  2 cards from the pile to Ann's hand" in lines
    assert any(line.startswith("    [Ann] these are ware ") or line.startswith("    [Ann] these are 2 × ware") for line in lines)
    assert any(line.startswith("1 Ann gift = {ware ") for line in lines)
    assert "phase turn of Ben" in lines
    seen = match.lines("Ben")
    assert not any("gift = " in line and not line.startswith("Ben ") for line in seen)
    assert not any("[Ann" in line or "[Cat" in line for line in seen)


def test_text_is_one_line_per_entry() -> None:
    match = rules_of(MARKET).start(2, seed=5)
    play_on(match, {seat: make_bot("random") for seat in range(2)})
    assert match.log_text() == "\n".join(match.lines()) + "\n" and "\r" not in match.log_text()


def redealt(changes: list[tuple[Any, ...]], program: Any, viewer: int, random: Stream) -> list[tuple[Any, ...]]:
    """The same records with other cards wherever the viewer doesn't see which they are, and other answers of others."""
    backs: dict[str, list[int]] = {}
    for card in program.cards:
        backs.setdefault(card.back, []).append(card.id)
    full = (1 << program.players) - 1

    def other(card: int) -> int:
        group = [c for c in backs[program.cards[card].back] if not program.face_up[c]] or [card]
        return group[random.below(len(group))]

    def marked(pairs: Any) -> Any:
        return tuple((card if mask >> viewer & 1 else other(card), mask & full) for card, mask in pairs)

    def answered(value: Any) -> Any:
        if isinstance(value, dict):
            texts = [program.cards[random.below(len(program.cards))].text for _ in range(sum(value.values()))]
            return {text: texts.count(text) for text in texts}
        kinds = {kind.name for kind in program.model.kinds}
        return program.cards[0].text if isinstance(value, str) and value.split(" ")[0] in kinds else value

    found: list[tuple[Any, ...]] = []
    for change in changes:
        match change:
            case ("move" | "show" as sort, pairs, *places):
                found.append((sort, marked(pairs), *places))
            case ("decide" | "forced", by, answer, _) if by != viewer:
                if answer != ["decline"]:
                    found.append(("forced", by, [answer[0], *map(answered, answer[1:])], "something else"))
            case _:
                found.append(change)
    return found


@pytest.mark.parametrize("name", all_games())
def test_a_log_doesnt_depend_on_what_its_viewer_cant_know(name: str) -> None:
    """Other cards in other hands, forced instead of free, declined or not asked: the lines are the same."""
    rules = rules_named(name)
    program = rules.program()
    names = tuple("ABCDEFG"[: program.players])
    random = Stream(name)
    state = program.start(3)
    plain = Log(program, names)
    others = [Log(program, names) for _ in names]
    kind, answered = "", 0
    for _ in range(80):
        changes = list(state.changes or [])
        state.changes = []
        plain.record(state, changes, answered, kind)
        for viewer, log in enumerate(others):
            secret = [c for c in changes if not (kind == "together" and c[0] == "decide" and c[1] != viewer)]
            log.record(state, redealt(secret, program, viewer, random), 1000 + answered, kind)
        if not state.decisions:
            break
        decision = state.decisions[0]
        kind, answered = decision.kind, answered + 1
        state.answer(decision, decision.sample(random))
    for viewer, log in enumerate(others):
        assert log.lines(viewer) == plain.lines(viewer)
        assert log.data(viewer) == plain.data(viewer)
