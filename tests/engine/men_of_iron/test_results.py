"""12.0: what combat results do."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.systems.men_of_iron import entering, invariants, recovery, results, retreats
from engine.systems.men_of_iron.events import FormationChanged, LeaderLost, LeaderMoved, UnitEliminated, UnitRetired
from tests.engine.men_of_iron.kit import Rig, battle, leader, standard, unit


def field(*b: dict, **values: object) -> Rig:
    """Side "a" has a Command at the west edge, side "b" what is given, with a Standard at 2010."""
    return battle(
        a=[unit("DM1", 1010), unit("MM1", 1012)],
        b=list(b),
        b_standards=[standard("SB", 2010, "B")],
        a_leaders=[leader("LA", 101)],
        b_leaders=[leader("LB", 2501)],
        **values,  # type: ignore[arg-type]
    )


@pytest.mark.rule("men-of-iron 12.2")
def test_disorder_lowers_the_values_and_a_second_one_does_nothing() -> None:
    rig = field(unit("PK1", 1210, "W"), unit("MM2", 1410, "W"), unit("LB1", 1610, "W"))
    for code, drm, ma in (("PK1", (0, 1), (4, 3)), ("MM2", (-1, 0), (6, 5)), ("LB1", (1, 2), (5, 4))):
        u = rig.unit(code)
        assert (rig.g.drm(u), rig.g.ma(u)) == (drm[0], ma[0])
        rig.run(_disorder, u)
        assert u.disordered and (rig.g.drm(u), rig.g.ma(u)) == (drm[1], ma[1])
        before = rig.state.model_dump_json()
        rig.run(_disorder, u)
        assert rig.state.model_dump_json() == before


async def _disorder(g, u):  # type: ignore[no-untyped-def]
    await results.disorder(g, u, cause="missile")


async def _retreat(g, u, *from_):  # type: ignore[no-untyped-def]
    await results.retreat(g, u, from_=from_, cause="missile")


async def _retire(g, u, cause="missile"):  # type: ignore[no-untyped-def]
    await results.retire(g, u, cause=cause)


async def _apply(g, codes, defender, attackers, cause="shock", **values):  # type: ignore[no-untyped-def]
    await results.apply(g, codes, defender, attackers, cause, **values)


@pytest.mark.rule("men-of-iron 12.3")
def test_a_retreat_goes_one_hex_away_with_any_facing() -> None:
    rig = field(unit("PK1", 1210, "W"))
    ways = [w.to for w in retreats.ways(rig.g, rig.unit("PK1"), (1110,))]
    assert sorted(ways) == [1209, 1309, 1310]  # farther from 1110 than 1210 is, or as far and not nearer
    rig.run(_retreat, rig.unit("PK1"), 1110, answers=["1310-NE"])
    assert (rig.unit("PK1").hex, rig.unit("PK1").facing.name) == (1310, "NE")


@pytest.mark.rule("men-of-iron 12.3")
def test_a_retreat_is_farther_from_one_that_caused_it_and_nearer_to_none() -> None:
    assert retreats.away(1210, 1310, (1110, 1209)) and not retreats.away(1210, 1309, (1110, 1309))
    assert not retreats.away(1210, 1109, (1110,))


@pytest.mark.rule("men-of-iron 12.3")
def test_through_friendly_missile_infantry_only_where_there_is_no_other_way() -> None:
    blocked = {h: "river" for h in (1209, 1309)}
    rig = field(unit("PK1", 1210, "W"), unit("LB1", 1310, "W"), terrain=blocked)
    rig.run(_retreat, rig.unit("PK1"), 1110, answers=[lambda d: d.default.key])
    assert rig.unit("LB1").disordered and rig.unit("PK1").hex in (1409, 1410, 1311, 1411)
    rig = field(unit("PK1", 1210, "W"), unit("LB1", 1310, "W", disordered=True), terrain=blocked)
    rig.run(_retreat, rig.unit("PK1"), 1110, answers=[lambda d: d.default.key])
    assert rig.unit("LB1").retired
    rig = field(unit("PK1", 1210, "W"), unit("LB1", 1310, "W"))
    rig.run(_retreat, rig.unit("PK1"), 1110, answers=[lambda d: d.default.key])
    assert not rig.unit("LB1").disordered


@pytest.mark.rule("men-of-iron 12.3", "men-of-iron 8.0")
def test_who_is_retreated_through_and_retires_does_not_take_the_hex_the_other_goes_to() -> None:
    # LB1's Standard stands at 1410, the only hex PK1 can go to beyond it.
    rig = battle(
        a=[unit("DM1", 1110)],
        b=[unit("PK1", 1210, "W"), unit("LB1", 1310, "W", disordered=True)],
        b_standards=[standard("SB", 1410, "B")],
        b_leaders=[leader("LB", 2501)],
        terrain={h: "river" for h in (1209, 1309, 1311, 1409, 1411)},
    )
    assert [(w.to, w.through) for w in retreats.ways(rig.g, rig.unit("PK1"), (1110,))] == [(1410, "LB1")]
    rig.run(_retreat, rig.unit("PK1"), 1110, answers=["1410-W-LB1"], defaults=["retire"])
    assert rig.unit("PK1").hex == 1410
    assert rig.unit("LB1").retired and rig.unit("LB1").hex != 1410
    assert not invariants.broken(rig.g, at_rest=True)


@pytest.mark.rule("men-of-iron 12.3", "men-of-iron 8.0", "men-of-iron 12.4")
def test_a_retired_unit_retreated_through_stays_as_it_is() -> None:
    blocked = {h: "river" for h in (1209, 1309)}
    rig = field(unit("PK1", 1210, "W"), unit("LB1", 1310, "W", retired=True, disordered=True), terrain=blocked)
    rig.run(_retreat, rig.unit("PK1"), 1110, answers=[lambda d: d.default.key])
    assert rig.unit("LB1").hex == 1310 and rig.unit("LB1").retired
    assert rig.unit("PK1").hex in (1409, 1410, 1311, 1411)


@pytest.mark.rule("men-of-iron 12.4", "men-of-iron CO-3")
def test_no_refuge_is_where_somebody_rides_through() -> None:
    # LB1 stands at its own Standard, and MM2 is just riding through it.
    rig = field(unit("LB1", 2010, "W"), unit("MM2", 2010, "W"))
    assert 2010 not in retreats.refuges(rig.g, rig.unit("LB1"), 2010)
    rig.run(_retire, rig.unit("LB1"), answers=[lambda d: d.default.key])
    assert rig.unit("LB1").retired and rig.unit("LB1").hex != 2010
    assert not invariants.broken(rig.g, at_rest=True)


@pytest.mark.rule("men-of-iron 12.3", "men-of-iron 10.3")
def test_attackers_retreat_from_where_the_defender_stood() -> None:
    rig = field(unit("PK1", 1110, "W"))
    dm = rig.unit("DM1")
    rig.unit("PK1").hex = 909  # it has been put elsewhere by another combat
    rig.g.version += 1
    rig.run(lambda g: _apply(g, ("AR1",), rig.unit("PK1"), [dm], origin=1110), answers=[lambda d: d.default.key])
    assert retreats.away(1010, dm.hex, (1110,))  # type: ignore[arg-type]


@pytest.mark.rule("men-of-iron 12.3", "men-of-iron 12.6")
def test_who_can_not_retreat_is_eliminated() -> None:
    rig = field(unit("PK1", 1210, "W"), terrain={h: "river" for h in (1209, 1309, 1310)})
    rig.run(_retreat, rig.unit("PK1"), 1110)
    assert rig.unit("PK1").eliminated and rig.unit("PK1").hex is None
    rig = field(unit("PK1", 2810, "W"), terrain={2811: "river"})
    rig.run(_retreat, rig.unit("PK1"), 2710, 2809)
    assert rig.unit("PK1").eliminated, "the edge of the map is no way out (5.2)"


@pytest.mark.rule("men-of-iron 12.4")
def test_who_retires_goes_to_the_nearest_hex_to_its_standard() -> None:
    rig = field(unit("PK1", 1210, "W"), unit("PK2", 2010, "W"))
    rig.run(_retire, rig.unit("PK1"), answers=["2009"])
    u = rig.unit("PK1")
    assert (u.hex, u.retired, u.disordered) == (2009, True, True)
    assert rig.g.ma(u) == 1 and not rig.g.zoc(u)
    [event] = rig.happened(UnitRetired)
    assert event.start == 1210


@pytest.mark.rule("men-of-iron 12.4")
def test_a_refuge_next_to_an_enemy_is_avoided_where_another_is_as_near() -> None:
    rig = field(unit("PK1", 1210, "W"), unit("PK2", 2010, "W"))
    rig.unit("MM1").hex = 2007
    rig.g.version += 1
    assert 2008 not in retreats.refuges(rig.g, rig.unit("PK1"), 2010)
    assert 2009 in retreats.refuges(rig.g, rig.unit("PK1"), 2010)
    rig.unit("MM1").hex = 2008
    rig.g.version += 1
    assert 2009 not in retreats.refuges(rig.g, rig.unit("PK1"), 2010)


@pytest.mark.rule("men-of-iron 12.4")
@pytest.mark.parametrize("code", ["DD", "DR1", "DRT", "DE"])
def test_any_adverse_result_eliminates_a_retired_unit(code: str) -> None:
    rig = field(unit("PK1", 1110, "W", retired=True, disordered=True))
    rig.run(_apply, ("NE",), rig.unit("PK1"), [rig.unit("DM1")])
    assert rig.unit("PK1").on_map
    rig.run(_apply, (code,), rig.unit("PK1"), [rig.unit("DM1")])
    assert rig.unit("PK1").eliminated


@pytest.mark.rule("men-of-iron 12.4/surrounded")
def test_who_must_retire_surrounded_is_eliminated_and_a_friend_breaks_the_ring() -> None:
    ring = [unit(f"DM{i}", h) for i, h in enumerate((1209, 1309, 1310, 1211, 1110), 2)]
    rig = battle(a=ring, b=[unit("PK1", 1210, "W")], b_standards=[standard("SB", 2010, "B")], terrain={1109: "river"})
    rig.run(_retire, rig.unit("PK1"))
    assert rig.unit("PK1").eliminated
    rig = battle(
        a=ring[1:],
        b=[unit("PK1", 1210, "W"), unit("PK2", 1209, "W")],
        b_standards=[standard("SB", 2010, "B")],
        terrain={1109: "river"},
    )
    rig.run(_retire, rig.unit("PK1"))
    assert rig.unit("PK1").retired


@pytest.mark.rule("men-of-iron 13.2/lost")
def test_without_a_standard_there_is_nothing_to_retire_to() -> None:
    rig = field(unit("PK1", 1210, "W"))
    rig.state.standards["SB"].lost = True
    rig.run(_retire, rig.unit("PK1"))
    assert rig.unit("PK1").eliminated


@pytest.mark.rule("men-of-iron 12.5")
def test_the_unhorsed_fight_on_foot_for_good_and_disordered() -> None:
    rig = field(unit("MM2", 1210, "W"), unit("GE1", 1410, "W"))
    rig.run(_apply, ("DU",), rig.unit("MM2"), [], "missile")
    u = rig.unit("MM2")
    assert (u.type, u.disordered, u.hex, u.mounted) == ("UH", True, 1210, False)
    assert (rig.g.drm(u), rig.g.ma(u)) == (1, 3)
    rig.run(_apply, ("DU",), rig.unit("GE1"), [], "missile")
    assert rig.unit("GE1").retired, "others on horseback Retire instead"


@pytest.mark.rule("men-of-iron 12.6", "men-of-iron T-CODES")
def test_eliminated_units_leave_the_map() -> None:
    rig = field(unit("PK1", 1210, "W"))
    rig.run(_apply, ("DE", "CA"), rig.unit("PK1"), [rig.unit("DM1")])
    [event] = rig.happened(UnitEliminated)
    assert (event.unit, event.hex) == ("PK1", 1210) and not rig.unit("PK1").on_map


@pytest.mark.rule("men-of-iron T-CODES", "men-of-iron 12.2")
def test_attackers_codes_hit_every_attacker_and_only_chargers_lose_their_horses() -> None:
    rig = field(unit("PK1", 1110, "W"))
    dm, mm = rig.unit("DM1"), rig.unit("MM1")
    mm.hex = 1211
    rig.run(_apply, ("AD",), rig.unit("PK1"), [dm, mm])
    assert dm.disordered and mm.disordered and not rig.unit("PK1").disordered
    rig = field(unit("PK1", 1110, "W"))
    dm, mm = rig.unit("DM1"), rig.unit("MM1")
    rig.run(lambda g: _apply(g, ("AU",), rig.unit("PK1"), [dm, mm], charging={"MM1"}))
    assert (mm.type, dm.type, dm.disordered) == ("UH", "DM", True)
    rig = field(unit("PK1", 1110, "W"))
    rig.run(_apply, ("AD", "AR1"), rig.unit("PK1"), [rig.unit("DM1")], answers=[lambda d: d.default.key])
    assert rig.unit("DM1").disordered and rig.unit("DM1").hex != 1010


@pytest.mark.rule("men-of-iron T-CODES")
def test_codes_are_applied_in_the_order_written() -> None:
    rig = field(unit("PK1", 1110, "W"))
    rig.run(_apply, ("DD", "DR1"), rig.unit("PK1"), [rig.unit("DM1")], answers=[lambda d: d.default.key])
    assert rig.unit("PK1").disordered and rig.unit("PK1").hex != 1110


@pytest.mark.rule("men-of-iron 14.1")
def test_a_shield_wall_stands_disorder_and_is_lost_when_the_unit_is_forced_to_move() -> None:
    rig = field(unit("PK1", 1110, "W", formation="shield-wall"))
    rig.run(_disorder, rig.unit("PK1"))
    assert rig.unit("PK1").formation == "shield-wall"
    rig.run(_retreat, rig.unit("PK1"), 1010, answers=[lambda d: d.default.key])
    assert rig.unit("PK1").formation is None
    [event] = rig.happened(FormationChanged)
    assert event.forced


@pytest.mark.rule("men-of-iron FK-1")
def test_a_schiltron_ignores_retreats_and_is_eliminated_by_retire() -> None:
    rig = field(unit("PK1", 1110, "W", formation="schiltron"))
    rig.run(_apply, ("DD", "DR1"), rig.unit("PK1"), [rig.unit("DM1")])
    assert rig.unit("PK1").disordered and rig.unit("PK1").hex == 1110
    rig.run(_apply, ("DRT",), rig.unit("PK1"), [rig.unit("DM1")])
    assert rig.unit("PK1").eliminated


# -- leaders (15.4) --------------------------------------------------------------------------------------------------


def led(activation: int = 5, **values: object) -> Rig:
    """PK1 at 1110 with its leader LB in its hex, PK2 and PK3 farther off."""
    return battle(
        a=[unit("DM1", 1010)],
        b=[unit("PK1", 1110, "W", **values), unit("PK2", 1510, "W"), unit("PK3", 1310, "W")],
        b_leaders=[leader("LB", 1110, activation=activation)],
        b_standards=[standard("SB", 2010, "B")],
    )


@pytest.mark.rule("men-of-iron 15.4", "men-of-iron T-LEADERLOSS")
@pytest.mark.parametrize(("activation", "die", "killed"), [(5, 7, False), (5, 8, True), (2, 4, False), (2, 5, True)])
def test_a_leader_whose_unit_is_disordered_in_shock_may_fall(activation: int, die: int, killed: bool) -> None:
    rig = led(activation)
    rig.run(_apply, ("DD",), rig.unit("PK1"), [rig.unit("DM1")], dice=[die])
    assert rig.leader("LB").lost is killed
    assert bool(rig.happened(LeaderLost)) is killed


@pytest.mark.rule("men-of-iron 15.4")
def test_no_roll_where_the_unit_was_disordered_already_or_was_shot_at() -> None:
    rig = led(disordered=True)
    rig.run(_apply, ("DD",), rig.unit("PK1"), [rig.unit("DM1")])
    rig = led()
    rig.run(_apply, ("DD",), rig.unit("PK1"), [rig.unit("DM1")], "missile")
    assert not rig.rolls


@pytest.mark.rule("men-of-iron 15.4")
def test_a_leader_goes_with_a_unit_that_retires_if_he_lives() -> None:
    rig = led()
    rig.run(_apply, ("DRT",), rig.unit("PK1"), [rig.unit("DM1")], dice=[2])
    assert rig.leader("LB").hex == rig.unit("PK1").hex == 2010


@pytest.mark.rule("men-of-iron 15.4")
def test_a_leader_who_survives_his_unit_joins_the_nearest_of_his_command() -> None:
    rig = led()
    rig.run(_apply, ("DE",), rig.unit("PK1"), [rig.unit("DM1")], dice=[2])
    assert rig.leader("LB").hex == 1310
    [event] = rig.happened(LeaderMoved)
    assert event.how == "saved"


@pytest.mark.rule("men-of-iron 15.4", "men-of-iron T-LEADERLOSS")
def test_surrounded_he_is_captured_without_a_roll() -> None:
    ring = [unit(f"DM{i}", h) for i, h in enumerate((1010, 1109, 1210, 1211, 1111, 1011), 1)]
    rig = battle(a=ring, b=[unit("PK1", 1110, "W"), unit("PK2", 1510, "W")], b_leaders=[leader("LB", 1110)])
    rig.run(_apply, ("DE",), rig.unit("PK1"), [rig.unit("DM1")])
    [event] = rig.happened(LeaderLost)
    assert event.captured


RING = (1010, 1109, 1210, 1211, 1111, 1011)
"""Hexes around 1110."""


def alone(enemies: Sequence[int], **values: object) -> Rig:
    """LB at 1110 with PK1, enemy units all around but where there are none, PK2 of his Command at 1510."""
    ring = [unit(f"DM{i}", h) for i, h in enumerate(enemies, 1)]
    return battle(a=ring, b=[unit("PK1", 1110, "W"), unit("PK2", 1510, "W")], b_leaders=[leader("LB", 1110)], **values)  # type: ignore[arg-type]


@pytest.mark.rule("men-of-iron 15.4", "men-of-iron 12.4/surrounded")
def test_ground_closes_no_ring_around_a_leader() -> None:
    rig = alone(RING[:5], terrain={RING[5]: "river"})
    assert rig.g.surrounded(1110, "b") and not rig.g.enclosed(1110, "b")
    rig.run(_apply, ("DE",), rig.unit("PK1"), [rig.unit("DM1")], dice=[2])
    assert rig.leader("LB").hex == 1510 and not rig.happened(LeaderLost)


@pytest.mark.rule("men-of-iron 15.4", "men-of-iron 15.5", "men-of-iron 12.4/surrounded")
def test_nor_does_the_edge_of_the_map() -> None:
    ring = [unit(f"DM{i}", h) for i, h in enumerate((109, 210, 211, 111), 2)]
    at_edge = battle(
        a=[unit("DM1", 110), *ring], b=[unit("PK2", 1510, "W")], b_leaders=[leader("LB", 110)], cols=(1, 20)
    )
    assert at_edge.g.surrounded(110, "b") and not at_edge.g.enclosed(110, "b")
    at_edge.run(entering.arrived, at_edge.unit("DM1"))
    assert at_edge.leader("LB").hex == 1510
    [event] = at_edge.happened(LeaderMoved)
    assert event.rule == "15.5"


@pytest.mark.rule("men-of-iron 15.4", "men-of-iron 7.1")
def test_enemy_zoc_closes_the_ring_and_a_friend_in_it_opens_it() -> None:
    # LB1 of side "a" has 1011 in its ZOC, the one hex of the ring no enemy holds.
    rig = alone(RING[:5])
    assert not rig.g.enclosed(1110, "b")
    ring = [unit(f"DM{i}", h) for i, h in enumerate(RING[:5], 1)]
    held = [unit("PK1", 1110, "W"), unit("PK2", 1510, "W")]
    rig = battle(a=[*ring, unit("LB1", 1012, "NW")], b=held, b_leaders=[leader("LB", 1110)])
    assert 1011 in rig.g.zoc(rig.unit("LB1")) and rig.g.enclosed(1110, "b")
    rig.run(_apply, ("DE",), rig.unit("PK1"), [rig.unit("DM1")])
    assert rig.happened(LeaderLost)[0].captured
    rig = battle(a=[*ring, unit("LB1", 1012, "NW")], b=[*held, unit("PK3", 1011, "W")], b_leaders=[leader("LB", 1110)])
    assert not rig.g.enclosed(1110, "b")


@pytest.mark.rule("men-of-iron 15.4", "men-of-iron 12.3")
@pytest.mark.parametrize(("die", "lost"), [(2, False), (9, True)])
def test_a_leader_rolls_once_for_one_result(die: int, lost: bool) -> None:
    # Disordered, and then eliminated since it can't retreat: one result, one roll.
    closed = {h: "river" for h in (1109, 1209, 1210, 1211, 1111)}
    rig = battle(
        a=[unit("DM1", 1010)],
        b=[unit("PK1", 1110, "W"), unit("PK2", 1510, "W")],
        b_leaders=[leader("LB", 1110)],
        b_standards=[standard("SB", 2010, "B")],
        terrain=closed,
    )
    rig.run(_apply, ("DD", "DR1"), rig.unit("PK1"), [rig.unit("DM1")], dice=[die])
    assert rig.unit("PK1").eliminated and len(rig.rolls) == 1
    assert rig.leader("LB").lost is lost
    assert lost or rig.leader("LB").hex == 1510


@pytest.mark.rule("men-of-iron 15.4", "men-of-iron 12.3")
def test_eliminated_by_a_retreat_alone_he_rolls_and_another_result_is_another_roll() -> None:
    closed = {h: "river" for h in (1109, 1209, 1210, 1211, 1111)}
    rig = battle(
        a=[unit("DM1", 1010)],
        b=[unit("PK1", 1110, "W"), unit("PK2", 1510, "W")],
        b_leaders=[leader("LB", 1110)],
        b_standards=[standard("SB", 2010, "B")],
        terrain=closed,
    )
    rig.run(_apply, ("DD",), rig.unit("PK1"), [rig.unit("DM1")], dice=[2])
    rig.run(_apply, ("DR1",), rig.unit("PK1"), [rig.unit("DM1")], dice=[2])
    assert len(rig.rolls) == 2 and rig.leader("LB").hex == 1510


@pytest.mark.rule("men-of-iron 12.5", "men-of-iron 15.4", "men-of-iron T-LEADERLOSS")
@pytest.mark.parametrize(("activation", "die", "killed"), [(5, 7, False), (5, 8, True), (2, 4, False), (2, 5, True)])
def test_a_leader_whose_unit_is_unhorsed_in_shock_may_fall(activation: int, die: int, killed: bool) -> None:
    def ridden() -> Rig:
        return battle(
            a=[unit("DM1", 1010)],
            b=[unit("MM2", 1110, "SW"), unit("PK2", 1510, "W")],
            b_leaders=[leader("LB", 1110, activation=activation)],
            b_standards=[standard("SB", 2010, "B")],
        )

    rig = ridden()
    rig.run(_apply, ("DU",), rig.unit("MM2"), [rig.unit("DM1")], dice=[die])
    u = rig.unit("MM2")
    assert (u.type, u.disordered, u.hex, u.facing.name) == ("UH", True, 1110, "SW")
    assert rig.leader("LB").lost is killed
    assert killed or rig.leader("LB").hex == 1110, "he stays with the unhorsed"
    [roll] = rig.rolls
    assert roll.purpose == "leader-loss" and [m.value for m in roll.modifiers] == [-activation]
    # By missiles he is at risk through the shot alone.
    rig = ridden()
    rig.run(_apply, ("DU",), rig.unit("MM2"), [], "missile")
    assert not rig.rolls and rig.unit("MM2").type == "UH"


@pytest.mark.rule("men-of-iron 12.5", "men-of-iron 15.4")
def test_a_charger_that_is_unhorsed_puts_its_own_leader_at_risk() -> None:
    rig = battle(a=[unit("MM1", 1010)], b=[unit("PK1", 1110, "W")], a_leaders=[leader("LA", 1010, activation=3)])
    rig.run(lambda g: _apply(g, ("AU",), rig.unit("PK1"), [rig.unit("MM1")], charging={"MM1"}), dice=[6])
    assert rig.unit("MM1").type == "UH" and rig.leader("LA").lost


@pytest.mark.rule("men-of-iron 12.5", "men-of-iron 13.1")
def test_the_unhorsed_recover_but_never_mount_again() -> None:
    rig = field(unit("MM2", 1210, "W"))
    rig.run(_apply, ("DU",), rig.unit("MM2"), [], "missile")
    rig.activate("B", phase="end")
    rig.run(recovery_of)
    u = rig.unit("MM2")
    assert (u.type, u.disordered) == ("UH", False)
    assert (rig.g.drm(u), rig.g.ma(u)) == (0, 4), "all Unhorsed are alike"
    rig.run(_apply, ("DU",), rig.unit("MM2"), [], "missile")
    assert u.retired, "what unhorses riders makes others Retire"


async def recovery_of(g) -> None:  # type: ignore[no-untyped-def]
    recovery.recover(g)


@pytest.mark.rule("men-of-iron 15.4")
def test_attackers_leaders_are_at_risk_too() -> None:
    rig = battle(a=[unit("DM1", 1010)], b=[unit("PK1", 1110, "W")], a_leaders=[leader("LA", 1010, activation=3)])
    rig.run(_apply, ("AD",), rig.unit("PK1"), [rig.unit("DM1")], dice=[6])
    assert rig.leader("LA").lost


@pytest.mark.rule("men-of-iron 12.3")
def test_every_way_is_offered_with_every_facing() -> None:
    rig = field(unit("PK1", 1210, "W"))
    found = [retreats.Way(h) for h in (1209, 1309, 1310, 1211, 1409)]
    rig.run(retreats.choose, rig.unit("PK1"), found, (1110,), answers=[lambda d: d.choices[-1].key])
    assert len(rig.decisions[0].choices) == 5 * 6  # type: ignore[union-attr]


@pytest.mark.rule("men-of-iron 12.4")
def test_what_is_not_combat_does_nothing_to_a_retired_unit() -> None:
    async def mishap(g, u):  # type: ignore[no-untyped-def]
        await results.disorder(g, u, cause="other")
        await results.retire(g, u, cause="other")
        await results.unhorse(g, u, cause="other")

    rig = field(unit("MM2", 1210, "W", retired=True, disordered=True))
    before = rig.state.model_dump_json()
    rig.run(mishap, rig.unit("MM2"))
    assert rig.state.model_dump_json() == before
