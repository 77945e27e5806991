"""Nájera: what genitors do that nobody else does, and Don Tello."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.dice import RollRequest
from engine.kernel.parameters import Count, Die, MovementPoints
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import ExtraPoints, MissilesSpent
from engine.systems.men_of_iron.special import Evasion, Special
from engine.systems.men_of_iron.special.leaving import Doubtful, MayLeave
from engine.systems.men_of_iron.special.named import Numbered
from engine.systems.men_of_iron.state import Unit


class Javelins(Numbered):
    out: Die
    """lowest roll"""


class Missiles(Special):
    """NA-1 Genitors may run out of javelins; ``out``: lowest roll on which they do."""

    about = "javelins run out"
    params = Taken(Javelins)

    async def shot(self, g: Battle, unit: Unit) -> None:
        if unit.type != "GE" or unit.no_missiles or not unit.on_map:
            return
        least = self.params.out
        roll = await g.roll(
            RollRequest(
                purpose="missiles",
                side=unit.side,
                text=Text("Has {unit} javelins left?", unit=unit.id),
                rule=self.case,
                needs=Text("{n} or less", n=least - 1),
                unit=unit.id,
                outcome=lambda n: Text("out of missiles") if n >= least else Text("some are left"),
            )
        )
        if roll.total >= least:
            g.emit(MissilesSpent(unit=unit.id, rule=self.case))


class Fee(Numbered):
    fee: MovementPoints
    """MP"""


class Zoc(Special):
    """NA-2 Genitors go through the ZOC of foot for ``fee`` MP more a hex, and come back as they like."""

    about = "genitors go through the ZOC of foot"
    params = Taken(Fee)

    def zoc_fee(self, g: Battle, unit: Unit, holders: Sequence[Unit]) -> int | None:
        if unit.type != "GE" or any(e.mounted for e in holders):
            return None
        return self.params.fee

    def leaves_zoc_freely(self, g: Battle, unit: Unit) -> bool:
        return unit.type == "GE"


class Evade(Special):
    """NA-3 Genitors, neither Disordered nor Retired (10.2), withdraw from anybody, unshaken, with a parting shot."""

    about = "genitors withdraw from anybody, with a parting shot"

    def evasion(self, g: Battle, unit: Unit, attackers: Sequence[Unit]) -> Evasion | None:
        if unit.type != "GE" or not unit.normal:
            return None
        return Evasion(rule=self.case, disorders=False, parting_shot=unit.weapon is not None)


class Costly(Doubtful):
    points: Count
    """Flight Points for each unit that leaves"""


class DonTello(MayLeave):
    """NA-5 Rolled for after every activation that cost the Command a unit; ``points``: for each unit that leaves."""

    about = "a Command that may leave after every activation that cost it a unit"
    params = Taken(Costly)

    async def activation_ended(self, g: Battle) -> None:
        lost = [name for name in g.act.losses if g.state.units[name].command == self.command]
        if not lost or self.settled(g):
            return
        side = g.state.commands[self.command].side
        left = sum(1 for _ in g.units(command=self.command))
        if await self.leaves(g):
            g.emit(ExtraPoints(side=side, points=left * self.params.points, rule=self.case))
