"""A 9.65, S 10.21 A line two hexes long rolls to stand where others rout."""

from __future__ import annotations

from engine.kernel.dice import RollRequest
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import HitsRemoved, Told
from engine.systems.gboh.state import Unit

ATTACKING = 3
"""Added for one that was itself attacking."""


class PairSave(Chapter):
    """9.65 The phalanx rout roll; who was struck by an enemy superior by position has none."""

    case = Case.PAIR_SAVE
    about = "phalanxes that would rout"

    async def breaks(self, g: Battle, unit: Unit) -> bool:
        if unit.troop.fate != "save" or unit.id in g.outflanked | g.dragged or unit.routed:
            return False
        tq, rule = cohesion.tq(g, unit), g.case(Case.PAIR_SAVE)
        added = max(0, unit.hits - tq) + (ATTACKING if unit.id in g.assailing else 0)
        roll = await g.roll(
            RollRequest(
                purpose="phalanx-rout",
                side=unit.side,
                text=Text("{unit} is about to rout", unit=unit.id),
                rule=rule,
                table="rout_phalanx",
                modifiers=cohesion.modifiers(g, unit),
                needs=Text("{n} or less", n=tq - added),
                unit=unit.id,
                outcome=lambda n: Text("it stands") if n + added <= tq else Text("it routs"),
            )
        )
        if roll.total + added > tq:
            return False
        g.stood.add(unit.id)
        g.emit(HitsRemoved(unit=unit.id, hits=unit.hits - (tq - 1), cause="rout", rule=rule))
        g.emit(
            Told(
                unit=unit.id,
                story=Text("{unit} stands by a hair ({n:hit|hits}).", unit=unit.id, n=unit.hits),
                rule=rule,
            )
        )
        return True
