"""Every number in a battle's file has a first and a last value: both are taken, and the ones beside them refused.

The limits are those of docs/scenario-format.md and of the special rules' own documentation.
"""

from __future__ import annotations

import copy
from typing import Any

import scenarios
from scenarios import ScenarioError
from tests.each import for_each

FILES = {
    name: scenarios.document(scenarios.find(name))
    for name in (
        *("callinicum", "casilinum", "catalaunian", "dara", "taginae", "tricameron"),
        *("bannockburn", "courtrai", "crecy", "falkirk", "najera"),
    )
}

UNITS, LEADERS = ("sides", 0, "units", 0), ("sides", 0, "leaders", 0)
COMMAND = ("sides", 0, "commands", 0, "leader")

LIMITS: list[tuple[str, tuple[Any, ...], int, int | None]] = [
    ("tricameron", ("turn_limit",), 1, 999),
    ("tricameron", (*UNITS, "tq"), 1, 20),
    ("tricameron", (*UNITS, "size"), 0, 20),
    ("tricameron", (*UNITS, "ma"), 1, 20),
    ("tricameron", (*UNITS, "rp"), 0, 1000),
    ("tricameron", (*UNITS, "feint_reaction"), 0, 9),
    ("tricameron", (*UNITS, "numbers", 0), 1, 999),
    ("tricameron", (*LEADERS, "initiative"), 0, 9),
    ("tricameron", (*LEADERS, "command_range"), 0, 30),
    ("tricameron", (*LEADERS, "strategy"), 0, 9),
    ("tricameron", (*LEADERS, "charisma"), 0, 9),
    ("tricameron", (*LEADERS, "personal_combat"), 0, 9),
    ("tricameron", (*LEADERS, "line_commands"), 0, 3),
    ("tricameron", ("sides", 0, "withdrawal_level"), 1, 100_000),
    ("dara", ("champions", 0, "combat"), 0, 9),
    ("dara", ("champions", 0, "endurance"), 0, 20),
    ("dara", ("missile_overrides", "B_infantry", "1"), 0, 9),
    ("falkirk", (*COMMAND, "activation"), 0, 9),
    ("falkirk", (*COMMAND, "command_range"), 0, 30),
    ("falkirk", (*COMMAND, "ma"), 1, 20),
    ("falkirk", ("sides", 0, "flight_level"), 1, 100_000),
    ("falkirk", ("sides", 0, "commands", 0, "units", 0, "numbers", 0), 1, 999),
]

RULES: list[tuple[str, str, str, int, int]] = [
    ("callinicum", "lent", "from_turn", 1, 999),
    ("callinicum", "lent", "limit", 0, 9),
    ("casilinum", "wedge-shock", "leader_hexes", 0, 30),
    ("catalaunian", "ferocity", "bonus", 0, 20),
    ("dara", "dara-walls", "extra_range", 0, 10),
    ("dara", "dara-walls", "loss", 0, 1000),
    ("tricameron", "reinforcements", "arrives_on", 0, 9),
    ("bannockburn", "marching-schiltron", "ma", 0, 20),
    ("bannockburn", "marching-schiltron", "ma_disordered", 0, 20),
    ("bannockburn", "pits", "disorders", 0, 9),
    ("bannockburn", "small-folk", "points", 0, 1000),
    ("courtrai", "ditch", "disorders_foot", 0, 9),
    ("courtrai", "ditch", "disorders_mounted", 0, 9),
    ("crecy", "wet-strings", "drm", -9, 9),
    ("falkirk", "comyns-horse", "leaves", 0, 9),
    ("falkirk", "english-chagrin", "points", 0, 1000),
    ("falkirk", "static-scots", "passes", 1, 1000),
    ("najera", "genitor-missiles", "out", 0, 9),
    ("najera", "genitor-zoc", "fee", 0, 20),
    ("najera", "don-tello", "leaves", 0, 9),
]

LISTS: list[tuple[str, str, str, int]] = [
    ("casilinum", "turn1-command", "leaders", 1),
    ("catalaunian", "ferocity", "contingents", 1),
    ("catalaunian", "hun-mi-free-line", "contingents", 1),
    ("catalaunian", "hun-mi-free-line", "kinds", 1),
    ("dara", "heruli-hidden", "units", 1),
    ("dara", "dara-walls", "walls", 1),
    ("taginae", "nearest-unit", "columns", 1),
    ("tricameron", "hun-reluctance", "contingents", 1),
    ("bannockburn", "small-folk", "units", 1),
    ("bannockburn", "small-folk", "hexes", 1),
    ("courtrai", "ridden-down", "commands", 1),
    ("courtrai", "sally", "units", 1),
    ("courtrai", "sally", "hexes", 1),
    ("falkirk", "free-setup", "columns", 2),
]
"""Lists and how many they hold at least."""


def problems(name: str, path: tuple[Any, ...], value: Any) -> list[str]:
    """What is said of the last key of the path when the value stands there."""
    document = copy.deepcopy(FILES[name])
    here: Any = document
    for part in path[:-1]:
        here = here[part]
    here[path[-1]] = value
    try:
        scenarios.checked(document, "mine.json")
    except ScenarioError as e:
        key = next(str(k) for k in reversed(path) if not isinstance(k, int))
        return [p for p in e.problems if f"{key}: must be" in p or f"{key}: {value} is a number too large" in p]
    return []


def rule(name: str, rule_id: str, key: str) -> tuple[Any, ...]:
    place = next(n for n, r in enumerate(FILES[name]["special_rules"]) if r["id"] == rule_id)
    return ("special_rules", place, "params", key)


@for_each(
    ("name", "path", "least", "most"),
    [*LIMITS, *((name, rule(name, r, key), least, most) for name, r, key, least, most in RULES)],
    ids=lambda x: "-".join(str(k) for k in x) if isinstance(x, tuple) else str(x),
)
def test_the_first_and_the_last_value_are_taken_and_no_other(
    name: str, path: tuple[Any, ...], least: int, most: int
) -> None:
    assert [n for n in (least - 1, least, most, most + 1) if problems(name, path, n)] == [least - 1, most + 1]


@for_each(("name", "rule_id", "key", "least"), LISTS)
def test_a_list_that_names_too_few_is_refused(name: str, rule_id: str, key: str, least: int) -> None:
    path = rule(name, rule_id, key)
    document = copy.deepcopy(FILES[name])
    params = document["special_rules"][path[1]]["params"]
    for many, fine in ((least, True), (least - 1, False)):
        params[key] = FILES[name]["special_rules"][path[1]]["params"][key][:many]
        if fine and "units" in params:
            continue  # these belong to units and hexes named elsewhere
        said: list[str] = []
        try:
            scenarios.checked(document, "mine.json")
        except ScenarioError as e:
            said = [p for p in e.problems if f"params.{key}" in p]
        assert bool(said) is not fine, said
