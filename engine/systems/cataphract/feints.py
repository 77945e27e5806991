"""6.71, 6.72, 6.76 Who may feign a retreat before whom, and which ways there are to ride."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.kernel.hexes import Facing, Hex, distance, facings_towards, show, turns
from engine.kernel.text import Refusal
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.state import OrdersPhase, Unit
from engine.systems.gboh.missiles import sight
from engine.systems.gboh.movement import retreats

SHORTEST, LONGEST = 3, 5
"""6.73(2) Hexes the unit rides away."""


@dataclass(frozen=True, slots=True)
class Feint:
    """One way to ride away: the hexes entered and the facing at the end."""

    path: tuple[Hex, ...]
    facing: Facing
    passed: int
    """Friends ridden through (6.65)."""

    @property
    def end(self) -> Hex:
        return self.path[-1]

    @property
    def key(self) -> str:
        return f"{show(self.end)}@{self.facing.name}"


def drawn(g: Battle, unit: Unit) -> bool:
    """6.73 Whether the unit has been lured into a pursuit: it moves no more in this Orders Phase."""
    orders = g.state.orders
    return isinstance(orders, OrdersPhase) and unit.id in orders.drawn


def spent(g: Battle, unit: Unit) -> bool:
    """6.73 Whether the unit has struck at the end of a Feigned Retreat: it does nothing more in this phase."""
    orders = g.state.orders
    return isinstance(orders, OrdersPhase) and unit.id in orders.spent


def bar(g: Battle, unit: Unit, enemy: Unit) -> Refusal | None:
    """6.71, 6.72 Why the unit can't feign a retreat before ``enemy`` at all; None when it can.

    Distance, and whether there is room to ride, are looked at elsewhere.
    """
    if not g.uses("6.71"):
        return Refusal("Feigned Retreat is not used in this battle.", rule="6.71")
    if unit.type != "LC" or not unit.feigns:
        return Refusal("{unit} doesn't know how to feign a retreat.", rule="6.71", unit=unit.id)
    if not enemy.is_cavalry:
        return Refusal("{enemy} is on foot: only cavalry is lured.", rule="6.71", enemy=enemy.id)
    if enemy.feint_reaction is None:
        return Refusal("{enemy} has no reaction value in this battle.", rule="6.71", enemy=enemy.id)
    if unit.routed:
        return Refusal("{unit} is routed.", rule="6.72", unit=unit.id)
    if unit.engaged:
        return Refusal("{unit} is Engaged.", rule="10.31", unit=unit.id)
    if spent(g, unit):
        return Refusal("{unit} has struck after a Feigned Retreat in this Orders Phase.", rule="6.73", unit=unit.id)
    if g.in_enemy_zoc(unit):
        return Refusal("{unit} is in enemy ZOC.", rule="6.72", unit=unit.id)
    if enemy.routed or not enemy.on_map or drawn(g, enemy):
        return Refusal("{enemy} can't be lured any more.", rule="6.75", enemy=enemy.id)
    if holders := g.enemy_zoc(enemy.at, enemy.side):
        return Refusal("{enemy} is in the ZOC of {unit}.", rule="6.72", enemy=enemy.id, unit=holders[0].id)
    return None


def possible(g: Battle, unit: Unit, mover: Unit, origin: Hex) -> bool:
    """6.72 FR when: whether the unit may feign before ``mover`` at ``origin`` now, and has somewhere to ride."""
    return unit.on_map and bar(g, unit, mover) is None and bool(feints(g, unit, origin))


def feints(g: Battle, unit: Unit, origin: Hex) -> list[Feint]:
    """6.73(2), 6.76 Every hex and facing the unit can end with, riding away from an enemy at ``origin``.

    For each the path through fewest friends. Sorted by friends ridden through, then farthest first.
    """
    # 6.76 FR limits: any number, and never off the map.
    return g.derived(("feint", unit.id, origin), lambda: _find(g, unit, origin))


def _find(g: Battle, unit: Unit, origin: Hex) -> list[Feint]:
    best: dict[tuple[Hex, Facing], tuple[int, tuple[Hex, ...]]] = {}
    for passed, path in _paths(g, unit, origin, unit.at, (), 0):
        if len(path) < SHORTEST or g.unit_at(path[-1]) is not None:
            continue
        before = path[-2]
        for f in facings_towards(before, path[-1]):
            way = (passed, path)
            if (path[-1], f) not in best or way < best[path[-1], f]:
                best[path[-1], f] = way
    found = [Feint(path, f, passed) for (_, f), (passed, path) in best.items()]
    found.sort(key=lambda x: (x.passed, -len(x.path), turns(unit.facing.turned(6), x.facing), x.end, x.facing))
    return found


def _paths(
    g: Battle, unit: Unit, origin: Hex, a: Hex, path: tuple[Hex, ...], passed: int
) -> Iterator[tuple[int, tuple[Hex, ...]]]:
    yield passed, path
    if len(path) == LONGEST:
        return
    for b in g.map.neighbours(a):
        if distance(b, origin) > distance(a, origin) and not retreats.closed(g, unit, a, b):
            yield from _paths(g, unit, origin, b, (*path, b), passed + (g.unit_at(b) is not None))


def sees(g: Battle, enemy: Unit, unit: Unit) -> bool:
    """6.74 Whether the enemy sees the unit where it stands before it rides; who sees nothing is not lured."""
    return sight.can_see(g, enemy, unit.at)


def between(g: Battle, a: Hex, b: Hex) -> list[Hex]:
    """6.73(4) Empty hexes that touch both ``a`` and ``b``, two hexes apart."""
    return [h for h in g.map.neighbours(a) if distance(h, b) == 1 and g.unit_at(h) is None]


def heading(facing: Facing, a: Hex, b: Hex, following: Hex) -> Facing:
    """Facing of a rider come from ``a`` to ``b`` whose way leads on to ``following``: turned as little as can be."""
    came = facings_towards(a, b)
    return min(facings_towards(b, following), key=lambda f: (f not in came, turns(facing, f), f))
