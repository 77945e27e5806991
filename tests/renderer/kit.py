"""Positions to draw: a battle as it is set up, and small fields made for one picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.kernel.events import Trace
from engine.kernel.hexes import Facing, Hex
from engine.kernel.terrain import BattleMap, HexsideFeature, Place, Road
from engine.kernel.text import Text
from engine.kernel.view import CounterView, LeaderView, SideView, TableView
from scenarios import load

SYMBOLS = {
    "HC": "heavy-cavalry",
    "LN": "lancer",
    "LC": "light-cavalry",
    "HI": "heavy-infantry",
    "MI": "medium-infantry",
    "LI": "light-infantry",
    "CH": "artillery",
}


def tricameron() -> TableView:
    """The battle of Tricameron as set up."""
    scenario = load("cataphract/tricameron")
    counters: list[CounterView] = []
    leaders: list[LeaderView] = []
    for i, side in enumerate(scenario.sides):
        bands = {c: n for n, c in enumerate(dict.fromkeys(g.contingent for g in side.units))}
        for g in side.units:
            for number, h in zip(g.numbers, g.hexes, strict=False):
                counters.append(
                    CounterView(
                        id=f"{g.code}{number}",
                        name=g.name,
                        side=i,
                        symbol="cataphract" if g.cls == "Cat" else SYMBOLS[g.type],
                        hexes=(h,),
                        facing=g.facing,
                        tq=g.tq,
                        size=g.size,
                        missile=g.missile,
                        supply="full" if g.missile else None,
                        band=bands[g.contingent] + 6 * i,
                    )
                )
        for x in side.leaders:
            if x.hex is not None:
                rank: Any = x.role.lower()
                leaders.append(LeaderView(x.id, x.name, i, x.hex, rank, x.initiative))
    return TableView(
        title=scenario.title,
        subtitle=f"{scenario.place}, {scenario.date}",
        map=scenario.map,
        sides=tuple(SideView(s.id, s.name, 0, s.withdrawal_level) for s in scenario.sides),
        counters=tuple(counters),
        leaders=tuple(leaders),
        turn=1,
        phase=Text("Orders"),
        legend=(("stream", Text("stream")),),
    )


def ground(**kwargs: Any) -> BattleMap:
    """A small field of open ground, with whatever else is given."""
    given: dict[str, Any] = {
        "id": "field",
        "name": "Field",
        "cols": (1, 10),
        "rows": (1, 7),
        "compass": {"R": "east", "L": "west", "UP": "north", "DOWN": "south"},
    }
    return BattleMap(**{**given, **kwargs})


def unit(code: str, side: int, at: Hex | tuple[Hex, ...], facing: Facing | None = None, **kwargs: Any) -> CounterView:
    """A heavy horseman with TQ 6, or whatever else is given; side 0 faces east, side 1 west."""
    hexes = at if isinstance(at, tuple) else (at,)
    toward = facing if facing is not None else (Facing.E, Facing.W)[side % 2]
    whole = CounterView(code, code, side, "heavy-cavalry", hexes, toward, tq=6, size=5, band=side * 6)
    return replace(whole, **kwargs)


def table(m: BattleMap, *counters: CounterView, leaders: tuple[LeaderView, ...] = (), **kwargs: Any) -> TableView:
    """A table with these counters on it."""
    given: dict[str, Any] = {
        "title": "Field",
        "subtitle": "nowhere, never",
        "map": m,
        "sides": (SideView("byzantine", "Byzantines", 12, 100), SideView("goth", "Goths", 31, 110)),
        "counters": counters,
        "leaders": leaders,
        "turn": 3,
        "phase": Text("Orders"),
    }
    return TableView(**{**given, **kwargs})


def country() -> BattleMap:
    """Ten by seven hexes with a little of everything."""
    stream = [(205, 206), (305, 206), (305, 306), (305, 406), (405, 406), (505, 406)]
    return ground(
        id="country",
        climate="meadow",
        terrain={401: "woods", 501: "woods", 502: "woods", 605: "rough", 606: "rough", 101: "marsh", 102: "marsh"}
        | {1002: "river", 1003: "river", 1004: "river", 906: "city_interior", 806: "city_wall", 807: "city_gate"},
        levels={602: 1, 702: 2, 703: 1, 802: 1},
        hexsides=[HexsideFeature(a=a, b=b, type="stream") for a, b in stream]
        + [HexsideFeature(a=305, b=306, type="bridge"), HexsideFeature(a=704, b=804, type="trench")],
        roads=[Road(type="road", hexes=(106, 206, 305, 405))],
        places=(Place(name="Mons \u0141ysy", hex=702),),
    )


def skirmish() -> TableView:
    """A handful of units in the middle of a fight on that ground."""
    return table(
        country(),
        unit("THC1", 0, 304, symbol="cataphract", tq=7, hits=2, states=frozenset({"moved"})),
        unit("LI12", 0, 303, Facing.SE, symbol="light-infantry", missile="C", supply="low", band=2),
        unit("GHC4", 1, 404, states=frozenset({"must-check"}), hits=1),
        unit("AR1", 1, 505, symbol="archers", missile="B", supply="full", states=frozenset({"finished"})),
        unit("GHC5", 1, 704, Facing.E, hits=5, states=frozenset({"routed"})),
        leaders=(
            LeaderView("Bel", "Belisarius", 0, 304, "oc", 6, "active"),
            LeaderView("Tot", "Totila", 1, 605, "king", 5),
        ),
        zoc={0: frozenset({404, 403}), 1: frozenset({303, 304})},
    )


TRACES = (
    Trace(kind="move", unit="THC1", hexes=(105, 204), side="byzantine"),
    Trace(kind="move", unit="THC1", hexes=(204, 304), side="byzantine"),
    Trace(kind="rout", unit="GHC5", hexes=(505, 604, 704), side="goth"),
    Trace(kind="missile", unit="LI12", hexes=(303, 505), side="byzantine"),
    Trace(kind="shock", unit="THC1", hexes=(304, 404), side="byzantine"),
    Trace(kind="loss", unit="GHC9", hexes=(504,), side="goth"),
    Trace(kind="hit", unit="GHC4", hexes=(404,), side="goth"),
    Trace(kind="withdraw", unit="AR1", hexes=(405, 505), side="goth"),
    Trace(kind="advance", unit="LI12", hexes=(202, 303), side="byzantine"),
)
"""One of every kind, the first move in two steps."""
