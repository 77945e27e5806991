"""6.51, 6.52, 6.55 Who may withdraw in order from an approaching enemy, where to, at what price."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engine.kernel.hexes import VERTICES, Facing, Hex, distance, show, turns
from engine.kernel.text import Refusal
from engine.systems.gboh import footprint, special, stack
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.charts import Cost
from engine.systems.gboh.footprint import Stand
from engine.systems.gboh.movement import facing, reach, sharing, stacking, together
from engine.systems.gboh.state import Unit

TRIGGER = 2
"""6.51 Hexes within which an enemy's move lets units withdraw."""
SURPRISED = 1
"""6.52 Hits for being approached from flank or rear, before withdrawing."""


@dataclass(frozen=True, slots=True)
class Retreat:
    """One way to withdraw: the path and the facing at its end."""

    path: tuple[Hex, ...]
    facing: Facing
    mp: int
    """Movement points, the turn at the end included."""
    allowance: int
    """Movement points the unit may spend: its MA less the enemy's (6.51)."""
    hits: int
    """Cohesion hits it costs for certain."""

    @property
    def end(self) -> Hex:
        return self.path[-1]

    @property
    def key(self) -> str:
        return f"{show(self.end)}@{self.facing.name}"


def bar(g: Battle, unit: Unit, mover: Unit) -> Refusal | None:
    """6.51 Why the unit can't use Orderly Withdrawal from ``mover`` at all; None when it can.

    Whether the mover is close enough, and whether there is room, is looked at elsewhere.
    """
    if not g.uses(Case.WITHDRAWAL):
        return Refusal("Orderly Withdrawal is not used in this battle.", rule=g.case(Case.WITHDRAWAL))
    if not quick_enough(unit, mover, reach.pace(g, mover), own=together.pace(g, unit)):
        return Refusal("{unit} is no faster than {mover}.", rule=g.case(Case.WITHDRAWAL), unit=unit.id, mover=mover.id)
    if not (unit.routed or unit.column) and (barred := special.bars_withdrawal(g, unit, mover)):
        return Refusal("{why}.", rule=barred[1], why=barred[0])
    driven = g.game.elephants.driving_off and special.any_of(g, Special.must_withdraw, unit, mover)
    return kept(g, unit, mover if driven else None)


def kept(g: Battle, unit: Unit, shunned: Unit | None = None) -> Refusal | None:
    """Why the unit, as it stands, gives no ground of its own will, whoever comes (A 6.75).

    ``shunned``: an elephant it has to withdraw from, in whose ZOC it may be (S 9.16).
    """
    if unit.routed:
        return Refusal("{unit} is routed.", rule=g.case(Case.WITHDRAWAL), unit=unit.id)
    if unit.column:
        return Refusal("{unit} is In Column.", rule=g.case(Case.COLUMN_LIMITS), unit=unit.id)
    if (fast := special.why_not(g, Special.stands_fast, unit)) is not None:
        return fast
    if unit.engaged:
        return Refusal("{unit} is Engaged.", rule=g.case(Case.ENGAGED), unit=unit.id)
    if (done := special.why_not(g, Special.exhausted, unit)) is not None:
        return done
    if unit.troop.withdrawal == "never":
        return Refusal("{unit} moves only by order.", rule=g.case(Case.ARTILLERY_MODES), unit=unit.id)
    if why := special.rooted(g, unit):
        return Refusal("{unit} can't move: {why}.", rule=g.case(Case.WITHDRAWAL), unit=unit.id, why=why)
    held = {e.id for h in footprint.hexes_of(unit) for e in g.enemy_zoc(h, unit.side)}
    if held - ({shunned.id} if shunned is not None else set()):
        return Refusal("{unit} is in enemy ZOC.", rule=g.case(Case.WITHDRAWAL), unit=unit.id)
    return None


def quick_enough(unit: Unit, mover: Unit, pace: int | None = None, *, own: int | None = None) -> bool:
    """6.51 Faster than the mover, or as fast for those who slip away before anybody no faster (A 9.31, S 9.21)."""
    theirs = mover.ma if pace is None else pace
    ours = unit.ma if own is None else own
    return ours >= theirs if unit.troop.withdrawal == "two hexes" else ours > theirs


def shifted(unit: Unit, a: Hex) -> tuple[Hex, ...]:
    """The hexes the unit would stand in with its anchor in ``a``, facing as it does."""
    return (a,) if footprint.is_single(unit) else footprint.hexes_of(Stand(a, unit.facing, unit.shape))


