"""Counters, markers, the die and the bidding, in every game of the family."""

from __future__ import annotations

import pytest

from engine.kernel.dice import RollRequest, settle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.set_up import kept
from engine.systems.gboh.turn import bidding
from tests.each import for_each
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, leader, unit


@shared()
@pytest.mark.rule("cataphract 2.3", "alexander 2.3", "spqr 2.3")
def test_the_die_shows_0_to_9_and_0_is_the_lowest(kit: Kit) -> None:
    request = RollRequest(purpose="x", side="a", text="x", rule="2.3")
    assert [settle(request, 1, 1, [n]).total for n in range(10)] == list(range(10))
    for impossible in (-1, 10):
        with pytest.raises(ValueError, match="0 to 9"):
            settle(request, 1, 1, [impossible])
    r = kit.battle([unit("HC1", 1010, missile="bow")], [unit("HC9", 1210, "W")]).orders("a")
    r.fires("HC1", "HC9", dice=[0])
    assert r.rolls[0].natural == 0 and r.unit("HC9").hits == 1, "0 hits where 9 misses"


@shared()
@pytest.mark.rule("cataphract 2.25", "alexander 2.26", "spqr 2.26")
def test_markers_are_states_of_any_number_of_units_and_leaders(kit: Kit) -> None:
    state = kit.game.state_type
    of_units = {"moved", "supply", "routed", "rallied", "column", "hits"}
    assert of_units <= set(kept(state, "units").model_fields)
    assert {"wounded", "status", "no_momentum", "deferred"} <= set(kept(state, "leaders").model_fields)
    assert {"markers", "fired"} <= set(kept(state, "orders").model_fields)
    many = [unit(f"HC{n}", 1000 + n, hits=5 * (n % 2), routed=n % 2 == 0, moved=True) for n in range(1, 40)]
    r = kit.battle(many)
    assert [(u.hits, u.routed, u.moved) for u in r.g.units("a")] == [
        (5 * (n % 2), n % 2 == 0, True) for n in range(1, 40)
    ]
    assert kit.game(r.g.scenario).invariants(r.state) == []


@shared()
@pytest.mark.rule("cataphract 2.24", "alexander 2.25")
def test_a_leader_is_what_his_counter_says(kit: Kit) -> None:
    ratings = {"initiative": 7, "command_range": 9, "charisma": 3, "personal_combat": 6, "elite": True}
    r = kit.battle([unit("HC1", 1010)], a_leaders=[leader("Alexander", 1010, line_commands=0, **ratings)])
    him = r.leader("Alexander")
    assert {k: getattr(him, k) for k in ratings} == ratings
    assert (him.line_commands, him.status, him.wounded) == (0, "inactive", False)


@shared(Case.BIDDING)
@pytest.mark.rule("cataphract C-2", "alexander A-2")
@for_each(
    ("bids", "winner", "side", "levels"),
    [
        ((5, 3), "a", "a", (45, 40)),
        ((5, 3), "a", "b", (50, 35)),
        ((0, 7), "b", "b", (50, 33)),
        ((0, 7), "b", "a", (43, 40)),
    ],
)
def test_the_higher_bidder_chooses_and_the_bid_comes_off_that_sides_level(
    kit: Kit, bids: tuple[int, int], winner: str, side: str, levels: tuple[int, int]
) -> None:
    sides = {"a": {"withdrawal_level": 50}, "b": {"withdrawal_level": 40}}
    r = kit.battle([unit("HC1", 1010)], [unit("HC9", 3010, "W")], sides=sides)
    answers = [str(bids[0]), str(bids[1]), side]
    r.run(bidding.bidding_phase, answers=answers)
    assert [(d.kind, d.side) for d in r.decisions] == [("bid", "a"), ("bid", "b"), ("choose-side", winner)]
    assert {d.rule for d in r.decisions} == {kit.case(Case.BIDDING)}
    assert tuple(s.withdrawal_level for s in r.state.sides.values()) == levels
    assert r.state.swapped is (side != winner)


@shared(Case.BIDDING)
@pytest.mark.rule("cataphract C-2", "alexander A-2")
def test_equal_bids_are_made_again_in_secret_and_leave_a_level_of_1(kit: Kit) -> None:
    sides = {"a": {"withdrawal_level": 50}, "b": {"withdrawal_level": 4}}
    r = kit.battle([unit("HC1", 1010)], [unit("HC9", 3010, "W")], sides=sides)
    r.run(bidding.bidding_phase, answers=["2", "2", "0", "3", "b"])
    bids = r.decisions[:4]
    assert all(d.secret and [c.key for c in d.choices] == ["0", "1", "2", "3"] for d in bids)
    assert r.state.sides["b"].withdrawal_level == 1


@shared(Case.BIDDING)
@pytest.mark.rule("cataphract C-2", "alexander A-2")
def test_it_is_an_option_named_with_its_case(kit: Kit) -> None:
    game = kit.game(kit.battle([unit("HC1", 1010)], [unit("HC9", 3010, "W")]).g.scenario)
    option = game.options()[-1]
    assert option.key == bidding.OPTION and kit.case(Case.BIDDING) in str(option.title)
    assert game.initial_state({bidding.OPTION: True}).phase == "bidding"
