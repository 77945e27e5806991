"""8.21 SP that are lost: shared by their owner among the groups that were in it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.text import Text
from engine.systems.justinian import sharing
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import StrengthChanged
from engine.systems.justinian.events.strength import Why
from engine.systems.justinian.scenario import Side
from engine.systems.justinian.state import Group


async def suffer(g: Campaign, side: Side, groups: Sequence[Group], n: int, why: Why, rule: str) -> int:
    """Take ``n`` SP off the groups, as many as there are at most; their owner shares them out. Returns how many."""
    held = sorted((x for x in groups if g.state.sp_of(x)), key=lambda x: _expendable(g, x))
    total = sum(g.state.sp_of(x) for x in held)
    n = min(n, total)
    if n <= 0:
        return 0
    parts = [sharing.Part(x.key, g.state.told(x), g.state.sp_of(x), g.state.place_of(x), once=_once(x)) for x in held]
    if n == total:
        shares = {p.key: p.most for p in parts}
    else:
        shares = await sharing.share(g, side, "losses", rule, Text("{n} SP are lost: whose?", n=n), n, parts)
    for x in held:
        if shares.get(x.key):
            g.emit(StrengthChanged(group=x, n=-shares[x.key], why=why, rule=rule))
    return n


def _expendable(g: Campaign, group: Group) -> tuple[int, int]:
    """The usual order: allied SP first, which don't stay, then Frontier and Detached SP, then the largest armies."""
    ally = group.kind == "army" and group.power != g.state.armies[group.army].power
    return (0 if ally else 1 if group.kind != "army" else 2, -g.state.sp_of(group))


def _once(group: Group) -> str:
    """What Frontier and Detached SP were called in answers of earlier releases; the others as now."""
    return {"frontier": "frontier", "detached": group.power}.get(group.kind, "")
