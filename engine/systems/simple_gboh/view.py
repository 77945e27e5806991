"""The position as everybody sees it on the table: the family's, with Formations, seizure and command status."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from engine.kernel.text import Text
from engine.kernel.view import CounterView, SideView, TableView
from engine.systems.gboh import view
from engine.systems.simple_gboh.battle import Battle


def table(g: Battle, viewers: Collection[str] = ()) -> TableView:
    """The whole public position, and what the sides among ``viewers`` know besides."""
    found = view.table(g, viewers)
    return replace(
        found,
        sides=tuple(_side(g, s) for s in found.sides),
        counters=tuple(_counter(g, c) for c in found.counters),
        moment=_moment(g),
    )


def _side(g: Battle, s: SideView) -> SideView:
    """4.1 Bands are Formations; 4.44 the attempts its leaders have left to seize a turn."""
    spec = g.spec(s.id)
    banners = dict.fromkeys(u.banner[0] for u in g.state.units.values() if u.side == s.id)
    able = [x for x in g.state.leaders.values() if x.side == s.id and x.seizure and not x.eliminated]
    left = ", ".join(f"{x.name} {x.seizure}" for x in able) or "none"
    return replace(
        s,
        to_act=(),
        bands=tuple(spec.formation(name).name for name in banners),
        tracks=((Text("Seizures left"), left),),
    )


def _counter(g: Battle, c: CounterView) -> CounterView:
    """4.11 Activated units that are Out of Command."""
    unit = g.state.units[c.id]
    out = g.state.phase in ("orders", "shock") and g.activated(unit) and not g.in_command(unit)
    return replace(c, states=c.states | {"out-of-command"}) if out else c


def _moment(g: Battle) -> str:
    """Which Player Turn it is, and what is activated in it."""
    turn = g.state.orders
    return "" if turn is None else f"{g.state.turn}|{turn.side}|{','.join(turn.formations)}"
