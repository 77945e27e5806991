"""No more orders: on to what comes next."""

from __future__ import annotations

from engine.kernel.statement import Token, Word
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.orders import Done
from engine.systems.gboh.orders.reader import Names


class DoneOrder(OrderKind[Done]):
    """``done``"""

    answer = Done
    verbs = ("done", "end", "finish")
    ends = True
    individual = False
    of_unit = False

    def read(self, reader: Names, verb: str) -> Done:
        return reader.last(Done())

    def write(self, answer: Done) -> list[Token]:
        return [Word("done")]

    def free(self, g: Battle, answer: Done) -> bool:
        return True

    def check(self, by: AnyGiver, answer: Done) -> None:
        by.check_end()

    async def carry_out(self, by: AnyGiver, answer: Done) -> None:
        by.end()
