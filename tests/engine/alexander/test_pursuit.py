"""8.39, 10.3 Cavalry pursuit."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import pytest

from engine.systems.gboh import footprint, special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import UnitMoved
from engine.systems.gboh.rules import Pursuit
from engine.systems.gboh.shock import pursuit, segment
from engine.systems.gboh.shock.plan import Attack
from tests.engine.alexander import kit

ON = {"9.7": True}
DEFAULTS = [
    *("rout-path", "reaction-facing", "advance-turn", "advance-hex", "leader-along", "clash-unit", "odd-hit"),
    "pursuit",
]


def charge(
    *theirs: dict[str, Any],
    mine: dict[str, Any] | None = None,
    options: dict[str, bool] | None = None,
    marker: str = "must",
    **ground: Any,
) -> kit.Rig:
    """HC1 at 1010, in charge formation, facing MI9 ahead at 1110, which breaks at a touch."""
    ours = [kit.unit("HC1", 1010, **{"charging": True, "tq": 7, "size": 8, **(mine or {})})]
    prey = kit.unit("MI9", 1110, "E", tq=2, size=1, ma=5)
    r = kit.battle(ours, [prey, *theirs], options=ON if options is None else options, **ground)
    return r.orders("a", moved=["HC1"], markers={"HC1": marker})


def fight(r: kit.Rig, dice: Sequence[int], **given: Any) -> None:
    attack = Attack(attackers=("HC1",), defenders=("MI9",))
    r.run(segment.fight, [attack], dice=dice, defaults=given.pop("defaults", DEFAULTS), **given)


ROUTS = [0, 0, 9]
"""Both pass their checks before contact, and the Shock breaks the defender."""


@pytest.mark.rule("alexander 8.39", "alexander 10.31", "alexander 10.32", "alexander table:tq_checks")
@pytest.mark.parametrize(("die", "pursues"), [(5, False), (6, True)])
def test_over_its_tq_with_two_added_it_pursues(die: int, pursues: bool) -> None:
    r = charge()
    fight(r, [*ROUTS, die, *([9] if pursues else [])])
    if pursues:
        assert r.unit("MI9").eliminated and r.unit("HC1").at not in (1010, 1110)
    else:
        assert r.unit("MI9").routed and r.unit("HC1").at == 1110, "an advance after combat"


@pytest.mark.rule("alexander 10.31", "alexander 10.3")
@pytest.mark.parametrize(
    "given", [{"mine": {"charging": False}}, {"options": {}}, {"marker": "no"}], ids=["formation", "option", "moved"]
)
def test_who_does_not_check(given: dict[str, Any]) -> None:
    r = charge(**given)
    fight(r, [9] if given.get("marker") else ROUTS)
    assert r.unit("MI9").routed and r.unit("HC1").at == 1110


@pytest.mark.rule("alexander 10.32")
def test_no_pursuit_of_the_eliminated() -> None:
    r = charge()
    r.unit("MI9").routed = True
    r.g.version += 1
    fight(r, [0, 9])
    assert r.unit("MI9").eliminated and r.unit("HC1").at == 1110


@pytest.mark.rule("alexander 10.33")
def test_it_follows_the_way_of_the_fugitive_until_that_is_in_its_zoc() -> None:
    r = charge()
    fight(r, [*ROUTS, 9, 9])
    went = [e.to for e in r.happened(UnitMoved) if e.how == "pursue"]
    assert went[0] == 1110 and len(went) == 2, "the fugitive is two hexes off: it comes next to it"
    assert footprint.distance_to(r.unit("HC1"), went[1]) == 1, "and takes its hex"


@pytest.mark.rule("alexander 10.33")
def test_it_stops_in_enemy_zoc() -> None:
    r = charge(kit.unit("HI8", 1111, "NE"))
    assert 1110 in r.g.zoc(r.unit("HI8"))
    fight(r, [*ROUTS, 9])
    assert r.unit("HC1").at == 1110 and r.unit("MI9").routed


@pytest.mark.rule("alexander 10.34", "alexander 10.32", "alexander 10.35")
def test_it_attacks_whom_it_comes_upon_without_checks_and_again() -> None:
    r = charge(kit.unit("MI8", 1310, "E", tq=2, size=1), kit.unit("MI7", 1311, "E", tq=2, size=1))
    fight(r, [*ROUTS, 9, 9, 9, 9])
    rolls = [x.purpose for x in r.rolls]
    assert rolls == ["pre-shock", "pre-shock", "shock", "pursuit", "shock", "pursuit", "shock"]


@pytest.mark.rule("alexander 10.36")
def test_it_suffers_the_ground_and_pays_no_movement_points() -> None:
    r = charge(levels={1110: 1})
    fight(r, [*ROUTS, 9, 9])
    assert r.unit("HC1").hits >= 2, "one level up, twice in charge formation"


@pytest.mark.rule("alexander 9.76", "alexander 10.34")
def test_it_is_out_of_formation_when_it_is_over() -> None:
    r = charge()
    fight(r, [*ROUTS, 9, 9])
    assert not r.unit("HC1").charging


@pytest.mark.rule("alexander 10.32")
def test_its_owner_is_told_the_chance() -> None:
    r = charge()
    facts = [str(f.text) for f in special.told(r.g, Special.facts, r.unit("HC1"))]
    assert any("Pursues" in f and "40" in f for f in facts), facts


@pytest.mark.parametrize(("numbers", "chance"), [(Pursuit(), 0.4), (Pursuit(drm=0), 0.2)])
def test_a_sister_has_other_numbers(numbers: Pursuit, chance: float) -> None:
    r = charge()
    r.g.game = dataclasses.replace(r.g.game, pursuit=numbers)
    assert pursuit.chance(r.g, r.unit("HC1")) == chance


def test_a_sister_has_the_spared_flee_on() -> None:
    r = charge()
    r.g.game = dataclasses.replace(r.g.game, pursuit=Pursuit(flight_of_the_spared=True))
    fight(r, [*ROUTS, 0])
    assert footprint.distance_to(r.unit("MI9"), 1110) == r.unit("MI9").ma


@pytest.mark.rule("alexander 6.66", "alexander 10.34")
def test_a_column_that_pursuit_comes_upon_falls_out_of_it() -> None:
    r = charge(kit.unit("MI8", 1310, "SIDE_N", column=True, tq=9, size=9))
    fight(r, [*ROUTS, 9, 0], defaults=[*DEFAULTS, "column-facing"])
    column = r.unit("MI8")
    assert "MI8" in r.state.orders.shocked
    assert column.routed or (not column.column and column.facing.is_vertex and column.hits >= 1)
    assert not column.routed
