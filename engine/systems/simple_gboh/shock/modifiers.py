"""7.52, T:shock_drm The modifiers of a Shock, each with its reason; they ask and change nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.dice import Modifier
from engine.kernel.ground import called
from engine.kernel.hexes import Hex, distance
from engine.kernel.text import Text
from engine.systems.gboh import footprint, special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.simple_gboh import effects, fortifications
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import tables
from engine.systems.simple_gboh.shock.tables import Angle
from engine.systems.simple_gboh.special.rule import Rule
from engine.systems.simple_gboh.state import Leader, Unit
from engine.systems.simple_gboh.troops import LEGIONARY

MOST_TQ = MOST_HITS = 3
"""7.52 Neither the difference of TQ nor that of hits counts for more."""
MUCH = 2
"""7.52 Points of Size from which a difference counts, and the ratio from which it counts twice."""
HEROIC_RANGE = 2
"""4.21 Hexes to which Heroic Charisma reaches."""
CHARIOT_HEXES = 4
"""10.51 Hexes a chariot must have moved for the modifier of those who moved."""
RULE = "7.52"


def of(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit], attacker: Unit, defender: Unit) -> list[Modifier]:
    """7.52 T:shock_drm Everything that changes the roll, with these two units' Types chosen."""
    return [
        *weapons(g, attacker, defender, theirs),
        *quality(g, ours, theirs),
        *sizes(g, ours, theirs),
        *hits(g, ours, theirs),
        *movement(g, ours, theirs),
        *leaders(g, ours, theirs),
        *terrain(g, ours, theirs),
        *special.told(g, Rule.clash_modifiers, ours, theirs),
    ]


def _modifier(value: int, reason: Text, rule: str = RULE) -> Iterator[Modifier]:
    if value:
        yield Modifier(value=value, reason=reason, rule=rule)


# -- from where ----------------------------------------------------------------------------------------------------


def angle(g: Battle, attacker: Unit, defender: Unit) -> Angle:
    """7.36 The matrix for this attacker's Type against this defender's.

    A unit of two hexes in two arcs counts as in the better one for the defender. Who stands in the ZOC of an enemy in
    its own Flank or Rear attacks as if from the front.
    """
    if g.arc_of_attack(defender, attacker) == "front" or beset(g, attacker) is not None:
        return "front"
    return "behind"


def beset(g: Battle, attacker: Unit) -> Unit | None:
    """7.36 The first enemy in whose ZOC the unit stands and that stands in the unit's own Flank or Rear; None: none."""
    holders = {e.id: e for h in footprint.hexes_of(attacker) for e in g.enemy_zoc(h, attacker.side)}
    return next((g.state.units[e.id] for e in holders.values() if g.arc_of_attack(attacker, e) != "front"), None)


def types_open(g: Battle, attackers: Sequence[Unit], defender: Unit) -> list[Unit]:
    """7.35, 7.36 Attackers whose Type may be used: where some come from flank or rear, one of those."""
    behind = [a for a in attackers if angle(g, a, defender) == "behind"]
    return behind or list(attackers)


# -- weapons ---------------------------------------------------------------------------------------------------------


def weapons(g: Battle, attacker: Unit, defender: Unit, theirs: Sequence[Unit]) -> Iterator[Modifier]:
    """7.82 The matrix, always told, and what stands below it; ``theirs``: all the defenders, whom it has come up to."""
    side = angle(g, attacker, defender)
    found = tables.weapons(g.charts, attacker, defender, side)
    value = 0 if found is None else found[0]
    where = Text("the front") if side == "front" else Text("flank or rear")
    kinds = {"a": attacker.kind, "d": defender.kind}
    yield Modifier(value=value, reason=Text("{a} against {d} from {where}", where=where, **kinds), rule="7.82")
    came = came_up(g, attacker, theirs)
    frontal = side == "front"

    def special(name: str, reason: Text) -> Iterator[Modifier]:
        yield from _modifier(tables.special(g.charts, name), reason, "7.82")

    if frontal and came and defender.type == "PH" and attacker.type not in ("PH", "HI"):
        yield from special("moved_against_phalanx", Text("came up to a phalanx"))
    if frontal and came and attacker.is_cavalry and not attacker.cataphract and _throws(defender):
        yield from special("cavalry_moved_against_missiles", Text("rode up to javelins"))
    if frontal and g.deep(defender):
        yield from special("defends_in_double_depth", Text("defends in double depth"))
    arm = armament(attacker)
    if came and arm is not None and not attacker.depleted and not (frontal and armament(defender) == arm):
        yield from special("moved_with_pila_x_or_f", Text("pila") if arm == "pila" else Text("weapon {arm}", arm=arm))
    if g.deep(attacker):
        yield from special("attacks_in_double_depth", Text("attacks in double depth"))


