"""How positions are judged: what harms a side lowers its worth, and raises the other's."""

from __future__ import annotations

from typing import Any

import pytest

import scenarios
from engine.kernel.hexes import Facing, neighbours
from engine.systems.gboh.judgement import WON, Weights, exposure
from engine.systems.registry import initial_state, system_for


class Judged:
    """A battle as set up, changed by hand."""

    def __init__(self, key: str) -> None:
        self.system = system_for(scenarios.load(key))
        self.state: Any = initial_state(self.system)

    def parts(self, side: str) -> dict[str, float]:
        return self.system.judge(self.system.context(self.state), side)

    def worth(self, side: str) -> float:
        return sum(self.parts(side).values())


@pytest.fixture
def samarkand() -> Judged:
    return Judged("simple-gboh/samarkand")


def test_losses_count_and_the_more_the_nearer_the_end(samarkand: Judged) -> None:
    before = samarkand.worth("persian")
    account = samarkand.state.sides["persian"]
    account.rout_points = 5
    first = samarkand.worth("persian")
    account.rout_points = account.withdrawal_level - 5
    late = samarkand.worth("persian")
    account.rout_points += 5
    assert first < before and late - samarkand.worth("persian") > before - first
    assert samarkand.parts("macedonian")["points"] > 0


def test_a_battle_won_is_worth_more_than_anything(samarkand: Judged) -> None:
    samarkand.state.outcome, samarkand.state.winner = "over", "persian"
    assert samarkand.worth("persian") >= WON and samarkand.worth("macedonian") <= -WON


def test_hits_and_rout_lower_cohesion(samarkand: Judged) -> None:
    unit = next(u for u in samarkand.state.units.values() if u.side == "persian" and u.on_map)
    sound = samarkand.parts("persian")["cohesion"]
    unit.hits = 2
    hurt = samarkand.parts("persian")["cohesion"]
    unit.routed = True
    assert sound > hurt > samarkand.parts("persian")["cohesion"]


def test_an_enemy_in_the_rear_threatens(samarkand: Judged) -> None:
    state = samarkand.state
    ours, theirs = state.units["GLC1"], state.units["BHC6"]
    ours.hex, ours.facing = 3020, Facing.NE
    found: dict[str, float] = {}
    for h in neighbours(3020):
        theirs.hex = h
        g = samarkand.system.context(state)
        found[g.arc(ours, h)] = exposure(g, ours, Weights())
    assert found["rear"] > found["flank"] > found["front"] == 0


def test_a_leader_within_bowshot_is_in_danger(samarkand: Judged) -> None:
    state = samarkand.state
    leader = state.leaders["Pharnaces"]
    shooter = next(u for u in state.units.values() if u.side == "persian" and u.missile is not None)
    shooter.hex = 3010
    leader.hex = 3020
    far = samarkand.parts("macedonian")["leaders"]
    leader.hex = 3012
    near = samarkand.parts("macedonian")["leaders"]
    shooter.supply = "no"
    alone = samarkand.parts("macedonian")["leaders"]
    assert near < alone < far, "he stands alone where somebody may ride up to him all the same"
    friend = next(u for u in state.units.values() if u.side == "macedonian")
    friend.hex = leader.hex
    assert samarkand.parts("macedonian")["leaders"] == far


def test_what_the_enemy_can_reach_in_one_move_is_threatened(samarkand: Judged) -> None:
    state = samarkand.state
    for unit in state.units.values():
        if unit.id not in ("GLC1", "BHC6"):
            unit.hex = None
    ours, theirs = state.units["GLC1"], state.units["BHC6"]
    assert theirs.missile is None
    ours.hex, theirs.hex = 3020, 3020 - theirs.ma - 2
    assert samarkand.parts("macedonian")["threat"] == 0
    theirs.hex += 1
    reached = samarkand.parts("macedonian")["threat"]
    ours.hits = 3
    shaken = samarkand.parts("macedonian")["threat"]
    assert shaken < reached < 0
    theirs.hex = 3019
    assert samarkand.parts("macedonian")["threat"] == 0  # beside it: that is exposure, not threat


def test_who_may_come_to_shoot_threatens_as_long_as_missiles_last(samarkand: Judged) -> None:
    state = samarkand.state
    for unit in state.units.values():
        if unit.id not in ("GLC1", "SCL12"):
            unit.hex = None
    ours, theirs = state.units["GLC1"], state.units["SCL12"]
    ours.hex, theirs.hex = 3020, 3017
    armed = samarkand.parts("macedonian")["threat"]
    theirs.supply = "no"
    assert armed < samarkand.parts("macedonian")["threat"]


def test_an_army_that_attacks_wants_to_come_near(samarkand: Judged) -> None:
    unit = next(u for u in samarkand.state.units.values() if u.id == "GH1")
    before = samarkand.parts("macedonian")["ground"]
    enemy = next(u for u in samarkand.state.units.values() if u.side == "persian" and u.hex is not None)
    unit.hex = enemy.hex - 4
    assert samarkand.parts("macedonian")["ground"] > before


def test_men_of_iron_count_flight_points_and_disorder() -> None:
    falkirk = Judged("men-of-iron/falkirk")
    unit = next(u for u in falkirk.state.units.values() if u.side == "scots" and u.hex is not None)
    sound = falkirk.worth("scots")
    unit.disordered = True
    hurt = falkirk.worth("scots")
    unit.disordered, unit.eliminated, unit.hex = False, True, None
    assert sound > hurt > falkirk.worth("scots")


def test_a_campaign_counts_provinces_armies_and_gold() -> None:
    campaign = Judged("justinian/renovatio")
    before = campaign.worth("byzantine")
    assert before == -campaign.worth("barbarian")
    campaign.state.gold += 50
    assert campaign.worth("byzantine") > before
