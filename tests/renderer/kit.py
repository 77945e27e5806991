"""Positions to draw: a battle as it is set up, and small fields made for one picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.kernel.hexes import Facing, Hex
from engine.kernel.terrain import BattleMap
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
