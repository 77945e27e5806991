"""2.24, 2.25 The counters the book explains, as a battle's file has them."""

from __future__ import annotations

import pytest

from engine.systems.gboh import footprint
from engine.systems.gboh.cohesion import rout
from tests.engine.alexander import kit


@pytest.mark.rule("alexander 2.24", "alexander 2.21", "alexander 2.23")
@pytest.mark.parametrize(
    ("given", "hexes", "stride", "points"),
    [
        ({"code": "PH5", "size": 10, "tq": 7, "ma": 4}, 2, 1, 14),  # Coenus (5)
        ({"code": "SK1", "size": 1, "tq": 4, "ma": 6, "missile": "A"}, 1, 0, 1),  # archers, Arabia
        ({"code": "AT1", "size": 1, "tq": 5, "ma": 2, "missile": "B"}, 1, 0, 0),  # Oxybeles 1
        ({"code": "EL1", "size": 5, "tq": 4, "ma": 7, "missile": "J"}, 1, 0, 2),  # Indian elephants
    ],
)
def test_e_2_24_units(given: dict, hexes: int, stride: int, points: int) -> None:
    code = given.pop("code")
    r = kit.battle([kit.unit(code, 1010, **given)])
    it = r.unit(code)
    assert {k: getattr(it, k) for k in given} == given
    assert (len(footprint.hexes_of(it)), it.troop.stride, rout.points(it)) == (hexes, stride, points)


@pytest.mark.rule("alexander 2.24", "alexander 9.51")
def test_the_oxybeles_shoots_seven_hexes() -> None:
    r = kit.battle([kit.unit("AT1", 1010, missile="B")])
    assert r.g.charts.missile_range(r.unit("AT1")) == 7


@pytest.mark.rule("alexander 2.25", "alexander 8.43")
@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("Alexander", {"command_range": 9, "initiative": 7, "charisma": 4, "personal_combat": 7, "strategy": None}),
        ("Nabarzanes", {"command_range": 6, "initiative": 5, "charisma": 2, "personal_combat": 4, "strategy": 6}),
        ("Porus", {"command_range": 7, "initiative": 5, "charisma": 3, "personal_combat": None, "strategy": 6}),
    ],
)
def test_e_2_25_leaders(name: str, given: dict) -> None:
    """Indians aren't rated for Personal Combat; Persians are."""
    r = kit.battle([kit.unit("HC1", 1010)], a_leaders=[kit.leader(name, 1010, **given)])
    him = r.leader(name)
    assert him.strategy_printed == given["strategy"]
    assert {k: getattr(him, k) for k in given if k != "strategy"} == {k: v for k, v in given.items() if k != "strategy"}
