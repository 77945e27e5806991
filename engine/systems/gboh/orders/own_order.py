"""Orders that a chapter adds to those every system of the family has (5.22)."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.kernel.decisions import Answer
from engine.kernel.statement import Token
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.orders.reader import Names


class OwnOrder:
    """One kind of order: how it is written, what forbids it, what it does.

    The answers its methods take are of the class :attr:`answer`.
    """

    answer: ClassVar[type[Answer]]
    verbs: ClassVar[tuple[str, ...]]
    """Words a statement of it begins with."""
    individual: ClassVar[bool] = True
    """An Individual Order to the unit it names (its field ``unit``), open to units of a Line too; it is counted (5.21).

    Any other is no order by number, and says itself whether it counts.
    """
    in_line: ClassVar[bool] = True
    """Whether it can be given while a Line Command is carried out (5.23)."""

    is_line: ClassVar[bool] = False
    """It is a Line Command (4.31)."""

    def read(self, reader: Names, verb: str) -> Answer:
        """The order a statement means, its verb taken. Raises Refusal."""
        raise NotImplementedError

    def write(self, answer: Any) -> list[Token]:
        """Its canonical tokens."""
        raise NotImplementedError

    def check(self, g: Battle, leader: Any, answer: Any) -> None:
        """Refuse what can't be ordered now. That an individual one is to a unit in command is checked before.

        ``leader`` is the :class:`~engine.systems.gboh.state.Leader` who gives it; None where units act without (G 4.1).
        """
        raise NotImplementedError

    async def carry_out(self, g: Battle, leader: Any, answer: Any) -> None:
        """Do what a checked order says; ``leader`` as :meth:`check` has it."""
        raise NotImplementedError
