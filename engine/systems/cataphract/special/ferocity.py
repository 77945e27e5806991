"""Ferocity: tribal foot that comes on fiercely until one of its tribe has run."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictInt

from engine.kernel.dice import RollRequest
from engine.kernel.parameters import Params
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.hooks import Special
from engine.systems.cataphract.state import Unit
from engine.systems.gboh.events import NoteSet, Told
from engine.systems.gboh.special.named import Contingent


class Tribes(Params):
    contingents: tuple[Contingent, ...] = Field(min_length=1)
    """the tribes"""
    bonus: Annotated[StrictInt, Field(ge=0, le=20)]
    """to TQ"""


class Ferocity(Special):
    """A bonus to the Pre-Shock TQ of attackers; each rout may cost a tribe its Ferocity; tribes recover no hits.

    A tribe is a contingent of one side.
    """

    about = "foot that is better before a Shock until its tribe, on its side, loses heart"
    params = Taken(Tribes)

    def _tribal(self, unit: Unit) -> bool:
        return unit.contingent in self.params.contingents

    def _tame(self, g: Battle) -> list[str]:
        """Tribes that have lost their Ferocity, each with its side."""
        return [x for x in g.state.notes.get(self.spec.id, "").split("; ") if x]

    def fierce(self, g: Battle, unit: Unit) -> bool:
        """Whether the unit still has Ferocity."""
        return self._tribal(unit) and _tribe(unit) not in self._tame(g)

    def charge_bonus(self, g: Battle, unit: Unit) -> int:
        return self.params.bonus if self.fierce(g, unit) else 0

    def bars_recovery(self, g: Battle, unit: Unit) -> Text | None:
        return Text("tribal foot doesn't stop to dress its ranks") if self._tribal(unit) else None

    async def routed(self, g: Battle, unit: Unit) -> None:
        if not self.fierce(g, unit):
            return
        limit = unit.tq
        roll = await g.roll(
            RollRequest(
                purpose="ferocity",
                side=unit.side,
                text=Text("{unit} has run: do the {tribe} stay fierce?", unit=unit.id, tribe=unit.contingent),
                rule=self.spec.id,
                needs=Text("TQ {n} or less", n=limit),
                unit=unit.id,
                outcome=lambda n: Text("they stay fierce") if n <= limit else Text("Ferocity is lost"),
            )
        )
        if roll.total <= limit:
            return
        g.emit(NoteSet(key=self.spec.id, value="; ".join([*self._tame(g), _tribe(unit)]), rule=self.spec.id))
        story = Text(
            "The {tribe} of the {army} have lost their Ferocity.", tribe=unit.contingent, army=g.spec(unit.side).name
        )
        g.emit(Told(story=story, unit=unit.id, rule=self.spec.id))


def _tribe(unit: Unit) -> str:
    return f"{unit.side} {unit.contingent}"
