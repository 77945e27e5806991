"""9.2/reaction, 9.2/cb, 9.2/ca Reaction Fire."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import ChooseEach
from engine.kernel.hexes import Facing
from engine.systems.men_of_iron import orders, reaction, results, shock, shock_phase, shot
from engine.systems.men_of_iron.events import Fired, Fought, UnitMoved
from engine.systems.men_of_iron.special import Special
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.fire_field import AWAY, RETREATS, Supply, shots
from tests.engine.men_of_iron.kit import unit

# -- 9.2/reaction ----------------------------------------------------------------------------------------------------


def approach(*shooters, mover="DM1", at=1011, **values):
    """``mover`` of the active side in ``at``, just entered; ``shooters`` of the other side, as units."""
    state = {k: v for k, v in values.items() if k != "leaders"}
    r = kit.battle([unit(mover, at, "SE", **state)], shooters, **AWAY).activate("A")
    return r, r.unit(mover)


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 9.2/cb")
@pytest.mark.parametrize(
    ("shooter", "may"),
    [("LB9", True), ("GE9", True), ("SL9", True), ("CB9", True), ("DH9", True), ("MH9", False), ("PK9", False)],
)
def test_who_reacts_at_range_one(shooter, may):
    r, mover = approach(unit(shooter, 1012, "NW"))
    assert [u.id for u in reaction.reactors(r.g, mover, 1011)] == ([shooter] if may else [])
    on = r.run(reaction.reaction_fire, mover, dice=[0] if may else [], answers=["fire"] if may else [])
    assert on is True
    assert shots(r) == ([(shooter, "DM1", "reaction")] if may else [])


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 9.1")
@pytest.mark.parametrize(
    ("facing", "may"), [("NW", True), ("NE", True), ("W", False), ("E", False), ("SW", False), ("SE", False)]
)
def test_only_into_the_front_hexes(facing, may):
    r, mover = approach(unit("LB9", 1012, facing))
    assert bool(reaction.reactors(r.g, mover, 1011)) is may


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 12.4", "men-of-iron NA-1")
def test_retired_units_and_those_without_missiles_never_react():
    r, mover = approach(unit("LB9", 1012, "NW", disordered=True, retired=True))
    assert reaction.reactors(r.g, mover, 1011) == []
    r, mover = approach(unit("GE9", 1012, "NW", no_missiles=True))
    assert reaction.reactors(r.g, mover, 1011) == []


@pytest.mark.rule("men-of-iron 9.2/reaction")
def test_disordered_units_react_at_minus_one():
    r, mover = approach(unit("LB9", 1012, "NW", disordered=True))
    r.run(reaction.reaction_fire, mover, dice=[3], answers=["fire"])
    assert {m.reason: m.value for m in r.rolls[0].modifiers} == {"range 1": 2, "firer Disordered": -1}
    assert not mover.disordered


@pytest.mark.rule("men-of-iron 9.2/reaction")
def test_reactors_can_be_asked_for_before_the_move():
    r, mover = approach(unit("LB9", 1012, "NW"), at=1009)
    assert [u.id for u in reaction.reactors(r.g, mover, 1011)] == ["LB9"]
    assert reaction.reactors(r.g, mover, 1010) == []
    there = mover.model_copy(update={"hex": 1011})
    assert shot.preview(r.g, r.unit("LB9"), there, "reaction").chance == 0.7


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 5.2")
def test_every_step_by_mp_into_a_front_hex_draws_fire():
    r = kit.battle([unit("DM1", 1010, "SE"), unit("DM2", 1009, "SE")], [unit("LB9", 1012, "NW")], **AWAY).activate("A")
    r.order(orders.Move(unit="DM1", path=(1011,)), dice=[0], answers=["fire"])
    r.order(orders.Move(unit="DM2", path=(909, 910, 911)), dice=[0], answers=["fire"])
    assert shots(r) == [("LB9", "DM1", "reaction"), ("LB9", "DM2", "reaction")]
    assert [f.target_at for f in r.happened(Fired)] == [1011, 911]


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 6.2")
def test_turning_draws_no_fire():
    r = kit.battle([unit("DM1", 1011, "SE")], [unit("LB9", 1012, "NW")], **AWAY).activate("A")
    r.order(orders.Move(unit="DM1", path=(Facing.SW,)))
    assert r.decisions == []


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 12.3")
def test_retreats_draw_no_fire():
    r = kit.battle([unit("DM1", 1010, "SE")], [unit("LB9", 1012, "NW"), unit("PK9", 1009)], **AWAY).activate("A")

    async def fall_back(g):
        await results.retreat(g, r.unit("DM1"), from_=(1009,), cause="missile")

    r.run(fall_back, answers=[lambda d: next(c.key for c in d.choices if c.hex == 1011)])
    assert r.unit("DM1").hex == 1011
    assert [d.kind for d in r.decisions] == ["retreat"]


@pytest.mark.rule("men-of-iron 9.2/reaction")
@pytest.mark.parametrize(("die", "on"), [(2, True), (3, False)])
def test_any_effect_ends_the_movement(die, on):
    r, mover = approach(unit("LB9", 1012, "NW"))
    assert r.run(reaction.reaction_fire, mover, dice=[die], answers=["fire"]) is on
    assert mover.disordered is not on


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 12.3")
def test_a_mover_that_is_driven_back_goes_no_farther():
    r, mover = approach(unit("LB9", 1012, "NW"), disordered=True)
    assert r.run(reaction.reaction_fire, mover, dice=[2], answers=["fire"], defaults=RETREATS) is False
    assert mover.hex != 1011


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 9.3")
def test_several_are_asked_at_once_and_fire_in_their_owners_order():
    r, mover = approach(unit("LB7", 1012, "NW"), unit("CB8", 911, "NE"), unit("LB9", 1111, "W"))
    r.run(reaction.reaction_fire, mover, dice=[3, 1], answers=[{"LB9": "fire", "LB7": "hold", "CB8": "fire"}])
    (decision,) = r.decisions
    assert isinstance(decision, ChooseEach)
    assert (decision.kind, decision.side, decision.subject) == ("reaction-fire", "b", "DM1")
    assert sorted(i.key for i in decision.items) == ["CB8", "LB7", "LB9"]
    assert decision.items[-1].key == "CB8", "what is had but once comes last"
    assert [f.unit for f in r.happened(Fired)] == ["LB9", "CB8"]
    assert [roll.result for roll in r.rolls] == ["Disordered", "no effect"]


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 9.3")
def test_each_shot_sees_what_the_one_before_has_done_and_the_rest_are_lost():
    r, mover = approach(unit("LB7", 1012, "NW"), unit("LB8", 911, "NE"), unit("CB9", 1111, "W"))
    answer = {"LB8": "fire", "LB7": "fire", "CB9": "fire"}
    on = r.run(reaction.reaction_fire, mover, dice=[3, 2], answers=[answer], defaults=RETREATS)
    assert on is False
    assert [roll.result for roll in r.rolls] == ["Disordered", "Retreats"]
    assert "CB9 holds its fire: DM1 is gone." in r.told()
    assert r.g.act.reaction_shots == [], "the crossbows have their shot still"


@pytest.mark.rule("men-of-iron 9.2/cb")
def test_crossbows_react_once_in_an_activation_longbows_every_time():
    r = kit.battle(
        [unit("DM1", 1010, "SE"), unit("DM2", 811)],
        [unit("LB8", 1012, "NW"), unit("CB9", 910, "SE")],  # both have 1011 and 911 in front
        **AWAY,
    ).activate("A")
    r.order(orders.Move(unit="DM1", path=(1011,)), dice=[0, 0], answers=["fire"])
    assert r.g.act.reaction_shots == ["CB9"]
    r.order(orders.Move(unit="DM2", path=(911,)), dice=[0], answers=["fire"])
    assert [f.unit for f in r.happened(Fired)] == ["LB8", "CB9", "LB8"]
    assert r.happened(Fired)[1].rule == "9.2/cb"
    r.activate("A")
    assert [u.id for u in reaction.reactors(r.g, r.unit("DM2"), 911)] == ["LB8", "CB9"], "a new activation"


@pytest.mark.rule("men-of-iron 9.2/cb")
def test_a_crossbow_that_held_its_fire_has_it_still():
    r, mover = approach(unit("CB9", 1012, "NW"))
    r.run(reaction.reaction_fire, mover, answers=["hold"])
    assert r.g.act.reaction_shots == []
    assert reaction.reactors(r.g, mover, 1011)


@pytest.mark.rule("men-of-iron 9.2/cb", "men-of-iron 9.2/reaction", "men-of-iron 11.6/other")
def test_crossbows_do_not_react_to_a_counter_charge_others_do():
    r = kit.battle(
        [unit("CB1", 1010, "SE"), unit("LB2", 1110, "W"), unit("DH3", 910, "NE")], [unit("MM9", 1011, "NW")], **AWAY
    ).activate("A")
    r.unit("CB1").facing, r.unit("LB2").facing = Facing.SE, Facing.SW
    r.unit("DH3").facing = Facing.SE
    rider = r.unit("MM9")
    assert [u.id for u in reaction.reactors(r.g, rider, 1011)] == ["LB2", "CB1", "DH3"]
    assert [u.id for u in reaction.reactors(r.g, rider, 1011, counter_charge=True)] == ["LB2"]

    async def ride(g):
        return await reaction.reaction_fire(g, rider, counter_charge=True)

    assert r.run(ride, dice=[3], answers=["fire"]) is False
    assert rider.disordered
    assert r.decisions[0].side == "a"


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 11.3")
@pytest.mark.parametrize(
    ("die", "charges", "arrives"),
    [(0, True, True), (5, False, True), (6, False, False), (8, False, False)],
    ids=["no effect", "Disordered", "Disordered and driven back", "Unhorsed"],
)
def test_reaction_fire_at_a_charge(die, charges, arrives):
    r = kit.battle([unit("MM1", 1009, "SE")], [unit("LB9", 1011, "NW")], **AWAY).activate("A", phase="shock")
    plan = orders.Shock(attacks=(orders.AttackPlan(unit="MM1", targets=("LB9",), charge=(1010,)),))
    r.run(shock_phase.designate, answers=[plan])
    r.run(
        shock.resolve,
        dice=[die, 4] if arrives else [die],
        answers=["fire"],
        defaults=[*RETREATS, "advance"],
    )
    assert [f.kind for f in r.happened(Fired)] == ["reaction"]
    fights = r.happened(Fought)
    assert [f.charge for f in fights] == ([charges] if arrives else [])


@pytest.mark.rule("men-of-iron 9.2/ca", "men-of-iron 12.7")
def test_a_continued_attack_draws_no_fire():
    r = kit.battle(
        [unit("MM1", 1010, "SE")],
        [unit("PK9", 1011, "NW", disordered=True), unit("LB9", 1012, "NW")],
        **AWAY,
    ).activate("A", phase="shock")
    plan = orders.Shock(attacks=(orders.AttackPlan(unit="MM1", targets=("PK9",)),))
    r.run(shock_phase.designate, answers=[plan])
    r.run(shock.resolve, dice=[9, 2], defaults=[*RETREATS, "advance"])
    assert [m.to for m in r.happened(UnitMoved) if m.unit == "MM1"] == [1011]
    assert r.unit("LB9").disordered, "it was Shocked"
    assert not r.happened(Fired)
    assert "reaction-fire" not in [d.kind for d in r.decisions]


@pytest.mark.rule("men-of-iron 15.4", "men-of-iron 9.2/reaction")
def test_a_leader_riding_along_is_at_risk():
    r = kit.battle(
        [unit("DM1", 1011, "SE")],
        [unit("LB9", 1012, "NW")],
        a_leaders=[kit.leader("Al", 1011, command_range=30)],
        a_standards=AWAY["a_standards"],
    ).activate("A")
    r.run(reaction.reaction_fire, r.unit("DM1"), dice=[7, 8], answers=["fire"], defaults=RETREATS)
    assert r.leader("Al").lost


@pytest.mark.rule("men-of-iron FK-3", "men-of-iron 9.2/reaction")
def test_a_mover_that_leaves_before_the_shot():
    class Nervous(Special):
        async def threatened(self, g, unit):
            unit.hex, unit.departed = None, True
            g.version += 1

    r, mover = approach(unit("CB9", 1012, "NW"))
    r.play_by(Nervous(kit.special("nervous")))
    assert r.run(reaction.reaction_fire, mover, answers=["fire"]) is False
    assert r.g.act.reaction_shots == [] and not r.happened(Fired)


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 9.2/cb")
def test_standing_orders_for_reaction_fire():
    def item(shooter, *rules, mover="DM1", leader_at=101, **state):
        r = kit.battle(
            [unit(mover, 1011, "SE", **state)],
            [unit(shooter, 1012, "NW")],
            a_leaders=[kit.leader("Al", leader_at, command_range=30)],
        ).activate("A")
        r.play_by(*(kind(kit.special("x")) for kind in rules))
        r.run(reaction.reaction_fire, r.unit(mover), answers=["hold"])
        (decision,) = r.decisions
        assert isinstance(decision, ChooseEach)
        return decision.items[0]

    for shooter, rules, free, default in (
        ("LB9", (), True, "fire"),
        ("SL9", (Supply,), True, "fire"),
        ("GE9", (), True, "fire"),
        ("GE9", (Supply,), False, "hold"),
        ("CB9", (), False, "fire"),
    ):
        asked = item(shooter, *rules)
        assert asked.policy is not None
        assert (asked.policy.kind, asked.policy.yes, asked.policy.no) == ("reaction-fire", "fire", "hold")
        assert (asked.policy.free, asked.default_key) == (free, default)
        assert set(asked.policy.conditions) == set(reaction.REACTION.conditions)

    def conditions(**values):
        found = item("CB9", **values).policy
        assert found is not None
        return {k for k, v in found.conditions.items() if v}

    assert conditions() == set()
    assert conditions(mover="MM1") == {"mounted"}
    assert conditions(disordered=True) == {"disordered"}
    assert conditions(leader_at=1011) == {"leader"}
