"""A 9.11, 9.12, S 9.12, 9.13 Elephants' archers: what is told of them, what a referee may set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.kernel.inquiry import Fact
from engine.kernel.referee import Setting
from engine.kernel.text import Text
from engine.kernel.view import Particular
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.elephants.beasts import ScreenSupplied
from engine.systems.gboh.state import SUPPLIES, Unit

LEFT: Mapping[str, str] = {"full": "{weapon}, full", "low": "{weapon}, low", "no": "{weapon}, no"}
"""What an elephant's archers shoot with, and how much of it is left."""


class Screens(Chapter):
    """9.11 Every elephant has archers on foot about it, who shoot at whom enters its ZOC."""

    case = Case.ELEPHANT_SCREEN
    about = "elephants' archers"

    def states(self, unit: Unit) -> Mapping[str, bool]:
        return {"screen-low": unit.screen_supply == "low", "screen-no": unit.screen_supply == "no"}

    def counter_facts(self, g: Battle, unit: Unit) -> Iterator[Particular]:
        if unit.screen_supply is not None and unit.troop.screen is not None:
            yield Text("Its archers"), Text(LEFT[unit.screen_supply], weapon=g.game.weapons[unit.troop.screen].name)

    def reaction_facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.screen_supply is not None and unit.screen_supply != "no":
            yield Fact(Text("Its archers fire at who enters its ZOC"), g.case(Case.ELEPHANT_SCREEN))

    def settings(self, g: Battle, unit: Unit) -> Iterator[Setting]:
        if unit.screen_supply is not None:
            yield Setting("screen", Text("missiles of its archers"), unit.screen_supply, ("full", "low", "no"))

    def put(self, g: Battle, unit: Unit, key: str, value: str) -> bool:
        if key != "screen":
            return False
        g.emit(ScreenSupplied(unit=unit.id, supply=SUPPLIES[value]))
        return True
