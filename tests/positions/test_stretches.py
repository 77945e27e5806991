"""Stretches of hexes in the ground of a field, whatever the rules; and artillery said to stand under infantry."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from bot.cli.common import BadInput
from scenarios import position, schema
from tests.positions.kit import rule, unit

SYSTEMS = ("men-of-iron", "cataphract", "alexander", "spqr", "simple-gboh")


def field(system: str, **ground: Any) -> dict[str, Any]:
    code = "PK" if system == "men-of-iron" else "LC"
    return {
        "system": system,
        "field": {
            "units": [unit("a", f"{code}1", 1010), unit("b", f"{code}2", 1310, "W")],
            "leaders": [{"side": "a", "id": "Ann", "hex": 1010}, {"side": "b", "id": "Bob", "hex": 1310}],
            **ground,
        },
    }


GROUND: dict[str, Any] = {
    "terrain": {"1808-1910": "woods", "1700": "woods"},
    "levels": {"0101-0302": 1, "1808": 2},
    "void": ["2918-3020", "0100"],
    "rows": [0, 20],
}


@pytest.mark.parametrize("system", SYSTEMS)
def test_stretches_in_terrain_levels_and_void(system: str) -> None:
    """As in a scenario's map: every hex between two corners; and the position that is written says the same."""
    given = field(system, **GROUND)
    jsonschema.Draft202012Validator(schema.position_schema(system)).validate(given)
    scenario, state = position.read(given, "it")
    woods = {1808, 1809, 1810, 1908, 1909, 1910, 1700}
    assert {h for h in range(4000) if scenario.map.terrain.get(h) == "woods"} == woods
    assert dict(scenario.map.levels) == {**{c * 100 + r: 1 for c in (1, 2, 3) for r in (1, 2)}, 1808: 2}
    assert scenario.map.void == {c * 100 + r for c in (29, 30) for r in (18, 19, 20)} | {100}
    again, _ = position.read(json.loads(json.dumps(position.write(given, "it", state))), "again")
    assert again.map == scenario.map


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    ("ground", "said"),
    [
        ({"terrain": {"1910-1808": "woods"}}, r"field\.terrain: 1910-1808: a stretch goes from the lower column"),
        ({"terrain": {"1808-1810": "woods", "1809": "woods"}}, r"field\.terrain: 1809 is in it twice"),
        ({"levels": {"1808-2999": 1}}, r"field\.levels.*2921 is not on the map"),
        ({"void": ["1808-"]}, r"field\.void: must be hexes as printed on the map, or stretches of them"),
    ],
)
def test_stretches_that_are_none(system: str, ground: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        rule(field(system, **ground))


@pytest.mark.parametrize("system", SYSTEMS[1:])
def test_a_retreat_edge_as_a_stretch(system: str) -> None:
    sides = {"a": {"retreat_edge": "0101-0120", "retreat": "W"}, "b": {"retreat": "E"}}
    scenario, _ = position.read(field(system, sides=sides), "it")
    assert scenario.side("a").retreat_edge == tuple(range(101, 121))


@pytest.mark.rule("simple-gboh 5.32")
@pytest.mark.parametrize("said", [{}, {"below": "HI8"}, {"below": None}])
@pytest.mark.parametrize("first", [True, False])
def test_artillery_under_infantry(said: dict[str, Any], first: bool) -> None:
    """It shares the hex of an infantry unit and lies under it, be that said or not, whichever is listed first."""
    pair = [unit("a", "HI8", 1010), unit("a", "ART9", 1010, type="ART", **said)]
    given = field("simple-gboh")
    given["field"]["units"] = [*(pair if first else pair[::-1]), unit("b", "HI7", 1310, "W")]
    it = rule({**given, "orders": {"side": "a"}}, "HI8 > 1110\nstay")
    assert it.refused == [] and it.of("HI8")["hex"] == 1110 and it.of("ART9")["hex"] == 1010
