"""Units of two hexes that go somewhere and face some way at the end, by a name of the hex alone."""

from __future__ import annotations

from itertools import product

import pytest

from tests.positions.kit import Ruling, on_field, rule, unit
from tests.positions.test_meeting_simple_gboh import FAR, field

ROUGH = ["0907", "0908", "0909", "0910", "1007", "1008", "1108", "1111", "1210", "1212", "1213", "1312", "1313", "1413"]
HIGH = ["0912", "0913", "1011", "1014", "1108", "1109", "1207", "1210", "1211", "1213", "1309", "1312", "1314", "1410"]
GROUND = {"terrain": dict.fromkeys(ROUGH, "rough"), "levels": dict.fromkeys(HIGH, 1)}
BROKEN = field([unit("a", "PH1", 1010, tq=9), FAR], ground=GROUND)


def paid(ruling: Ruling) -> tuple[int, int]:
    """Hits and Movement Points of a phalanx that had four."""
    return ruling.of("PH1")["hits"], 4 - ruling.left("PH1")


@pytest.mark.rule("simple-gboh 5.17", "simple-gboh 5.22", "simple-gboh 5.23")
def test_hits_that_another_way_avoids_are_avoided() -> None:
    """Of all ways of three steps, wheels among them, that which is found takes least hits, then least points."""
    best: dict[tuple[int, str], tuple[int, int]] = {}
    for n in (1, 2, 3):
        for steps in product(("fl", "fr", "wheel left", "wheel right"), repeat=n):
            ruled = rule(BROKEN, "PH1 " + " ".join(steps))
            if not ruled.refused:
                end = ruled.of("PH1")["hex"], ruled.of("PH1")["facing"]
                best[end] = min(paid(ruled), best.get(end, (9, 9)))
    ahead = {(1109, "NE"), (1110, "SE")}  # steps that are written, and kept to: forward, then a wheel
    assert len(best) > 30
    for (at, facing), least in best.items():
        if (at, facing) not in ahead:
            ruled = rule(BROKEN, f"PH1 > {at:04} @{facing}")
            assert ruled.refused == [] and (ruled.of("PH1")["hex"], ruled.of("PH1")["facing"]) == (at, facing)
            assert paid(ruled) <= least, (at, facing)


@pytest.mark.rule("simple-gboh 5.17", "simple-gboh 5.23")
@pytest.mark.parametrize(("orders", "hits", "left"), [("> 1109 @NE", 3, 0), ("wheel left fr", 2, 0)])
def test_a_way_that_is_written_is_kept_to(orders: str, hits: int, left: int) -> None:
    ruled = rule(BROKEN, f"PH1 {orders}")
    assert ruled.refused == [] and (ruled.of("PH1")["hex"], ruled.of("PH1")["facing"]) == (1109, "NE")
    assert (ruled.of("PH1")["hits"], ruled.left("PH1")) == (hits, left)


@pytest.mark.rule("alexander 6.32", "spqr 6.3", "simple-gboh 5.23")
@pytest.mark.parametrize("system", ["alexander", "spqr", "simple-gboh"])
@pytest.mark.parametrize(
    ("orders", "at", "facing"),
    [
        ("> 1109 @E", 1109, "E"),
        ("> 1110 @E", 1110, "E"),
        ("> 1109 1209 @E", 1209, "E"),
        ("> 1109 @NE", 1109, "NE"),
        ("> 1109 @NW", 1109, "NW"),
    ],
)
def test_the_facing_it_keeps_is_no_wheel(system: str, orders: str, at: int, facing: str) -> None:
    """Nor are two wheels one: that is another way, which is looked for."""
    units = [unit("a", "PH1", 1010), unit("b", "PH9", 2810, "W")]
    leaders = [{"id": "Alfa", "side": "a", "hex": 1012}, {"id": "Beta", "side": "b", "hex": 2810}]
    begun = {"phase": "orders", "orders": {"side": "a"}} if system == "simple-gboh" else {"active": "Alfa"}
    ruled = rule(on_field(units, leaders, system=system, **begun), f"PH1 {orders}")
    assert ruled.refused == [] and (ruled.of("PH1")["hex"], ruled.of("PH1")["facing"]) == (at, facing)