def met_at(g: Battle, unit: Unit, b: Hex) -> dict[str, Hex]:
    """Whom the unit would meet with its anchor in ``b``, either half of a pair, each with a hex of theirs."""
    return {u.id: h for h in shifted(unit, b) if (u := g.unit_at(h)) is not None and u is not unit}


def passing_hits(g: Battle, unit: Unit, b: Hex) -> int:
    """6.65 Hits it takes for passing through those it would meet there."""
    return sum(stacking.hits(g, unit, h) for h in met_at(g, unit, b).values())


def shift_cost(g: Battle, unit: Unit, a: Hex, b: Hex) -> Cost | None:
    """A 6.4 Price of going from ``a`` to the adjacent ``b`` with the facing kept: of a pair's halves the dearer."""
    if footprint.is_single(unit):
        return g.step_cost(unit, a, b)
    costs = [g.step_cost(unit, x, y) for x, y in zip(shifted(unit, a), shifted(unit, b), strict=True)]
    known = [c for c in costs if c is not None]
    if len(known) < len(costs):
        return None
    worst = max(known, key=lambda c: c.hits)
    return Cost(max(c.mp for c in known), worst.hits, worst.causes)


def held_by(mover: Unit, origin: Hex) -> tuple[Hex, ...]:
    """What a mover holds while it stands at ``origin``: both hexes of a pair."""
    hexes = footprint.hexes_of(mover) if mover.on_map else ()
    return hexes if origin in hexes else (origin,)


def away(h: Hex, held: tuple[Hex, ...]) -> int:
    """Hexes from the nearest of those held."""
    return min(distance(h, x) for x in held)


def gets_away(unit: Unit, a: Hex, b: Hex, held: tuple[Hex, ...]) -> bool:
    """6.51 (A 6.4) Whether a step with the facing kept leads farther from those hexes: of a pair with either half, so
    that it doesn't slide along before the enemy."""
    return all(away(y, held) > away(x, held) for x, y in zip(shifted(unit, a), shifted(unit, b), strict=True))


def nearest(unit: Unit, held: tuple[Hex, ...]) -> Hex:
    """Where an approach comes from: of the hexes held that are nearest to the unit the one it sees best."""
    arcs = ("front", "flank", "rear", None)
    return min(held, key=lambda x: (footprint.distance_to(unit, x), arcs.index(facing.approach(unit, x))))


def penalties(g: Battle, unit: Unit, origin: Hex) -> int:
    """6.52 OW facing and hits.

    Hits besides those of the ground: for foot, and for being approached from flank or rear.
    """
    surprised = facing.approach(unit, origin) in unit.troop.surprised_from
    return unit.troop.withdrawal_hits + (SURPRISED if surprised else 0)


def closed(g: Battle, unit: Unit, a: Hex, b: Hex) -> bool:
    """6.55 Whether the step is barred: enemy ZOC, Woods, Marsh, River, prohibited ground, units in the way."""
    if not footprint.is_single(unit):
        return any(_closed(g, unit, x, y) for x, y in zip(shifted(unit, a), shifted(unit, b), strict=True))
    return _closed(g, unit, a, b)


def _closed(g: Battle, unit: Unit, a: Hex, b: Hex) -> bool:
    if b not in g.map:
        return True
    barred = _beginnings(g.game.movement.withdrawal_barred)
    if g.map.terrain_at(b).startswith(barred):
        return True
    features = g.map.side(a, b)
    if any(f.startswith(barred) for f in features) and not ("bridge" in features and unit.troop.bridges):
        return True
    cost = g.step_cost(unit, a, b)
    if cost is None or g.enemy_zoc(b, unit.side):
        return True
    rough = g.charts.is_difficult(g.map.terrain_at(b), unit) or b in g.obstacles(unit)
    if rough and g.game.movement.withdrawal_bars_rough:
        return True
    if g.lurking(b, unit.side) is not None:
        return True
    held = g.unit_at(b)
    if held is None or held is unit:
        return False
    return held.side != unit.side or held.routed or stacking.price(g, unit, b) is None


@cache
def _beginnings(names: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(names))


def retreats(g: Battle, unit: Unit, mover: Unit, origin: Hex) -> list[Retreat]:
    """6.51, 6.52, 6.55 Every way the unit can withdraw from ``mover`` standing at ``origin``.

    For each hex and facing the path that costs least: fewest hits, then fewest MP. Sorted by hits, then farthest
    away, then with the enemy in Front, then fewest MP.
    """
    key = ("withdrawal", unit.id, mover.id, origin)
    pace = max(0, together.pace(g, unit) - reach.pace(g, mover))
    with together.as_one(g, unit):
        return g.derived(key, lambda: within_reach(g, unit, pace, held_by(mover, origin)))


