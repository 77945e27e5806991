"""Back to the suggested set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import Choice, Risk
from engine.kernel.statement import Token, Word
from engine.kernel.text import Text, joined
from engine.systems.gboh.deployment import limits, placing
from engine.systems.gboh.deployment.order_kind import Deployer, SetUpOrder
from engine.systems.gboh.events import Spot
from engine.systems.gboh.orders.orders import Reset
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.state import Unit


class ResetOrder(SetUpOrder[Reset]):
    """``reset``"""

    answer = Reset
    verbs = ("reset", "suggested")

    def read(self, reader: Names, verb: str) -> Reset:
        return reader.last(Reset())

    def write(self, answer: Reset) -> list[Token]:
        return [Word("reset")]

    def side_choices(self, by: Deployer) -> Iterator[Choice]:
        if moved := self.moved(by, Reset()):
            text = Text("Back to the suggested set-up")
            yield Choice("reset", text, answer=Reset(), lean=0.05, risk=_risk(by, moved))

    def moved(self, by: Deployer, answer: Reset) -> list[Spot]:
        """The suggested places of all pieces that stand otherwise now."""
        found: list[Spot] = []
        for p in limits.choosers(by.g, by.side):
            said = limits.suggested(by.g, p.id)
            facing = said.facing if isinstance(p, Unit) and limits.faces_freely(by.g, p) else placing.facing(p)
            if said.hex is not None and (p.hex, placing.facing(p)) != (said.hex, facing):
                found.append(placing.spot(p, said.hex, facing))
        return found


def _risk(by: Deployer, moved: Sequence[Spot]) -> Risk | None:
    """What is undone by it, where that is more than one piece's place or facing."""
    if len(moved) < 2:
        return None
    units = sum(s.piece in by.g.state.units for s in moved)
    leaders = len(moved) - units
    who = [Text("{n:unit|units}", n=units)] if units else []
    who += [Text("{n:leader|leaders}", n=leaders)] if leaders else []
    failing = Text("puts {who} back as suggested", who=joined(who, " and "))
    return Risk(Text(""), 1.0, failing, units=len(moved), certain=True)
