"""Rout in every game of the family: side a flees west, side b east."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.events import LeaderMoved, RoutMoved
from engine.systems.gboh.turn import sequence
from tests.each import for_each
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, leader, unit
from tests.engine.gboh.rig import Rig


def breaks(kit: Kit, *others: dict[str, Any], at: int = 1010, enemies: Any = (), answers: Any = (), **more: Any) -> Rig:
    """MI1 breaks."""
    r = kit.battle([unit("MI1", at), *others], enemies, **more)
    r.run(lambda g: rout.rout(g, r.unit("MI1")), answers=answers, defaults=["rout-path"])
    return r


@shared(Case.ROUT)
@pytest.mark.rule("cataphract 10.21", "alexander 10.21", "spqr 10.22")
def test_two_hexes_at_once_facing_the_retreat_edge(kit: Kit) -> None:
    r = breaks(kit)
    assert [e.to for e in r.happened(RoutMoved)] == [910, 810]
    assert (r.unit("MI1").routed, r.unit("MI1").facing, r.unit("MI1").hits) == (True, Facing.W, 0)


@shared(Case.ROUT, Case.ROUT_LOST)
@pytest.mark.rule(
    "cataphract 10.21", "cataphract 10.23", "alexander 10.21", "alexander 10.23", "spqr 10.22", "spqr 10.24"
)
@for_each(("at", "lost"), [(110, True), (210, True), (310, False)])
def test_off_the_map_is_lost(kit: Kit, at: int, lost: bool) -> None:
    r = breaks(kit, at=at)
    assert r.unit("MI1").eliminated is lost
    assert r.state.sides["a"].rout_points == (5 if lost else 0)


@shared(Case.ROUT_LEADERS)
@pytest.mark.rule("cataphract 10.25", "alexander 10.28", "spqr 10.26")
def test_each_leader_with_it_decides_alone_and_goes_all_the_way(kit: Kit) -> None:
    pair = [leader("Anna", 1010, "SC"), leader("Bouzes", 1010), leader("Carl", 1012, "SC")]
    r = breaks(kit, a_leaders=pair, answers=[{"Anna": "go", "Bouzes": "stay"}])
    assert [r.leader(x).hex for x in ("Anna", "Bouzes", "Carl")] == [810, 1010, 1012]
    along = [(e.leader, e.start, e.to, e.how) for e in r.happened(LeaderMoved)]
    assert along == [("Anna", 1010, 910, "with-unit"), ("Anna", 910, 810, "with-unit")]
    assert [(d.side, d.rule) for d in r.decisions] == [("a", kit.case(Case.ROUT_LEADERS))]


@shared(Case.ROUT_LEADERS)
@pytest.mark.rule("cataphract 10.25", "alexander 10.28", "spqr 10.26")
@pytest.mark.parametrize("choice", ["go", "stay"])
def test_the_rout_does_nothing_else_to_a_leader(kit: Kit, choice: str) -> None:
    before = kit.battle([unit("MI1", 1010)], a_leaders=[leader("Bouzes", 1010)]).leader("Bouzes")
    r = breaks(kit, a_leaders=[leader("Bouzes", 1010)], answers=[{"Bouzes": choice}])
    assert r.leader("Bouzes").model_dump(exclude={"hex"}) == before.model_dump(exclude={"hex"})


@shared(Case.ROUT_LEADERS, Case.ROUT_PHASE)
@pytest.mark.rule(
    "cataphract 10.25", "cataphract 10.22", "alexander 10.28", "alexander 10.22", "spqr 10.26", "spqr 10.23"
)
@pytest.mark.parametrize(("choice", "end"), [("go", 610), ("stay", 1010)])
def test_in_the_rout_phase_as_well(kit: Kit, choice: str, end: int) -> None:
    r = kit.battle([unit("MI1", 1010, "W", routed=True, ma=4)], a_leaders=[leader("Bouzes", 1010)])
    r.run(lambda g: rout.rout_phase(g, "a"), answers=[{"Bouzes": choice}], defaults=["rout-path"])
    assert (r.unit("MI1").hex, r.leader("Bouzes").hex) == (610, end)


@shared(Case.ROUT_LEADERS, Case.LEADER_WITHDRAWAL)
@pytest.mark.rule("cataphract 10.25", "cataphract 4.62", "alexander 10.28", "alexander 4.62", "spqr 10.26", "spqr 4.62")
def test_one_who_stays_next_to_the_enemy_is_on_his_own(kit: Kit) -> None:
    answers = [{"Bouzes": "stay"}, {"Bouzes": "0909"}]
    r = breaks(kit, enemies=[unit("MI9", 1110, "W")], a_leaders=[leader("Bouzes", 1010)], answers=answers)
    assert [e.how for e in r.happened(LeaderMoved)] == ["withdraw"] and r.leader("Bouzes").hex == 909


@shared(Case.SEQUENCE)
@pytest.mark.rule("cataphract 3.0", "cataphract 3.0D", "alexander 3.0", "spqr 3.0")
def test_whose_units_flee_first(kit: Kit) -> None:
    more = kit.rules.combat.rout_order == "more routed"
    assert more is (kit.system == "alexander")
    ours = [unit("MI1", 2010, "W", routed=True)]
    theirs = [unit("MI8", 2020, "E", routed=True), unit("MI9", 2030, "E", routed=True)]
    r = kit.battle(ours, theirs)
    r.run(sequence.rout_and_reload, defaults=["rout-path", "unit-order"])
    order = list(dict.fromkeys(e.unit for e in r.happened(RoutMoved)))
    assert (order[-1] == "MI1") is more and (order[0] == "MI1") is not more


def row(*hexes: int) -> list[dict[str, Any]]:
    """Friends one behind another, whom nothing shakes."""
    return [unit(f"LC{n}", h, "W", tq=20) for n, h in enumerate(hexes, 2)]


def fence(*hexes: int) -> list[dict[str, Any]]:
    """Enemies that hold hexes and have no ZOC."""
    return [unit(f"LI{n}", h, "W", routed=True) for n, h in enumerate(hexes, 20)]


@shared(Case.ROUT_THROUGH)
@pytest.mark.rule("cataphract 10.24", "alexander 10.24", "spqr 10.25")
def test_a_flight_that_would_end_on_a_friend_goes_one_hex_on(kit: Kit) -> None:
    r = kit.battle([unit("MI1", 1010), *row(810)], fence(909, 811))
    r.run(lambda g: rout.rout(g, r.unit("MI1")), dice=[0], defaults=["rout-path"])
    assert [e.to for e in r.happened(RoutMoved)] == [910, 810, 710]
    assert r.unit("LC2").hits == 1


@shared(Case.ROUT_THROUGH)
@pytest.mark.rule("cataphract 10.24", "alexander 10.24", "spqr 10.25")
def test_where_that_is_held_too_it_goes_on_or_is_lost_as_the_book_says(kit: Kit) -> None:
    on = kit.rules.combat.flight_passes_on
    assert on is (kit.system == "alexander")
    r = kit.battle([unit("MI1", 1010), *row(810, 710, 610)], fence(909, 811, 709, 611))
    r.run(lambda g: rout.rout(g, r.unit("MI1")), dice=[0] * (3 if on else 2), defaults=["rout-path"])
    assert r.unit("MI1").eliminated is not on
    assert r.unit("MI1").hex == (510 if on else None)
    assert [r.unit(u).hits for u in ("LC2", "LC3", "LC4")] == [1, 1, int(on)]


@shared(Case.ROUT_PHASE)
@pytest.mark.rule("cataphract 10.22", "cataphract 7.12", "alexander 10.22", "alexander 10.21", "spqr 10.23")
def test_turning_to_flee_takes_mp_where_the_book_says_so(kit: Kit) -> None:
    free = kit.rules.combat.flight_turns_free
    assert free is (kit.system != "cataphract")
    r = kit.battle([unit("MI1", 2010, "E", routed=True, ma=4)])
    r.run(lambda g: rout.rout_phase(g, "a"), defaults=["rout-path"])
    assert r.unit("MI1").hex == (1610 if free else 1910)


@shared(Case.RETIRE_FIRE)
@pytest.mark.rule("cataphract 8.22", "alexander 8.22", "spqr 8.21")
def test_fire_at_the_backs_of_those_who_flee_where_the_book_lets_one(kit: Kit) -> None:
    may = kit.rules.fire.retire_fire_at_routed
    assert may is (kit.system == "cataphract")
    archers = unit("LI9", 1110, "W", missile="bow")
    r = kit.battle([unit("MI1", 1010, "W", routed=True)], [archers])
    r.run(lambda g: rout.rout_phase(g, "a"), dice=[9] * may, answers=["fire"] * may, defaults=["rout-path"])
    assert len(r.fired()) == may


@shared(Case.ROUTED)
@pytest.mark.rule("cataphract 10.26", "alexander 10.25", "spqr 10.27")
@for_each(("die", "stands"), [(1, True), (2, False)])
def test_a_flight_that_ends_on_who_has_routed_is_the_end_of_him_as_the_book_says(
    kit: Kit, die: int, stands: bool
) -> None:
    """In Cataphract he is ridden down; elsewhere the hit is nothing to him, and his check against a TQ of 1 decides."""
    checks = kit.rules.combat.routed_passed_unhurt
    assert checks is (kit.system != "cataphract")
    r = kit.battle([unit("MI1", 1010), unit("MI2", 810, "W", routed=True)], fence(909, 811))
    r.run(lambda g: rout.rout(g, r.unit("MI1")), dice=[die] * checks, defaults=["rout-path"])
    assert r.unit("MI2").on_map is (checks and stands)
    assert r.unit("MI1").hex == (710 if checks and stands else 810)
