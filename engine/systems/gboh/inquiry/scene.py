"""Positions as they might be: an Orders Phase that isn't under way, units elsewhere. The real one is left alone."""

from __future__ import annotations

from engine.kernel.inquiry import at_least_one as at_least_one
from engine.kernel.inquiry import by_mp as by_mp
from engine.kernel.inquiry import names as names
from engine.kernel.inquiry import percent
from engine.kernel.inquiry import refusal_of as refusal_of
from engine.kernel.inquiry import why_not as why_not
from engine.kernel.text import Text, joined, refuse
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.command import command
from engine.systems.gboh.missiles import volley
from engine.systems.gboh.state import Leader, State, Unit


def ordering(g: Battle, side: str) -> Leader | None:
    """The leader of ``side`` who gives orders at this moment, if any."""
    o = g.state.orders
    if o is None or o.side != side or o.leader is None or g.state.phase not in ("orders", "line"):
        return None
    return g.state.leaders[o.leader]


def as_if(g: Battle, side: str, leader: Leader | None = None) -> Battle:
    """The battle in an Orders Phase of ``side``: the one under way if it is its own, else one that just begins.

    ``leader`` is who would give the orders; his phase is another one than that of the leader who does now.
    """
    now = ordering(g, side)
    if now is not None and (leader is None or leader.id == now.id):
        return g
    if not g.led and g.active == side and g.state.phase == "orders":
        return g
    orders = g.new_orders(side=side, leader=leader.id if leader is not None else None)
    leaders = dict(g.state.leaders)
    if leader is not None:
        # A permission belongs to the activation it was asked in (4.33).
        leaders[leader.id] = leader.model_copy(update={"status": "active", "line_permission": None})
    return derive(g, orders=orders, phase="orders", leaders=leaders)


def activated(g: Battle, side: str) -> Battle:
    """G 4.1 The battle as if all of the side had been activated, whoever acts now."""
    return derive(g, orders=g.new_orders(side=side), phase="orders")


def derive(g: Battle, **changes: object) -> Battle:
    """The battle with parts of its state replaced; the other parts are shared and must be left alone."""
    return g.afresh(g.state.model_copy(update=changes))


def copied(g: Battle) -> Battle:
    """A battle of its own, to try things on."""
    state: State = g.state.model_copy(deep=True)
    return g.afresh(state)


# -- pieces ----------------------------------------------------------------------------------------------------------


def unit(g: Battle, name: str) -> Unit:
    """A unit by its id. Raises Refusal."""
    found = g.state.units.get(name)
    if found is None:
        refuse("There is no unit {name}.", name=name)
    return found


def whose(g: Battle, side: str) -> str:
    return g.spec(side).name


def commanders(g: Battle, u: Unit) -> list[tuple[Leader, int]]:
    """4.21 Leaders who can give the unit an Individual Order where it stands, with their distance in hexes."""
    found: list[tuple[Leader, int]] = []
    for x in g.leaders(u.side):
        if command.in_command(g, x, u):
            reached = command.reach(g, x, x.command_range)
            found.append((x, min((reached[h] for h in footprint.hexes_of(u) if h in reached), default=0)))
    return found


def likely_leader(g: Battle, u: Unit) -> Leader | None:
    """Who would order the unit: the leader who gives orders now, else the first in whose command it is."""
    now = ordering(g, u.side)
    if now is not None or not g.led:
        return now
    able = [x for x, _ in commanders(g, u)]
    return min(able, key=lambda x: (x.status == "finished", command.silenced(g, x)), default=None)


# -- odds in words ---------------------------------------------------------------------------------------------------


def hit_chance(odds: volley.Preview) -> float:
    return 1 - odds.chances[0]


def shot(shooter: Unit, target: str, odds: volley.Preview, shots: int = 1) -> Text:
    """A volley in a sentence: range, what it needs, how likely, each modifier."""
    why = joined(m.words for m in odds.modifiers)
    chance: Text = Text(
        "{chance} for two hits, {some} for one or more", chance=percent(odds.chances[2]), some=percent(hit_chance(odds))
    )
    if not odds.chances[2]:
        chance = percent(hit_chance(odds))
    return Text(
        "{shooter} at {target}, range {d}: {needs}{why} ({chance}){times}",
        shooter=shooter.id,
        target=target,
        d=odds.distance,
        needs=odds.needs,
        why=Text(" ({why})", why=why) if odds.modifiers else "",
        chance=chance,
        times=Text(", twice") if shots > 1 else "",
    )
