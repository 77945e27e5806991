"""A fight in the middle, on ground with a little of everything: what the stored pictures show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.kernel.events import Trace
from engine.kernel.hexes import Facing, Hex
from engine.kernel.terrain import HexsideFeature, Place, Road
from engine.kernel.view import CounterView, LeaderView, TableView
from tests.renderer import field


def unit(code: str, side: int, at: Hex, facing: Facing | None = None, **more: Any) -> CounterView:
    """A heavy horseman with TQ 6, or whatever else is given; side 0 faces east, side 1 west."""
    toward = facing if facing is not None else (Facing.E, Facing.W)[side % 2]
    whole = CounterView(code, code, side, "heavy-cavalry", (at,), toward, tq=6, size=5, band=side * 6)
    return replace(whole, **more)


def ground() -> TableView:
    """Ten by seven hexes, nobody on them."""
    stream = [(205, 206), (305, 206), (305, 306), (305, 406), (405, 406), (505, 406)]
    return field.small(
        id="country",
        cols=(1, 10),
        rows=(1, 7),
        climate="meadow",
        terrain={401: "woods", 501: "woods", 502: "woods", 605: "rough", 606: "rough", 101: "marsh", 102: "marsh"}
        | {1002: "river", 1003: "river", 1004: "river", 906: "city_interior", 806: "city_wall", 807: "city_gate"},
        levels={602: 1, 702: 2, 703: 1, 802: 1},
        hexsides=[HexsideFeature(a=a, b=b, type="stream") for a, b in stream]
        + [HexsideFeature(a=305, b=306, type="bridge"), HexsideFeature(a=704, b=804, type="trench")],
        roads=[Road(type="road", hexes=(106, 206, 305, 405))],
        places=(Place(name="Łysa Góra", hex=702),),
    )


def skirmish() -> TableView:
    """Five units and two leaders on that ground."""
    return replace(
        ground(),
        counters=(
            unit("THC1", 0, 304, symbol="cataphract", tq=7, hits=2, states=frozenset({"moved"})),
            unit("LI12", 0, 303, Facing.SE, symbol="light-infantry", missile="C", supply="low", band=2),
            unit("GHC4", 1, 404, states=frozenset({"must-check"}), hits=1),
            unit("AR1", 1, 505, symbol="archers", missile="B", supply="full", states=frozenset({"finished"})),
            unit("GHC5", 1, 704, Facing.E, hits=5, states=frozenset({"routed"})),
        ),
        leaders=(
            LeaderView("Bel", "Belisarius", 0, 304, "oc", 6, "active"),
            LeaderView("Tot", "Totila", 1, 605, "king", 5),
        ),
        zoc={0: frozenset({404, 403}), 1: frozenset({303, 304})},
    )


TRACES = (
    Trace(kind="move", unit="THC1", hexes=(105, 204), side="red"),
    Trace(kind="move", unit="THC1", hexes=(204, 304), side="red"),
    Trace(kind="rout", unit="GHC5", hexes=(505, 604, 704), side="blue"),
    Trace(kind="missile", unit="LI12", hexes=(303, 505), side="red"),
    Trace(kind="shock", unit="THC1", hexes=(304, 404), side="red"),
    Trace(kind="loss", unit="GHC9", hexes=(504,), side="blue"),
    Trace(kind="hit", unit="GHC4", hexes=(404,), side="blue"),
    Trace(kind="withdraw", unit="AR1", hexes=(405, 505), side="blue"),
    Trace(kind="advance", unit="LI12", hexes=(202, 303), side="red"),
)
"""One of every kind, the first move in two steps."""
