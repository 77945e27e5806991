"""9.15, 9.16 steps 1 to 3: the reckoning of a combat before its die is rolled.

Pure functions: they ask and change nothing, so anyone may look before they leap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.kernel.dice import D10, Modifier
from engine.kernel.hexes import Hex, distance
from engine.kernel.text import Text, joined
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.charts import Arc, Charts, size_shift
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.shock.shock_rule import Superiority, Tempered
from engine.systems.gboh.state import Leader, Unit


@dataclass(frozen=True)
class Reckoning:
    """A combat's odds, item by item."""

    charts: Charts
    attacker: Unit
    """The chosen attacking unit."""
    defender: Unit
    arc: Arc
    base: int
    """9.15 Clash: the column by types and arc."""
    shifts: tuple[Modifier, ...]
    """9.16 Column shifts: size, terrain."""
    superiority: Superiority
    why: Text
    """Reason of the superiority."""
    modifiers: tuple[Modifier, ...]
    """9.16 Die-roll modifiers: Charisma."""
    halved: bool
    """9.16 Defender's hits are halved: light bowmen against foot."""
    factor: int = 2
    """What Attack Superiority multiplies the defender's hits by: more by position against double depth (A 9.62)."""

    tempered: tuple[Tempered, ...] = ()
    """What chapters leave of the hits (S 9.11)."""

    @cached_property
    def column(self) -> int:
        return max(1, min(13, self.base + sum(s.value for s in self.shifts)))

    def hits(self, total: int) -> tuple[int, int]:
        """table:shock_result_modifications (9.16 step 4) Hits of (attackers, defenders) for a modified roll."""
        a, d = self.charts.crt(self.column, clamped(total))
        # A 9.31 Halving and doubling by position cancel for skirmishers that attack.
        cancels = self.attacker.troop.harmless and self.superiority == "AS" and self.arc != "front"
        if self.superiority == "AS" and not cancels:
            d *= self.factor
        elif self.superiority == "DS":
            a *= 3
        if self.attacker.troop.harmless and not cancels:
            d //= 2
        if self.defender.troop.harmless:
            a = min(1, a // 2)
        if self.halved:
            d //= 2
        for change in self.tempered:
            a, d = change(a, d)
        return a, d

    @cached_property
    def balance(self) -> float:
        """Mean of defender's hits less attacker's: what both sides choose their unit by."""
        drm = sum(m.value for m in self.modifiers)
        outcomes = [self.hits(die + drm) for die in D10]
        return sum(d - a for a, d in outcomes) / len(D10)

    @property
    def gain(self) -> float:
        """The same, for who knows no more of it than what every game foresees."""
        return self.balance

    @property
    def suffered(self) -> float:
        """Mean of the defender's hits."""
        return sum(d * p for (_, d), p in self.chances().items())

    def chances(self) -> dict[tuple[int, int], float]:
        """Probability of each (attacker hits, defender hits)."""
        drm = sum(m.value for m in self.modifiers)
        found: dict[tuple[int, int], float] = {}
        for die in D10:
            result = self.hits(die + drm)
            found[result] = found.get(result, 0.0) + 0.1
        return found

    def words(self) -> Text:
        """The reckoning in a line."""
        attacker, defender = self.attacker.kind, self.defender.kind
        kinds = "{attacker} on {defender}, {arc}: column {column}"
        parts = [Text(kinds, attacker=attacker, defender=defender, arc=Text(self.arc), column=self.base)]
        parts += [s.words for s in self.shifts]
        if self.shifts:
            parts.append(Text("column {column}", column=self.column))
        if self.superiority != "-":
            superior = "Attack Superiority ({why})" if self.superiority == "AS" else "Defence Superiority ({why})"
            parts.append(Text(superior, why=self.why))
        if self.halved:
            parts.append(Text("hits halved"))
        return joined(parts)


POSITION = Text("position")
"""9.16 step 1 Superiority by where the attack comes from."""


def clamped(total: int) -> int:
    """9.34 The row of the results chart for a modified roll."""
    return min(9, max(0, total))


def room(g: Battle, unit: Unit) -> int:
    """Hits the unit can take before it breaks."""
    return cohesion.tq(g, unit) - unit.hits


def superiority(g: Battle, attacker: Unit, defender: Unit, defenders: Sequence[Unit] = ()) -> tuple[Superiority, Text]:
    """9.16 step 1: by position, by the defender's plight, or by weapons; ``defenders``: all of this combat."""
    arc = g.arc_of_attack(defender, attacker)
    # A 8.36 Skirmishers from the flank; not those trained for Shock, whose halved hits are doubled again (A 9.31).
    slight = attacker.troop.harmless and attacker.troop.shy and arc == "flank"
    denied = attacker.troop.arm in defender.troop.not_outflanked_by  # A 9.15, S 9.15, 9.17
    if arc != "front" and not slight and not denied and not _position_lost(g, attacker, (defender, *defenders)):
        return "AS", POSITION
    if defender.column:
        return "AS", Text("in Column")  # 6.45
    if why := special.first(g, Special.superior, attacker, defender):
        return "AS", why
    printed: Superiority = g.charts.superiority(attacker, defender)
    for r in special.having(g, Special.weapon_superiority):
        if (instead := r.weapon_superiority(g, attacker, defender, printed)) is not None:
            return instead, Text("weapons")
    return printed, Text("weapons")


def _position_lost(g: Battle, attacker: Unit, defenders: Sequence[Unit]) -> bool:
    """9.16 1A The attacker is itself in the ZOC of an enemy on its flank or rear, or (S) of one nobody attacks."""
    holders = {e.id: e for h in footprint.hexes_of(attacker) for e in g.enemy_zoc(h, attacker.side)}
    if g.game.combat.position_lost == "unattended":
        met = g.assailed.union(d.id for d in defenders)
        return any(e.id not in met and e.troop.target != "skirmisher" for e in holders.values())
    return any(g.arc_of_attack(attacker, e) != "front" for e in holders.values())


def terrain_shifts(g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> list[Modifier]:
    """9.16 step 3 Column shifts by the ground: the row that favours the defender most, or all that do (A, S).

    The downhill +1 counts only where none does.
    """
    rows = _rows(g, attackers, defenders)
    if rows and g.game.combat.terrain_shifts == "one":
        rows = [min(rows, key=lambda r: g.charts.terrain_shift(r[0]))]
    if not rows and _downhill(g, attackers, defenders):
        rows = [("all_defenders_lower", Text("downhill"))]
    # 6.26 Terrain in combat.
    return [Modifier(value=g.charts.terrain_shift(r), reason=why, rule=g.case(Case.SHOCK)) for r, why in rows]


def _rows(g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> list[tuple[str, Text]]:
    """Rows of the terrain chart that favour the defenders, with their names in words."""
    pairs = [(a, d) for d in defenders for a in attackers]

    def across(feature: str) -> bool:
        return all(any(f.startswith(feature) for f in _between(g, a, d)) for a, d in pairs)

    def level(x: Hex) -> int:
        return g.map.level_at(x)

    rows: list[tuple[str, Text]] = []
    if across("river"):
        rows.append(("river", Text("across the river")))
    ground = dict.fromkeys(g.map.terrain_at(h) for d in defenders for h in _met(g, attackers, d))
    if all(t in ("woods", "marsh") and g.charts.shifts_ground(t) for t in ground):
        rows.append((next(iter(ground)), joined(ground, " and ")))
    if across("trench"):
        rows.append(("trench", Text("across the trench")))
    slopes = [(level(y), level(x)) for a, d in pairs for x, y in _touching(g, a, d)]
    if all(theirs > ours for theirs, ours in slopes):
        rows.append(("all_defenders_higher", Text("uphill")))
    elif any(theirs > ours for theirs, ours in slopes):
        rows.append(("some_defender_higher", Text("partly uphill")))
    return rows


def _downhill(g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> bool:
    pairs = [(a, d) for d in defenders for a in attackers]
    river = any(f.startswith("river") for a, d in pairs for f in _between(g, a, d))
    level = g.map.level_at
    return not river and all(level(y) < level(x) for a, d in pairs for x, y in _touching(g, a, d))


def _touching(g: Battle, a: Unit, d: Unit) -> list[tuple[Hex, Hex]]:
    """The hexes of two units that lie next to each other; those nearest to each other where none do."""
    if a.id in g.striking:
        origin = g.striking[a.id]
        return [(origin, min(footprint.hexes_of(d), key=lambda h: distance(h, origin)))]
    if footprint.is_single(a) and footprint.is_single(d):
        return [(a.at, d.at)]
    pairs = [(x, y) for x in footprint.hexes_of(a) for y in footprint.hexes_of(d)]
    least = min(distance(x, y) for x, y in pairs)
    return [(x, y) for x, y in pairs if distance(x, y) == least]


def _met(g: Battle, attackers: Sequence[Unit], d: Unit) -> tuple[Hex, ...]:
    """The hexes of a defender that its attackers stand next to."""
    return tuple(dict.fromkeys(y for a in attackers for _, y in _touching(g, a, d)))


def _between(g: Battle, a: Unit, d: Unit) -> list[str]:
    """What lies along the hexsides between two units."""
    return [f for x, y in _touching(g, a, d) for f in g.map.side(x, y)]


def size_modifiers(g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> list[Modifier]:
    """9.16 step 2 Size Differential; rounding favours attackers of whom one moved in this phase."""
    other = special.first(g, Special.size_modifiers, attackers, defenders)
    if other is not None:
        return other
    if _weightless(g, attackers, defenders):
        return []
    ours = [u for u in attackers if u.troop.size_counts] or attackers
    theirs = [u for u in defenders if u.troop.size_counts] or defenders
    a, d = (sum(size(g, r) for u in foremost(side) for r in g.ranks(u)) for side in (ours, theirs))
    moved = g.state.orders is not None and any(u.id in g.orders.moved for u in attackers)
    shift = size_shift(a, d, moved)
    return (
        [
            Modifier(
                value=shift,
                reason=Text("size {attackers} to {defenders}", attackers=a, defenders=d),
                rule=g.case(Case.SHOCK),
            )
        ]
        if shift
        else []
    )


def _weightless(g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> bool:
    """A 8.36, S 8.36 Elephants and chariots measure themselves by Size with their own kind alone, skirmishers (S) with
    nobody.
    """
    if not g.game.combat.skirmishers_weigh and not any(u.troop.size_counts for u in defenders):
        return True
    arms = {u.troop.arm for u in (*attackers, *defenders)}
    return len(arms) > 1 and any(u.troop.sized_among_its_own for u in (*attackers, *defenders))


_SHIFTS = {"attacks": "{troops} attacks", "defends": "{troops} defends"}


def _own_shifts(g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> list[Modifier]:
    """A 9.42 Column shifts for what fights on either side, once for a side."""
    found: list[Modifier] = []
    for units, row in ((attackers, "attacks"), (defenders, "defends")):
        light = [u for u in units if special.any_of(g, Special.unweighted, u)]
        names = dict.fromkeys(u.troop.shifts for u in units if u.troop.shifts and u not in light)
        for name in names:
            value = g.charts.unit_shift(f"{name}_{row}")
            found.append(Modifier(value=value, reason=Text(_SHIFTS[row], troops=name), rule=g.case(Case.SHOCK)))
    return found


def size(g: Battle, unit: Unit) -> int:
    """9.16 step 2 The Size a unit counts with."""
    found = (r.size(g, unit) for r in special.having(g, Special.size))
    return next((n for n in found if n is not None), unit.size)


def charisma(g: Battle, units: Sequence[Unit]) -> Leader | None:
    """9.16 step 3 The leader who lends his Charisma: always the highest of those stacked with the units."""
    leaders = [x for u in units for x in g.leaders_with(u) if x.id not in g.unheard]
    return max(leaders, key=lambda x: x.charisma, default=None)


def die_modifiers(
    g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit], killed: Sequence[Leader] = ()
) -> list[Modifier]:
    """table:shock_die_modifiers (9.16 step 3) Charisma of one leader a side, and of leaders just killed."""
    found: list[Modifier] = []
    side = attackers[0].side
    for units, sign in ((attackers, 1), (defenders, -1)):
        leader = charisma(g, units)
        if leader is not None and leader.charisma:
            found.append(
                Modifier(
                    value=sign * leader.charisma,
                    reason=Text("{leader}'s Charisma", leader=leader.name),
                    rule=g.case(Case.SHOCK),
                )
            )
    for leader in killed:
        value = (leader.charisma + g.game.combat.killed_lend) * (-1 if leader.side == side else 1)
        found.append(Modifier(value=value, reason=Text("{leader} killed", leader=leader.name), rule=g.case(Case.SHOCK)))
    return found


def reckon(
    g: Battle,
    attackers: Sequence[Unit],
    defenders: Sequence[Unit],
    attacker: Unit,
    defender: Unit,
    *,
    killed: Sequence[Leader] = (),
) -> Reckoning:
    """The odds with these two units chosen for the clash (9.15)."""
    arc = g.arc_of_attack(defender, attacker)
    superior, why = superiority(g, attacker, defender, defenders)
    shifts = (
        *size_modifiers(g, attackers, defenders),
        *terrain_shifts(g, attackers, defenders),
        *_own_shifts(g, attackers, defenders),
        *special.told(g, Special.shock_shifts, attackers, defenders, attacker, defender),
    )
    factors = (r.position_factor(g, defender) for r in special.having(g, Special.position_factor) if why == POSITION)
    return Reckoning(
        charts=g.charts,
        attacker=attacker,
        defender=defender,
        arc=arc,
        base=g.charts.clash(attacker, defender, arc),
        shifts=shifts,
        superiority=superior,
        why=why,
        modifiers=tuple(die_modifiers(g, attackers, defenders, killed)),
        halved=attacker.is_light and _feeble(g, attacker) and defender.troop.is_heavy_foot and not defender.routed,
        factor=next((n for n in factors if n is not None), 2),
        tempered=tuple(
            f for r in special.having(g, Special.tempers) if (f := r.tempers(g, attackers, defenders)) is not None
        ),
    )


def _feeble(g: Battle, unit: Unit) -> bool:
    """9.16 Light bowmen; light horse where a reading has it (S 8.36)."""
    if unit.is_cavalry and g.game.combat.light_horse_halved:
        return True
    return unit.weapon is not None and unit.weapon.feeble


def foremost(units: Sequence[Unit]) -> Sequence[Unit]:
    """A 9.62 Those that can be chosen: of double depth the upper phalanx."""
    return [u for u in units if u.beneath is None]


def exposed(g: Battle, defenders: Sequence[Unit]) -> Sequence[Unit]:
    """Defenders that can be struck first; of skirmishers with others none where they don't weigh (S 9.23)."""
    first = foremost(defenders)
    return first if g.game.combat.skirmishers_weigh else [u for u in first if u.troop.size_counts] or first


def leading(g: Battle, attackers: Sequence[Unit], defender: Unit) -> Sequence[Unit]:
    """Attackers that can be chosen against this defender."""
    # A 8.36 Skirmishers with others never lead.
    first = [a for a in foremost(attackers) if a.troop.size_counts] or foremost(attackers)
    # A 9.15 Cavalry that attacks somebody else doesn't attack the elephant beside him.
    return [a for a in first if not g.shuns(a, defender)] or first


class _Pairs:
    """A combat reckoned for each two units that may be chosen, each once."""

    def __init__(self, g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> None:
        self._g = g
        self._attackers = attackers
        self._defenders = defenders
        self._known: dict[tuple[str, str], Reckoning] = {}

    def reckon(self, attacker: Unit, defender: Unit) -> Reckoning:
        key = attacker.id, defender.id
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = reckon(self._g, self._attackers, self._defenders, attacker, defender)
        return found

    def best_attacker(self, defender: Unit) -> Unit:
        able = leading(self._g, self._attackers, defender)
        if len(able) == 1:
            return able[0]
        return max(able, key=lambda a: (self.reckon(a, defender).balance, room(self._g, a)))

    def best_defender(self) -> Unit:
        def worst(d: Unit) -> tuple[float, int]:
            return self.reckon(self.best_attacker(d), d).balance, -room(self._g, d)

        able = exposed(self._g, self._defenders)
        return able[0] if len(able) == 1 else min(able, key=worst)


def best_attacker(g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit], defender: Unit) -> Unit:
    """The attacker's best choice against a chosen defender; of equals the one that bears the odd hit best (10.13)."""
    return _Pairs(g, attackers, defenders).best_attacker(defender)


def best_defender(g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Unit:
    """The defender's best choice, knowing that the attacker will answer with theirs."""
    return _Pairs(g, attackers, defenders).best_defender()


def foresee(g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Reckoning:
    """The odds of a combat if both sides choose well: what a player may know before it is designated."""
    pairs = _Pairs(g, attackers, defenders)
    defender = pairs.best_defender()
    return pairs.reckon(pairs.best_attacker(defender), defender)
