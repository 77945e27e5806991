"""7.44 One attacker may follow where every defender of its Shock has retreated before it."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Refusal, Text
from engine.kernel.wanted import Wanted
from engine.systems.gboh import footprint
from engine.systems.gboh.events import facing_name
from engine.systems.gboh.footprint import Move, Stand
from engine.systems.gboh.movement import pairs, sharing
from engine.systems.gboh.movement.steps import Entering
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import ground
from engine.systems.simple_gboh.shock.combat import Combat
from engine.systems.simple_gboh.state import Unit

POLICY = PolicyKind("follow-up", Text("Follow enemies who have retreated before a Shock"))
RULE = "7.44"
STAY = "stay"
MOST = 40
"""Places offered; all of them can be written."""


@dataclass(frozen=True, slots=True)
class Advance:
    """One way to follow."""

    unit: str
    moves: tuple[Move, ...]
    mp: int
    hits: int

    @property
    def end(self) -> Stand:
        return self.moves[-1].to

    @property
    def key(self) -> str:
        return f"{self.unit}@{show(self.end.hex)}@{self.end.facing.name}"


def allowance(g: Battle, unit: Unit) -> int:
    """7.44 Half its MA, rounded down; of a stack the slower's (5.35)."""
    return min(u.ma for u in g.ranks(unit)) // 2


async def offer(g: Battle, c: Combat) -> None:
    """7.44 If all defenders have retreated, ask which attacker follows, and where to."""
    if c.theirs or not c.gone:
        return
    away = [g.state.units[name] for name in sorted(c.gone)]
    vacated = [h for p in c.defenders if p.members[0].id in c.gone for h in p.places]
    found = [a for u in c.ours for a in advances(g, u, vacated, away)]
    if not found:
        return
    best = found[0]
    answer = await g.ask(
        Choose(
            kind=POLICY.kind,
            side=g.orders.side,
            rule=RULE,
            prompt=Text("The enemy has retreated before the Shock. Who follows?"),
            subject=best.unit if len(c.ours) == 1 else None,
            focus=tuple(h for u in (*c.ours, *(u for u in away if u.on_map)) for h in footprint.hexes_of(u)),
            choices=(
                Choice(STAY, Text("Nobody follows"), lean=2.0),
                *(_choice(g, a) for a in found[:MOST]),
            ),
            default_key=STAY,
            policy=Policy(POLICY.kind, best.key, STAY),
            why=lambda wanted: _why_not(g, c, away, wanted),
            ways=lambda key: _choice(g, _named(found, key)),
        )
    )
    if answer.key != STAY:
        await go(g, _named(found, answer.key))


def _named(found: Sequence[Advance], key: str) -> Advance:
    a = next((a for a in found if a.key == key), None)
    if a is None:
        raise Refusal("Nobody can follow so.", rule=RULE)
    return a


def _choice(g: Battle, a: Advance) -> Choice:
    unit = g.state.units[a.unit]
    stands = footprint.hexes_of(a.end)
    return Choice(
        a.key,
        Text(
            "{unit} to {hexes}, facing {facing}",
            unit=a.unit,
            hexes=" and ".join(show(h) for h in stands),
            facing=facing_name(a.end.facing),
        ),
        unit=a.unit,
        hex=a.end.hex,
        other=stands[1] if len(stands) > 1 else None,
        facing=a.end.facing if unit.troop.faces else None,
        mp=a.mp,
        hits=a.hits,
        lean=0.3,
    )


def _why_not(g: Battle, c: Combat, away: Sequence[Unit], wanted: Wanted) -> Refusal | None:
    if not wanted.hexes:
        return None
    h = wanted.hexes[-1]
    near = next((u for u in away if u.on_map and footprint.distance_to(u, h) <= 1), None)
    if near is not None:
        return Refusal("{hex} is next to {enemy}, who has retreated.", rule=RULE, hex=show(h), enemy=near.id)
    return Refusal("Nobody can follow to {hex}.", rule=RULE, hex=show(h))


# -- where to --------------------------------------------------------------------------------------------------------


