"""9.2 Return Fire and Reaction Fire."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import Choose, ChooseEach
from engine.kernel.hexes import Facing
from engine.systems.men_of_iron import fire, orders, reaction, results, shock
from engine.systems.men_of_iron.events import Fired, UnitDisordered, UnitMoved, UnitRetired
from engine.systems.men_of_iron.special import Special
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import unit

RETREATS = ["retreat", "retire"]
AWAY = {
    "a_leaders": [kit.leader("Al", 101, command_range=30)],
    "b_leaders": [kit.leader("Bo", 2815, command_range=30)],
    "a_standards": [kit.standard("SA", 110, "A")],
    "b_standards": [kit.standard("SB", 2015, "B")],
}


class Supply(Special):
    """A rule that asks something of every shot, as Genitor supply does."""

    async def shot(self, g, unit):
        return None


# -- 9.2/return ------------------------------------------------------------------------------------------------------


def exchange(shooter="LB1", target="LB2", at=1012, facing="NW", **theirs):
    """``shooter`` of the active side at 1010 facing SE; ``target`` of the other, straight below it."""
    r = kit.battle([unit(shooter, 1010, "SE")], [unit(target, at, facing, **theirs)], **AWAY).activate("A")
    return r, r.unit(shooter), r.unit(target)


def shots(r: kit.Rig) -> list[tuple[str, str, str]]:
    return [(f.unit, f.target, f.kind) for f in r.happened(Fired)]


@pytest.mark.rule("men-of-iron 9.2/return")
@pytest.mark.parametrize(
    ("shooter", "target", "at", "may"),
    [
        ("LB1", "LB2", 1011, True),
        ("LB1", "LB2", 1013, True),
        ("CB1", "LB2", 1013, True),
        ("LB1", "GE2", 1011, True),
        ("LB1", "GE2", 1012, False),
        ("LB1", "SL2", 1011, True),
        ("LB1", "SL2", 1012, False),
        ("LB1", "CB2", 1011, False),
        ("LB1", "DH2", 1011, False),
        ("LB1", "MH2", 1011, False),
        ("LB1", "DM2", 1011, False),
    ],
)
def test_who_may_return_fire_within_its_range(shooter, target, at, may):
    r, firer, x = exchange(shooter, target, at)
    assert reaction.returns(r.g, x, firer) is may
    r.order(orders.Fire(unit=shooter, target=target), dice=[0, 0] if may else [0], answers=["fire"] if may else [])
    assert shots(r) == [(shooter, target, "active")] + ([(target, shooter, "return")] if may else [])


@pytest.mark.rule("men-of-iron 9.2/return", "men-of-iron 14.2")
def test_hobilars_with_longbows_return_fire():
    r, firer, target = exchange("LB1", "DH2", weapon_carried="longbow")
    assert reaction.returns(r.g, target, firer)


@pytest.mark.rule("men-of-iron 9.2/return", "men-of-iron 9.1")
@pytest.mark.parametrize(
    ("facing", "may"), [("NW", True), ("NE", True), ("W", True), ("E", True), ("SW", False), ("SE", False)]
)
def test_through_front_and_flank_but_not_hit_through_the_rear(facing, may):
    for at in (1011, 1012, 1013):
        r, firer, target = exchange(at=at, facing=facing)
        assert reaction.returns(r.g, target, firer) is may


@pytest.mark.rule("men-of-iron 9.2/return", "men-of-iron 12.4")
def test_retired_units_do_not_return_fire_disordered_ones_do_at_minus_one():
    r, firer, target = exchange(disordered=True, retired=True)
    assert not reaction.returns(r.g, target, firer)
    r, firer, target = exchange(disordered=True)
    r.order(orders.Fire(unit="LB1", target="LB2"), dice=[0, 4], answers=["fire"])
    assert {m.reason: m.value for m in r.rolls[1].modifiers} == {"range 2": 1, "firer Disordered": -1}
    assert not firer.disordered, "final 4"


@pytest.mark.rule("men-of-iron 9.2/return")
def test_the_owner_may_hold_his_fire():
    r, *_ = exchange()
    r.order(orders.Fire(unit="LB1", target="LB2"), dice=[0], answers=["hold"])
    assert shots(r) == [("LB1", "LB2", "active")]


@pytest.mark.rule("men-of-iron 9.2/return")
def test_both_shots_are_rolled_on_the_state_before_either():
    r, firer, target = exchange()
    r.order(orders.Fire(unit="LB1", target="LB2"), dice=[4, 4], answers=["fire"])
    assert [roll.total for roll in r.rolls] == [5, 5], "the returned shot isn't that of a Disordered unit yet"
    assert firer.disordered and target.disordered
    assert type(r.events[-1]) is UnitDisordered


@pytest.mark.rule("men-of-iron 9.2/return", "men-of-iron 12.3")
def test_both_results_apply_and_each_goes_away_from_where_the_other_stood():
    r, firer, target = exchange(disordered=True)
    firer.disordered = True
    offered = {}

    def likely(d):
        offered[d.subject] = {c.hex for c in d.choices}
        return d.default.key

    r.order(orders.Fire(unit="LB1", target="LB2"), dice=[4, 4], answers=["fire", likely, likely])
    assert [roll.total for roll in r.rolls] == [4, 4], "range +1, Disordered -1"
    assert offered == {"LB2": {1013, 1112, 912}, "LB1": {1009, 1109, 909}}
    assert (firer.hex, target.hex) == (909, 912)


@pytest.mark.rule("men-of-iron 9.2/return", "men-of-iron 12.6")
def test_who_is_eliminated_has_still_hit():
    r, firer, target = exchange(disordered=True)
    firer.disordered = True
    r.order(orders.Fire(unit="LB1", target="LB2"), dice=[9, 4], answers=["fire", "1009-SE"])
    assert target.eliminated
    assert firer.hex == 1009


@pytest.mark.rule("men-of-iron 9.2/return")
def test_there_is_no_limit_to_returning():
    r = kit.battle([unit(f"LB{i}", 1007 + i, "SE") for i in (1, 2, 3)], [unit("LB9", 1011, "NW")], **AWAY).activate("A")
    for i in (1, 2, 3):
        r.order(orders.Fire(unit=f"LB{i}", target="LB9"), dice=[0, 0], answers=["fire"])
    assert [kind for *_, kind in shots(r)] == ["active", "return"] * 3


@pytest.mark.rule("men-of-iron 9.2/return")
def test_only_active_fire_is_returned():
    r, firer, _ = exchange()
    r.run(fire.parting_shot, firer, r.unit("LB2"), dice=[0])
    r = kit.battle([unit("LB1", 1010, "SE")], [unit("LB2", 1011, "NW")], **AWAY).activate("A")
    r.run(reaction.reaction_fire, r.unit("LB1"), dice=[0], answers=["fire"])
    assert shots(r) == [("LB2", "LB1", "reaction")], "the mover doesn't shoot back"


@pytest.mark.rule("men-of-iron 9.2/return")
def test_returning_is_free_but_where_missiles_run_out():
    def asked(target, *rules):
        r, *_ = exchange("LB1", target, at=1011)
        r.g.special_rules = [kind(kit.special("x")) for kind in rules]
        r.order(orders.Fire(unit="LB1", target=target), dice=[0], answers=["hold"])
        (decision,) = r.decisions
        assert isinstance(decision, Choose) and decision.policy is not None
        assert (decision.kind, decision.side, decision.subject) == ("return-fire", "b", target)
        return decision.policy.free, decision.default_key, decision.choices[0].chance

    assert asked("LB2", Supply) == (True, "fire", 0.7)
    assert asked("SL2") == (True, "fire", pytest.approx(0.4))
    assert asked("GE2") == (True, "fire", 0.5)
    assert asked("GE2", Supply) == (False, "hold", 0.5)


# -- E4, E5 ----------------------------------------------------------------------------------------------------------


def detailed_example() -> kit.Rig:
    """English: LB1, LB2, DM1 (X), MM1 (Y), MM2 (Z). Scots: LB8 (A), LB9 (B), PK9 (C)."""
    return kit.battle(
        [
            unit("LB1", 910),
            unit("LB2", 911),
            unit("DM1", 1015),
            unit("MM1", 1013),
            unit("MM2", 912),
        ],
        [unit("LB8", 1210, "W"), unit("LB9", 1215, "W"), unit("PK9", 1213, "W")],
        **AWAY,
    ).activate("A")


@pytest.mark.rule("men-of-iron 9.2/active", "men-of-iron 9.2/return", "men-of-iron 9.2", "men-of-iron 9.3")
def test_e4_active_and_return_fire():
    r = detailed_example()
    a = r.unit("LB8")
    r.order(orders.Move(unit="LB1", path=(1010,)))
    r.order(orders.Move(unit="LB2", path=(1011,)))
    r.order(orders.Fire(unit="LB1", target="LB8"), dice=[4, 6], answers=["fire"])
    assert [roll.total for roll in r.rolls] == [5, 7]
    assert a.disordered and r.unit("LB1").disordered
    r.order(orders.Fire(unit="LB2", target="LB8"), dice=[6, 4], answers=["fire"], defaults=RETREATS)
    assert [roll.total for roll in r.rolls[2:]] == [7, 4]
    assert {m.reason: m.value for m in r.rolls[3].modifiers} == {"range 2": 1, "firer Disordered": -1}
    assert r.unit("LB2").normal
    assert a.retired and r.happened(UnitRetired)[0].to == 2015
    assert shots(r) == [
        ("LB1", "LB8", "active"),
        ("LB8", "LB1", "return"),
        ("LB2", "LB8", "active"),
        ("LB8", "LB2", "return"),
    ]


@pytest.mark.rule("men-of-iron 9.2/reaction", "men-of-iron 7.1")
@pytest.mark.parametrize("die", [4, 6], ids=["a final 6", "a roll of 6"])
def test_e5_reaction_fire(die):
    r = detailed_example()
    x, y, z = r.unit("DM1"), r.unit("MM1"), r.unit("MM2")
    r.order(orders.Move(unit="DM1", path=(1115,)), dice=[die], answers=["fire"])
    assert [m.value for m in r.rolls[0].modifiers] == [2]
    assert x.disordered and x.hex == 1115
    r.order(orders.Move(unit="MM1", path=(1113,)))
    r.order(orders.Move(unit="MM2", path=(1012,)))
    assert (y.hex, z.hex) == (1113, 1012), "pikes neither stop nor shoot"
    assert len(r.rolls) == 1


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
    assert fire.preview(r.g, r.unit("LB9"), there, "reaction").chance == 0.7


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
    assert reaction.presses_on(rider, 1011), "it goes on as a plain Shock (11.6)"
    assert r.decisions[0].side == "a"


@pytest.mark.rule("men-of-iron 11.3", "men-of-iron 11.6/disorder", "men-of-iron 9.2/reaction")
@pytest.mark.parametrize(
    ("state", "die", "goes_on"),
    [({}, 0, True), ({}, 5, True), ({}, 6, False), ({}, 8, False), ({"disordered": True}, 5, False)],
    ids=["no effect", "Disordered", "Disordered and driven back", "Unhorsed", "Unhorsed while Disordered"],
)
def test_what_a_charge_survives(state, die, goes_on):
    r, mover = approach(unit("LB9", 1012, "NW"), mover="MM1", **state)
    unharmed = r.run(reaction.reaction_fire, mover, dice=[die], answers=["fire"], defaults=RETREATS)
    assert unharmed is (die == 0)
    assert reaction.presses_on(mover, 1011) is goes_on


@pytest.mark.rule("men-of-iron 9.2/ca", "men-of-iron 12.7")
def test_a_continued_attack_draws_no_fire():
    r = kit.battle(
        [unit("MM1", 1010, "SE")],
        [unit("PK9", 1011, "NW", disordered=True), unit("LB9", 1012, "NW")],
        **AWAY,
    ).activate("A", phase="shock")
    plan = orders.Shock(attacks=(orders.AttackPlan(unit="MM1", targets=("PK9",)),))
    r.run(shock.designate, answers=[plan])
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
    r.g.special_rules = [Nervous(kit.special("nervous"))]
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
        r.g.special_rules = [kind(kit.special("x")) for kind in rules]
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
