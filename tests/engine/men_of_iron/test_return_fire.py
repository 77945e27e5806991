"""9.2/return Return Fire; the worked example of 9.2 and 9.3 in both its parts."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import Choose
from engine.systems.men_of_iron import orders, reaction
from engine.systems.men_of_iron.events import UnitDisordered, UnitRetired
from engine.systems.men_of_iron.shock import parting_shot
from tests.each import for_each
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.fire_field import AWAY, RETREATS, Supply, shots
from tests.engine.men_of_iron.kit import unit

# -- 9.2/return ------------------------------------------------------------------------------------------------------


def exchange(shooter="LB1", target="LB2", at=1012, facing="NW", **theirs):
    """``shooter`` of the active side at 1010 facing SE; ``target`` of the other, straight below it."""
    r = kit.battle([unit(shooter, 1010, "SE")], [unit(target, at, facing, **theirs)], **AWAY).activate("A")
    return r, r.unit(shooter), r.unit(target)


@pytest.mark.rule("men-of-iron 9.2/return")
@for_each(
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
    r.run(parting_shot.shoot, firer, r.unit("LB2"), dice=[0])
    r = kit.battle([unit("LB1", 1010, "SE")], [unit("LB2", 1011, "NW")], **AWAY).activate("A")
    r.run(reaction.reaction_fire, r.unit("LB1"), dice=[0], answers=["fire"])
    assert shots(r) == [("LB2", "LB1", "reaction")], "the mover doesn't shoot back"


@pytest.mark.rule("men-of-iron 9.2/return")
def test_returning_is_free_but_where_missiles_run_out():
    def asked(target, *rules):
        r, *_ = exchange("LB1", target, at=1011)
        r.play_by(*(kind(kit.special("x")) for kind in rules))
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
