"""7.44 One attacker may follow where every defender of its Shock has retreated before it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Refusal, Text, few, joined
from engine.kernel.wanted import Wanted
from engine.systems.gboh import footprint
from engine.systems.gboh.events import UnitTurned, facing_name
from engine.systems.gboh.footprint import Move, Stand
from engine.systems.gboh.movement import pairs, sharing
from engine.systems.gboh.state import Unit as AnyUnit
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import advance, before_ways
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
    """7.44 Half its MA, rounded down."""
    return before_ways.pace(g, unit) // 2


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
        text = "Who follows is named, with the hex where it ends: {options}."
        raise Refusal(text, rule=RULE, options=few(a.key for a in found))
    return a


def _choice(g: Battle, a: Advance) -> Choice:
    unit = g.state.units[a.unit]
    stands = footprint.hexes_of(a.end)
    return Choice(
        a.key,
        Text(
            "{unit} to {hexes}, facing {facing}",
            unit=a.unit,
            hexes=joined((show(h) for h in stands), " and "),
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
    limit, start = allowance(g, unit), footprint.stand(unit)
    overrun = {h for h in vacated if (here := g.standing_at(h)) and all(advance.overrun(unit, u) for u in here)}
    # 7.33 Out of Command counts for nothing in Shock.
    pricing = pairs.Pricing(g, unit, bold=True, overrun=overrun)
    best: dict[tuple[Stand, int], tuple[_Step, ...]] = {(start, 0): ()}
    waiting: list[tuple[Stand, int]] = [(start, 0)]
    while waiting:
        waiting.sort(key=lambda x: x[1], reverse=True)
        at, mp = waiting.pop()
        for step in _onwards(g, pricing, at, vacated if at == start else None):
            to, way, spent = step.move.to, (*best[at, mp], step), mp + step.mp
            known = best.get((to, spent))
            near = any(footprint.distance(to, u) <= 1 for u in away if u.on_map)
            if spent <= limit and to != start and not near and (known is None or _harm(way) < _harm(known)):
                best[to, spent] = way
                waiting.append((to, spent))
    ends: dict[Stand, Advance] = {}
    for (s, mp), way in best.items():
        a = Advance(unit.id, way, mp, _harm(way))
        stays = s != start and all(h in overrun or sharing.may_stay(g, unit, h) for h in footprint.hexes_of(s))
        if stays and (s not in ends or (a.hits, a.mp) < (ends[s].hits, ends[s].mp)):
            ends[s] = a
    return sorted(ends.values(), key=lambda a: (-a.hexes, a.hits, a.mp, a.end.hex, a.end.facing))


def _harm(way: Sequence[_Step]) -> int:
    return sum(s.hits for s in way)


def _onwards(g: Battle, pricing: pairs.Pricing, at: Stand, vacated: Collection[Hex] | None) -> Iterator[_Step]:
    """Moves from a stand with their MP and hits; the first goes into one of the ``vacated`` hexes."""
    first = vacated is not None
    if not first and footprint.held(at, pricing.zones):
        return  # 6.22, 6.14
    for m in footprint.steps(at):
        price = pricing.of(m, 99, 0) if vacated is None or any(h in vacated for h in m.entered) else None
        for mp, hits in price.bought() if price is not None else ():  # 5.17
            yield _Step(m, mp, hits)
    turns = footprint.is_single(at) and not first and not g.deep(pricing.unit)  # 10.3
    for m, vertices in _turns(at, pricing.unit) if turns else ():
        turn = g.charts.turn_cost(g.map, pricing.unit, at.hex, vertices)
        yield _Step(m, turn.mp, turn.hits)


def _turns(at: Stand, unit: AnyUnit) -> Iterator[tuple[Move, int]]:
    """Turns in place, each with its vertices: by one at a time, but where any turn costs the same (6.12)."""
    yield from ((m, 1) for m in footprint.turns(at))
    for n in (2, 3, 4) if unit.troop.turns_whole else ():
        yield Move("turn-right", at._replace(facing=at.facing.turned(2 * n)), (), ()), n


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
