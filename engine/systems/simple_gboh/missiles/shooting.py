"""7.1, 7.12, 7.14, 7.18, T:missile_drm Who may fire at whom, and what is added to the roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex, distance
from engine.kernel.inquiry import Fact
from engine.kernel.text import Refusal, Text, few
from engine.systems.gboh import footprint
from engine.systems.simple_gboh import fortifications
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.hooks import Chapter
from engine.systems.simple_gboh.state import Unit
from engine.systems.simple_gboh.troops import GERMAN, LEGIONARY

MOUNTED = 2
"""7.14 Added to the roll of cavalry, but for its darts."""
LOWER = -1
"""7.14 Added to the roll at a target on lower ground."""
AT_ELEPHANTS = -1
"""7.14 Added to the roll of artillery at elephants."""
ON_FOOT = 2
"""7.16 Added to the Hit & Run of javelins on foot."""
JAVELINS = frozenset({"J"})
DARTS = "Dart"


class Shooting(Chapter):
    """7.1, 7.12, 7.14, 7.18, 10.52"""

    case = "7.1"
    about = "who may fire at whom, and how well"

    # -- who may ----------------------------------------------------------------------------------------------------

    def silences(self, g: Battle, unit: Unit) -> Refusal | None:
        """7.18, 10.21 Who has no Missile Fire of any kind."""
        if unit.depleted:
            return Refusal("{unit} is Depleted and can't fire.", rule="7.18", unit=unit.id)
        if fortifications.throws(g, unit):
            return None
        if unit.troop.arm == "elephant":
            return Refusal("Elephants have no Missile Fire.", rule="10.21")
        if unit.letter is not None:
            text = "{unit} bears {letter}, which counts in Shock alone: it has no Missile Fire."
            return Refusal(text, rule="7.18", unit=unit.id, letter=unit.letter)
        if LEGIONARY in unit.troop.tags and unit.roman:
            return Refusal("Roman legionaries and cohorts have no Missile Fire: {unit}.", rule="7.18", unit=unit.id)
        return None

    def bars_fire(self, g: Battle, unit: Unit) -> Refusal | None:
        """7.1, 10.52 What having moved takes from active fire; a copy that stands elsewhere is looked at ahead."""
        if unit.id not in g.orders.moved and unit.hex == g.state.units[unit.id].hex:
            return None
        if unit.troop.is_engine:
            return Refusal("{unit} has moved: artillery moves or fires.", rule="7.1", unit=unit.id)
        if unit.troop.arm == "chariot" and (near := g.enemies_beside(unit)):
            text = "{unit} has moved next to {enemies}: chariots don't fire then."
            return Refusal(text, rule="10.52", unit=unit.id, enemies=few(e.id for e in near))
        return None

    def shoots_standing(self, g: Battle, shooter: Unit) -> Refusal | None:
        if not shooter.troop.is_engine:
            return None
        return Refusal("Artillery moves or fires; {unit} can't do both.", rule="7.1", unit=shooter.id)

    def bars_move(self, g: Battle, unit: Unit) -> Refusal | None:
        if unit.troop.is_engine and unit.id in g.orders.fired:
            return Refusal("{unit} has fired: artillery moves or fires.", rule="7.1", unit=unit.id)
        return None

    # -- at whom ----------------------------------------------------------------------------------------------------

    def bars_target(self, g: Battle, shooter: Unit, target: Unit) -> Refusal | None:
        if (why := _wrong_prey(shooter, target)) is not None:
            return why
        near = any(e.id == target.id for e in g.enemies_in_zoc(shooter))
        if not near and (why := self.bars_leader(g, shooter)) is not None:
            return why
        return _bars_javelins(g, shooter, target)

    def bars_leader(self, g: Battle, shooter: Unit) -> Refusal | None:
        near = g.enemies_in_zoc(shooter)
        if not near:
            return None
        text = "{unit} has {enemies} in its ZOC: it fires at one of them, or at nobody."
        return Refusal(text, rule="7.12", unit=shooter.id, enemies=few(e.id for e in near))

    # -- the roll ---------------------------------------------------------------------------------------------------

    def target_modifiers(self, g: Battle, shooter: Unit, target: Unit) -> Sequence[Modifier]:
        if shooter.troop.is_engine and target.troop.arm == "elephant":
            return (Modifier(value=AT_ELEPHANTS, reason=Text("artillery at elephants"), rule="7.14"),)
        return ()

    def fire_modifiers(self, g: Battle, shooter: Unit, a: Hex, b: Hex) -> Sequence[Modifier]:
        return tuple(_modifiers(g, shooter, a, b))

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.missile is None and (why := self.silences(g, unit)) is not None:
            yield Fact.of(why)


def _wrong_prey(shooter: Unit, target: Unit) -> Refusal | None:
    if shooter.missile == DARTS and target.troop.arm != "elephant":
        return Refusal("Darts are for elephants alone, and {target} is none.", rule="7.81", target=target.id)
    return None


def _bars_javelins(g: Battle, shooter: Unit, target: Unit) -> Refusal | None:
    """7.1 Javelins of the active side: not from enemy ZOC; on foot not at cavalry."""
    if shooter.missile not in JAVELINS or shooter.side != g.active:
        return None
    if g.in_enemy_zoc(shooter):
        return Refusal("{unit} is in enemy ZOC: its javelins stay in hand.", rule="7.1", unit=shooter.id)
    if shooter.troop.arm == "foot" and target.is_cavalry:
        text = "Javelins on foot aren't thrown at cavalry, unless it fires first: {target} is cavalry."
        return Refusal(text, rule="7.1", target=target.id)
    return None


def harassing(shooter: Unit, a: Hex) -> bool:
    """7.16, 7.17 Whether fire from a hex is Hit & Run: the unit doesn't stand there."""
    return a not in footprint.hexes_of(shooter)


def as_foot(g: Battle, shooter: Unit, a: Hex, b: Hex) -> bool:
    """10.4 Whether German cavalry throws as foot does: next to an enemy, or in Hit & Run from two hexes."""
    if GERMAN not in shooter.troop.tags:
        return False
    return distance(shooter.at, b) == 2 if harassing(shooter, a) else bool(g.enemies_beside(shooter))


def _modifiers(g: Battle, shooter: Unit, a: Hex, b: Hex) -> Iterator[Modifier]:
    """7.14, 7.16 The list of the chart, as far as the family doesn't have it."""
    if fortifications.height(g, b) < fortifications.height(g, a):
        yield Modifier(value=LOWER, reason=Text("target lower"), rule="7.14")
    if shooter.hits:
        yield Modifier(value=shooter.hits, reason=Text("hits on {unit}", unit=shooter.id), rule="7.14")
    foot = as_foot(g, shooter, a, b)
    if shooter.is_cavalry and shooter.missile != DARTS and not foot:
        yield Modifier(value=MOUNTED, reason=Text("cavalry"), rule="7.14")
    on_foot = foot or shooter.troop.arm == "foot"
    if harassing(shooter, a) and shooter.missile in JAVELINS and on_foot:
        yield Modifier(value=ON_FOOT, reason=Text("javelins on foot in Hit & Run"), rule="7.16")
