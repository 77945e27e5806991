"""Traces: what belongs together is told together, what is out of sight is left out."""

from __future__ import annotations

from dataclasses import replace

from engine.kernel.events import Trace
from renderer import Reach, Shock, area, render
from renderer.traces import joined
from tests.renderer.conftest import changed, opened, where_changed
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


def charge(*hexes: int) -> Trace:
    return Trace(kind="charge", unit="X", hexes=hexes, side="red")


def ink(trace: Trace) -> float:
    """Share of the picture this trace alone changes."""
    bare = replace(skirmish(), counters=(), leaders=())
    return changed(opened(render(bare)), opened(render(bare, traces=[trace])))


def test_a_charge_is_bolder_than_a_move_and_an_attack() -> None:
    way = (204, 304, 404)
    shock = Trace(kind="shock", unit="X", hexes=(304, 404), side="red")
    assert ink(charge(*way)) > 1.5 * (ink(move("X", *way[:2])) + ink(shock))
    assert ink(charge(304, 404)) > 1.3 * ink(shock), "where nobody rides, the point alone is bolder too"


def test_a_charge_ends_at_its_target() -> None:
    """Its last hex is the enemy's: the ribbon doesn't run on into it."""
    bare = replace(skirmish(), counters=(), leaders=())
    layout = area(1, 1, 10, 7).layout(bare)
    before, after = (opened(render(bare, area(1, 1, 10, 7), traces=t)) for t in ((), [charge(204, 304, 404)]))
    box = where_changed(before, after)
    assert box is not None
    (x0, _), (x1, _) = layout.xy(204), layout.xy(404)
    assert abs(box[0] - x0) < 0.5 * layout.r and box[2] < x1 - 0.3 * layout.r


def test_two_charges_are_not_one_path() -> None:
    assert len(joined([charge(101, 102), charge(102, 103)])) == 2


def test_marks_outside_the_view_are_left_out() -> None:
    view, table = area(1, 5, 3, 7), skirmish()
    far = [move("X", 901, 1001), Trace(kind="missile", unit="X", hexes=(801, 1001))]
    overlays = [Reach({1001: 1}, {}, 901), Shock([("GHC5", "AR1")])]
    assert render(table, view, overlays, far).png == render(table, view).png
