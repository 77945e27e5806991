"""10.16 Remove cohesion hits."""

from __future__ import annotations

from engine.kernel.statement import Token, Word
from engine.systems.gboh.cohesion import recovery
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.orders import Recover
from engine.systems.gboh.orders.reader import Names


class RecoverOrder(OrderKind[Recover]):
    """``recover HC2``"""

    answer = Recover
    verbs = ("recover",)
    in_line = False

    def read(self, reader: Names, verb: str) -> Recover:
        return reader.last(Recover(unit=reader.unit().id))

    def write(self, answer: Recover) -> list[Token]:
        return [Word("recover"), Word(answer.unit)]

    def check(self, by: AnyGiver, answer: Recover) -> None:
        recovery.can_recover(by.g, by.leader, by.named(answer.unit))

    async def carry_out(self, by: AnyGiver, answer: Recover) -> None:
        await recovery.recover(by.g, by.leader, by.g.state.units[answer.unit])
