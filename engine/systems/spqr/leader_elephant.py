"""4.7 A leader's own elephant. It is where its rider is: a unit in a hex he has to himself, led behind in another's."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.kernel.text import Refusal, Text
from engine.kernel.view import Particular
from engine.systems.gboh import footprint, rolls
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import NoteSet
from engine.systems.spqr.battle import Battle, fallen_at
from engine.systems.spqr.events.leaders import MountMoved
from engine.systems.spqr.hooks import Chapter
from engine.systems.spqr.state import Leader, Unit

CALM = 6
"""4.74 Highest roll on which an elephant that has lost its leader is just led away."""


class LeaderElephant(Chapter):
    """4.7 The Leader Elephant."""

    case = "4.7"
    about = "a leader's elephant"

    def heeds(self, g: Battle, unit: Unit, *, releasing: bool, firing: bool) -> Refusal | None:
        if unit.cls != "LEADER":
            return None
        rider = next((x for x in g.leaders(unit.side) if x.mount == unit.id), None)
        name = rider.name if rider is not None else "its leader"
        return Refusal("{unit} takes no orders: it goes where {leader} goes.", rule="4.71", unit=unit.id, leader=name)

    def unavailable(self, g: Battle, unit: Unit) -> Refusal | None:
        rider = next((x for x in g.leaders(unit.side) if x.mount == unit.id), None)
        if rider is None or unit.eliminated:
            return None
        text = "{unit} is led behind the unit at {leader}'s side."
        return Refusal(text, rule="4.75", unit=unit.id, leader=rider.name)

    async def succession(self, g: Battle) -> None:
        for x in list(g.state.leaders.values()):
            unit = g.state.units.get(x.mount or "")
            if unit is None or f"4.7 {unit.id}" in g.state.notes:
                continue
            if unit.eliminated and x.on_map:
                g.emit(NoteSet(key=f"4.7 {unit.id}", value="lost", rule="4.72"))
                await leaders.casualty(g, x, "4.72")
            elif x.eliminated and not unit.eliminated:
                g.emit(NoteSet(key=f"4.7 {unit.id}", value="grieves", rule="4.74"))
                await _grieve(g, unit)

    def leader_facts(self, g: Battle, leader: Leader, viewers: Collection[str]) -> Iterator[Particular]:
        unit = g.state.units.get(leader.mount or "")
        if unit is not None and not unit.eliminated:
            yield Text("Rides"), unit.name


async def _grieve(g: Battle, unit: Unit) -> None:
    """4.74 Its leader has died: it is led away, or runs wild."""
    text, needs = Text("{unit} has lost its leader", unit=unit.id), Text("{n} or less, and it is led away", n=CALM)
    good, bad = Text("led away"), Text("it runs wild")
    calm = await rolls.at_most(g, CALM, "grief", unit.side, text, "4.74", good, bad, needs=needs, unit=unit.id)
    fell = g.state.notes.get(fallen_at(unit))
    if not calm and not unit.on_map and fell is not None:
        # Led behind another unit, it breaks loose from there.
        g.emit(MountMoved(unit=unit.id, to=int(fell), rule="4.74"))
    if not calm and unit.on_map:
        await g.breaks.rout(g, unit)
    shares = unit.on_map and any(u is not unit and unit.at in footprint.hexes_of(u) for u in g.units())
    if calm or shares or not (unit.on_map or unit.eliminated):
        # What calms it in the hex of another leaves it nobody to be led by.
        await g.breaks.eliminate(g, unit, Text("led away without its leader"), "4.74")
