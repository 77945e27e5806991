"""Each thing that can be wrong with an army is told, once, and nothing else with it; what is right beside it isn't."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import scenarios
from scenarios import ScenarioError
from tests.each import for_each
from tests.scenarios.test_bad_battles import FALKIRK, TRICAMERON, Document, leader, put, unit

DARA = scenarios.document(scenarios.find("dara"))
CRECY = scenarios.document(scenarios.find("crecy"))
BELISARIUS, JOHN = "sides[0].leaders[0] (Belisarius)", "sides[0].leaders[1]"
THC = "sides[0].units[0] (THC)"
Change = Callable[[Document], None]


def both(*changes: Change) -> Change:
    def change(d: Document) -> None:
        for one in changes:
            one(d)

    return change


def replacement(field: str, value: Any) -> Change:
    def change(d: Document) -> None:
        d["sides"][0]["replacements"][0][field] = value

    return change


def problems(document: Document, change: Change) -> list[str]:
    changed = copy.deepcopy(document)
    change(changed)
    try:
        scenarios.checked(changed, "mine.json")
    except ScenarioError as e:
        return list(e.problems)
    return []


def nobody_commands(d: Document) -> None:
    for x in d["sides"][0]["leaders"]:
        x.update(role="SC", superior=None)


def gun_and(kind: str, n: int = 1) -> Change:
    """A cheiroballistra in the hex of the first unit of side 0, whose type is changed."""

    def change(d: Document) -> None:
        group = d["sides"][0]["units"][0]
        group.update(type=kind, cls=None, missile=None, dismounted=None)
        gun = {**group, "code": "CH", "name": "gun", "type": "CH", "missile": "X", "numbers": [1]}
        d["sides"][0]["units"].append({**gun, "hexes": group["hexes"][:1]})
        if n == 2:
            d["sides"][0]["units"].append({**gun, "code": "ECH", "hexes": group["hexes"][:1]})

    return change


def group(index: int = 0) -> Document:
    return TRICAMERON["sides"][0]["units"][index]


CATAPHRACT: list[tuple[Change, list[str]]] = [
    (nobody_commands, ["sides[0].leaders: an army has an OC"]),
    (leader(0, 0, "strategy", None), [f"{BELISARIUS}.strategy: an OC needs one"]),
    (leader(0, 1, "strategy", None), []),
    (leader(0, 1, "superior", "Nobody"), ["superior: Nobody is no leader of this side", "superior: Nobody is no OC"]),
    (leader(0, 1, "superior", "Belisarius"), []),
    (leader(0, 1, "succeeds", "Nobody"), ["succeeds: Nobody is no leader of this side"]),
    (leader(0, 1, "hex", None), [".hex: None is not on the map"]),
    (both(leader(0, 1, "hex", None), leader(0, 1, "succeeds", "Belisarius")), []),
    (leader(0, 1, "allowed", [9901]), ["allowed: hex 9901 is not on the map", "allowed: leaves out"]),
    (leader(0, 1, "commands", ["Hunz"]), ["commands: no unit belongs to Hunz"]),
    (leader(0, 1, "set_up_with", "QQ1"), ["set_up_with: QQ1 is no unit of this side on the map"]),
    (leader(0, 1, "set_up_with", "THC1"), ["set_up_with: "]),
    (
        both(leader(0, 1, "set_up_with", "THC1"), leader(0, 1, "hex", group()["hexes"][0])),
        [],
    ),
    (replacement("role", "CC"), ["role: CC, but only Subordinate Commanders (SC)"]),
    (replacement("hex", 4504), ["hex: leave it out"]),
    (replacement("one_kind", True), ["one_kind: leave it out"]),
    (replacement("kinds", ["LI"]), ["kinds: leave it out"]),
    (replacement("id", "Gelimer"), ["id: used twice"]),
    (unit(0, 0, "numbers", [1, 2, 3, 4, 4]), [f"{THC}.numbers: unit THC4 exists already"]),
    (unit(0, 0, "hexes", []), [f"{THC}.hexes: missing, and the group is no reinforcement"]),
    (unit(0, 0, "hexes", [*group()["hexes"][:4], 101]), [f"{THC}.hexes: hex 0101 is not on the map"]),
    (
        unit(0, 0, "hexes", [*group()["hexes"][:4], group()["hexes"][0]]),
        [f"{THC}.hexes: hex {group()['hexes'][0]} is already taken by THC"],
    ),
    (unit(0, 0, "facing", "SIDE_N"), [f"{THC}.facing: SIDE_N is a hexside"]),
    (unit(0, 0, "allowed", group()["hexes"]), []),
    (unit(0, 0, "allowed", group()["hexes"][1:]), [f"{THC}.allowed: leaves out {group()['hexes'][0]}"]),
    (unit(0, 0, "allowed", [*group()["hexes"], 101]), [f"{THC}.allowed: hex 0101 is not on the map"]),
    (both(unit(0, 0, "type", "LC"), unit(0, 0, "dismounted", None)), [f"{THC}.cls: cataphracts are HC, not LC"]),
    (both(unit(0, 0, "type", "HI"), unit(0, 0, "cls", None)), [f"{THC}.dismounted: HI has no horses to leave (11.1)"]),
    (put("sides", 0, "lines", []), ["sides[0].lines: missing, though leaders of this army may give Line Commands"]),
    (put("sides", 0, "lines", [["HC/Kat"]]), ["'HC/Kat' is no unit type"]),
    (both(put("sides", 1, "retreat_edge", [3602]), put("sides", 1, "retreat_facing", None)), []),
    (put("champions", [{"side": "byzantine", "name": "x", "combat": 1, "endurance": 1}]), ["champions: one for each"]),
    (put("setup_order", ["vandal", "byzantine"]), []),
    (put("setup_order", ["vandal", "vandal"]), ["setup_order: names each of"]),
    (put("special_rules", 0, "optional", True), [".optional: must be listed in optional_rules too"]),
    (gun_and("HI"), []),
    (gun_and("MI"), []),
    (gun_and("LI"), [".hexes: hex"]),
    (gun_and("HC"), [".hexes: hex"]),
    (gun_and("HI", 2), [".hexes: hex"]),
]


def first(command: int = 0) -> Document:
    return FALKIRK["sides"][0]["commands"][command]


def of_group(field: str, value: Any) -> Change:
    return put("sides", 0, "commands", 0, "units", 0, field, value)


ENEMY = FALKIRK["sides"][1]["commands"][0]["units"][0]["hexes"][0]

MEN_OF_IRON: list[tuple[Change, list[str]]] = [
    (
        of_group("arrival", "nowhere"),
        [".arrival: no special rule 'nowhere' in this battle", ".hexes: units that come later"],
    ),
    (of_group("formation", [99]), ["there is no number 99 in it", "may use no formation"]),
    (of_group("facings", {"99": "W"}), ["there is no number 99 in it"]),
    (of_group("facings", {str(first()["units"][0]["numbers"][0]): "SIDE_N"}), [".facing: SIDE_N is a hexside"]),
    (of_group("facing", "SIDE_N"), [".facing: SIDE_N is a hexside"]),
    (of_group("weapon", "longbow"), [".weapon: only Hobilars are given one (14.2)"]),
    (of_group("hexes", first()["units"][0]["hexes"][1:]), [".hexes: "]),
    (
        of_group("hexes", [first()["units"][0]["hexes"][1], *first()["units"][0]["hexes"][1:]]),
        ["is already taken by LMM (8.0)"],
    ),
    (put("sides", 0, "commands", 0, "leader", "hex", 9901), ["leader.hex: 9901 is not on the map"]),
    (put("sides", 0, "commands", 0, "leader", "hex", ENEMY), ["is held by the enemy's"]),
    (put("sides", 0, "standards", 0, "hex", 9901), [".hex: 9901 is not on the map"]),
    (put("sides", 0, "standards", 0, "hex", ENEMY), ["is held by the enemy's"]),
    (put("sides", 0, "standards", 0, "commands", ["Nobody"]), ["Nobody is no Command of this side", "none rallies"]),
    (
        lambda d: d["sides"][0]["standards"][0]["commands"].append(d["sides"][0]["standards"][0]["commands"][0]),
        [f"{FALKIRK['sides'][0]['standards'][0]['commands'][0]} has a Standard already"],
    ),
    (put("briefing", "sides", {"nobody": "win"}), ["briefing.sides[0]: 'nobody' is no side of this battle"]),
]


@for_each(
    ("document", "change", "said"),
    [*((TRICAMERON, *x) for x in CATAPHRACT), *((FALKIRK, *x) for x in MEN_OF_IRON)],
    ids=lambda x: ("; ".join(x) or "fine") if isinstance(x, list) else "",
)
def test_told_alone(document: Document, change: Change, said: list[str]) -> None:
    found = problems(document, change)
    for words in said:
        assert any(words in p for p in found), found
    assert all(any(words in p for words in said) for p in found), found


def test_pieces_of_a_bombard() -> None:
    j = next(i for i, s in enumerate(CRECY["sides"]) if s.get("markers"))
    for field in ("command", "facing"):
        (said,) = problems(CRECY, put("sides", j, "markers", 0, field, None))
        assert said.endswith("a bombard belongs to a Command and faces somewhere")


@pytest.mark.parametrize("strengths", [{"99": 1}, {"0": 1}])
def test_ranges_beyond_the_chart(strengths: dict[str, int]) -> None:
    (said,) = problems(DARA, put("missile_overrides", {"B_infantry": strengths}))
    assert "is no range of the chart; there are: 1 to" in said
