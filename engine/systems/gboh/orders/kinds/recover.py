"""10.16 Remove cohesion hits."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Choice
from engine.kernel.statement import Token, Word
from engine.kernel.text import Refusal, Text, allowed
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cohesion import recovery
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.orders import Recover
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.state import Leader, Unit


class RecoverOrder(OrderKind[Recover]):
    """``recover HC2``"""

    answer = Recover
    verbs = ("recover",)
    in_line = False
    restores = True

    def read(self, reader: Names, verb: str) -> Recover:
        return reader.last(Recover(unit=reader.unit().id))

    def write(self, answer: Recover) -> list[Token]:
        return [Word("recover"), Word(answer.unit)]

    def open_to(self, g: Battle, leader: Leader | None, unit: Unit, *, movable: bool) -> bool:
        return unit.hits > 0 and leader is not None and allowed(lambda: recovery.can_recover(g, leader, unit))

    def choices(self, g: Battle, leader: Leader | None, unit: Unit, *, movable: bool) -> Iterator[Choice]:
        if leader is None or g.orders.line is not None or g.orders.kind == "march" or not unit.hits or unit.routed:
            return
        try:
            n = recovery.can_recover(g, leader, unit)
        except Refusal:
            return
        lean = 1.0 + 2.0 * unit.hits / unit.tq
        yield Choice("recover", Text("Recover {n}", n=n), answer=Recover(unit=unit.id), unit=unit.id, lean=lean)

    def check(self, by: AnyGiver, answer: Recover) -> None:
        recovery.can_recover(by.g, by.leader, by.named(answer.unit))

    async def carry_out(self, by: AnyGiver, answer: Recover) -> None:
        await recovery.recover(by.g, by.leader, by.g.state.units[answer.unit])