def _throws(unit: Unit) -> bool:
    """7.82 Javelin-armed infantry, or legionaries and cohorts of Rome."""
    return unit.troop.arm == "foot" and (unit.missile == "J" or armament(unit) == "pila")


def armament(unit: Unit) -> str | None:
    """7.82 What the modifier for those who moved is given for: "pila" of Roman legionaries and cohorts, "X", "F"."""
    if unit.roman and LEGIONARY in unit.troop.tags:
        return "pila"
    return unit.letter


def came_up(g: Battle, unit: Unit, theirs: Sequence[Unit]) -> bool:
    """7.52 Whether the unit entered a vacant hex next to a defender in this Player Turn, and didn't begin it in enemy
    ZOC.

    Who joined a stack, or an engine, entered no vacant hex. Chariots must have gone far enough (10.51).
    """
    turn = g.state.orders
    if turn is None or unit.id not in turn.moved or unit.id in turn.started_in_zoc:
        return False
    if unit.beneath is not None or any(e.id not in turn.moved for e in g.standing_at(unit.at) if e.troop.is_engine):
        return False
    # Who is only thought to have moved has come by vacant hexes.
    came = turn.came_into.get(unit.id)
    if came is not None and all(footprint.distance_to(d, h) > 1 for d in theirs for h in came):
        return False
    if unit.troop.arm != "chariot":
        return True
    # 10.51 Who is only thought elsewhere has driven there by the shortest way.
    ahead = distance(turn.start.get(unit.id, unit.at), unit.at)
    return max(turn.hexes_moved.get(unit.id, 0), ahead) >= CHARIOT_HEXES


# -- TQ, Size, hits --------------------------------------------------------------------------------------------------


