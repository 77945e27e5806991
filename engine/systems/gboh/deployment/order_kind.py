"""One kind of change of a set-up, and who makes it: the side that sets up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.kernel import order_kind
from engine.kernel.decisions import Answer, Choice
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.deployment import placing
from engine.systems.gboh.events import PiecesSetUp, Spot
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.state import Leader, Unit

A = TypeVar("A", bound=Answer)


@dataclass(frozen=True, slots=True)
class Deployer:
    """The side that sets up, and the battle it does so in."""

    g: Battle
    side: str


class SetUpOrder(order_kind.OrderKind[Battle, Deployer, Names, A], Generic[A]):
    """One kind of change: how it is written, where it puts whom, what forbids it, how it is offered.

    One that puts pieces elsewhere says where (:meth:`moved`); any other checks and carries out itself.
    """

    def moved(self, by: Deployer, answer: A) -> Sequence[Spot]:
        """The new places of the pieces it names, and of who makes room for them. Raises Refusal."""
        raise NotImplementedError

    def spots(self, by: Deployer, answer: A) -> tuple[Spot, ...]:
        """The new places of every piece it moves or turns; () where all stand so already. Raises Refusal."""
        return placing.settled(by.g, by.side, self.moved(by, answer))

    def check(self, by: Deployer, answer: A) -> None:
        self.spots(by, answer)

    async def carry_out(self, by: Deployer, answer: A) -> None:
        if spots := self.spots(by, answer):
            by.g.emit(PiecesSetUp(spots=spots))

    def side_choices(self, by: Deployer) -> Iterator[Choice]:
        """What menus offer of it to the side, whatever piece it thinks of."""
        yield from ()

    def piece_choices(self, by: Deployer, piece: Unit | Leader) -> Iterator[Choice]:
        """What menus offer of it for a piece that leaves a choice."""
        yield from ()
