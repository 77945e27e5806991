"""7.41 to 7.43 Who may retreat before a Shock, and where to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.kernel.hexes import Hex, show
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import footprint, special
from engine.systems.gboh.footprint import Move, Stand
from engine.systems.gboh.movement import pairs, sharing
from engine.systems.simple_gboh import fortifications
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.state import Unit

WHO, HOW, BEFORE_ELEPHANTS = "7.41", "7.42", "10.23"


@dataclass(frozen=True, slots=True)
class Way:
    """One way to retreat, facing kept."""

    path: tuple[Hex, ...]
    """Of two hexes that of its left half."""
    mp: tuple[int, ...]
    """Movement Points of each step."""
    hits: tuple[int, ...]
    """Hits of each step for certain."""
    causes: tuple[Text, ...] = ()

    def __add__(self, more: Way) -> Way:
        return Way(self.path + more.path, self.mp + more.mp, self.hits + more.hits, self.causes + more.causes)

    @property
    def end(self) -> Hex:
        return self.path[-1]

    @property
    def key(self) -> str:
        return show(self.end)


def allowance(unit: Unit) -> int:
    """7.42 Movement Points of the retreat: half its MA, rounded up."""
    return -(-unit.ma // 2)


def pace(g: Battle, unit: Unit) -> int:
    """7.41, 5.35 The MA a unit attacks with: of a stack the slower's."""
    return min(u.ma for u in g.ranks(unit))


def must(unit: Unit, attackers: Sequence[Unit]) -> bool:
    """10.23 Cavalry that elephants attack must retreat, if it can."""
    return unit.is_cavalry and any(a.troop.arm == "elephant" for a in attackers)


def _stayed(g: Battle, unit: Unit) -> Refusal | None:
    """What it has done in this Player Turn that keeps it where it is."""
    if unit.id in g.orders.uncolumned:
        return Refusal("{unit} has just left Column by Reaction Facing.", rule="11.27", unit=unit.id)
    if any(shooter == unit.id for shooter, _ in g.orders.entry_fire):
        return Refusal("{unit} fired at who came up, and stays.", rule="7.22", unit=unit.id)
    return None


def _in_contact(g: Battle, unit: Unit) -> Refusal | None:
    if unit.id in g.orders.started_in_zoc or unit.id in g.orders.started_with_enemy:
        text = "{unit} was in contact with the enemy as the Player Turn began."
        return Refusal(text, rule=WHO, unit=unit.id)
    return None


def given_up(g: Battle, unit: Unit) -> Refusal | None:
    """7.41 Why the unit retreats before no Shock of foot in this Player Turn, whatever happens; None when it may."""
    return _stayed(g, unit) or _in_contact(g, unit)


def bar(g: Battle, unit: Unit, attackers: Sequence[Unit]) -> Refusal | None:
    """7.41 Why the unit may not retreat before these attackers; None when it may, if it has anywhere to go."""
    if not (unit.is_cavalry or (unit.troop.arm == "foot" and unit.is_light)):
        text = "{unit} is neither cavalry, skirmishers nor light infantry."
        return Refusal(text, rule=WHO, unit=unit.id)
    if why := special.rooted(g, unit):
        return Refusal("{unit} can't move: {why}.", rule=WHO, unit=unit.id, why=why)
    if unit.column:
        return Refusal("{unit} is in Column.", rule="11.25", unit=unit.id)
    if (why := _stayed(g, unit)) is not None:
        return why
    if must(unit, attackers):
        return None
    if (why := _in_contact(g, unit)) is not None:
        return why
    afoot = all(a.troop.is_foot for a in attackers)
    fast = max(attackers, key=lambda a: pace(g, a))
    if unit.ma <= pace(g, fast) and not (unit.troop.target == "skirmisher" and afoot):
        return Refusal("{unit} is no faster than {enemy}.", rule=WHO, unit=unit.id, enemy=fast.id)
    return None


def ways(g: Battle, unit: Unit, attackers: Sequence[Unit]) -> list[Way]:
    """7.42, 7.43 Every hex it can retreat to, by the way that costs fewest hits: those farthest off first.

    Each step leads farther from every attacker; it goes on while it can, and stops in enemy ZOC. () where it has none.
    """
    found = _Search(g, unit, attackers).run()
    best: dict[Hex, Way] = {}
    for way in found:
        known = best.get(way.end)
        if known is None or (sum(way.hits), sum(way.mp)) < (sum(known.hits), sum(known.mp)):
            best[way.end] = way
    return sorted(best.values(), key=lambda w: _rank(g, unit, w, attackers))


def _rank(g: Battle, unit: Unit, way: Way, attackers: Sequence[Unit]) -> tuple[int, int, int, int]:
    end = footprint.stand(unit)._replace(hex=way.end)
    far = min(footprint.distance(a, end) for a in attackers)
    held = len({e.id for h in footprint.hexes_of(end) for e in g.enemy_zoc(h, unit.side)})
    return sum(way.hits), held, -far, way.end


class _Search:
    def __init__(self, g: Battle, unit: Unit, attackers: Sequence[Unit]) -> None:
        self.g, self.unit, self.attackers = g, unit, attackers
        self.pricing = pairs.Pricing(g, unit)
        self.known: dict[tuple[Stand, int], list[Way]] = {}

    def run(self) -> list[Way]:
        return self._from(footprint.stand(self.unit), allowance(self.unit), 0)

    def _from(self, at: Stand, left: int, passed: int) -> list[Way]:
        """Ways on from where it stands with so many MP left: of two hexes both halves go alike, facing as they do."""
        key = (at, left)
        if key not in self.known:
            moves = {m.to.hex: m for m in footprint.shifts(at)}
            self.known[key] = [w for h in self.g.map.neighbours(at.hex) for w in self._by(at, moves[h], left, passed)]
        return self.known[key]

    def _by(self, at: Stand, m: Move, left: int, passed: int) -> list[Way]:
        if any(footprint.distance(a, m.to) <= footprint.distance(a, at) for a in self.attackers):
            return []
        found = self.pricing.of(m, left, passed)
        if found is None or fortifications.crosses(self.g, m):  # 11.13
            return []
        ways: list[Way] = []
        for mp, hits in reversed(found.bought()):  # 5.17
            if mp <= left:
                one = Way((m.to.hex,), (mp,), (hits,), found.causes + found.avoidable)
                ways += self._on(m, left - mp, passed + found.through, found.stops, one)
        return ways

    def _on(self, m: Move, left: int, passed: int, stops: bool, so_far: Way) -> list[Way]:
        onwards = [] if stops else self._from(m.to, left, passed)
        if onwards:
            return [so_far + w for w in onwards]
        return [so_far] if all(sharing.may_stay(self.g, self.unit, h) for h in m.entered) else []