def advances(g: Battle, unit: Unit, vacated: Collection[Hex], away: Sequence[Unit]) -> list[Advance]:
    """7.44 Every way one attacker may follow: into a vacated hex first, within half its MA, never next to who left.

    Sorted: farthest along first, of those the cheapest.
    """
    limit = allowance(g, unit)
    price = _Price(g, unit, away)
    start = footprint.stand(unit)
    best: dict[Stand, tuple[int, int]] = {start: (0, 0)}
    ways: dict[Stand, tuple[Move, ...]] = {start: ()}
    heap: list[tuple[int, int, Stand]] = [(0, 0, start)]
    while heap:
        mp, hits, at = heapq.heappop(heap)
        if (mp, hits) != best[at]:
            continue
        for m, more, harm in price.onwards(at, first=at == start, vacated=vacated):
            known = (mp + more, hits + harm)
            if known[0] <= limit and known < best.get(m.to, (limit + 1, 0)):
                best[m.to] = known
                ways[m.to] = (*ways[at], m)
                heapq.heappush(heap, (*known, m.to))
    found = [Advance(unit.id, ways[s], *best[s]) for s in ways if s != start and price.may_end(s)]
    return sorted(found, key=lambda a: (-sum(bool(m.entered) for m in a.moves), a.hits, a.mp, a.end.hex, a.end.facing))


class _Price:
    """What moves cost one unit that follows."""

    def __init__(self, g: Battle, unit: Unit, away: Sequence[Unit]) -> None:
        self.g, self.unit = g, unit
        self.away = [u for u in away if u.on_map]
        self.enter = Entering(g, unit)
        self.own = footprint.hexes_of(unit)

    def onwards(self, at: Stand, *, first: bool, vacated: Collection[Hex]) -> Iterator[tuple[Move, int, int]]:
        """Moves from a stand with their MP and hits; the first goes into a vacated hex."""
        if not first and self.held(at):
            return  # 6.22, 6.14
        for m in footprint.steps(at):
            if first and not any(h in vacated for h in m.entered):
                continue
            cost = self._entering(m)
            if cost is not None and self._keeps_away(m.to):
                yield m, *cost
        if not first:
            for m in footprint.turns(at) if footprint.is_single(at) else ():
                turn = self.g.charts.turn_cost(self.g.map, self.unit, at.hex, 1)
                yield m, turn.mp, turn.hits

    def _entering(self, m: Move) -> tuple[int, int] | None:
        """5.22 Of two halves the dearer MP, the worse hits."""
        found = [self.enter.price(a, to, 99, 0) for a, to in m.steps if to in m.entered]
        if not found or any(f is None for f in found):
            return None
        known = [f for f in found if f is not None]
        wheel = self.unit.troop.wheel_hits if m.kind in pairs.WHEELS else 0
        return max(f[0] for f in known), max(f[1] for f in known) + wheel

    def _keeps_away(self, s: Stand) -> bool:
        return all(footprint.distance(s, u) > 1 for u in self.away)

    def held(self, s: Stand) -> bool:
        """In enemy ZOC, where it must stop."""
        return any(self.g.enemy_zoc(h, self.unit.side) for h in footprint.hexes_of(s))

    def may_end(self, s: Stand) -> bool:
        """5.31 Nobody else there, or one it may share the hex with."""
        for h in footprint.hexes_of(s):
            here = [u for u in sharing.others(self.g, self.unit, h) if u not in self.g.ranks(self.unit)]
            if here and not sharing.joins(self.g, self.unit, h):
                return False
        return True


async def go(g: Battle, a: Advance) -> None:
    """7.44, 7.74 Carry it out, with the hits of the ground and what the enemy may do."""
    unit = g.state.units[a.unit]
    for m in a.moves:
        if not unit.on_map:
            return
        if not m.entered:
            await ground.turns(g, unit, m.to.facing, RULE)
            continue
        before = footprint.stand(unit)
        await ground.enters(g, unit, m, RULE, spares_choice=False)
        if footprint.hexes_of(before) == footprint.hexes_of(unit):
            return
