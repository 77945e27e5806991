"""Units in ambush: off the map for every rule, and for everybody but their owner, until something brings them out."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.kernel.decisions import Choice
from engine.kernel.hexes import Hex, show
from engine.kernel.statement import Token, Word
from engine.kernel.text import Refusal, Text, refuse
from engine.kernel.view import Particular
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events.ambushes import AmbushLaid, AmbushLeft
from engine.systems.cataphract.hooks import Chapter
from engine.systems.cataphract.orders import Reveal
from engine.systems.cataphract.state import Leader, State, Unit
from engine.systems.gboh.command import command
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.reader import Names


class RevealOrder(OrderKind[Reveal]):
    """4.21 ``reveal HLN1``: it takes none of the leader's orders, the unit's next one does."""

    answer = Reveal
    verbs = ("reveal",)
    individual = False
    in_line = False

    def read(self, reader: Names, verb: str) -> Reveal:
        return reader.last(Reveal(unit=reader.unit().id))

    def write(self, answer: Reveal) -> list[Token]:
        return [Word("reveal"), Word(answer.unit)]

    def check(self, by: AnyGiver, answer: Reveal) -> None:
        check_reveal(by.g, by.leader, answer)

    async def carry_out(self, by: AnyGiver, answer: Reveal) -> None:
        reveal(by.g, answer)

    def leader_choices(self, g: Battle, leader: Leader) -> Iterator[Choice]:
        yield from choices(g, leader)


class Ambush(Chapter):
    """Units and leaders in ambush."""

    case = "4.21"
    about = "units in ambush until something brings them out"
    orders = (RevealOrder(),)

    def keeps_secrets(self, g: Battle, side: str) -> bool:
        return bool(lying(g, side))

    def counter_facts(self, g: Battle, unit: Unit) -> Iterator[Particular]:
        if unit.ambush is not None:
            yield Text("In ambush"), Text("nobody else knows where")

    def unavailable(self, g: Battle, unit: Unit) -> Refusal | None:
        if unit.ambush is None:
            return None
        return Refusal("{unit} lies in ambush: reveal {unit} brings it out, and then it takes orders.", unit=unit.id)

    def broken(self, g: Battle, *, at_rest: bool) -> Iterator[str]:
        for u in g.state.units.values():
            if u.hex is not None and u.ambush is not None:
                yield f"{u.id} is on the map and in ambush"

    def appears(self, g: Battle, leader: Leader) -> None:
        betray(g, leader)


def lying(g: Battle, side: str | None = None) -> list[Unit]:
    """Units in ambush, of one side if given."""
    return [u for u in g.state.units.values() if u.ambush is not None and side in (None, u.side)]


def lay(g: Battle, pieces: list[str], rule: str) -> None:
    """Hide units and leaders where they stand."""
    g.emit(AmbushLaid(pieces=pieces, rule=rule))


def forget(state: State, sides: Collection[str]) -> None:
    """Take those in ambush out of a position whom ``sides`` know nothing about."""
    for piece in (*state.units.values(), *state.leaders.values()):
        if piece.side not in sides and piece.ambush is not None:
            piece.ambush = None
            if isinstance(piece, Unit):
                piece.start_hex = None  # where it was set up is where it lies


def leave(g: Battle, h: Hex, why: Text, rule: str) -> None:
    """Put those who lie in ambush in a hex on the map, for all to see; nothing happens where nobody lies."""
    pieces = [*g.state.units.values(), *g.state.leaders.values()]
    found = [p.id for p in pieces if p.ambush == h]
    if found:
        g.emit(AmbushLeft(pieces=found, hex=h, why=why, rule=rule))


def betray(g: Battle, leader: Leader) -> None:
    """A leader who is activated comes out of his ambush, and those with him."""
    if leader.ambush is not None:
        leave(g, leader.ambush, Text("{leader} acts", leader=leader.name), "5.12")


def check_reveal(g: Battle, leader: Leader, order: Reveal) -> None:
    """Refuse to bring out a unit that isn't in ambush, or that the leader's orders don't reach (4.21)."""
    unit = g.state.units.get(order.unit)
    # An enemy's ambush is nobody else's business: the refusal doesn't tell it from any other unit.
    if unit is None or unit.side != leader.side or unit.ambush is None:
        refuse("You have no unit {name} in ambush.", name=order.unit)
    command.check_command(g, leader, unit.model_copy(update={"hex": unit.ambush}))


def reveal(g: Battle, order: Reveal) -> None:
    """Carry out a checked order: it takes none of the leader's orders, the unit's next one does."""
    unit = g.state.units[order.unit]
    assert unit.ambush is not None, f"{unit.id} is not in ambush"
    leave(g, unit.ambush, Text("{unit} is about to act", unit=unit.id), "4.21")


def choices(g: Battle, leader: Leader) -> Iterator[Choice]:
    """Units the leader may bring out of ambush, to order them."""
    for u in lying(g, leader.side):
        order = Reveal(unit=u.id)
        try:
            check_reveal(g, leader, order)
        except Refusal:
            continue
        assert u.ambush is not None
        text = Text("Bring {unit} out of its ambush at {hex}", unit=u.id, hex=show(u.ambush))
        yield Choice(f"reveal-{u.id}", text, answer=order, unit=u.id, hex=u.ambush, lean=0.5)
