"""2.23, 8.2 Depletion: a unit on its Depleted side has lost men for good."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.kernel.inquiry import Fact
from engine.kernel.referee import Setting
from engine.kernel.text import Text
from engine.systems.gboh.chapter import Chapter
from engine.systems.simple_gboh import effects
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.state import Unit


class Depletion(Chapter):
    """8.21 to 8.23; what Depletes is :mod:`.breaking`'s."""

    case = "8.2"
    about = "units that are Depleted in place of their first Rout"

    def tq_change(self, g: Battle, unit: Unit) -> int:
        """2.23"""
        return effects.DEPLETED_TQ if unit.depleted else 0

    def states(self, unit: Unit) -> Mapping[str, bool]:
        return {"depleted": unit.depleted}

    def counter_facts(self, g: Battle, unit: Unit) -> Iterator[tuple[Text, str]]:
        if unit.depleted:
            yield Text("Depleted"), "yes"

    def settings(self, g: Battle, unit: Unit) -> Iterator[Setting]:
        if unit.depletable:
            yield g.state.words.kept.flag("depleted", unit.depleted)

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.depleted:
            yield Fact(Text("Depleted: TQ {tq}, and it has no Missile Fire", tq=effects.tq(g, unit)), "8.23")
        elif unit.depletable:
            yield Fact(Text("Is Depleted where others Rout for the first time"), "8.2")
