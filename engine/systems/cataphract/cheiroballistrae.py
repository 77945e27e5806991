"""11.61, 11.62 Cheiroballistrae: Cataphract's artillery, which is either made ready to fire or to move."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Answer, Choice
from engine.kernel.inquiry import Fact
from engine.kernel.referee import Setting
from engine.kernel.statement import Token, Word
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events.formations import UnitFormed
from engine.systems.cataphract.orders import Mode
from engine.systems.cataphract.state import Leader, Unit
from engine.systems.gboh.events import OrdersNoted
from engine.systems.gboh.missiles.artillery import Artillery
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders.own_order import OwnOrder
from engine.systems.gboh.orders.reader import Names


class ModeOrder(OwnOrder):
    """11.62 ``mode CH1 fire``, ``mode CH1 move``."""

    answer = Mode
    verbs = ("mode",)

    def read(self, reader: Names, verb: str) -> Answer:
        unit, ready = reader.unit(), str(reader.take()).casefold()
        if ready not in ("fire", "move"):
            refuse("Which mode? mode {unit} fire, or mode {unit} move.", rule="11.62", unit=unit.id)
        return reader.last(Mode(unit=unit.id, fire=ready == "fire"))

    def write(self, answer: Mode) -> list[Token]:
        return [Word("mode"), Word(answer.unit), Word("fire" if answer.fire else "move")]

    def check(self, g: Battle, leader: Leader, answer: Mode) -> None:
        unit = g.state.units[answer.unit]
        assert isinstance(unit, Unit)
        check_mode(g, unit, answer.fire)

    async def carry_out(self, g: Battle, leader: Leader, answer: Mode) -> None:
        change_mode(g, answer)


class Cheiroballistrae(Artillery):
    """11.6 Cheiroballistrae."""

    about = "cheiroballistrae: modes, fire without orders, fire at any moment in reaction"
    orders = (ModeOrder(),)

    def shots(self, g: Battle, unit: Unit) -> int:
        return unit.turn_shots

    def silences(self, g: Battle, unit: Unit) -> Refusal | None:
        if unit.fire_mode or not unit.troop.is_engine:
            return None
        return Refusal("{unit} is in Move mode and can't fire.", rule="11.62", unit=unit.id)

    def bars_move(self, g: Battle, unit: Unit) -> Refusal | None:
        if unit.fire_mode and unit.troop.is_engine:
            return Refusal("{unit} is in Fire mode and can't move.", rule="11.62", unit=unit.id)
        return None

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.troop.is_engine:
            ready = Text("Fire mode: it can be made ready to move")
            yield Fact(ready if unit.fire_mode else Text("Move mode: it can be made ready to fire"), "11.62")
        yield from super().facts(g, unit)

    def counter_facts(self, g: Battle, unit: Unit) -> Iterator[tuple[Text, str]]:
        if unit.troop.is_engine:
            yield Text("Mode"), "Fire" if unit.fire_mode else "Move"
        yield from super().counter_facts(g, unit)

    def settings(self, g: Battle, unit: Unit) -> Iterator[Setting]:
        if unit.troop.is_engine:
            yield Setting("mode", Text("Fire or Move mode"), "fire" if unit.fire_mode else "move", ("fire", "move"))
            yield g.state.words.kept.number("shots", unit.turn_shots, 0, g.game.artillery.shots)

    def put(self, g: Battle, unit: Unit, key: str, value: str) -> bool:
        if key != "mode":
            return False
        reason = "is in Fire mode." if value == "fire" else "is in Move mode."
        g.emit(UnitFormed(unit=unit.id, fire_mode=value == "fire", reason=reason))
        return True

    def unit_choices(self, g: Battle, unit: Unit) -> Iterator[Choice]:
        yield from mode_choices(g, unit)


def check_mode(g: Battle, unit: Unit, firing: bool) -> None:
    """Refuse a change to Fire mode (``firing``) or Move mode that 11.62 doesn't allow."""
    if not unit.troop.is_engine:
        refuse("{unit} is no cheiroballistra and has no modes.", rule="11.62", unit=unit.id)
    movement.check_orderable(g, unit)
    if unit.fire_mode == firing:
        refuse("{unit} is in Fire mode." if firing else "{unit} is in Move mode.", rule="11.62", unit=unit.id)


def change_mode(g: Battle, order: Mode) -> None:
    """11.62 Cheiroballistra modes: a checked change of mode: all the cheiroballistra does in this Orders Phase."""
    g.emit(OrdersNoted(field="acted", value=order.unit, rule="11.62"))
    reason = "is made ready to fire (Fire mode)." if order.fire else "is made ready to move (Move mode)."
    g.emit(UnitFormed(unit=order.unit, fire_mode=order.fire, rule="11.62", reason=reason))


def mode_choices(g: Battle, unit: Unit) -> Iterator[Choice]:
    """The menu entry that changes its mode, for a cheiroballistra that may."""
    if unit.troop.is_engine:
        firing = not unit.fire_mode
        text = Text("Make ready to fire (Fire mode)") if firing else Text("Make ready to move (Move mode)")
        answer = Mode(unit=unit.id, fire=firing)
        yield Choice("mode", text, answer=answer, unit=unit.id, lean=1.0 if firing else 0.1)
