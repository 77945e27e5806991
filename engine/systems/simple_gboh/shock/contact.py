"""7.31, 7.32 Who must attack, who may, and whom: what is so before anybody says anything."""

from __future__ import annotations

from engine.kernel.text import Refusal
from engine.systems.gboh import footprint, special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.state import Unit as FamilyUnit
from engine.systems.simple_gboh import fortifications
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.state import Unit

DESIGNATION, MUST, MAY, ONCE, FRONT = "7.3", "7.31", "7.32", "7.34", "6.11"


def bar(g: Battle, unit: Unit) -> Refusal | None:
    """7.31 Why the unit can attack nobody in this Shock Phase; None when it can."""
    if (no := unfit(g, unit)) is not None:
        return no
    if g.state.orders is not None and unit.id in g.orders.shocked:
        return Refusal("{unit} has attacked in this Shock Phase.", rule=ONCE, unit=unit.id)
    if not ahead(g, unit):
        return _nobody(g, unit)
    if not open_to(g, unit):
        return Refusal("Everybody in {unit}'s ZOC has been attacked in this Shock Phase.", rule=ONCE, unit=unit.id)
    return None


def unfit(g: Battle, unit: Unit) -> Refusal | None:
    """7.31 Why the unit never attacks as it is, whoever stands before it; None when it may."""
    if not unit.on_map:
        return Refusal("{unit} is not on the map.", rule=MUST, unit=unit.id)
    if not unit.troop.attacks:
        text = "{unit} is artillery and attacks nobody." if unit.troop.is_engine else "{unit} never attacks in Shock."
        return Refusal(text, rule=MUST, unit=unit.id)
    if unit.column:
        return Refusal("{unit} is in Column and can't attack.", rule="11.25", unit=unit.id)
    bars = (rule.bars_attack(g, unit) for rule in special.having(g, Special.bars_attack))
    # What only says that nobody attacks before the Shock Phase has nothing to say here.
    if (no := next((bar for bar in bars if bar is not None and bar.rule != DESIGNATION), None)) is not None:
        return no
    return None


def _nobody(g: Battle, unit: Unit) -> Refusal:
    near = g.confronted(unit)
    return spared(g, unit, near[0]) if near else Refusal("{unit} has no enemy in its ZOC.", rule=MAY, unit=unit.id)


def spared(g: Battle, unit: Unit, enemy: FamilyUnit) -> Refusal:
    """Why the unit doesn't attack an enemy within its ZOC's reach: it is beside it (6.11), or an elephant, and the unit
    cavalry (10.23), or a rule of the battle."""
    if not g.shuns(unit, enemy):
        text = "{unit} attacks into its Front alone: {enemy} stands in its Flank."
        return Refusal(text, rule=FRONT, unit=unit.id, enemy=enemy.id)
    if unit.is_cavalry and enemy.troop.arm == "elephant":
        text = "{unit} is cavalry and attacks no elephants: {enemies}."
        return Refusal(text, rule="10.23", unit=unit.id, enemies=enemy.id)
    rule = next(r for r in special.having(g, Special.spares) if r.spares(g, unit, enemy))
    text = "{unit} can't attack {enemy}: {why}."
    return Refusal(text, rule=rule.spec.id, unit=unit.id, enemy=enemy.id, why=rule.spec.title)


def ahead(g: Battle, unit: Unit) -> list[FamilyUnit]:
    """6.11 Enemies the unit could attack: in its Front, which of skirmishers isn't all their ZOC (6.21)."""
    front = g.front(unit)
    return [e for e in g.opponents(unit) if any(h in front for h in footprint.hexes_of(e))]


def open_to(g: Battle, unit: Unit) -> list[Unit]:
    """7.34 Enemies the unit may attack: those before it that nobody has attacked yet."""
    done = g.orders.shocked if g.state.orders is not None else ()
    return [g.state.units[e.id] for e in ahead(g, unit) if e.id not in done]


def due(g: Battle, unit: Unit) -> list[Unit]:
    """7.31 Enemies somebody has to attack where this unit attacks: those in its ZOC, but not across a fortified hexside
    (11.14), nor where its ZOC doesn't reach."""
    held = {e.id for e in g.enemies_in_zoc(unit)}
    return [e for e in open_to(g, unit) if e.id in held and not parted(g, unit, e)]


def parted(g: Battle, a: Unit, b: Unit) -> bool:
    """11.14 Whether fortified hexsides lie between two units wherever they touch."""
    pairs = footprint.touching(a, b)
    return bool(pairs) and all(fortifications.fortified(g, x, y) for x, y in pairs)


def able(g: Battle, unit: Unit) -> bool:
    """Whether the unit could attack somebody now."""
    return bar(g, unit) is None


def called(g: Battle) -> list[Unit]:
    """3.2 C Activated units of the active side that could attack; of a stack the top (5.35)."""
    return [u for u in g.units(g.orders.side) if u.id in g.orders.activated and u.beneath is None and able(g, u)]


def obliged(g: Battle) -> list[Unit]:
    """7.31 Activated units in enemy ZOC with an enemy in their own, whatever their command status (7.33)."""
    return [u for u in called(g) if g.in_enemy_zoc(u) and due(g, u)]


def willing(g: Battle) -> list[Unit]:
    """7.32 Those who may attack and need not."""
    must = {u.id for u in obliged(g)}
    return [u for u in called(g) if u.id not in must]
