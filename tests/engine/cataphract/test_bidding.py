"""Competitive play: C-2 bids for the choice of sides, C-3 changes for balance."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import Pick
from engine.kernel.dice import ForcedDice
from engine.kernel.events import SeatsSwapped
from engine.kernel.game import Game, digest, events_of, rebuild
from engine.kernel.scenario import SpecialRule
from engine.kernel.text import Refusal
from engine.systems import registry
from engine.systems.cataphract.special.reluctance import Reluctance
from engine.systems.gboh import special
from engine.systems.gboh.events import LevelChanged, PhaseBegan, Told
from engine.systems.gboh.turn import bidding
from scenarios import load

BYZANTINE, VANDAL = 35, 30
"""Withdrawal Levels at Tricameron."""


def system() -> Any:
    return registry.system_for(load("cataphract/tricameron"))


def begun(**options: bool) -> Game[Any]:
    rules = system()
    return Game.start(rules, registry.initial_state(rules, {"bids": True, **options}), ForcedDice([]))


def bid(game: Game[Any], byzantine: int, vandal: int) -> list[Any]:
    """Both bid; returns what happens."""
    entries = game.answer("byzantine", Pick(key=str(byzantine)), ForcedDice([]))
    return events_of(game.system, [*entries, *game.answer("vandal", Pick(key=str(vandal)), ForcedDice([]))])


def levels(game: Game[Any]) -> tuple[int, ...]:
    return tuple(s.withdrawal_level for s in game.state.sides.values())


@pytest.mark.rule("cataphract C-2")
def test_both_are_asked_at_once_and_in_secret_before_anything_else() -> None:
    game = begun()
    assert game.state.phase == "bidding" and not events_of(game.system, game.journal)
    assert [(d.side, d.kind, d.secret, d.final) for d in game.pending] == [
        ("byzantine", "bid", True, True),
        ("vandal", "bid", True, True),
    ]
    assert str(game.view().phase) == "Bidding for sides" and game.view().turn == 0
    before = digest(game.state)
    entries = game.answer("vandal", Pick(key="4"), ForcedDice([]))
    assert [e.kind for e in entries] == ["answer"] and digest(game.state) == before, "nothing shows yet"
    assert game.decision_for("vandal") is None and game.decision_for("byzantine") is not None


@pytest.mark.rule("cataphract C-2")
def test_a_bid_leaves_either_side_a_level_of_one() -> None:
    game = begun()
    keys = [c.key for c in game.pending[0].choices]  # type: ignore[attr-defined]
    assert keys == [str(n) for n in range(min(BYZANTINE, VANDAL))]
    for wrong in ("30", "-1", "+3", "many"):
        with pytest.raises(Refusal, match="not among the choices"):
            game.answer("byzantine", Pick(key=wrong), ForcedDice([]))
    bid(game, 29, 0)
    game.answer("byzantine", Pick(key="vandal"), ForcedDice([0] * 9))
    assert levels(game) == (BYZANTINE, 1)


@pytest.mark.rule("cataphract C-2")
@pytest.mark.parametrize(
    ("bids", "winner", "chosen", "swapped", "after"),
    [
        ((5, 3), "byzantine", "byzantine", False, (30, 30)),
        ((5, 3), "byzantine", "vandal", True, (35, 25)),
        ((0, 7), "vandal", "vandal", False, (35, 23)),
        ((0, 7), "vandal", "byzantine", True, (28, 30)),
    ],
)
def test_the_higher_bidder_chooses_and_his_level_is_lowered(
    bids: tuple[int, int], winner: str, chosen: str, swapped: bool, after: tuple[int, int]
) -> None:
    game = begun()
    happened = bid(game, *bids)
    assert [str(e.text(game.state)) for e in happened if isinstance(e, Told)] == [
        f"The Byzantines bid {bids[0]} Rout Points, the Vandals {bids[1]}."
    ]
    (question,) = game.pending
    assert (question.kind, question.side, question.final) == ("choose-side", winner, True)
    assert question.default == Pick(key=winner), "who says nothing stays where he sits"
    entries = game.answer(winner, Pick(key=chosen), ForcedDice([0] * 9))
    happened = events_of(game.system, entries)
    expected = [*([SeatsSwapped] * swapped), LevelChanged, PhaseBegan]
    assert all(isinstance(e, kind) for e, kind in zip(happened, expected, strict=False)), happened
    assert levels(game) == after and game.state.swapped is swapped
    assert game.state.phase not in ("bidding", "setup") and game.state.turn == 1


@pytest.mark.rule("cataphract C-2")
def test_equal_bids_are_told_and_made_again() -> None:
    game = begun()
    happened = bid(game, 4, 4)
    assert [str(e.text(game.state)) for e in happened] == ["Both bid 4 Rout Points: they bid again."]
    assert [d.kind for d in game.pending] == ["bid", "bid"] and "equal" in str(game.pending[0].prompt)
    assert levels(game) == (BYZANTINE, VANDAL)
    bid(game, 0, 0)
    bid(game, 4, 6)
    assert game.pending[0].kind == "choose-side"


@pytest.mark.rule("cataphract C-2")
def test_bids_and_the_choice_stand_for_good() -> None:
    game = begun()
    game.answer("vandal", Pick(key="4"), ForcedDice([]))
    assert game.free_undo("vandal") is None and game.last_answer(["vandal"]) is None
    game.answer("byzantine", Pick(key="2"), ForcedDice([]))
    for side in ("vandal", "byzantine"):
        assert game.free_undo(side) is None, "he would know the other's bid"
    with pytest.raises(Refusal, match="stands for good"):
        game.undo(0, "vandal")
    game.answer("vandal", Pick(key="byzantine"), ForcedDice([0] * 9))
    with pytest.raises(Refusal, match="stands for good"):
        game.undo(0, "vandal")
    assert levels(game) == (31, 30)


@pytest.mark.rule("cataphract C-2")
def test_a_resumed_battle_knows_who_leads_whom() -> None:
    game = begun()
    game.answer("byzantine", Pick(key="9"), ForcedDice([]))
    half = Game.resume(game.system, game.journal)
    assert half.decision_for("byzantine") is None and half.decision_for("vandal") is not None
    game.answer("vandal", Pick(key="1"), ForcedDice([]))
    game.answer("byzantine", Pick(key="vandal"), ForcedDice([0] * 9))
    again = Game.resume(game.system, game.journal)
    assert again.state.swapped and digest(again.state) == digest(game.state)
    assert digest(rebuild(game.system, game.journal)) == digest(game.state)


@pytest.mark.rule("cataphract C-2")
def test_without_the_option_nobody_bids() -> None:
    rules = system()
    assert registry.initial_state(rules, {"bids": False}).phase != "bidding"
    assert registry.initial_state(rules).phase != "bidding"
    assert [o.key for o in rules.options()] == [*rules.scenario.optional_rules, bidding.OPTION]


@pytest.mark.rule("cataphract C-3")
def test_a_change_for_balance_is_in_force_only_when_chosen() -> None:
    sound = load("cataphract/tricameron")
    change = SpecialRule(id="hun-reluctance", title="Wavering Huns", text="For balance.", optional=True)
    others = tuple(r for r in sound.special_rules if r.id != change.id)
    changed = sound.model_copy(
        update={"special_rules": (*others, change), "optional_rules": (*sound.optional_rules, change.id)}
    )
    assert not list(changed.problems())
    rules = registry.system_for(changed)
    assert [str(o.title) for o in rules.options() if o.key == change.id] == ["Wavering Huns"]
    for chosen in (False, True):
        state = registry.initial_state(rules, {change.id: chosen})
        in_force = [type(r) for r in special.rules(rules.context(state))]
        assert (Reluctance in in_force) is chosen


@pytest.mark.rule("cataphract C-3")
def test_a_change_for_balance_can_stand_in_for_a_rule_of_the_battle() -> None:
    sound = load("cataphract/tricameron")
    rules_ = tuple(
        r.model_copy(update={"unless": "steady-huns"}) if r.id == "hun-reluctance" else r for r in sound.special_rules
    )
    changed = sound.model_copy(
        update={"special_rules": rules_, "optional_rules": (*sound.optional_rules, "steady-huns")}
    )
    rules = registry.system_for(changed)
    for chosen in (False, True):
        state = registry.initial_state(rules, {"steady-huns": chosen})
        in_force = [type(r) for r in special.rules(rules.context(state))]
        assert (Reluctance in in_force) is not chosen
