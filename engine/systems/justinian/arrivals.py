"""4.22 T:leader_arrivals New barbarian leaders (C0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.kernel.decisions import Answer, Choice, Choose, Pick
from engine.kernel.text import Text, refuse
from engine.systems.justinian import sharing, standing
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import ArmyPlaced, ArmyTookOver, FleetMoved, LeaderAway, PhaseBegan, StrengthMoved
from engine.systems.justinian.scenario import SARDINIA
from engine.systems.justinian.sharing import Part
from engine.systems.justinian.state import Army, Group, in_army


async def phase(g: Campaign) -> None:
    """C0: those due this turn, in the order of the scenario."""
    for a in [a for a in g.state.armies.values() if a.where == "track" and (a.arrives or 0) <= g.state.turn]:
        await _arrive(g, a)
    standing.settle(g)
    g.emit(PhaseBegan(phase="barbarian", rule="6.12"))


async def _arrive(g: Campaign, a: Army) -> None:
    spec = g.leader(a.id)
    box = g.land.box(a.power)
    if box is not None:  # 8.26 the last Persian leader is back
        g.emit(ArmyPlaced(army=a.id, at=box, rule="8.26"))
        return
    if a.power in g.state.out or g.total_sp(a.power) == 0:
        g.emit(LeaderAway(army=a.id, rule="4.22"))
        return
    old = g.state.armies.get(spec.replaces or "")
    if old is not None and old.where == "map":
        g.emit(ArmyTookOver(army=a.id, old=old.id, rule="4.22"))
    elif spec.at == SARDINIA:
        await _to_sardinia(g, a)
    else:
        await _with_any(g, a)


@dataclass(kw_only=True)
class Whose(Choose):
    """Which SP a new leader takes over; ``once``: keys of answers given before Release 0.2, which can't be written."""

    once: frozenset[str]

    def check(self, answer: Answer) -> None:
        if not (isinstance(answer, Pick) and answer.key in self.once):
            super().check(answer)


def _key(g: Campaign, group: Group) -> str:
    """A group as a word: "totila", "ostrogoths-detached-flaminia"."""
    what, at, _ = group.key.partition("@")
    return f"{what}-{g.land.map.code(group.place)}" if at else what


async def _with_any(g: Campaign, a: Army) -> None:
    """4.22 He is placed with any SP of his power: he takes over Detached SP, or a part of an army."""
    groups = [x for x in g.groups() if x.power == a.power]
    source = groups[0]
    if len(groups) > 1:
        keys = {x.key: _key(g, x) for x in groups}
        pick = await g.ask(
            Whose(
                kind="new-leader",
                side="barbarian",
                rule="4.22",
                prompt=Text("{leader} arrives: with which SP?", leader=g.state.names[a.id]),
                choices=[
                    Choice(
                        keys[x.key],
                        Text("{group}, {n} SP", group=g.state.told(x), n=g.state.sp_of(x)),
                        hex=g.state.place_of(x),
                        lean=float(g.state.sp_of(x)),
                    )
                    for x in groups
                ],
                default_key=keys[max(groups, key=g.state.sp_of).key],
                subject=a.id,
                once=frozenset(keys),
            )
        )
        source = next(x for x in groups if pick.key in (x.key, keys[x.key]))
    at, n = g.state.place_of(source), g.state.sp_of(source)
    assert at is not None
    if source.kind == "army":
        part = Part(source.key, Text("{leader}", leader=g.state.names[a.id]), n, at, also=a.id)
        prompt = Text("How many of the {n} SP does {leader} take?", n=n, leader=g.state.names[a.id])
        n = sum(
            (
                await sharing.share(
                    g,
                    "barbarian",
                    "new-leader-sp",
                    "4.22",
                    prompt,
                    n,
                    [part],
                    all_of_it=False,
                    default={source.key: n // 2},
                )
            ).values()
        )
    g.emit(ArmyPlaced(army=a.id, at=at, rule="4.22"))
    if n:
        g.emit(StrengthMoved(source=source, to=in_army(a), n=n, why="sent", rule="4.22"))


async def _to_sardinia(g: Campaign, a: Army) -> None:
    """4.22 Tzazon comes to Sardinia with 5 SP or more and the ships to carry those who come from elsewhere."""
    sources = [x for x in g.groups() if x.power == a.power]
    ships = [x for x in g.fleets() if x.power == a.power]
    least = min(g.charts.manpower("tzazon_least"), sum(g.state.sp_of(x) for x in sources))
    each = g.charts.manpower("carried_by_a_ship")
    at = g.land.sardinia
    afloat = sum(g.state.sp_of(x) for x in ships)
    there = sum(g.state.sp_of(x) for x in sources if g.state.place_of(x) == at)
    most = max(least, there + afloat * each)

    def allowed(total: int, carried: int) -> bool:
        # Without ships enough exactly the least come all the same.
        return total == least or (total > least and carried <= afloat * each)

    def bar(given: Mapping[str, int]) -> None:
        total, away = sum(given.values()), sum(given.get(p.key, 0) for p in parts if p.carried)
        if total < least:
            refuse("{n} SP at least go with him.", rule="4.22", n=least)
        if not allowed(total, away):
            text = "{n} SP can be carried." if afloat else "Without ships {least} SP go, or those in Sardinia alone."
            refuse(text, rule="4.22", n=afloat * each, least=least)

    parts = [
        Part(x.key, g.state.told(x), g.state.sp_of(x), place, carried=place != at)
        for x in _nearest(g, sources)
        for place in (g.state.place_of(x),)
    ]
    given = await sharing.share(
        g,
        "barbarian",
        "sardinia",
        "4.22",
        Text("{leader} comes to Sardinia with {n} SP or more", leader=g.state.names[a.id], n=least),
        most,
        parts,
        all_of_it=False,
        bar=bar,
        allowed=allowed,
        default=sharing.filled(least, parts),
    )
    g.emit(ArmyPlaced(army=a.id, at=at, rule="4.22"))
    away = sum(n for x in sources if g.state.place_of(x) != at for n in [given.get(x.key, 0)])
    for x in sources:
        if n := given.get(x.key):
            g.emit(StrengthMoved(source=x, to=in_army(a), n=n, why="sent", rule="4.22"))
    await send_ships(g, ships, -(-away // each), "4.22")


def _nearest(g: Campaign, sources: list[Group]) -> list[Group]:
    """Those in Sardinia already first, then the largest."""
    return sorted(sources, key=lambda x: (g.state.place_of(x) != g.land.sardinia, -g.state.sp_of(x)))


async def send_ships(g: Campaign, ships: list[Group], n: int, rule: str) -> int:
    """4.22, 9.0-c3 Fleet SP come to Sardinia, those there counted; none come where an enemy fleet is In Port.

    Returns how many are there in the end.
    """
    at = g.land.sardinia
    side = g.side_of(ships[0].power) if ships else "barbarian"
    there = sum(g.state.sp_of(x) for x in ships if x.place == at)
    if any(g.side_of(x.power) != side for x in g.fleets(at)):
        return there
    away = [x for x in ships if x.place != at]
    given = await sharing.share(
        g,
        side,
        "ships",
        rule,
        Text("Which ships come to Sardinia?"),
        max(0, n - there),
        [Part(x.key, g.state.told(x), g.state.sp_of(x), x.place) for x in away],
    )
    for x in away:
        if k := given.get(x.key):
            g.emit(FleetMoved(power=x.power, start=x.place, to=at, sp=k, how="sent", rule=rule))
    return there + sum(given.values())
