"""7.44 One attacker may follow where every defender of its Shock has retreated before it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Refusal, Text
from engine.kernel.wanted import Wanted
from engine.systems.gboh import footprint
from engine.systems.gboh.charts import AVOIDING_MP
from engine.systems.gboh.events import UnitTurned, facing_name
from engine.systems.gboh.footprint import Move, Stand
from engine.systems.gboh.movement import sharing
from engine.systems.gboh.movement.steps import Entering
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import advance
from engine.systems.simple_gboh.shock.combat import Combat
from engine.systems.simple_gboh.state import Unit

POLICY = PolicyKind("follow-up", Text("Follow enemies who have retreated before a Shock"))
RULE = "7.44"
STAY = "stay"
MOST = 40
"""Places offered; all of them can be written."""


class _Step(NamedTuple):
    """One move of it, with its price."""

    move: Move
    mp: int
    hits: int


@dataclass(frozen=True, slots=True)
class Advance:
    """One way to follow."""

    unit: str
    steps: tuple[_Step, ...]
    mp: int
    hits: int

    @property
    def end(self) -> Stand:
        return self.steps[-1].move.to

    @property
    def hexes(self) -> int:
        """Hexes it goes."""
        return sum(bool(s.move.entered) for s in self.steps)

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
    best: dict[tuple[Stand, int], tuple[_Step, ...]] = {(start, 0): ()}
    waiting: list[tuple[Stand, int]] = [(start, 0)]
    while waiting:
        waiting.sort(key=lambda x: x[1], reverse=True)
        at, mp = waiting.pop()
        for m, more, harm in price.onwards(at, first=at == start, vacated=vacated):
            way, spent = (*best[at, mp], _Step(m, more, harm)), mp + more
            known = best.get((m.to, spent))
            if spent <= limit and m.to != start and (known is None or _harm(way) < _harm(known)):
                best[m.to, spent] = way
                waiting.append((m.to, spent))
    ends: dict[Stand, Advance] = {}
    for (s, mp), way in best.items():
        a = Advance(unit.id, way, mp, _harm(way))
        if s != start and price.may_end(s) and (s not in ends or (a.hits, a.mp) < (ends[s].hits, ends[s].mp)):
            ends[s] = a
    return sorted(ends.values(), key=lambda a: (-a.hexes, a.hits, a.mp, a.end.hex, a.end.facing))


def _harm(way: Sequence[_Step]) -> int:
    return sum(s.hits for s in way)


class _Price:
    """What moves cost one unit that follows."""

    def __init__(self, g: Battle, unit: Unit, away: Sequence[Unit]) -> None:
        self.g, self.unit = g, unit
        self.away = [u for u in away if u.on_map]
        self.enter = Entering(g, unit)
        self.enter.aloof = None  # 7.33 Out of Command counts for nothing in Shock.
        self.own = footprint.hexes_of(unit)

    def onwards(self, at: Stand, *, first: bool, vacated: Collection[Hex]) -> Iterator[tuple[Move, int, int]]:
        """Moves from a stand with their MP and hits; the first goes into a vacated hex."""
        if not first and self.held(at):
            return  # 6.22, 6.14
        for m in footprint.steps(at):
            if first and not any(h in vacated for h in m.entered):
                continue
            if self._keeps_away(m.to):
                yield from ((m, mp, hits) for mp, hits in self._entering(m))
        if not first:
            for m in footprint.turns(at) if footprint.is_single(at) else ():
                turn = self.g.charts.turn_cost(self.g.map, self.unit, at.hex, 1)
                yield m, turn.mp, turn.hits

    def _entering(self, m: Move) -> Iterator[tuple[int, int]]:
        """5.22, 5.17 MP and hits of a move: of two halves the dearer and the worse; hits that are bought off or not."""
        found = [self.enter.price(a, to, 99, 0) for a, to in m.steps if to in m.entered]
        known = [f for f in found if f is not None]
        if not found or len(known) < len(found):
            return
        mp, hits = max(f[0] for f in known), max(f[1] for f in known)
        avoidable = max(len(f[5]) for f in known)
        for paid in range(avoidable + 1):
            yield mp + paid * AVOIDING_MP, hits + avoidable - paid

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
    for m, _, hits in a.steps:
        if not unit.on_map:
            return
        if not m.entered:
            g.emit(UnitTurned(unit=unit.id, facing=m.to.facing, how="advance", rule=RULE))
            continue
        await advance.enters(g, unit, m, RULE, hits)
        if unit.on_map and footprint.stand(unit) != m.to:
            return
