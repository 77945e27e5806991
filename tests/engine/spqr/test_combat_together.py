"""8 to 10 where rules of fire, Shock, light troops and rout meet."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh import footprint
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.missiles import fire, harass
from engine.systems.gboh.orders.orders import Fire, Harass, Move, Rally, Recover
from engine.systems.gboh.shock import clash, contact, designation
from tests.engine.spqr.kit import leader, unit
from tests.engine.spqr.legions import roman
from tests.engine.spqr.meeting import REACTIONS, comes_up, field, hits

# -- fire --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 8.14", "spqr 8.23")
def test_hastati_who_answer_fire_have_thrown_their_one_volley() -> None:
    r = field([unit("SK1", 1110, "W", missile="J")], [roman("HA1", 1010)])
    r.fires("SK1", "HA1", dice=[9, 0], answers=["fire"])
    assert r.unit("HA1").supply == "no" and r.unit("SK1").eliminated is (r.unit("SK1").hits >= r.unit("SK1").tq)
    assert r.fired() == [("SK1", "HA1", "order"), ("HA1", "SK1", "return")]


@pytest.mark.rule("spqr 8.14")
@pytest.mark.parametrize(("die", "supply"), [(5, "full"), (6, "low")])
def test_velites_have_one_volley_more_once_they_run_low(die: int, supply: str) -> None:
    r = field([roman("VE1", 1010)], [unit("MI1", 1110, "W", tq=9)])
    r.fires("VE1", "MI1", dice=[die])
    assert r.unit("VE1").supply == supply
    if supply == "low":
        r.orders("a", "Scipio")
        r.fires("VE1", "MI1", dice=[0])
        assert r.unit("VE1").supply == "no"


@pytest.mark.rule("spqr 8.14", "spqr 7.21")
@pytest.mark.parametrize(("supply", "hexes"), [("full", 4), ("low", 4), ("no", 2)])
def test_velites_without_javelins_hold_their_front_alone(supply: str, hexes: int) -> None:
    r = field([roman("VE1", 1010, supply=supply)])
    assert len(set(r.g.covered(r.unit("VE1")))) == hexes


@pytest.mark.rule("spqr 8.15", "spqr 10.27")
def test_who_is_under_missiles_or_routed_isnt_supplied() -> None:
    ours = [
        roman("HA1", 1010, supply="no"),
        roman("HA2", 2010, supply="no", routed=True),
        roman("VE3", 1015, supply="low"),
    ]
    r = field(ours, [unit("SK9", 1310, "W", missile="A")])
    r.run(fire.reload_phase)
    assert [r.unit(x).supply for x in ("HA1", "HA2", "VE3")] == ["no", "no", "full"]


@pytest.mark.rule("spqr 10.17", "spqr 8.14")
def test_archers_without_arrows_hinder_no_recovery() -> None:
    r = field([roman("HA1", 1010, hits=3)], [unit("SK9", 1310, "W", missile="A")])
    r.refuses("10.17", Recover(unit="HA1"))
    r.unit("SK9").supply = "no"
    r.g.version += 1
    r.order(Recover(unit="HA1"))
    assert hits(r, "HA1") == [1]
    r.refuses("10.17", Recover(unit="HA1"))
    r.refuses("10.17", Move(unit="HA1", path=(1009,)))


@pytest.mark.rule("spqr 10.27", "spqr 8.17")
def test_a_volley_is_the_end_of_who_has_routed() -> None:
    r = field([roman("HA1", 1010, routed=True)], [unit("SK1", 1110, "W", missile="A")], "b")
    r.fires("SK1", "HA1", dice=[0])
    assert r.unit("HA1").eliminated


@pytest.mark.rule("spqr 8.19", "spqr 4.63")
def test_a_leader_by_himself_is_shot_at_and_wounded() -> None:
    r = field([unit("MI1", 3030)], [unit("SK1", 1110, "E", missile="A")], "b", a_leaders=[leader("Scipio", 1310)])
    r.fires("SK1", "Scipio", dice=[0, 0, 7])
    scipio = r.leader("Scipio")
    assert scipio.wounded and (scipio.status, scipio.initiative, scipio.line_commands) == ("finished", 4, 1)


# -- harassment --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 9.32", "spqr 9.15", "spqr 8.17")
def test_elephants_harassed_from_behind_take_two_hits_for_the_riders_two() -> None:
    horse = unit("LC1", 1010, missile="J", ma=9)
    beast = {"cls": "AFR", "missile": "J", "tq": 9}
    r = field([horse], [unit("EL9", 1310, "E", **beast)])
    r.order(Harass(unit="LC1", target="EL9", path=(1110, 1210)), dice=[0], defaults=[*REACTIONS, "entry-fire"])
    assert hits(r, "LC1", "EL9") == [2, 2]
    r = field([horse], [unit("EL9", 1310, "W", **beast)])
    r.refuses("9.32", Harass(unit="LC1", target="EL9", path=(1110, 1210)))


@pytest.mark.rule("spqr 9.24", "spqr 9.31", "spqr 9.33")
def test_whom_velites_and_horse_do_not_harass() -> None:
    r = field([roman("VE1", 1010), unit("LC2", 1013, missile="J")], [unit("LC9", 1210, "W"), unit("SK8", 1211, "W")])
    r.refuses("9.24", Harass(unit="VE1", target="LC9", path=(1110,)))
    r.refuses("9.33", Harass(unit="VE1", target="SK8", path=(1111,)))
    r.refuses("9.33", Harass(unit="LC2", target="SK8", path=(1112,)))


@pytest.mark.rule("spqr 9.24", "spqr 9.31")
def test_the_way_of_a_raid_is_neither_through_friends_nor_over_rough_ground() -> None:
    r = field([roman("VE1", 1010), roman("HA2", 1110)], [unit("MI9", 1210, "W", missile=None)])
    assert all(1110 not in way for _, way in harass.harass_options(r.g, r.unit("VE1")))
    r.refuses("8.16", Harass(unit="VE1", target="MI9", path=(1110,)))
    horse = [unit("LC1", 1010, missile="J")]
    r = field(horse, [unit("MI9", 1310, "W", missile=None)], terrain={1110: "broken"})
    r.refuses("9.31", Harass(unit="LC1", target="MI9", path=(1110, 1210)))


# -- Shock -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 7.25", "spqr 7.26")
def test_light_foot_that_came_up_and_declined_isnt_designated_after_all() -> None:
    r = field([roman("VE1", 1010)], [unit("MI1", 1210, "W", missile=None)])
    r.order(Move(unit="VE1", path=(1110,), attack=False), defaults=REACTIONS)
    assert designation.willing(r.g) == []


@pytest.mark.rule("spqr 8.33")
@pytest.mark.parametrize(("who", "rolls"), [("VE1", ["VE1"]), ("HA2", ["HA2", "LG9"])])
def test_steady_foot_rolls_where_not_light_foot_alone_charges(who: str, rolls: list[str]) -> None:
    """Velites ahead and hastati beside them: one has come up, the other joins without a check."""
    r = field([roman("VE1", 1010), roman("HA2", 1011)], [unit("LG9", 1110, "W", cls="HA", legion="V")])
    ours = [r.unit("VE1"), r.unit("HA2")]
    assert [u.id for u in contact.rolling(r.g, ours, [r.unit("LG9")], [who])] == rolls


@pytest.mark.rule("spqr 8.33", "spqr 9.23", "spqr 10.27")
def test_who_attacks_skirmishers_and_the_routed_together_doesnt_check() -> None:
    r = comes_up(field([unit("PH1", 1010)], [unit("SK8", 1110, "W"), unit("MI9", 1109, "W", routed=True)]), "PH1")
    theirs = [r.unit("SK8"), r.unit("MI9")]
    assert [u.id for u in contact.rolling(r.g, [r.unit("PH1")], theirs, ["PH1"])] == ["SK8", "MI9"]
    r.unit("MI9").routed = False
    r.g.version += 1
    assert [u.id for u in contact.rolling(r.g, [r.unit("PH1")], theirs, ["PH1"])] == ["PH1", "SK8", "MI9"]


@pytest.mark.rule("spqr 8.36", "spqr 8.52", "spqr 8.14")
@pytest.mark.parametrize(
    ("javelins", "supply", "superior"), [("J", "full", "DS"), ("J", "no", "-"), (None, "full", "DS")]
)
def test_light_horse_before_legionaries_whose_javelins_are_gone(
    javelins: str | None, supply: str, superior: str
) -> None:
    """The XIV's principes never had any: that isn't to have run out."""
    r = field([unit("LC1", 1010, missile="J")], [roman("PR1", 1110, "W", missile=javelins, supply=supply)])
    assert clash.superiority(r.g, r.unit("LC1"), r.unit("PR1"), [r.unit("PR1")])[0] == superior


@pytest.mark.rule("spqr 8.36", "spqr 7.25")
@pytest.mark.parametrize(("moved", "shift"), [(False, 0), (True, 1)])
def test_five_to_four_is_two_to_one_for_who_moved_and_not_for_who_turned(moved: bool, shift: int) -> None:
    r = field([unit("MI1", 1010, "NE", size=5)], [unit("MI9", 1110, "E", size=4)])
    r.order(Move(unit="MI1", path=(Facing.E,)), defaults=REACTIONS)
    if moved:
        comes_up(r, "MI1")
    found = clash.size_modifiers(r.g, [r.unit("MI1")], [r.unit("MI9")])
    assert sum(m.value for m in found) == shift


@pytest.mark.rule("spqr 8.36", "spqr 10.21")
def test_an_unattended_enemy_costs_the_better_position() -> None:
    theirs = [unit("PH9", 1010, "E", hits=6), unit("MI8", 908, "SE", tq=20)]
    r = comes_up(field([unit("MI1", 1009, "SE", size=9, tq=20)], theirs), "MI1")
    assert r.g.arc_of_attack(r.unit("PH9"), r.unit("MI1")) != "front" and r.g.in_enemy_zoc(r.unit("MI1"))
    assert clash.superiority(r.g, r.unit("MI1"), r.unit("PH9"), [r.unit("PH9")])[1] != "position"
    r.unit("MI8").hex = 3030
    r.g.version += 1
    assert clash.superiority(r.g, r.unit("MI1"), r.unit("PH9"), [r.unit("PH9")]) == ("AS", "position")


@pytest.mark.rule("spqr 8.41", "spqr 4.62")
@pytest.mark.parametrize("shape", ["one hex", "two hexes"])
def test_a_leader_may_stay_behind_as_his_unit_advances(shape: str) -> None:
    ours = roman("HA1", 1010) if shape == "one hex" else unit("PH1", 1010)
    at = 1110 if shape == "one hex" else 1109
    r = field([ours], [unit("MI1", at, "W", hits=5)], a_leaders=[leader("Scipio", 1010)])
    name = ours["code"]
    way = [] if shape == "one hex" else ["1109@E"]
    r.fights(f"{name} x MI1", dice=[9, 9], answers=[*way, {"Scipio": "stay"}])
    assert r.advanced() and r.leader("Scipio").at == 1010
    assert 1010 not in footprint.hexes_of(r.unit(name)) or shape == "two hexes"
    r = field([ours], [unit("MI1", at, "W", hits=5)], a_leaders=[leader("Scipio", 1010)])
    r.fights(f"{name} x MI1", dice=[9, 9], answers=[*way, {"Scipio": "go"}])
    assert r.leader("Scipio").at in footprint.hexes_of(r.unit(name))


@pytest.mark.rule("spqr 6.75", "spqr 7.25", "spqr 8.11")
def test_a_column_is_two_weaker_and_neither_throws_nor_fights() -> None:
    light = unit("LI1", 1010, "SIDE_NE", column=True, missile="J", tq=5)
    r = field([light], [unit("MI9", 1109, "W", missile=None)])
    assert cohesion.tq(r.g, r.unit("LI1")) == 3
    r.refuses("6.75", Fire(unit="LI1", target="MI9"))
    assert designation.willing(r.g) == []


# -- rally -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 10.28", "spqr 10.34")
@pytest.mark.parametrize(
    ("die", "what"), [(4, "rallied"), (5, "flees"), (6, "flees"), (7, "lost")], ids=["4", "5", "6", "7"]
)
def test_one_more_for_the_depleted_at_both_limits_of_a_rally(die: int, what: str) -> None:
    """Initiative 4 and 1; TQ 7: a 7 is 8, and over it."""
    r = field([roman("PR1", 1010, routed=True, depleted=True)], a_leaders=[leader("Scipio", 1005, initiative=4)])
    r.order(Rally(unit="PR1"), dice=[die, 0] if what == "rallied" else [die], defaults=["rout-path"])
    u = r.unit("PR1")
    assert ("lost" if u.eliminated else "flees" if u.routed else "rallied") == what


@pytest.mark.rule("spqr 10.28", "spqr 6.51")
def test_who_has_rallied_takes_no_orders_and_withdraws_all_the_same() -> None:
    r = field([roman("VE1", 1010, rallied=True, hits=1)], [unit("HI1", 1310, "W", ma=4)])
    for order in (Move(unit="VE1", path=(1110,)), Recover(unit="VE1")):
        r.refuses("10.28", order)
    r.orders("b", "Philip")
    r.order(Move(unit="HI1", path=(1210,)), answers=["stay"], defaults=["reaction-facing"])
    assert [d.kind for d in r.decisions] == ["orderly-withdrawal"]
