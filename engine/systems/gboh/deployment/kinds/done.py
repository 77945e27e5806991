"""The set-up stands."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Choice
from engine.kernel.statement import Token, Word
from engine.kernel.text import Text
from engine.systems.gboh.deployment.order_kind import Deployer, SetUpOrder
from engine.systems.gboh.events import SideDeployed
from engine.systems.gboh.orders.orders import Done
from engine.systems.gboh.orders.reader import Names


class DoneOrder(SetUpOrder[Done]):
    """``done``"""

    answer = Done
    verbs = ("done", "end", "finish", "ready")
    ends = True

    def read(self, reader: Names, verb: str) -> Done:
        return reader.last(Done())

    def write(self, answer: Done) -> list[Token]:
        return [Word("done")]

    def side_choices(self, by: Deployer) -> Iterator[Choice]:
        yield Choice("done", Text("Done: the set-up stands"), answer=Done(), lean=3.0)

    def check(self, by: Deployer, answer: Done) -> None:
        """Always possible."""

    async def carry_out(self, by: Deployer, answer: Done) -> None:
        by.g.emit(SideDeployed(side=by.side, name=by.g.spec(by.side).name))
