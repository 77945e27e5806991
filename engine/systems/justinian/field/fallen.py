"""Commanders killed on the field."""

from __future__ import annotations

from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat.party import Party
from engine.systems.justinian.events import ArmyMarked, CommanderChanged, MagMilOut
from engine.systems.justinian.field.report import RULE
from engine.systems.justinian.scenario import BYZANTINE


def magmil(g: Campaign, party: Party) -> None:
    """A MagMil is out for good, and whoever rides along commands in his place: before anything is checked."""
    leading = party.leading
    if leading is None or leading.power != BYZANTINE or leading.army.leader is None:
        return
    army = leading.army
    assert army.leader is not None
    g.emit(MagMilOut(leader=army.leader, to="gone", rule=RULE))
    heir = next((x.id for x in g.state.magmil.values() if x.army == army.id), None)
    if heir is not None:
        g.emit(CommanderChanged(army=army.id, leader=heir, rule=RULE))


def barbarian(g: Campaign, party: Party) -> None:
    """A barbarian leader is his army (4.34) and lost with it alone; his men are Disorganized."""
    leading = party.leading
    if leading is None or leading.power == BYZANTINE or not leading.army.on_map or g.land.is_box(leading.at):
        return
    for a in leading.armies:
        if a.strength and not a.disorganized:
            g.emit(ArmyMarked(army=a.id, disorganized=True, rule=RULE))
