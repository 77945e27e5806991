"""4.7 Hannibal and his elephant."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.command import leader_moves, leaders
from engine.systems.gboh.orders import orders
from engine.systems.gboh.special import told
from engine.systems.gboh.strategies import Hurt
from tests.engine.spqr import kit
from tests.engine.spqr.kit import leader, unit

BEAST: dict[str, Any] = {"cls": "LEADER", "size": 1, "tq": 5, "ma": 9}


def riding(at: int = 1010, *ours: dict[str, Any], theirs: Any = None, **values: Any) -> kit.Rig:
    r = kit.battle(
        [unit("EL1", at, "NE", **BEAST), *ours],
        theirs if theirs is not None else [unit("HI9", 3535, "W")],
        a_leaders=[leader("Hannibal", at, mount="EL1", initiative=7)],
        **values,
    )
    return r.orders("a", "Hannibal")


@pytest.mark.rule("spqr 4.71", "spqr 4.72", "spqr 4.1")
def test_it_goes_where_its_leader_goes_with_his_nine_movement_points() -> None:
    r = riding()
    r.refuses("4.71", orders.Move(unit="EL1", path=(1110,)))
    r.order(orders.MoveLeader(leader="Hannibal", to=1910))
    assert (r.leader("Hannibal").at, r.unit("EL1").hex) == (1910, 1910)
    assert r.unit("EL1").hits == 0 and not r.unit("EL1").moved, "4.73 no hits for movement"
    r.refuses("6.14", orders.MoveLeader(leader="Hannibal", to=2010))


@pytest.mark.rule("spqr 4.71")
def test_the_ground_costs_him_what_it_costs_elephants() -> None:
    r = riding(terrain={1110: "marsh"})
    beast, horse = (r.g.charts.step_cost(r.g.map, u, 1010, 1110) for u in (r.unit("EL1"), None))
    there = leader_moves.step_mp(r.g, r.leader("Hannibal"), 1010, 1110)
    assert there == (beast.mp if beast is not None else None)
    r.leader("Hannibal").mount = None
    assert leader_moves.step_mp(r.g, r.leader("Hannibal"), 1010, 1110) == (horse.mp if horse is not None else None)
    assert (beast, horse is None) == (None, False), "no marsh for elephants"


@pytest.mark.rule("spqr 4.75")
def test_in_a_units_hex_it_is_led_behind() -> None:
    r = riding(1010, unit("MI2", 1210, "W"), unit("HC3", 1011))
    r.refuses("6.14", orders.MoveLeader(leader="Hannibal", to=1011))
    r.order(orders.MoveLeader(leader="Hannibal", to=1210))
    beast = r.unit("EL1")
    assert (beast.hex, beast.eliminated, beast.troop.faces) == (None, False, False)
    assert [u.id for u in r.g.standing_at(1210)] == ["MI2"]
    r.refuses("4.75", orders.Fire(unit="EL1", target="HI9"))
    r.order(orders.MoveLeader(leader="Hannibal", to=1410))
    assert beast.hex == 1410
    assert r.unit("MI2").hits == 0 and beast.hits == 0, "it stacks free"


@pytest.mark.rule("spqr 4.75", "spqr 4.72")
def test_a_unit_comes_to_it_free_and_leaves_it_again() -> None:
    r = riding(1010, unit("MI2", 910))
    r.order(orders.Move(unit="MI2", path=(1010,)))
    assert r.unit("EL1").hex is None and (r.unit("MI2").at, r.unit("MI2").hits) == (1010, 0)
    r.orders("a", "Hannibal", momentum=True)
    r.order(orders.Move(unit="MI2", path=(1110,)))
    assert r.unit("EL1").hex == 1010


@pytest.mark.rule("spqr 4.62")
def test_on_it_he_doesnt_withdraw() -> None:
    r = riding(theirs=[unit("LC9", 1109, "W")])
    r.orders("b")
    r.run(lambda g: leaders.approached(g, r.unit("LC9")))
    assert r.decisions == [] and r.leader("Hannibal").at == 1010 and r.leader("Hannibal").on_map


@pytest.mark.rule("spqr 4.73")
def test_it_has_no_zone_and_never_attacks() -> None:
    r = riding(theirs=[unit("LC9", 1109, "SW")])
    assert not r.g.enemy_zoc(1109, "b") and r.g.opponents(r.unit("EL1")) == []
    assert not r.unit("EL1").troop.attacks and r.unit("EL1").screen_supply is None


@pytest.mark.rule("spqr 4.73", "spqr 4.3")
def test_it_leaves_enemy_zoc_with_its_leader() -> None:
    r = riding(theirs=[unit("HI9", 1110, "W")])
    assert r.g.in_enemy_zoc(r.unit("EL1"))
    r.order(orders.MoveLeader(leader="Hannibal", to=809))
    assert r.unit("EL1").hex == 809


@pytest.mark.rule("spqr 4.72", "spqr 4.63")
@pytest.mark.parametrize(("die", "left"), [(0, True), (8, True), (9, False)])
def test_when_it_is_lost_its_leader_may_be_hurt_and_goes_on_without_it(die: int, left: bool) -> None:
    r = riding()
    r.run(lambda g: rout.eliminate(g, r.unit("EL1"), "run through", "9.14"))
    r.run(leaders.succession, dice=[die])
    x = r.leader("Hannibal")
    assert x.on_map is left and r.g.mount(x) is None
    if left:
        assert x.status == "finished" and (x.wounded is (die == 8))
    r.run(leaders.succession)


@pytest.mark.rule("spqr 4.74")
@pytest.mark.parametrize(("die", "wild"), [(0, False), (6, False), (7, True), (9, True)])
def test_it_grieves_for_its_leader(die: int, wild: bool) -> None:
    r = riding()
    leaders.suffer(r.g, r.leader("Hannibal"), Hurt(killed=True), "4.63")
    points = r.state.sides["a"].rout_points
    r.run(leaders.succession, dice=[die, *([1] if wild else [])], defaults=["rampage", "rout-path"])
    assert r.unit("EL1").eliminated, "led away, or run to death"
    assert ("EL1 runs wild!" in r.told()) is wild
    assert r.state.sides["a"].rout_points == points, "it is worth none"


@pytest.mark.rule("spqr 4.71")
def test_who_asks_about_the_leader_is_told_of_it_as_long_as_it_lives() -> None:
    r = riding()

    def facts() -> dict[str, str]:
        return {str(k): v for k, v in told(r.g, Special.leader_facts, r.leader("Hannibal"), ()) if str(k) == "Rides"}

    assert facts() == {"Rides": r.unit("EL1").name}
    r.run(lambda g: rout.eliminate(g, r.unit("EL1"), "run through", "9.14"))
    assert facts() == {}
