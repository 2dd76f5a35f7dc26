"""What a player sees: hidden cards as backs, zones whose order he can't see as sets, fields and states without secrets."""

from __future__ import annotations

import pytest
from promises import hides, keeps_promises, playthrough
from small_games import small

from rulekit.engine import State, Stream
from rulekit.engine.ledger import move, seen_by, set_field, set_state, show, shuffle
from rulekit.engine.sampling import sample
from rulekit.engine.views import View, ZoneView, view


def zone_of(seen: View, name: str, owner: int | None = None) -> ZoneView:
    return next(z for z in seen.zones if z.info.name == name and z.info.owner == owner)


def number(state: State, name: str, owner: int | None = None) -> int:
    return zone_of(view(state, None), name, owner).info.index


def field_text(seen: View, name: str, owner: int | None = None) -> str:
    return next(text for info, text in seen.fields if info.name == name and info.owner == owner)


def test_everybody_sees_face_up_nobody_face_down_and_only_the_owner_private_zones() -> None:
    state = small("peeking").start(1)
    hand = state.zones[number(state, "hand", 0)].cards
    texts = tuple(state.program.cards[card].text for card in hand)
    assert zone_of(view(state, 0), "hand", 0).cards == texts
    assert zone_of(view(state, 0), "hand", 0).ordered
    assert zone_of(view(state, 1), "hand", 0) == ZoneView(zone_of(view(state, 1), "hand", 0).info, (), {"flock": 1}, False)
    assert zone_of(view(state, 0), "stock").hidden == {"flock": 3}
    assert zone_of(view(state, 0), "stock").size == 3
    assert zone_of(view(state, None), "stock").ordered


def test_a_shown_card_is_seen_until_it_moves_or_its_zone_is_shuffled() -> None:
    for how in ("move", "shuffle"):
        state = small("peeking").start(1)
        stock, pond = number(state, "stock"), number(state, "pond")
        top = state.zones[stock].cards[-1]
        show(state, (top,), (1,))
        assert seen_by(state, top) == 0b010
        assert zone_of(view(state, 1), "stock").cards == (state.program.cards[top].text,)
        assert zone_of(view(state, 1), "stock").hidden == {"flock": 2}
        assert zone_of(view(state, 2), "stock").hidden == {"flock": 3}
        if how == "move":
            move(state, (top,), pond, False, True)
        else:
            shuffle(state, stock)
        assert seen_by(state, top) == 0
        assert state.shown == {}
        assert not any(zone.cards for zone in view(state, 1).zones if zone.info.decl.sight == "face down")


def test_seen_cards_of_a_hidden_zone_stand_in_the_order_of_the_deck() -> None:
    state = small("peeking").start(1)
    stock = number(state, "stock")
    move(state, tuple(range(6)), stock, False, False)
    move(state, (3, 1, 2), stock, False, False)
    show(state, (1, 2, 3), (0,))
    assert zone_of(view(state, 0), "stock").cards == ("sheep 2", "sheep 3", "sheep 4")


def test_backs_tell_what_is_printed_on_them_and_a_face_up_kind_is_seen_everywhere() -> None:
    state = small("marking").start(2)
    den = number(state, "den")
    move(state, tuple(range(len(state.program.cards))), den, False, False)
    seen = zone_of(view(state, 0), "den")
    assert seen.hidden == {"zoo hue blue": 6, "zoo hue red": 6}
    assert seen.cards == ("ghost",)
    assert not seen.ordered


