"""What a position file may leave out, with the values of docs/positions.md for it, and its numbers at their limits."""

from __future__ import annotations

from typing import Any

import pytest

from scenarios import ScenarioError, position
from tests.each import for_each
from tests.positions.kit import on_field, unit

RATINGS = {
    "HC": (6, 5, 8),
    "LN": (6, 4, 8),
    "LC": (5, 5, 9),
    "HI": (6, 7, 4),
    "MI": (5, 7, 4),
    "LI": (4, 7, 5),
    "CH": (4, 1, 2),
}
"""TQ, Size and MA by type."""


def read(document: dict[str, Any]) -> Any:
    return position.read(document, "here")


def cataphract(first: dict[str, Any] | None = None, **said: Any) -> dict[str, Any]:
    leaders = [{"side": "a", "id": "Anna", "hex": 505, **(first or {})}, {"side": "b", "id": "Zoe", "hex": 2015}]
    return on_field([unit("a", "HI1", 505), unit("b", "MI9", 2015, "W")], leaders, **said)


def iron(*leaders: dict[str, Any], **said: Any) -> dict[str, Any]:
    ground = {"special_rules": [], **said.pop("ground", {})}
    units = [unit("a", "MM1", 505), unit("b", "MM9", 2015, "W")]
    return {**on_field(units, leaders, ground=ground, **said), "system": "men-of-iron"}


@pytest.mark.rule("cataphract table:unit_types")
@pytest.mark.parametrize("kind", RATINGS)
def test_ordinary_troops(kind: str) -> None:
    document = on_field([unit("a", f"{kind}1", 505), unit("b", "HI9", 2015, "W")])
    _, state = read(document)
    u = state.units[f"{kind}1"]
    assert (u.tq, u.size, u.ma) == RATINGS[kind]


@pytest.mark.rule("cataphract 11.1")
@pytest.mark.parametrize(
    ("given", "other"),
    [
        ({"type": "HC", "tq": 8, "size": 4}, ("HI", 7, 4, 4)),
        ({"type": "HC", "tq": 1}, ("HI", 1, 5, 4)),
        ({"code": "HI1", "type": "HI", "tq": 7, "size": 4}, ("HC", 8, 4, 8)),
        ({"code": "HI1", "type": "HI", "tq": 20}, ("HC", 20, 7, 8)),
    ],
)
def test_the_other_side_of_a_cataphract(given: dict[str, Any], other: tuple[Any, ...]) -> None:
    code = given.pop("code", "HC1")
    document = on_field([unit("a", code, 505, cls="Cat", **given), unit("b", "MI9", 2015, "W")])
    _, state = read(document)
    turned = state.units[code].counterpart
    assert (turned.type, turned.tq, turned.size, turned.ma) == other
    plain = on_field([unit("a", code, 505, type=given["type"]), unit("b", "MI9", 2015, "W")])
    assert read(plain)[1].units[code].counterpart is None


@pytest.mark.parametrize(("role", "strategy", "lines"), [("OC", 5, 1), ("SC", 0, 1), ("CC", 0, 0), (None, 5, 1)])
def test_an_ordinary_leader(role: str | None, strategy: int, lines: int) -> None:
    given = {"role": role} if role else {}
    _, state = read(cataphract(given))
    x = state.leaders["Anna"]
    assert (x.initiative, x.command_range, x.charisma, x.personal_combat) == (5, 5, 4, 5)
    assert (x.role, x.strategy, x.line_commands) == (role or "OC", strategy, lines)


def test_an_ordinary_army_and_its_edge() -> None:
    scenario, state = read(cataphract(ground={"cols": [1, 30], "rows": [1, 20]}))
    assert [s.withdrawal_level for s in state.sides.values()] == [100, 100]
    assert all(s.disciplined for s in scenario.sides)
    west, east = (s.retreat_edge for s in scenario.sides)
    assert {h // 100 for h in west} == {1} and {h // 100 for h in east} == {30}
    assert len(west) == len(east) == 20
    assert [s.retreat_facing.name for s in scenario.sides] == ["W", "E"]
    turned, _ = read(cataphract(ground={"sides": {"a": {"retreat": "E"}, "b": {"retreat": "W"}}}))
    assert [s.retreat_facing.name for s in turned.sides] == ["E", "W"]
    assert {h // 100 for h in turned.sides[0].retreat_edge} == {turned.map.cols[1]}


def test_an_ordinary_leader_of_men_of_iron() -> None:
    scenario, state = read(iron({"side": "a", "id": "Anna", "hex": 505}))
    anna, nobody = state.leaders["Anna"], state.leaders["B"]
    assert (anna.activation, anna.command_range, anna.ma, anna.king) == (4, 6, 8, False)
    assert (nobody.activation, nobody.command_range) == (4, 30)
    assert [s.flight_level for s in scenario.sides] == [30, 30]
    assert (scenario.first_player, scenario.map.terrain_at(1010)) == ("a", "clear")


LIMITS: list[tuple[str, tuple[str, ...], int, int | None]] = [
    ("cataphract", ("turn",), 1, None),
    ("cataphract", ("changes", "HI1", "tq"), 1, 20),
    ("cataphract", ("changes", "HI1", "ma"), 1, 20),
    ("cataphract", ("changes", "HI1", "hits"), 0, None),
    ("cataphract", ("changes", "Anna", "initiative"), 0, 30),
    ("cataphract", ("changes", "Anna", "command_range"), 0, 30),
    ("cataphract", ("changes", "Anna", "strategy"), 0, 30),
    ("cataphract", ("changes", "Anna", "charisma"), 0, 30),
    ("cataphract", ("changes", "Anna", "personal_combat"), 0, 30),
    ("cataphract", ("field", "sides", "a", "withdrawal_level"), 1, None),
    ("cataphract", ("field", "turn_limit"), 1, None),
    ("men-of-iron", ("passes",), 0, None),
    ("men-of-iron", ("deeds",), 0, None),
    ("men-of-iron", ("activations",), 0, None),
    ("men-of-iron", ("changes", "Anna", "activation"), 0, 9),
    ("men-of-iron", ("changes", "Anna", "command_range"), 0, 30),
    ("men-of-iron", ("changes", "Anna", "ma"), 1, 20),
    ("men-of-iron", ("field", "sides", "a", "flight_level"), 1, None),
]
"""Numbers with their first and last value; None: as large as the file can write."""


def refused(system: str, path: tuple[str, ...], value: int) -> bool:
    document: dict[str, Any] = cataphract() if system == "cataphract" else iron({"side": "a", "id": "Anna", "hex": 505})
    here = document
    if path[:2] == ("field", "sides"):
        document["field"]["sides"] = {"a": {}, "b": {}}
    for key in path[:-1]:
        here = here.setdefault(key, {})
    here[path[-1]] = value
    try:
        read(document)
    except ScenarioError as e:
        return any(f"{path[-1]}: must be" in p for p in e.problems)
    return False


@for_each(("system", "path", "least", "most"), LIMITS, ids=lambda x: ".".join(x) if type(x) is tuple else None)
def test_numbers_at_their_limits(system: str, path: tuple[str, ...], least: int, most: int | None) -> None:
    tried = [least - 1, least, *([most, most + 1] if most is not None else [1000])]
    assert [n for n in tried if refused(system, path, n)] == [least - 1, *([most + 1] if most is not None else [])]
