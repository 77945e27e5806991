"""Cataphract where a battle's own rules meet the general ones: Tricameron, Taginae, the Catalaunian Fields."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import Ruling, rule
from tests.positions.test_meeting_cataphract import points as points_of


def battle(name: str, placed: dict[str, Any], also: str, **said: Any) -> dict[str, Any]:
    """A few pieces of a battle, in its second turn."""
    only = [*placed, *also.split()]
    return {"scenario": f"cataphract/{name}", "only": only, "changes": placed, "turn": 2, **said}


def asked(ruling: Ruling) -> tuple[str, str]:
    (it,) = [t for t in ruling.told if t["type"] == "decision"]
    return it["side"], it["kind"]


HUNS: dict[str, Any] = {
    "HLC1": {"hex": 4815, "facing": "W"},
    "Sunicas": {"hex": 4815},
    "LN7": {"hex": 4513, "facing": "E"},
}


@pytest.mark.rule("cataphract 7.31")
@pytest.mark.parametrize(("lost", "goes"), [(12, True), (11, False)])
def test_huns_come_to_blows_when_the_vandals_have_lost_twice_as_much(lost: int, goes: bool) -> None:
    points = {"vandal": {"rout_points": lost}, "byzantine": {"rout_points": 6}}
    ruling = rule(battle("tricameron", HUNS, "Belisarius Tzazon", active="Sunicas", sides=points), "HLC1 > 4714 4614")
    assert ruling.refused == ([] if goes else ["hun-reluctance"])
    assert asked(ruling) == ("byzantine", "must-check" if goes else "orders")


@pytest.mark.rule("cataphract 12.12", "cataphract 5.51")
@pytest.mark.parametrize(("lost", "side"), [(6, "vandal"), (5, "byzantine")])
def test_huns_go_over_as_the_turn_ends(lost: int, side: str) -> None:
    points = {"vandal": {"rout_points": 5}, "byzantine": {"rout_points": lost}}
    ruling = rule(battle("tricameron", HUNS, "Belisarius Tzazon AHC1", phase="withdrawal", sides=points))
    assert ruling.of("HLC1")["side"] == ruling.of("Sunicas")["side"] == side
    assert asked(ruling) == ("byzantine", "elite") and ruling.end["turn"] == 3


@pytest.mark.rule("cataphract 8.11", "cataphract 4.21")
def test_gothic_archers_shoot_from_where_they_stand() -> None:
    placed = {"GLI2": {"hex": 5712, "facing": "W"}, "Teias": {"hex": 5711}, "LI9": {"hex": 5513, "facing": "E"}}
    given = battle("taginae", placed, "Totila Narses GHC2", active="Teias")
    ruling = rule(given, "GLI2 > 5612\nGLI2 x LI9", 9)
    assert ruling.refused == ["goth-archers"] and [t["rule"] for t in ruling.told if t["type"] == "roll"] == ["8.15"]


@pytest.mark.rule("cataphract 11.1")
def test_nobody_changes_his_seat_at_taginae() -> None:
    placed = {"BHC2": {"hex": 3607}, "LHI2": {"hex": 3608}}
    ruling = rule(
        battle("taginae", placed, "Totila Narses GHC2", active="Narses"), "dismount BHC2\nmount LHI2\nBHC2 > 3707"
    )
    assert ruling.refused[:2] == ["11.1", "11.1"]


@pytest.mark.rule("cataphract 10.16", "cataphract 4.5")
def test_who_dresses_his_ranks_on_the_catalaunian_fields() -> None:
    """Tribal foot doesn't, nor do Alans, whoever may command them."""
    worn = {"hits": 2}
    placed = {"ALHC2": {"hex": 1817, **worn}, "BMI1": {"hex": 1818, **worn}, "RHI1": {"hex": 1816, **worn}}
    given = battle("catalaunian", {**placed, "Aetius": {"hex": 1917}}, "Attila HC2 Sangiban", active="Aetius")
    ruling = rule(given, "recover ALHC2\nrecover BMI1\nrecover RHI1")
    assert ruling.refused == ["4.5", "ferocity"] and ruling.of("RHI1")["hits"] == 0
    own = battle("catalaunian", {**placed, "Sangiban": {"hex": 1917}}, "Attila HC2 Aetius", active="Sangiban")
    assert rule(own, "recover ALHC2").refused == ["alan-no-recovery"]


@pytest.mark.rule("cataphract 5.12")
@pytest.mark.parametrize(
    ("die", "ahead", "comes"),
    [
        (4, "", "acts"),
        (5, "", "waits"),
        (8, "", "waits"),
        (8, "west-roman", "leaves"),
        (9, "", "leaves"),
        (9, "hun", "waits"),
        (5, "hun", "acts"),
        (4, "west-roman", "waits"),
    ],
)
def test_whether_the_alans_fight(die: int, ahead: str, comes: str) -> None:
    """Initiative 4, one more or less for the side that has lost more."""
    points = {ahead: {"rout_points": 5}} if ahead else {}
    given = battle("catalaunian", {"ALHC2": {"hex": 2224}}, "Attila HC2 Sangiban", phase="select", sides=points)
    ruling = rule(given, "Sangiban", die)
    assert asked(ruling) == (("west-roman", "orders") if comes == "acts" else ("hun", "activation"))
    assert ruling.of("ALHC2")["departed"] is (comes == "leaves")
    assert points_of(ruling, "west-roman") == (5 if ahead == "west-roman" else 0), "who leaves is nobody's loss"
