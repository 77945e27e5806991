"""One kind of order of the family (5.22), and who gives it: a leader in his Orders Phase, a Line under way, nobody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Generic, NoReturn, TypeAlias, TypeVar

from engine.kernel import order_kind
from engine.kernel.decisions import Answer, Choice
from engine.kernel.hexes import Hex
from engine.kernel.text import refuse
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.events import OrdersNoted
from engine.systems.gboh.footprint import Stand
from engine.systems.gboh.orders.orders import Move, MoveLeader
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.state import Leader, Unit

B = TypeVar("B", bound=Battle)
L = TypeVar("L", bound=Leader)


class Giver(Generic[B, L]):
    """Who gives orders now, and what that allows: kinds of orders ask it for whom they name.

    There is one for each way of giving orders, beside the phase that asks for them.
    """

    firing: ClassVar[bool] = True
    """A unit that has moved may be told that it fires no more, not that it has had its order."""

    def __init__(self, g: B, leader: L) -> None:
        """``leader``: who gives them. Where units act without (G 4.1) there is none, and nothing asks for one."""
        self.g = g
        self.leader = leader

    # -- whom an order names, of the unit class of the system: each raises Refusal ------------------------------------

    def named(self, name: str) -> Any:
        """A unit of the active side by its code, whatever it may be told."""
        raise NotImplementedError

    def unit(self, name: str) -> Any:
        """One that can be given an order now, as far as who gives it goes."""
        raise NotImplementedError

    # -- what forbids an order by who gives it ----------------------------------------------------------------------

    def check_end(self) -> None:
        """Refuse to give no more orders."""

    def check_leader_move(self, answer: MoveLeader) -> None:
        """Refuse to move a leader."""
        raise NotImplementedError

    def judged(self, unit: Unit, answer: Move) -> Move:
        """What of a move is judged before it is carried out. Raises Refusal for what it can't have in it."""
        return answer

    def check_company(self, unit: Unit, answer: Move) -> None:
        """Refuse who would go along with a move that is legal by itself."""

    # -- carrying out -----------------------------------------------------------------------------------------------

    def end(self) -> None:
        """There are no more orders."""

    async def move(self, unit: Unit, answer: Move) -> None:
        """A unit moves."""
        raise NotImplementedError

    def fires(self, unit: Unit) -> None:
        """Note that a unit is about to fire without moving."""
        self.g.emit(OrdersNoted(field="acted", value=unit.id))
        self.g.emit(OrdersNoted(field="stationary", value=unit.id))

    async def move_leader(self, leader: Leader, to: Hex) -> None:
        """A leader moves by himself."""
        raise NotImplementedError


A = TypeVar("A", bound=Answer)


class OrderKind(order_kind.OrderKind[Any, Giver[Any, Any], Names, A], Generic[A]):
    """One kind of order: how it is written, what forbids it, what it does, what it costs."""

    individual: ClassVar[bool] = True
    """An Individual Order to one unit or leader, of which a leader has so many (5.21).

    Any other is no order by number, and says itself whether it counts.
    """
    in_line: ClassVar[bool] = True
    """Whether it can be given while a Line Command is carried out (5.23)."""
    is_line: ClassVar[bool] = False
    """It is a Line Command (4.31)."""
    restores: ClassVar[bool] = False
    """Menus list it last: a unit does nothing by it, but is the better for it."""
    of_unit: ClassVar[bool] = True
    """Its statement names a unit after the verb."""

    def refuse_missing(self, g: Battle, word: str) -> NoReturn:
        """Say to who writes it that the game hasn't got it. Raises Refusal."""
        refuse_word(g, word)

    # -- what menus offer of it -------------------------------------------------------------------------------------

    def open_to(self, g: Battle, leader: Any, unit: Any, *, movable: bool) -> bool:
        """Whether there is anything of it for a unit, told without listing what: of many units, most are asked no more.

        ``leader``: in whose command it is, if any leads; ``movable``: it can be told to move or fire at all.
        """
        return movable and any(True for _ in self.unit_choices(g, unit))

    def choices(self, g: Battle, leader: Any, unit: Any, *, movable: bool) -> Iterator[Choice]:
        """What a unit can be told of it, in command of the leader if any leads; ``movable``: to move or fire at all."""
        if movable:
            yield from self.unit_choices(g, unit)

    def unit_choices(self, g: Any, unit: Any) -> Iterator[Choice]:
        """The same of a unit that can be told to move or fire."""
        yield from ()

    def leader_choices(self, g: Any, leader: Any) -> Iterator[Choice]:
        """What a leader may do of it besides giving units orders."""
        yield from ()

    def line_choices(self, g: Any, leader: Any) -> Iterator[Choice]:
        """What he may do of it in place of Individual Orders."""
        yield from ()

    def choices_in_line(self, g: Any, leader: Any) -> Iterator[Choice]:
        """What there is of it while a Line Command is carried out, besides what single units may do."""
        yield from ()

    # -- what it comes to -------------------------------------------------------------------------------------------

    def free(self, g: Battle, answer: A) -> bool:
        """Whether it can be given by who has no order left: it is none (11.65)."""
        return False

    def price(self, g: Battle, answer: A) -> int:
        """Individual Orders it takes, where it is one."""
        return 1

    def stands(self, g: Battle, answer: A) -> Mapping[str, Stand]:
        """Where it leaves whom it moves, if nobody reacts."""
        return {}


AnyGiver: TypeAlias = Giver[Any, Any]


def refuse_word(g: Battle, word: str) -> NoReturn:
    """Refuse a word that orders of other games of the family begin with."""
    text = "These rules have no “{word}”: activated units move and fire, and “done” ends that."
    refuse(text, rule=g.case(Case.ORDER_ACTIONS), word=word)


def named_unit(g: Battle, name: str, rule: str) -> Unit:
    """A unit of the active side by its code, on the map or not; ``rule``: the case the enemy's are refused by."""
    unit = g.state.units.get(name)
    if unit is None:
        refuse("There is no unit {name}.", name=name)
    if unit.side != g.orders.side:
        refuse("{unit} is the enemy's.", rule=rule, unit=unit.id)
    return unit
