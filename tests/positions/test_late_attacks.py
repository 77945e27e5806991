"""An attack written where nobody can attack is refused for what forbids it, and play goes on."""

from __future__ import annotations

from typing import Any

import pytest

from bot.cli import adjudication
from tests.positions.kit import on_field, rule, unit

LEADERS = [{"id": "Alfa", "side": "a", "hex": 1009}, {"id": "Beta", "side": "b", "hex": 2009}]
CASES = {
    "cataphract": ("7.34", "7.33", "momentum"),
    "alexander": ("", "7.32", "momentum"),
    "spqr": ("6.75", "7.25", "momentum"),
    "simple-gboh": ("11.25", "7.32", "activation"),
}


def stand(system: str, *units: dict[str, Any], phase: str) -> dict[str, Any]:
    begun: dict[str, Any] = {"active": "Alfa", "phase": phase}
    if system == "simple-gboh":
        begun = {"orders": {"side": "a"}, "phase": phase, "options": {"11.2": True}}
    return on_field(units, LEADERS, system=system, **begun)


@pytest.mark.rule("cataphract 7.34", "spqr 6.75", "simple-gboh 11.25")
@pytest.mark.parametrize("system", [s for s, cases in CASES.items() if cases[0]])
@pytest.mark.parametrize("phase", ["orders", "shock"])
def test_a_column_attacks_nobody(system: str, phase: str) -> None:
    marching = unit("a", "MI1", 1010, "SIDE_SE", column=True)
    given = stand(system, marching, unit("b", "MI9", 1110), phase=phase)
    ruling = rule(given, ("done\n" if phase == "orders" else "") + "shock MI1 x MI9")
    assert ruling.refused == [CASES[system][0]] and ruling.asked == [CASES[system][2]]


@pytest.mark.rule("cataphract 7.33", "alexander 7.32", "spqr 7.25", "simple-gboh 7.32")
@pytest.mark.parametrize("system", CASES)
def test_nobody_attacks_from_afar(system: str) -> None:
    given = stand(system, unit("a", "MI1", 1010), unit("b", "MI9", 1210), phase="orders")
    ruling = rule(given, "done\nshock MI1 x MI9")
    assert ruling.refused == [CASES[system][1]] and ruling.asked == [CASES[system][2]]
    assert rule(given, "done").asked == rule(given, "done\nshock none").asked == [CASES[system][2]]


@pytest.mark.rule("cataphract 7.33", "alexander 7.32", "spqr 7.25")
@pytest.mark.parametrize("system", ["cataphract", "alexander", "spqr"])
@pytest.mark.parametrize("marches", [True, False])
def test_a_session_that_does_not_ask_says_why_all_the_same(
    system: str, marches: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a session the Shock segment passes unasked where nobody can attack: Momentum is the next question."""
    monkeypatch.setattr(adjudication, "_SpelledOut", lambda asked: asked)
    column, afar, _ = CASES[system]
    marches = marches and bool(column)  # Alexander's Columns may attack.
    state = {"column": True, "facing": "SIDE_SE"} if marches else {}
    given = stand(system, unit("a", "MI1", 1010, **state), unit("b", "MI9", 1110 if marches else 1210), phase="orders")
    ruling = rule(given, "done\nshock MI1 x MI9")
    (said,) = [t["text"] for t in ruling.told if t["type"] == "refusal"]
    assert ruling.refused == [column if marches else afar] and ruling.asked == ["momentum"]
    assert said.endswith("The Shock segment of Alfa is over.")
    assert ("In Column" if marches else "no enemy in its ZOC") in said


@pytest.mark.rule("cataphract 4.24", "alexander 4.24", "spqr 4.26")
@pytest.mark.parametrize(("system", "case"), [("cataphract", "4.24"), ("alexander", "4.24"), ("spqr", "4.26")])
def test_a_leader_in_contact_is_told_why_he_gives_no_orders(system: str, case: str) -> None:
    """Where he enables no attack either, and his phase passes."""
    leaders = [*LEADERS, {"id": "Gamma", "side": "a", "hex": 1010, "role": "SC"}]
    units = [unit("a", "MI1", "0606"), unit("b", "MI9", 1110, "W")]
    ruling = rule(on_field(units, leaders, system=system, active="Gamma"), "MI1 > 0706")
    assert ruling.refused == [case] and ruling.of("MI1")["hex"] == 606
