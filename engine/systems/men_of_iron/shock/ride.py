"""11.3, 11.6 The ride of a Charge or Counter-Charge, met by Reaction Fire."""

from __future__ import annotations

from engine.kernel import hexes
from engine.kernel.hexes import Facing, show
from engine.kernel.text import Text
from engine.systems.men_of_iron import reaction
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import Told, UnitTurned
from engine.systems.men_of_iron.events.units import MoveHow
from engine.systems.men_of_iron.shock import steps
from engine.systems.men_of_iron.shock.engagement import Striker


async def ride(g: Battle, s: Striker, *, how: MoveHow = "charge") -> bool:
    """11.3 Charge procedure: the charger rides its way (11.6 too); Reaction Fire meets it. False if it doesn't arrive.

    One that is Disordered on the way goes on, but attacks without a Charge; one that is moved, Unhorsed or lost by
    fire loses its attack, and so does one whose way is no longer open.
    """
    unit, path = s.unit, s.way or ()
    kind = unit.type
    s.way = None
    for step in path:
        if isinstance(step, Facing):
            g.emit(UnitTurned(unit=unit.id, facing=step, rule="11.3" if how == "charge" else "11.5"))
            continue
        start = unit.at
        if not hexes.adjacent(start, step) or g.unit_at(step) is not None:
            # 11.3/lapse Target gone: a parting shot, or an enemy that withdrew, has closed its way.
            story = Text("The way of {unit} is closed at {hex}.", unit=unit.id, hex=show(step))
            g.emit(Told(story=story, unit=unit.id, rule="11.3/lapse"))
            return False
        s.slowed = s.slowed or any(g.charts.hexside(side).charge_moved for side in g.sides(start, step))
        await steps.enter(g, unit, step, unit.facing, how=how, rule="11.3" if how == "charge" else "11.6")
        await reaction.reaction_fire(g, unit, counter_charge=how == "counter")
        if unit.hex != step or unit.retired or unit.type != kind:
            return False
    if unit.disordered:
        # 11.6/disorder Disordered in a Counter-Charge, or in a Charge (11.3).
        s.charging = False
    return True
