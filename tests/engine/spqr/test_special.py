"""The rules of SPQR's single battles: the Roman camp and its guard, who comes late, who is drawn forward."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.gboh import special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import UnitMoved
from engine.systems.gboh.missiles import volley
from engine.systems.gboh.movement import reach
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import clash
from engine.systems.gboh.special.guard import Guard
from tests.engine.spqr import kit


def only(name: str, at: dict, **more):
    return kit.the(name, at, alone=True, **more)


def told(r, rule: str):
    return next(x for x in r.g.rules if x.spec.id == rule)


# -- the Roman camp --------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.24", "spqr table:roman_camp_terrain")
def test_foot_climbs_the_rampart_slowly_and_in_disorder_and_nobody_rides_over_it():
    r = only("beneventum", {"HO1": 3615, "HC1": 3614, "EL1": 3617})

    def step(code, a, b):
        cost = r.g.charts.step_cost(r.g.map, r.unit(code), a, b)
        return cost and (cost.mp, cost.hits)

    assert step("HO1", 3615, 3715) == (2, 1)
    assert step("HC1", 3614, 3714) is None
    assert step("EL1", 3617, 3717) is None
    assert step("HO1", 3618, 3718) == (1, 0)  # by the gate
    assert step("HC1", 3618, 3718) == (1, 0)


def test_who_attacks_across_the_rampart_shifts_a_column_left_if_all_do():
    r = only("beneventum", {"HO1": 3615, "HO2": 3714, "AIIICO6": 3715}).orders("epirus")
    camp = told(r, "camp-chart")
    ours, theirs = [r.unit("HO1")], [r.unit("AIIICO6")]
    assert [m.value for m in camp.shock_shifts(r.g, ours, theirs, ours[0], theirs[0])] == [-1]
    assert not camp.shock_shifts(r.g, [*ours, r.unit("HO2")], theirs, ours[0], theirs[0])
    shifts = clash.reckon(r.g, ours, theirs, ours[0], theirs[0]).shifts
    assert any(m.rule == "camp-chart" and m.value == -1 for m in shifts)


def test_missiles_across_the_rampart_are_worse_by_one():
    r = only("beneventum", {"CSK1": 3515, "AIIICO6": 3715, "AIIICO7": 3518})
    camp = told(r, "camp-chart")
    archer = r.unit("CSK1")
    assert [m.value for m in camp.fire_modifiers(r.g, archer, 3515, 3715)] == [1]
    assert not camp.fire_modifiers(r.g, archer, 3515, 3516)
    assert not camp.fire_modifiers(r.g, archer, 3515, 3518)
    assert any(m.rule == "camp-chart" for m in volley.modifiers(r.g, archer, r.unit("AIIICO6"), 2, False, 3515, 3715))
    assert not camp.fire_modifiers(r.g, archer, 3618, 3718)  # through the gate


# -- the road --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 6.27")
def test_a_hex_of_the_roman_road_costs_half_a_movement_point_away_from_the_enemy():
    at = {"VHA1": 3310, "Curius": 3210, "CSK1": 1808}
    r = only("beneventum", at, VHA1={"facing": Facing.SW}).orders("rome", "Curius")
    unit = r.unit("VHA1")
    ends = {h: n.mp for (h, _), n in sorted(reach.search(r.g, unit).items(), key=lambda x: -x[1].mp)}
    assert ends[3320] == 5 and 3321 not in ends  # ten hexes for its five points
    assert ends[3311] == 1 and ends[3313] == 2
    way = tuple(range(3311, 3321))
    assert reach.price(r.g, unit, way).mp == 5
    assert reach.price(r.g, unit, (*range(3311, 3319), Facing.W)).mp == 5  # four, and one for turning
    with pytest.raises(Refusal):
        reach.price(r.g, unit, (*way, 3321))
    r.order(orders.Move(unit="VHA1", path=way))
    assert (unit.hex, unit.hits) == (3320, 0), "played as it was priced"
    assert sum(e.mp for e in r.happened(UnitMoved)) == 5


@pytest.mark.rule("spqr 6.27")
@pytest.mark.parametrize(
    ("enemy", "at", "last"),
    [
        ("HC1", 3118, 3316),  # two hexes from 3317
        ("CSK1", 2918, 3315),  # its bow reaches four
        ("HC1", 3108, 3313),  # at the very beginning: an ordinary move
    ],
)
def test_the_road_is_of_no_use_near_the_enemy(enemy, at, last):
    r = only("beneventum", {"VHA1": 3308, "Curius": 3408, enemy: at}, VHA1={"facing": Facing.SW})
    r.orders("rome", "Curius")
    ends = {h for h, _ in reach.search(r.g, r.unit("VHA1")) if h // 100 == 33}
    assert max(ends) == last


# -- its guard -------------------------------------------------------------------------------------------------------


def test_the_guard_stays_until_an_enemy_is_within_six_hexes_of_the_camp():
    r = only("beneventum", {"AIIICO6": 3814, "VHA1": 2714, "LC1": 2914, "Curius": 3714}).orders("rome", "Curius")
    assert special.rooted(r.g, r.unit("AIIICO6")) and not special.rooted(r.g, r.unit("VHA1"))
    assert not reach.search(r.g, r.unit("AIIICO6"))
    r.unit("LC1").hex = 3014  # seven hexes from the nearest hex of the camp
    r.g.version += 1
    special.call(r.g, Special.entered, r.unit("LC1"))
    assert special.rooted(r.g, r.unit("AIIICO6"))
    r.unit("LC1").hex = 3114
    r.g.version += 1
    special.call(r.g, Special.entered, r.unit("LC1"))
    assert not special.rooted(r.g, r.unit("AIIICO6"))
    r.unit("LC1").hex = 1014  # and is free for good
    r.g.version += 1
    assert not special.rooted(r.g, r.unit("AIIICO6"))
    assert reach.search(r.g, r.unit("AIIICO6"))


@pytest.mark.parametrize(("points", "out"), [(38, False), (39, True)])
def test_the_guard_is_called_out_when_a_quarter_of_the_withdrawal_level_is_lost(points, out):
    r = only("beneventum", {"AIIICO6": 3814})
    assert r.state.sides["rome"].withdrawal_level == 155
    r.state.sides["rome"].rout_points = points
    r.run(told(r, "guard").turn_start)
    assert (special.rooted(r.g, r.unit("AIIICO6")) is None) is out


def test_romans_coming_to_their_camp_call_nobody_out():
    r = only("beneventum", {"AIIICO6": 3814, "VHA1": 3614})
    special.call(r.g, Special.entered, r.unit("VHA1"))
    assert special.rooted(r.g, r.unit("AIIICO6"))


# -- who comes late --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "back"), [(1, True), (2, False)])
def test_nicanor_is_not_activated_before_the_second_turn(turn, back):
    r = kit.the("cynoscephalae")
    r.state.turn = turn
    assert special.any_of(r.g, Special.kept_back, r.leader("Nicanor"), prize=False) is back
    assert not special.any_of(r.g, Special.kept_back, r.leader("Philip"), prize=False)


def test_nicanors_phalanxes_are_one_line_wherever_they_stand_until_an_enemy_they_see_is_near():
    at = {"PH6": 606, "PH7": 1010, "PH8": 314, "Nicanor": 1012, "VVE1": 2010, "Philip": 1822}
    r = only("cynoscephalae", at).orders("macedon", "Nicanor")
    free = list(special.told(r.g, Special.free_lines, r.leader("Nicanor")))
    assert [[u.id for u in x] for x in free] == [["PH6", "PH7", "PH8"]]
    assert not list(special.told(r.g, Special.free_lines, r.leader("Philip")))
    r.unit("VVE1").hex = 1410
    r.g.version += 1
    assert not list(special.told(r.g, Special.free_lines, r.leader("Nicanor")))
    r.unit("VVE1").hex = 1510  # five hexes away, and it moves four
    r.g.version += 1
    assert list(special.told(r.g, Special.free_lines, r.leader("Nicanor")))


def test_an_enemy_out_of_sight_leaves_nicanors_line_free():
    at = {
        "PH6": 606,
        "PH7": 1010,
        "Nicanor": 1012,
        "VVE1": 1410,
        "TLI1": 1210,
        "TLI2": 1211,
        "TLI3": 1310,
        "TLI4": 1311,
    }
    r = only("cynoscephalae", at).orders("macedon", "Nicanor")
    assert list(special.told(r.g, Special.free_lines, r.leader("Nicanor")))


# -- drawn forward ---------------------------------------------------------------------------------------------------


def test_foot_in_the_sack_steps_forward_first():
    r = only("cannae", {"VHA1": 2615, "Varro": 2715}, options={"drawn-forward": True}).orders("rome", "Varro")
    first = {n.path()[0] for n in reach.search(r.g, r.unit("VHA1")).values()}
    assert first == {2514, 2515}
    with pytest.raises(Refusal, match="steps into one of 2514, 2515") as no:
        reach.price(r.g, r.unit("VHA1"), (Facing.E,))
    assert no.value.rule == "drawn-forward"
    assert reach.price(r.g, r.unit("VHA1"), (2514, 2614)).hex == 2614


@pytest.mark.parametrize(
    ("at", "options", "facing"),
    [
        (2615, {}, "W"),  # the option is off
        (3015, {"drawn-forward": True}, "W"),  # not in the sack
        (2615, {"drawn-forward": True}, "E"),  # faces the other way
    ],
)
def test_others_go_where_they_like(at, options, facing):
    changes = {"VHA1": {"facing": Facing[facing]}}
    r = only("cannae", {"VHA1": at, "Varro": at + 100}, options=options, **changes).orders("rome", "Varro")
    assert (at, Facing.NW) in reach.search(r.g, r.unit("VHA1"))


def test_who_has_no_free_hex_ahead_is_free():
    at = {"VHA1": 2615, "VHA2": 2514, "VHA3": 2515, "Varro": 2715}
    r = only("cannae", at, options={"drawn-forward": True}).orders("rome", "Varro")
    assert special.first_steps(r.g, r.unit("VHA1")) is None


# -- set-up options --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cannae", "zama"])
def test_hannibals_elephant_is_there_if_players_want_it(name):
    assert "HEL1" not in kit.the(name).state.units
    r = kit.the(name, options={"leader-elephant": True})
    assert r.unit("HEL1").hex == r.leader("Hannibal").hex


@pytest.mark.rule("spqr 9.51")
def test_philips_phalanx_may_begin_two_deep():
    r = kit.the("cynoscephalae-deep")
    assert [[u.id for u in r.g.ranks(r.unit(x))] for x in ("PH2", "PH4", "PH5")] == [
        ["PH1", "PH2"],
        ["PH3", "PH4"],
        ["PH5"],
    ]


def test_every_guard_is_a_guard():
    r = kit.the("beneventum")
    guard = told(r, "guard")
    assert isinstance(guard, Guard)
    assert sorted({u.kind for u in r.g.units("rome") if guard.rooted(r.g, u)}) == ["LG/CE", "LG/CO", "SC"]
