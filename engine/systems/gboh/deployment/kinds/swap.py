"""Two units, or two leaders, change places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import show
from engine.kernel.statement import Sign, Token, Word
from engine.kernel.text import Text, allowed, refuse
from engine.systems.gboh.deployment import limits, placing
from engine.systems.gboh.deployment.kinds import place
from engine.systems.gboh.deployment.order_kind import Deployer, SetUpOrder
from engine.systems.gboh.events import Spot
from engine.systems.gboh.orders.orders import Swap
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.state import Leader, Unit

SIGN = "<>"


class SwapOrder(SetUpOrder[Swap]):
    """``THC1 <> THC3``, or ``swap THC1 THC3``"""

    answer = Swap
    verbs = ("swap",)

    def read(self, reader: Names, verb: str) -> Swap:
        return self.read_after(reader, reader.piece(reader.side))

    def read_after(self, reader: Names, piece: Unit | Leader) -> Swap:
        """The order, its first piece taken, and what says that it is one. Raises Refusal."""
        return reader.last(Swap(first=piece.id, second=reader.piece(reader.side).id))

    def write(self, answer: Swap) -> list[Token]:
        return [Word(answer.first), Sign(SIGN), Word(answer.second)]

    def piece_choices(self, by: Deployer, piece: Unit | Leader) -> Iterator[Choice]:
        partners = _partners(self, by, piece)
        if partners:
            text = Text("Change places with…")
            yield Choice(SIGN, text, menu=lambda: _menu(piece, partners), unit=piece.id, lean=0.1)

    def moved(self, by: Deployer, answer: Swap) -> list[Spot]:
        a, b = (limits.named(by.g, by.side, name) for name in (answer.first, answer.second))
        if isinstance(a, Unit) != isinstance(b, Unit):
            refuse(
                "A unit and a leader don't change places; place the leader: {leader} 2012.",
                leader=(a, b)[isinstance(b, Leader)].id,
            )
        if a.at == b.at:
            refuse("{a} and {b} stand in the same hex.", a=a.id, b=b.id)
        limits.check_area(by.g, a, b.at)
        limits.check_area(by.g, b, a.at)
        return [placing.spot(a, b.at, placing.facing(a)), placing.spot(b, a.at, placing.facing(b))]


def _partners(kind: SwapOrder, by: Deployer, piece: Unit | Leader) -> list[Unit]:
    """Who may change places with it, each once: who stands in two hexes is met in both."""
    met = {o.id: o for o in place.destinations(by, piece).values() if o is not None}
    return [o for o in met.values() if allowed(lambda o=o: kind.check(by, Swap(first=piece.id, second=o.id)))]


def _menu(piece: Unit | Leader, partners: Sequence[Unit]) -> Menu:
    return Menu(
        Text("{unit} and…", unit=piece.id),
        lambda: [
            Choice(
                o.id,
                Text("{unit} at {hex}", unit=o.id, hex=show(o.at)),
                answer=Swap(first=piece.id, second=o.id),
                unit=o.id,
                hex=o.at,
            )
            for o in partners
        ],
    )
