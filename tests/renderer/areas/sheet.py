"""A table on the small map of areas: armies of two sides, who holds what, what lies in it."""

from __future__ import annotations

from typing import Any

from engine.kernel.text import Text
from engine.kernel.view import CounterView, HoldingView, SideView, TableView
from tests.engine.lands import lands

SIDES = (
    SideView("byzantine", "Byzantines", points_name="", tracks=((Text("Treasury"), "12"), (Text("Manpower"), "5"))),
    SideView(
        "barbarian", "Barbarians", points_name="", bands=("Vandals", "Goths"), tracks=((Text("Vandal treasury"), "9"),)
    ),
)


def army(code: str, side: int, place: int, strength: int, *led_by: str, **more: Any) -> CounterView:
    return CounterView(code, f"Army {code}", side, "army", (place,), None, strength=strength, led_by=led_by, **more)


ARMIES = (
    army("B1", 0, 3, 14, "Belisarius"),
    army("B2", 0, 4, 6),
    army("V1", 1, 17, 11, "Gelimer", band=0),
    army("V2", 1, 17, 4, band=0),
    army("V3", 1, 17, 2, band=0),
    army("V4", 1, 17, 1, band=0),
    army("G1", 1, 60, 9, band=1),
)
HOLDINGS = (
    HoldingView(3, 0),
    HoldingView(4, 0, marks=("plague",)),
    HoldingView(17, 1, 0, marks=("revolt",), worth=1),
    HoldingView(18, 1, 1),
)


def sheet(**changes: Any) -> TableView:
    """The table, with some of its fields changed."""
    fields: dict[str, Any] = {
        "title": "Renovatio",
        "subtitle": "The Mediterranean, 530",
        "board": lands(),
        "sides": SIDES,
        "counters": ARMIES,
        "leaders": (),
        "turn": 3,
        "phase": Text("Byzantine activations"),
        "holdings": HOLDINGS,
    }
    return TableView(**fields | changes)
