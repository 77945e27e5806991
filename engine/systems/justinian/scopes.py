"""Whom standing orders may be given for: an army, a fleet, all of a power, and powers that may be bribed."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Scope
from engine.kernel.text import Text
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.scenario import BYZANTINE


def scopes(g: Campaign, side: str) -> tuple[Scope, ...]:
    """The narrowest first."""
    return tuple(_scopes(g, side))


def _scopes(g: Campaign, side: str) -> Iterator[Scope]:
    for a in g.state.armies.values():
        if a.power == BYZANTINE and side == "byzantine":
            yield Scope(a.id, Text("{army}", army=g.state.names[a.id]), frozenset({a.id}))
    for p in g.scenario.powers:
        armies = [a.id for a in g.state.armies.values() if a.power == p.id]
        if p.kind == "minor":
            # Byzantium's: what is done when it is to be bribed, and what it does as an ally (6.3).
            yield Scope(p.id, Text("{name}", name=p.name), frozenset({p.id}))
            continue
        if (p.id == BYZANTINE) != (side == "byzantine"):
            continue
        if p.id != BYZANTINE:
            for a in armies:
                yield Scope(a, Text("{army}", army=g.state.names[a]), frozenset({a}))
        if p.fleets:
            yield Scope(f"{p.id}-fleet", Text("the {whose} fleets", whose=p.adjective), frozenset({f"{p.id}-fleet"}))
        yield Scope(p.id, Text("all {name}", name=p.name), frozenset({*armies, f"{p.id}-fleet"}))
