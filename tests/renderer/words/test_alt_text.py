"""Alternative text tells the position to those who can't see the picture."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.kernel.events import Trace
from engine.kernel.text import Text
from engine.kernel.view import MarkerView, TableView
from renderer import around, render
from renderer.words.state_of_play import state_of_play
from tests.renderer.chivalry import fight


def alt(table: TableView, *traces: Trace) -> str:
    return render(table, around([4810]), traces=traces).alt


def test_turn_sides_points_and_units(table: TableView) -> None:
    told = alt(table)
    for part in ("Tricameron", "turn 1", "Leader activation", "Byzantines 0 of 35", "Vandals 0 of 30", "13 units"):
        assert part in told
    assert told.endswith(".")


def test_before_the_first_turn_no_turn_is_named(table: TableView) -> None:
    told = alt(replace(table, turn=0, phase=Text("Deployment")))
    assert "Deployment" in told and "turn" not in told
    assert state_of_play(replace(table, turn=0, phase=Text("Deployment"))).startswith("Deployment · ")


def test_the_last_moves(table: TableView) -> None:
    told = alt(
        table,
        Trace(kind="move", unit="LN5", hexes=(4409, 4509), side="vandal"),
        Trace(kind="missile", unit="THC3", hexes=(4810, 4510), side="byzantine"),
        Trace(kind="rout", unit="LC1", hexes=(4503, 4403, 4303), side="vandal"),
        Trace(kind="loss", unit="LN9", hexes=(4517,), side="vandal"),
    )
    assert "LN5 moved to 4509" in told
    assert "THC3 fired at LC3 in 4510" in told
    assert "LC1 fled to 4303" in told
    assert "LN9 was lost" in told


def test_routed_units_and_the_outcome(table: TableView) -> None:
    broken = tuple(replace(c, states=frozenset({"routed"})) if c.id in ("LN1", "LN2") else c for c in table.counters)
    told = alt(replace(table, counters=broken, outcome=Text("The Vandals leave the field.")))
    assert "2 routed" in told
    assert "The Vandals leave the field" in told


def test_standards_and_shaken_units() -> None:
    told = alt(fight(), Trace(kind="charge", unit="MM1", hexes=(305, 405, 505), side="red"))
    assert "Reds 3 of 20 Rout Points, 7 units on the map, 2 disordered, standard in 0205;" in told
    assert "Blues 5 Rout Points, 6 units on the map, 1 retired, standard in 1004." in told
    assert "MM1 charged PK1 in 0505." in told


def test_who_is_retired_and_disordered_is_told_once() -> None:
    table = fight()
    worse = tuple(replace(c, states=c.states | {"disordered"}) if "retired" in c.states else c for c in table.counters)
    assert alt(replace(table, counters=worse)) == alt(table)


@pytest.mark.parametrize("count, told", [(0, ""), (1, "standard in 0101"), (3, "standards in 0101, 0102 and 0103")])
def test_standards_are_listed(count: int, told: str) -> None:
    flags = tuple(MarkerView(f"S{i}", "", "standard", 101 + i, 0) for i in range(count))
    found = alt(replace(fight(), markers=(*flags, MarkerView("W", "", "wagon", 301, 0))))
    assert told in found and ("standard" in found) == bool(count)


def test_many_standards_are_counted() -> None:
    flags = tuple(MarkerView(f"S{i}", "", "standard", 101 + i, 0) for i in range(8))
    assert "8 standards" in alt(replace(fight(), markers=flags))


def test_it_stays_short_whatever_happened(table: TableView) -> None:
    """Discord takes at most 1,024 characters."""
    many = [Trace(kind="move", unit=c.id, hexes=(4810, 4811), side="") for c in table.counters]
    assert len(alt(table, *many * 4)) <= 1024
