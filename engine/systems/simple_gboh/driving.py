"""10.5 How chariots turn and climb: table:unit_capabilities."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.inquiry import Fact
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.movement.move_rule import Narrow
from engine.systems.gboh.state import Unit

DRIVING = "10.5"


class Driving(Chapter):
    """10.5 Chariots turn one vertex in each hex of their way, and change one level in an activation."""

    case = DRIVING
    about = "how chariots are driven"

    def narrow(self, g: Battle, unit: Unit) -> Narrow | None:
        return Narrow(DRIVING, ends=False) if unit.troop.arm == "chariot" else None

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.troop.arm == "chariot":
            yield Fact(Text("Turns one vertex in each hex of its way, and changes one level"), DRIVING)
