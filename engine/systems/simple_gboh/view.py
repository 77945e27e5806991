"""The position as everybody sees it on the table: the family's, with Formations, seizure and command status."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from engine.kernel.text import Text, joined
from engine.kernel.view import CounterView, SideView, TableView
from engine.systems.gboh import view
from engine.systems.simple_gboh.battle import Battle


def table(g: Battle, viewers: Collection[str] = ()) -> TableView:
    """The whole public position, and what the sides among ``viewers`` know besides."""
    return _told(g, view.table(g, viewers))


def glance(g: Battle) -> TableView:
    """The public position without what lies on the map."""
    return _told(g, view.glance(g))


def _told(g: Battle, found: TableView) -> TableView:
    return replace(
        found,
        sides=tuple(_side(g, s) for s in found.sides),
        counters=tuple(_counter(g, c) for c in found.counters),
        moment=_moment(g),
        headline=_headline(g),
        turn_is_activation=True,
        acts=g.state.orders.side if _under_way(g) and g.state.orders is not None else None,
    )


def _side(g: Battle, s: SideView) -> SideView:
    """4.1 Bands are Formations; 4.44 the attempts its leaders have left to seize a turn."""
    spec = g.spec(s.id)
    banners = dict.fromkeys(u.banner[0] for u in g.state.units.values() if u.side == s.id)
    able = [x for x in g.state.leaders.values() if x.side == s.id and x.seizure and not x.eliminated]
    left = ", ".join(f"{x.name} {x.seizure}" for x in able) or Text("none")
    return replace(
        s,
        to_act=(),
        bands=tuple(spec.formation(name).name for name in banners),
        tracks=(*s.tracks, (Text("Seizures left"), left)),
    )


def _counter(g: Battle, c: CounterView) -> CounterView:
    """4.11 Activated units that are Out of Command."""
    unit = g.state.units[c.id]
    out = g.state.phase in ("orders", "shock") and g.activated(unit) and not g.in_command(unit)
    return replace(c, states=c.states | {"out-of-command"}) if out else c


def _under_way(g: Battle) -> bool:
    """Whether something is activated: before that a Player Turn may yet be seized, or passed over."""
    turn = g.state.orders
    return turn is not None and (turn.kind != "turn" or bool(turn.formations))


def _moment(g: Battle) -> str:
    """Which Player Turn it is, and whether it is a leader's ride alone; "" between two of them."""
    turn = g.state.orders
    return f"{g.state.turn}|{turn.side}|{turn.kind}" if turn is not None and _under_way(g) else ""


def _headline(g: Battle) -> Text | None:
    """What is activated."""
    turn = g.state.orders
    if turn is None or not _under_way(g):
        return None
    what: Text | str = joined(g.spec(turn.side).formation(name).name for name in turn.formations)
    if turn.kind != "turn":
        what = ", ".join(g.state.leaders[name].name for name in turn.leads)
    return Text("Player Turn {turn}: the {side} · {what}", turn=g.state.turn, side=g.spec(turn.side).name, what=what)
