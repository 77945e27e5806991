"""4.33 A subordinate asks leave for a Line Command."""

from __future__ import annotations

from engine.kernel.statement import Token, Word
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.command import line_leave
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.orders import Permission
from engine.systems.gboh.orders.reader import Names


class PermissionOrder(OrderKind[Permission]):
    """``leave``"""

    answer = Permission
    verbs = ("leave", "permission")
    individual = False
    of_unit = False
    in_line = False

    def read(self, reader: Names, verb: str) -> Permission:
        return reader.last(Permission())

    def write(self, answer: Permission) -> list[Token]:
        return [Word("leave")]

    def free(self, g: Battle, answer: Permission) -> bool:
        return True

    def check(self, by: AnyGiver, answer: Permission) -> None:
        line_leave.check_permission(by.g, by.leader)

    async def carry_out(self, by: AnyGiver, answer: Permission) -> None:
        await line_leave.ask_permission(by.g, by.leader)
