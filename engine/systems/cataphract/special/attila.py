"""Attila's battles: no unit sizes, subordinates of initiative, cavalry that stands, gentle slopes, the Huns on foot."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pydantic import Field

from engine.kernel.dice import Modifier
from engine.kernel.parameters import Params, SideId
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.hooks import Special
from engine.systems.cataphract.scenario import CataphractScenario, UnitType
from engine.systems.cataphract.state import Leader, Unit
from engine.systems.gboh.chapter import Leave
from engine.systems.gboh.command import command
from engine.systems.gboh.special.named import Contingent, strangers


class NoSize(Special):
    """In a Shock units are counted, one column for each more or fewer, and nothing else is made of sizes."""

    about = "Shock counts units instead of Sizes"

    def size_modifiers(self, g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> list[Modifier]:
        a, d = len(attackers), len(defenders)
        if a == d:
            return []
        words = Text("{n} unit against {m}" if a == 1 else "{n:unit|units} against {m}", n=a, m=d)
        return [Modifier(value=a - d, reason=words, rule=self.spec.id)]


class Initiative(Special):
    """Subordinates near their OC, and all on the first turn, command Lines unasked; others roll for it every phase."""

    about = (
        "Subordinate Commanders give Line Commands without a roll inside their Overall Commander's range and in the "
        "first turn, else on their Initiative"
    )

    def leave(self, g: Battle, leader: Leader) -> Leave | None:
        if leader.role != "SC":
            return None
        oc = g.superior(leader)
        near = oc is not None and leader.on_map and leader.at in command.reach(g, oc, oc.command_range)
        return Leave(self.spec.id, None if near or g.state.turn == 1 else leader.initiative)


class CavalryStands(Special):
    """Cavalry doesn't withdraw in order from cavalry, alone or as a Line (6.58); it may feign a retreat (6.71)."""

    about = "cavalry makes no Orderly Withdrawal from cavalry"

    def bars_withdrawal(self, g: Battle, unit: Unit, mover: Unit) -> Text | None:
        if not (unit.is_cavalry and mover.is_cavalry):
            return None
        return Text("{unit} can't withdraw in order from cavalry, and {mover} is", unit=unit.id, mover=mover.id)


class GentleSlopes(Special):
    """Changing level costs MP and never a hit."""

    about = "changing level never brings a hit"

    def gentle_slopes(self) -> bool:
        return True


class Foot(Params):
    side: SideId
    contingents: tuple[Contingent, ...] = Field(min_length=1)
    kinds: tuple[UnitType, ...] = Field(min_length=1)
    """types of the units"""

    def problems(self, scenario: CataphractScenario, rule_id: str) -> Iterator[str]:
        yield from strangers(scenario, self.side, "contingents", self.contingents)


class HunFoot(Special):
    """Every leader who may command them can give the Huns on foot a Line Command, all of them wherever they are.

    Those beyond his Command Range then move nowhere next to an enemy. No Line Command can follow another order in the
    same Orders Phase, so that where they are when it is given is where they began the phase.
    """

    about = "a Line Command for some foot wherever they are"
    params = Taken(Foot)

    def _foot(self, unit: Unit) -> bool:
        p = self.params
        return unit.side == p.side and unit.contingent in p.contingents and unit.type in p.kinds

    def free_lines(self, g: Battle, leader: Leader) -> Sequence[list[Unit]]:
        if leader.side != self.params.side:
            return ()
        units = [u for u in g.units(leader.side) if self._foot(u) and not u.routed and command.commandable(leader, u)]
        return [units] if units else ()

    def aloof(self, g: Battle, leader: Leader, units: Sequence[Unit]) -> Collection[str]:
        return [u.id for u in units if self._foot(u) and not command.in_command(g, leader, u)]
