"""What turning in place costs in each system, from their rules alone: Movement Points, and hits of the ground."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import on_field, rule, unit

LEADERS = [{"id": "Alfa", "side": "a", "hex": 1009, "command_range": 9}, {"id": "Beta", "side": "b", "hex": 2009}]
WOODS = {"cataphract": "woods", "alexander": "woods", "spqr": "woods", "simple-gboh": "forest"}
LEGION = {"cls": "HA", "legion": "V"}
VELITES = {"cls": "VE", "legion": "V"}
ROMAN = {"roman": True, "legion": "V", "cls": "HA"}

COSTS: list[tuple[str, str, dict[str, Any], str, bool, int, int]] = [
    ("cataphract", "MI1", {}, "W", False, 3, 0),
    ("cataphract", "MI1", {}, "NW", True, 2, 2),
    ("cataphract", "HC1", {}, "SE", True, 1, 1),
    ("alexander", "MI1", {}, "W", False, 3, 0),
    ("alexander", "MI1", {}, "NW", True, 2, 2),
    ("alexander", "SK1", {"missile": "J"}, "W", False, 1, 0),
    ("alexander", "EL1", {}, "NW", False, 4, 0),
    ("spqr", "LG1", LEGION, "W", False, 1, 0),
    ("spqr", "LG1", LEGION, "W", True, 1, 3),
    ("spqr", "LI1", VELITES, "NW", False, 1, 0),
    ("spqr", "SK1", {"missile": "J"}, "W", True, 0, 0),
    ("spqr", "EL1", {}, "NE", False, 2, 0),
    ("spqr", "MI1", {}, "NW", True, 2, 2),
    ("simple-gboh", "MI1", {}, "W", False, 3, 0),
    ("simple-gboh", "LG1", ROMAN, "W", False, 1, 0),
    ("simple-gboh", "SK1", {"missile": "J"}, "W", False, 0, 0),
    ("simple-gboh", "EL1", {}, "NW", False, 4, 0),
    ("simple-gboh", "HC1", {}, "NW", False, 2, 0),
    ("simple-gboh", "LG1", ROMAN, "W", True, 1, 0),
]


@pytest.mark.rule("cataphract 7.12", "alexander 7.12", "spqr 7.12", "spqr 9.65", "simple-gboh 6.12")
@pytest.mark.parametrize(("system", "code", "state", "to", "wood", "mp", "hits"), COSTS)
def test_what_a_turn_costs(
    system: str, code: str, state: dict[str, Any], to: str, wood: bool, mp: int, hits: int
) -> None:
    """By its kind, and told as it is spent; the same turn back costs as much again, where that is left."""
    said: dict[str, Any] = {"active": "Alfa", "phase": "orders"}
    if system == "simple-gboh":
        said = {"orders": {"side": "a"}, "phase": "orders"}
    units = [unit("a", code, 1010, ma=7, tq=8, **state), unit("b", "MI9", 2012, "W")]
    ground = {"terrain": {"1010": WOODS[system]}} if wood else {}
    it = rule(on_field(units, LEADERS, system=system, ground=ground, **said), f"{code} @{to}")
    after = it.of(code)
    assert not it.refused and (after["facing"], after["hits"]) == (to, hits)
    spent = [t["spent"] for t in it.told if t["type"] == "movement" and t["piece"] == code]
    assert spent == [mp] or (mp == 0 and spent in ([], [0]))
    assert after["mp_spent"] in (mp, 0)
