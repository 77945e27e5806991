"""Traces: what belongs together is told together, what is out of sight is left out."""

from __future__ import annotations

from engine.kernel.events import Trace
from renderer import Reach, Shock, area, render
from renderer.traces import joined
from tests.renderer.skirmish import TRACES, skirmish


def move(unit: str, *hexes: int) -> Trace:
    return Trace(kind="move", unit=unit, hexes=hexes)


def test_steps_of_one_move_are_one_arrow() -> None:
    paths = joined(TRACES)
    assert [t.hexes for t in paths if t.unit == "THC1" and t.kind == "move"] == [(105, 204, 304)]
    assert len(paths) == len(TRACES) - 1


def test_steps_of_two_units_in_turn_are_two_arrows() -> None:
    found = joined([move("A", 101, 102), move("B", 201, 202), move("A", 102, 103), move("B", 202, 203)])
    assert [t.hexes for t in found] == [(101, 102, 103), (201, 202, 203)]


def test_a_move_and_a_flight_stay_apart() -> None:
    flight = Trace(kind="rout", unit="A", hexes=(102, 101))
    assert joined([move("A", 101, 102), flight]) == [move("A", 101, 102), flight]


def test_a_move_that_begins_elsewhere_is_another_one() -> None:
    assert len(joined([move("A", 101, 102), move("A", 201, 202)])) == 2


def test_marks_outside_the_view_are_left_out() -> None:
    view, table = area(1, 5, 3, 7), skirmish()
    far = [move("X", 901, 1001), Trace(kind="missile", unit="X", hexes=(801, 1001))]
    overlays = [Reach({1001: 1}, {}, 901), Shock([("GHC5", "AR1")])]
    assert render(table, view, overlays, far).png == render(table, view).png