def within_reach(g: Battle, unit: Unit, allowance: int, held: tuple[Hex, ...]) -> list[Retreat]:
    """What :func:`retreats` finds, with so many MP to spend, from a mover in these hexes."""
    extra = penalties(g, unit, nearest(unit, held))
    dreaded = special.entry_hits(g, unit)
    free = 2 if unit.troop.withdrawal == "two hexes" else 0
    # Hexes lie farther from the enemy with every step, so each ring is complete before the next begins.
    ring: dict[Hex, list[tuple[int, int, tuple[Hex, ...]]]] = {unit.at: [(0, 0, ())]}
    best: dict[tuple[Hex, Facing], tuple[int, int, tuple[Hex, ...]]] = {}
    while ring:
        outer: dict[Hex, list[tuple[int, int, tuple[Hex, ...]]]] = {}
        for a, ways in ring.items():
            for b in g.map.neighbours(a):
                if not gets_away(unit, a, b, held) or closed(g, unit, a, b):
                    continue
                cost = shift_cost(g, unit, a, b)
                assert cost is not None
                passing = passing_hits(g, unit, b) + dreaded.get(b, (0, ""))[0]
                for hits, mp, path in ways:
                    # A 9.31 Two hexes whatever they cost, or as far as the Movement Points go.
                    if mp + cost.mp <= allowance or len(path) < free:
                        outer.setdefault(b, []).append((hits + cost.hits + passing, mp + cost.mp, (*path, b)))
        for b, ways in outer.items():
            outer[b] = _undominated(ways)
            facings = end_facings(g, unit, b)
            for hits, mp, path in outer[b] if facings else ():
                # Who stops with a friend doesn't pass through it.
                spared = passing_hits(g, unit, b)
                _end_facings(g, unit, b, (hits - spared, mp, path), allowance, best, facings)
        ring = outer
    found = [Retreat(path, f, mp, allowance, hits + extra) for (_, f), (hits, mp, path) in best.items()]
    found.sort(key=lambda r: (g.unit_at(r.end) not in (None, unit), *_rank(r, held)))
    return found


def end_facings(g: Battle, unit: Unit, at: Hex) -> tuple[Facing, ...]:
    """Facings in which the unit may end a withdrawal in a hex: any of an empty one; S 6.55, 6.67 that of the friend it
    may stack with there; none where it can't stay."""
    if at == unit.at:
        return ()
    if all(g.unit_at(h) in (None, unit) for h in shifted(unit, at)):
        return VERTICES if footprint.is_single(unit) else (unit.facing,)
    here = sharing.others(g, unit, at) if footprint.is_single(unit) and not g.stacked(unit) else []
    towards = stack.facing_of(here) if sharing.may_stack(g, unit, here) else None
    return () if towards is None else (towards,)


def _undominated(ways: list[tuple[int, int, tuple[Hex, ...]]]) -> list[tuple[int, int, tuple[Hex, ...]]]:
    kept: list[tuple[int, int, tuple[Hex, ...]]] = []
    for way in sorted(ways):
        if all(way[1] < other[1] for other in kept):
            kept.append(way)
    return kept


def _end_facings(
    g: Battle,
    unit: Unit,
    h: Hex,
    way: tuple[int, int, tuple[Hex, ...]],
    allowance: int,
    best: dict[tuple[Hex, Facing], tuple[int, int, tuple[Hex, ...]]],
    facings: Sequence[Facing],
) -> None:
    hits, mp, path = way
    for f in facings:
        cost = g.charts.turn_cost(g.map, unit, h, turns(unit.facing, f))
        turning = 0 if g.game.movement.withdrawal_turns_free else cost.mp  # A 6.72
        total = (hits + cost.hits, mp + turning, path)
        within = total[1] <= allowance or (turning == 0 and total[1] == mp)
        if within and ((h, f) not in best or total < best[h, f]):
            best[h, f] = total


def _rank(r: Retreat, held: tuple[Hex, ...]) -> tuple[int, int, bool, int, Hex, int]:
    ahead = min(away(x, held) for x in footprint.front(Stand(r.end, r.facing)))
    gone = away(r.end, held)
    return r.hits, -gone, ahead >= gone, r.mp, r.end, r.facing
