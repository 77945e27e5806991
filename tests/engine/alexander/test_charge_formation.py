"""9.7 Charge formation."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.alexander import charge_formation
from engine.systems.alexander.orders import Formation
from engine.systems.gboh.missiles import fire, volley
from engine.systems.gboh.movement import reach, retreats
from engine.systems.gboh.orders.orders import Harass, Line, Move
from engine.systems.gboh.referee import invariants
from engine.systems.gboh.shock import clash, segment
from engine.systems.gboh.shock.plan import Attack
from tests.engine.alexander import kit

FAR = kit.unit("HC9", 3535, "W")
ON = {"9.7": True}


def horse(code: str = "HC1", *, options: Any = ON, theirs: Any = (FAR,), **values: Any) -> kit.Rig:
    given, ground = {}, {}
    for k, v in values.items():
        (ground if k in ("terrain", "levels", "hexsides") else given)[k] = v
    ours = [kit.unit(code, 1010, **given)]
    r = kit.battle(ours, list(theirs), a_leaders=[kit.leader("Alexander", 1010)], options=options, **ground)
    return r.orders("a", "Alexander")


# -- taking it, leaving it ---------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 9.73", "alexander 6.13")
def test_forming_takes_an_order_and_four_movement_points() -> None:
    r = horse()
    r.order(Formation(unit="HC1", path=(1110, 1210, 1310, 1410)), defaults=["must-check"])
    u = r.unit("HC1")
    assert u.charging and u.at == 1410 and u.moved and r.state.orders.orders_used == 1
    r = horse()
    r.refuses("6.25", Formation(unit="HC1", path=(1110, 1210, 1310, 1410, 1510)))


@pytest.mark.rule("alexander 9.73", "alexander 9.76")
@pytest.mark.parametrize(("charging", "key", "mp"), [(False, "charge", 4), (True, "uncharge", 2)])
def test_it_is_offered_to_take_it_or_to_leave_it(charging: bool, key: str, mp: int) -> None:
    r = horse(charging=charging)
    (choice,) = charge_formation.FormationOrder().unit_choices(r.g, r.unit("HC1"))
    assert (choice.key, choice.mp, choice.answer) == (key, mp, Formation(unit="HC1", on=not charging))


@pytest.mark.rule("alexander 9.73")
def test_it_forms_at_the_end_of_its_way_too() -> None:
    r = horse()
    r.order(Formation(unit="HC1", last=True, path=(Facing.NE, 1109)))
    assert r.unit("HC1").charging and r.unit("HC1").facing is Facing.NE
    r.orders("a", "Alexander")
    r.refuses("9.73", Formation(unit="HC1"))


@pytest.mark.rule("alexander 9.73")
def test_not_in_enemy_zoc_nor_by_a_line_command() -> None:
    r = horse(theirs=[kit.unit("LI9", 1110, "W")])
    r.refuses("9.73", Formation(unit="HC1"))
    r = horse(theirs=[kit.unit("LI9", 1210, "W")])
    r.refuses("9.73", Formation(unit="HC1", last=True, path=(1110,)))
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1011)], [FAR], a_leaders=[kit.leader("A", 1010)], options=ON
    ).orders("a", "A")
    r.order(Line(units=("HC1", "HC2")))
    with kit.refused("9.73"):
        charge_formation.check(r.g, r.unit("HC1"), Formation(unit="HC1"))


@pytest.mark.rule("alexander 9.72")
@pytest.mark.parametrize(
    ("code", "values", "forms"),
    [
        ("HC1", {}, True),
        ("LN1", {}, True),
        ("LC1", {"nationality": "Thracian"}, True),
        ("LC1", {}, False),
        ("CH1", {}, False),
        ("HI1", {}, False),
    ],
)
def test_who_forms(code: str, values: dict[str, Any], forms: bool) -> None:
    r = horse(code, **values, ma=8)
    if forms:
        r.order(Formation(unit=code))
        assert r.unit(code).charging
    else:
        r.refuses("9.72", Formation(unit=code))


@pytest.mark.rule("alexander 9.7")
@pytest.mark.parametrize("options", [{}, {"9.7": False}])
def test_only_where_it_was_switched_on(options: dict[str, bool]) -> None:
    horse(options=options).refuses("9.7", Formation(unit="HC1"))


@pytest.mark.rule("alexander 9.76")
def test_leaving_takes_two_movement_points() -> None:
    r = horse(charging=True)
    r.refuses("6.25", Formation(unit="HC1", on=False, path=(1110, 1210, 1310, 1410, 1510, 1610, 1710)))
    r.order(Formation(unit="HC1", on=False, path=(1110, 1210, 1310, 1410, 1510, 1610)))
    assert not r.unit("HC1").charging and r.unit("HC1").at == 1610


@pytest.mark.rule("alexander 9.76")
def test_any_shock_ends_it() -> None:
    theirs = [kit.unit("HC8", 1110, "W", charging=True, tq=15, size=4)]
    r = horse(charging=True, theirs=theirs, tq=15)
    r.run(segment.fight, [Attack(attackers=("HC1",), defenders=("HC8",))], dice=[0, 0, 5], defaults=["advance-turn"])
    assert not r.unit("HC1").charging and not r.unit("HC8").charging


# -- limits ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 9.74")
def test_it_neither_fires_nor_harasses() -> None:
    theirs = [kit.unit("PH9", 1310, "W")]
    r = horse("LC1", nationality="Thracian", missile="J", charging=True, theirs=theirs)
    assert fire.targets(r.g, r.unit("LC1")) == []
    r.refuses("9.74", Harass(unit="LC1", target="PH9", path=(1110, 1210)))


@pytest.mark.rule("alexander 9.74", "alexander table:special_move_costs")
def test_it_turns_one_vertex_in_a_hex_for_two_movement_points() -> None:
    r = horse(charging=True)
    assert reach.price(r.g, r.unit("HC1"), (Facing.NE, 1109)).mp == 3
    with kit.refused("9.74"):
        reach.price(r.g, r.unit("HC1"), (Facing.NW, 1009))
    assert reach.price(r.g, r.unit("HC1"), (Facing.W,)).mp == 6
    assert reach.price(r.g, r.unit("HC1"), (1110, Facing.NE, 1210, Facing.NW)).mp == 6
    with kit.refused("9.74"):
        reach.price(r.g, r.unit("HC1"), (1110, Facing.NW))


@pytest.mark.rule("alexander 9.74")
def test_what_is_offered_is_what_may_be_written() -> None:
    r = horse(charging=True, levels={1110: 1, 1211: 2, 1310: 1}, terrain={1111: "woods"})
    found = reach.search(r.g, r.unit("HC1"))
    assert found and (1010, Facing.W) in found and (1110, Facing.NW) not in found
    assert 1111 not in {h for h, _ in found} and 1211 not in {h for h, _ in found}
    for (h, f), node in found.items():
        again = reach.price(r.g, r.unit("HC1"), node.path())
        assert (again.hex, again.facing, again.mp, again.hits) == (h, f, node.mp, node.hits)


@pytest.mark.rule("alexander 9.74")
def test_no_rough_ground_one_level_and_twice_the_hits() -> None:
    r = horse(charging=True, terrain={1109: "woods"}, levels={1110: 1, 1210: 2})
    with kit.refused("9.74"):
        reach.price(r.g, r.unit("HC1"), (Facing.NE, 1109))
    assert reach.price(r.g, r.unit("HC1"), (1110,)).hits == 2
    with kit.refused("9.74"):
        reach.price(r.g, r.unit("HC1"), (1110, 1210))
    r.unit("HC1").charging = False
    r.g.version += 1
    assert reach.price(r.g, r.unit("HC1"), (1110,)).hits == 1


@pytest.mark.rule("alexander 9.74")
def test_it_does_not_withdraw() -> None:
    theirs = [kit.unit("HC9", 1210, "W", charging=True)]
    r = horse("MI1", theirs=theirs)
    assert "charge formation" in str(retreats.bar(r.g, r.unit("HC9"), r.unit("MI1")))
    r.unit("HC9").charging = False
    r.g.version += 1
    assert retreats.bar(r.g, r.unit("HC9"), r.unit("MI1")) is None


@pytest.mark.rule("alexander 9.74", "alexander table:missile_drm")
@pytest.mark.parametrize(("charging", "drm"), [(True, -1), (False, 0)])
def test_it_is_easier_to_hit(charging: bool, drm: int) -> None:
    r = horse("SK1", missile="A", theirs=[kit.unit("HC9", 1210, "W", charging=charging)])
    assert volley.preview(r.g, r.unit("SK1"), r.unit("HC9")).modifier == drm


# -- superiority -------------------------------------------------------------------------------------------------------


def odds(attacker: str, defender: str, charging: bool, theirs: dict[str, Any] | None = None, **values: Any) -> Any:
    enemy = kit.unit(defender, 1110, "W", **(theirs or {}))
    r = horse(attacker, charging=charging, theirs=[enemy], **values)
    ours, other = r.unit(attacker), r.unit(defender)
    return clash.reckon(r.g, [ours], [other], ours, other).superiority


@pytest.mark.rule("alexander 9.71")
def test_no_superiority_of_weapons_out_of_formation() -> None:
    assert odds("LN1", "LC9", False, options={}) == "AS", "by the chart"
    assert odds("LN1", "LC9", True) == "AS"
    assert odds("LN1", "LC9", False) == "-"
    assert odds("LN1", "PH9", False, {"ma": 4}) == "DS", "the defender's stays"
    assert odds("HC1", "SK9", False) == odds("HC1", "SK9", False, options={}) == "AS"


@pytest.mark.rule("alexander 9.75")
@pytest.mark.parametrize(
    ("attacker", "defender", "theirs", "found"),
    [
        ("HC1", "HC9", {}, "AS"),
        ("HC1", "LN9", {}, "AS"),
        ("HC1", "LC9", {}, "AS"),
        ("HC1", "LC9", {"nationality": "Thracian", "charging": True}, "AS"),
        ("LC1", "LC9", {}, "AS"),
        ("LC1", "LN9", {}, "AS"),
    ],
)
def test_superiority_over_other_cavalry(attacker: str, defender: str, theirs: dict[str, Any], found: str) -> None:
    assert odds(attacker, defender, True, theirs, nationality="Thracian") == found


@pytest.mark.rule("alexander 9.75")
def test_none_over_heavy_cavalry_in_formation() -> None:
    chart = odds("HC1", "HC9", False, options={})
    assert odds("HC1", "HC9", True, {"charging": True}) == chart
    assert odds("LC1", "HC9", True, nationality="Thracian") == odds("LC1", "HC9", False, options={})


@pytest.mark.rule("alexander 9.75")
def test_nobody_but_cavalry_needs_the_formation() -> None:
    assert odds("PH1", "LI9", False, ma=4) == odds("PH1", "LI9", False, ma=4, options={})


# -- written, shown, kept ----------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 9.73")
@pytest.mark.parametrize("way", ["", " > 1110", " last > 1110", " > 1210 attack"])
def test_written_orders_come_back(way: str) -> None:
    r = horse()
    answer = kit.read(r, f"charge HC1{way}")
    assert isinstance(answer, Formation) and answer.on
    assert kit.read(r, kit.written_as(answer)) == answer


@pytest.mark.rule("alexander 9.74")
def test_a_broken_position_is_found() -> None:
    r = horse("LC1", charging=True)
    assert any("9.72" in x for x in invariants.broken(r.g, at_rest=True))
    assert Move(unit="LC1").path == ()


@pytest.mark.rule("alexander 9.42", "alexander 7.12")
@pytest.mark.parametrize(
    ("options", "charging", "mp"), [({}, False, 2), ({"9.7": True}, False, 1), ({"9.7": True}, True, 2)]
)
def test_cataphracts_turn_heavily_but_out_of_the_formation_where_that_is_used(options, charging, mp):
    given = [kit.unit("HC1", 1010, tq=7, cls="Cat"), kit.unit("EL1", 1510)]
    r = kit.battle(given, [kit.unit("HC9", 3535)], options=options).orders("a")
    r.unit("HC1").charging = charging
    assert r.g.charts.turn_cost(r.g.map, r.unit("HC1"), 1010, 2).mp == 2 * mp
    assert r.g.charts.turn_cost(r.g.map, r.unit("EL1"), 1510, 2).mp == 4
    assert r.g.afresh(r.state).charts is r.g.charts
    if not charging:
        at = r.unit("HC1").at
        assert min(n.mp for (h, f), n in reach.search(r.g, r.unit("HC1")).items() if h == at) == mp
