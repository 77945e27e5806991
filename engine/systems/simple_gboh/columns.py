"""11.2 Columns: what they keep away from, beside what the family's chapter has of them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.inquiry import Fact
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.events import OrdersNoted
from engine.systems.gboh.movement import column
from engine.systems.gboh.state import Unit

WEAKNESS = "11.25"


class Columns(column.Column):
    """11.2 Infantry In Column goes nowhere next to an enemy."""

    def keeps_clear(self, g: Battle, unit: Unit) -> str | None:
        return WEAKNESS if unit.column else None

    def fell_in(self, g: Battle, unit: Unit) -> None:
        """11.27 It doesn't retreat before Shock in this Player Turn."""
        g.emit(OrdersNoted(field="uncolumned", value=unit.id, rule="11.27"))

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        yield from super().facts(g, unit)
        if unit.column:
            yield Fact(Text("In Column: nowhere next to an enemy, TQ 2 lower, no fire and no attack"), WEAKNESS)
