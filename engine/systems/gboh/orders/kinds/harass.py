"""8.3 Harassment and Dispersal."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Choice
from engine.kernel.hexes import Hex
from engine.kernel.inquiry import Sketch
from engine.kernel.statement import HexRef, Token, Word
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.events import OrdersNoted
from engine.systems.gboh.missiles import harass, targets
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders import shots
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.orders import Harass
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.state import Leader, Unit


class HarassOrder(OrderKind[Harass]):
    """``HLC1 harass LN3 4812 4711``"""

    answer = Harass

    def read_after(self, reader: Names, unit: Unit) -> Harass:
        """The order, its unit and the word "harass" taken. Raises Refusal."""
        target, path = reader.enemy(), list[Hex]()
        while reader.tokens and isinstance(token := reader.tokens[0], HexRef):
            reader.take()
            path.append(token.hex)
        return reader.last(Harass(unit=unit.id, target=target.id, path=tuple(path)))

    def write(self, answer: Harass) -> list[Token]:
        return [Word(answer.unit), Word("harass"), Word(answer.target), *(HexRef(h) for h in answer.path)]

    def choices(self, g: Battle, leader: Leader | None, unit: Unit, *, movable: bool) -> Iterator[Choice]:
        if (movable or shots.fires_yet(g, unit)) and shots.may_shoot(g, unit):
            yield from shots.harassments(g, unit)

    def check(self, by: AnyGiver, answer: Harass) -> None:
        g: Battle = by.g
        unit = by.unit(answer.unit)
        movement.check_orderable(g, unit, firing=by.firing)
        harass.check_harass(g, unit, targets.enemy(g, g.orders.side, answer.target), answer.path)

    async def carry_out(self, by: AnyGiver, answer: Harass) -> None:
        g: Battle = by.g
        g.emit(OrdersNoted(field="acted", value=answer.unit))
        await harass.harass(g, g.state.units[answer.unit], g.state.units[answer.target], answer.path)

    def sketch(self, g: Battle, answer: Harass) -> Sketch:
        here, there = g.state.units[answer.unit].at, g.state.units[answer.target].at
        return Sketch(focus=(here, *answer.path, there), sight=(here, there, None))