def quality(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> Iterator[Modifier]:
    """7.52 The difference of the highest TQs; a stack counts with its top's."""
    a, d = (max(cohesion.tq(g, u) for u in side) for side in (ours, theirs))
    yield from _modifier(clamped(a - d, MOST_TQ), Text("TQ {a} to {d}", a=a, d=d))


def clamped(value: int, most: int) -> int:
    """A value within so much of nothing, either way.

    >>> clamped(5, 3), clamped(-4, 3), clamped(1, 3)
    (3, -3, 1)
    """
    return max(-most, min(most, value))


def sizes(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> Iterator[Modifier]:
    """7.52 The difference of Sizes; elephants, chariots and skirmishers measure themselves with their like alone."""
    light = [all(unmeasured(u) for u in side) for side in (ours, theirs)]
    if any(light) and not all(light):
        return
    a, d = (
        sum(size(g, u) for u in side if alike or not unmeasured(u))
        for side, alike in zip((ours, theirs), light, strict=True)
    )
    yield from _modifier(size_value(a, d), Text("Size {a} to {d}", a=a, d=d))


def unmeasured(unit: Unit) -> bool:
    """7.52 Elephants, chariots, skirmishers."""
    return unit.troop.sized_among_its_own or not unit.troop.size_counts


def size(g: Battle, unit: Unit) -> int:
    """5.35, 10.3, 10.13 The Size of a stack or of double depth is that of both; an engine with infantry adds none."""
    return sum(u.size for u in g.ranks(unit))


def size_value(a: int, d: int) -> int:
    """7.52 For two points more, 1; twice as much, 2; to the attacker's credit or against it.

    >>> size_value(2, 4), size_value(1, 2), size_value(5, 7), size_value(12, 10)
    (-2, 0, -1, 1)
    """
    if abs(a - d) < MUCH:
        return 0
    worth = 2 if max(a, d) >= MUCH * min(a, d) else 1
    return worth if a > d else -worth


def hits(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> Iterator[Modifier]:
    """7.52 The defenders' hits less the attackers', of both units of a stack."""
    a, d = (sum(u.hits for top in side for u in effects.fighting(g, top)) for side in (ours, theirs))
    yield from _modifier(clamped(d - a, MOST_HITS), Text("hits {a} to {d}", a=a, d=d))


# -- movement, leaders -----------------------------------------------------------------------------------------------


def movement(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> Iterator[Modifier]:
    """7.52 An attacker has come up in this Player Turn."""
    if any(came_up(g, u, theirs) for u in ours):
        yield from _modifier(1, Text("moved to attack"))


def leaders(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> Iterator[Modifier]:
    """4.38 A leader on either side, however many there are."""
    for side, sign in ((ours, 1), (theirs, -1)):
        leader = leading(g, side, (*ours, *theirs))
        if leader is not None:
            yield from _modifier(sign, Text("{leader}", leader=leader.name), "4.38")


def leading(g: Battle, side: Sequence[Unit], fighting: Sequence[Unit]) -> Leader | None:
    """4.38, 4.21 A leader with one of the units; or one of Heroic Charisma within two hexes of one who fights himself.

    ``fighting``: everybody in this Shock, whether or not it has been designated yet.
    """
    stacked = next((x for u in side for x in g.leaders_with(u)), None)
    if stacked is not None:
        return g.state.leaders[stacked.id]
    engaged = {u.id for u in fighting} | g.assailing | set(g.assailed)
    for x in g.leaders(side[0].side):
        if not x.inspires or all(footprint.distance_to(u, x.at) > HEROIC_RANGE for u in side):
            continue
        unit = g.friend_in(x.at, x.side)
        if unit is not None and unit.id in engaged:
            return x
    return None


# -- ground ----------------------------------------------------------------------------------------------------------


def terrain(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> Iterator[Modifier]:
    """7.52 Of all pairs of hexes that fight the one whose ground helps the defender most: all that counts there."""
    pairs = [(a, x, y) for a in ours for d in theirs for x, y in footprint.touching(a, d)]
    if not pairs:
        return
    wet = {a.id for a, x, y in pairs if any(f"{g.charts.hexside(f)}_some" in _rows(g) for f in g.map.side(x, y))}
    everybody = all(a.id in wet for a in ours)
    found = [list(_ground(g, x, y, everybody=everybody)) for _, x, y in pairs]
    yield from min(found, key=lambda ms: sum(m.value for m in ms))


def _rows(g: Battle) -> dict[str, int]:
    return g.charts.document["charts"]["shock_terrain"]["rows"]


_LEVELS = {1: "one_level", 2: "two_levels", 3: "three_levels"}


def _ground(g: Battle, x: Hex, y: Hex, *, everybody: bool) -> Iterator[Modifier]:
    """What the ground between two hexes, and under the defender, does; ``everybody`` attacks across the river."""

    def row(name: str, reason: Text) -> Iterator[Modifier]:
        yield from _modifier(tables.ground(g.charts, name), reason)

    ground = g.map.terrain_at(y)
    yield from row(g.charts.ground(ground), called(ground))
    for feature in dict.fromkeys(g.map.side(x, y)):
        name = g.charts.hexside(feature)
        if f"{name}_some" in _rows(g):
            name = f"{name}_{'all' if everybody else 'some'}"
        yield from row(name, Text("across the {feature}", feature=called(feature)))
    climb = g.map.level_at(y) - g.map.level_at(x)
    if climb:
        way = "up" if climb > 0 else "down"
        yield from row(f"{way}_{_LEVELS[min(3, abs(climb))]}", Text("uphill") if climb > 0 else Text("downhill"))
    yield from fortifications.shock_modifiers(g, x, y)
