"""10.4 Cavalry pursuit: two results of one roll, a second attack, and cavalry that is spent or gone off the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.kernel.decisions import Choice, Choose
from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import Fact
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import footprint, special
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import rout, rout_path
from engine.systems.gboh.shock import advance, pursuit
from engine.systems.gboh.shock.combat import Combat
from engine.systems.spqr.battle import Battle
from engine.systems.spqr.events.cavalry import RodeOff
from engine.systems.spqr.state import Unit


class CavalryPursuit(pursuit.Pursuit):
    """10.41 to 10.45"""

    def ready(self, g: Battle, unit: Unit) -> bool:
        return unit.is_cavalry and unit.id not in g.held_fast

    async def _after(self, g: Battle, combat: Combat) -> None:
        able = [u for u in combat.attackers if self._may(g, u)]
        if not able or not all(beaten(g, combat, d) for d in combat.defenders):
            return
        unit = await pursuit.which(g, able, Text("Which of your cavalry pursues?"), Case.PURSUIT_WHO)
        follows = await pursuit.rolls(g, unit)
        _spend(g, unit)
        if follows:
            await _follow(g, combat, unit)
        else:
            await _flee_on(g, combat)


def beaten(g: Battle, combat: Combat, unit: Unit) -> bool:
    """10.41 Whether the fight itself has routed the defender or been its end; not a check of the collapse, not that it
    had nowhere to flee to."""
    if unit.id in combat.faltered or unit.troop.fate == "rampage":
        return False
    if unit.eliminated:
        return unit.troop.fate == "lost" or unit.id in combat.routed_before or unit.id in g.gone_off
    return unit.routed and unit.id not in combat.routed_before