def test_fields_and_states_that_refer_to_a_hidden_card_show_its_back() -> None:
    program = small("courting")
    state = program.start(2)
    hand, yard = number(state, "hand", 0), number(state, "yard")
    a, b = state.zones[hand].cards
    move(state, (b,), yard, False, False)
    chosen = next(info.index for info in program.fields if info.name == "chosen")
    herd = next(info.index for info in program.fields if info.name == "herd" and info.owner == 0)
    friend = next(info.slot for info in program.states if info.name == "friend")
    set_field(state, chosen, a)
    set_field(state, herd, (a, b))
    set_state(state, b, friend, a)
    back, text = program.cards[a].back, program.cards[a].text
    assert field_text(view(state, 1), "chosen") == back
    assert field_text(view(state, 0), "chosen") == text
    assert field_text(view(state, 1), "herd", 0).startswith(f"{back}, {program.cards[b].text}")
    assert zone_of(view(state, 1), "yard").cards == (f"{program.cards[b].text} with friend = {back}",)
    assert zone_of(view(state, 0), "yard").cards == (f"{program.cards[b].text} with friend = beast",)
    assert [s.value for s in view(state, 1).states] == [back]
    set_state(state, a, friend, b)
    assert [s.card for s in view(state, 1).states] == [program.cards[b].text], "states of hidden cards are hidden"
    assert len(view(state, 0).states) == 2


def test_views_are_json() -> None:
    state = small("marking").start(2)
    data = view(state, 1).to_json()
    assert data["viewer"] == 1
    assert {row["zone"] for row in data["zones"]} >= {"den", "yard", "cage[red]", "cage[blue]", "hand"}
    assert [row["hidden"] for row in data["zones"] if row["zone"] == "hand" and row["owner"] == 0] != []


@pytest.mark.parametrize("name", ["peeking", "marking", "secret"])
@pytest.mark.parametrize("players", [2, 3])
def test_promises_hold_in_small_games(name: str, players: int) -> None:
    program = small(name, players)
    assert sum(keeps_promises(program, seed, every=1 + 2 * (name == "marking")) for seed in range(4)) > 20


def test_promises_hold_where_friends_are_hidden() -> None:
    program = small("courting")
    for seed in range(8):
        for state in playthrough(program, seed):
            for viewer in range(3):
                hides(state, viewer, f"{seed}")


def test_samples_differ_and_are_drawn_evenly() -> None:
    state = small("peeking").start(3)
    hand = number(state, "hand", 1)
    own = state.zones[number(state, "hand", 0)].cards[0]
    drawn: dict[int, int] = {}
    for k in range(500):
        card = sample(state, 0, k).zones[hand].cards[0]
        drawn[card] = drawn.get(card, 0) + 1
    assert own not in drawn
    assert len(drawn) == 5
    assert all(60 <= n <= 140 for n in drawn.values()), drawn


def test_sealed_answers_of_others_are_drawn_anew_and_own_ones_kept() -> None:
    program = small("secret")
    for seed in range(30):
        random = Stream(f"{seed}")
        state = program.start(seed)
        for _ in range(10):
            if not state.decisions or state.decisions[0].kind == "together":
                break
            state.answer(state.decisions[0], state.decisions[0].options()[0])
        if len(state.decisions) == 3:
            break
    first = state.decisions[0]
    state.answer(first, first.sample(random))
    slot = state.frames[-1][0], first.point.slot
    own = state.frames[-1][2][slot[1]][first.by]
    others: set[tuple[int, ...]] = set()
    for k in range(60):
        assert sample(state, first.by, k).frames[-1][2][slot[1]][first.by] == own
        viewer = state.decisions[0].by
        imagined = sample(state, viewer, k)
        answer = imagined.frames[-1][2][slot[1]][first.by][0]
        hand = imagined.zones[number(imagined, "hand", first.by)].cards
        assert set(answer) <= set(hand), "somebody gives what he doesn't have"
        others.add(tuple(imagined.program.cards[card].text for card in answer))
        assert [d.by for d in imagined.decisions] == [d.by for d in state.decisions]
    assert len(others) > 3


def test_bare_programs_refuse_to_imagine() -> None:
    state = small("peeking", full=False).start(1)
    with pytest.raises(ValueError, match="without knowledge"):
        sample(state, 0, 1)


