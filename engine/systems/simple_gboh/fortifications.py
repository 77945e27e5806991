"""11.1 Fortifications: what walls, ramparts, ditches, gates and towers do to fire and Shock, and who throws from them.

Their price for who crosses them is the charts' (:mod:`engine.systems.gboh.charts`); which side is the inside,
:mod:`engine.systems.gboh.works`'.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import Fact
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import footprint
from engine.systems.gboh import state as gboh
from engine.systems.gboh.footprint import Move
from engine.systems.gboh.works import GATE, TOWER, Crossing, Works
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.hooks import Chapter
from engine.systems.simple_gboh.state import Unit
from engine.systems.simple_gboh.troops import THROWN

RULE = "11.11"
THROWING = 1
"""11.15 Added to the roll of who throws from a tower or ramparts on the Sling line."""
TOWER_RANGE = 1
"""Note e of the chart: hexes that shooting from a tower adds to a range, where a modified 0 alone hits."""
TOWER_HEIGHT = 1
"""7.14 Levels that a tower counts above its hex."""
PROHIBITED = "P"

_COLUMNS = {"J": "J", "A": "bow", "B": "bow", "C": "bow", "S": "sling", THROWN: "sling", "Dart": "J"}
_NAMES = {
    "walls": Text("walls"),
    "ramparts": Text("ramparts"),
    "ditch": Text("ditch"),
    "gate": Text("gate"),
    "towers": Text("tower"),
}


def of(g: Battle) -> Works:
    """The works of the battle's map."""
    return g.charts.works(g.map)


def between(g: Battle, a: Hex, b: Hex) -> list[Crossing]:
    """11.14 What stands between two hexes next to each other, seen from the first."""
    return of(g).between(a, b)


def fortified(g: Battle, a: Hex, b: Hex) -> bool:
    """11.13, 11.14 Whether a fortification parts two hexes next to each other."""
    return bool(between(g, a, b))


def crosses(g: Battle, m: Move) -> bool:
    """11.13 Whether a move leads across a fortified hexside."""
    return any(fortified(g, a, h) for a, h in m.steps if h in m.entered)


def shock_modifiers(g: Battle, a: Hex, b: Hex) -> list[Modifier]:
    """11.14 What the works between the attacker's hex ``a`` and the defender's ``b`` add to the Shock roll."""
    found: list[Modifier] = []
    for c in between(g, a, b):
        value = int(g.charts.work(c.row)["shock"])
        if value:
            found.append(Modifier(value=value, reason=_told(c), rule=RULE))
    return found


def _told(c: Crossing) -> Text:
    text = "{works}, from outside" if c.side == "outside" else "{works}, from inside"
    return Text(text, works=_NAMES[c.kind])


def in_tower(g: Battle, h: Hex) -> bool:
    """Whether the hex is a tower."""
    return of(g).within(h) == TOWER


def height(g: Battle, h: Hex) -> int:
    """7.14 Level of a hex for fire: a tower counts one level above its ground."""
    return g.map.level_at(h) + (TOWER_HEIGHT if in_tower(g, h) else 0)


def _on_ramparts(g: Battle, h: Hex) -> list[Hex]:
    """Hexes next to one from behind the ramparts of which somebody there looks out."""
    ways = ((n, c) for n in g.map.neighbours(h) for c in between(g, h, n))
    return [n for n, c in ways if "ramparts" in (c.kind, c.pierced) and c.side == "inside"]


def throws(g: Battle, unit: Unit) -> bool:
    """11.15 Whether infantry without missiles throws what it finds: in a tower or on ramparts, skirmishers not."""
    if not unit.on_map or unit.missile is not None or unit.depleted or not of(g).any:
        return False
    if unit.troop.arm != "foot" or unit.troop.target == "skirmisher":
        return False
    return any(in_tower(g, h) or bool(_on_ramparts(g, h)) for h in footprint.hexes_of(unit))


def _threw(shooter: gboh.Unit) -> bool:
    """11.15 Whether it shoots with what was at hand, which :meth:`Fortifications.arms` has put there."""
    return shooter.missile == THROWN


class Fortifications(Chapter):
    """11.11, 11.14, 11.15, 10.12"""

    case = "11.11"
    about = "walls, ramparts, ditches, gates and towers"

    def arms(self, g: Battle, unit: Unit) -> Unit | None:
        return unit.model_copy(update={"missile": THROWN}) if throws(g, unit) else None

    def bars_target(self, g: Battle, shooter: Unit, target: Unit) -> Refusal | None:
        if not of(g).any:
            return None
        start, end = footprint.nearest(shooter, target)[0], footprint.nearest(target, shooter)[0]
        if throws(g, shooter):
            return _out_of_hand(g, shooter, target, start, end)
        tower = in_tower(g, start)
        if shooter.missile == "Ballista" and tower and footprint.distance(shooter, target) == 1:
            text = "A ballista in a tower doesn't reach what is next to it: {target}."
            return Refusal(text, rule="7.81", target=target.id)
        if shooter.troop.is_engine and not tower and (wall := _walls(g, start, end)) is not None:
            text = "{unit} can't fire across {works}: artillery does so from towers alone."
            return Refusal(text, rule="10.12", unit=shooter.id, works=_NAMES[wall])
        return None

    def range_changes(self, g: Battle, shooter: Unit, a: Hex, b: Hex) -> Sequence[Modifier]:
        if _threw(shooter) or not of(g).any or not in_tower(g, a):
            return ()
        return (Modifier(value=TOWER_RANGE, reason=Text("from a tower"), rule=RULE),)

    def fire_modifiers(self, g: Battle, shooter: Unit, a: Hex, b: Hex) -> Sequence[Modifier]:
        found: list[Modifier] = []
        if _threw(shooter):
            reason = Text("thrown from the works")
            found.append(Modifier(value=THROWING, reason=reason, rule="11.15"))
        column = _COLUMNS.get(shooter.missile or "", "engine") if not shooter.troop.is_engine else "engine"
        for c in of(g).flown_over(a, b):
            row = f"{c.pierced}_{c.side}" if c.kind == GATE else c.row
            value = g.charts.work(row)[column] if c.kind != GATE or c.pierced is not None else 0
            if isinstance(value, int) and value:
                found.append(Modifier(value=value, reason=_told(c), rule=RULE))
        return found

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if throws(g, unit):
            yield Fact(Text("Throws at who is next to it, on the Sling line, +1 to the roll"), "11.15")


def _out_of_hand(g: Battle, shooter: Unit, target: Unit, start: Hex, end: Hex) -> Refusal | None:
    """11.15 Who throws from the works does so at the next hex, from ramparts over them."""
    if footprint.distance(shooter, target) > 1:
        text = "{unit} throws from the works at the next hex only; {target} is farther."
        return Refusal(text, rule="11.15", unit=shooter.id, target=target.id)
    if not in_tower(g, start) and end not in _on_ramparts(g, start):
        text = "{unit} throws over the ramparts; there are none towards {hex}."
        return Refusal(text, rule="11.15", unit=shooter.id, hex=show(end))
    return None


def _walls(g: Battle, a: Hex, b: Hex) -> str | None:
    """10.12 Walls or ramparts that fire between two hexes would cross."""
    for c in of(g).flown_over(a, b):
        kind = c.pierced if c.kind == GATE else c.kind
        if kind is not None and g.charts.work(f"{kind}_{c.side}")["engine"] == PROHIBITED and kind != TOWER:
            return kind
    return None
