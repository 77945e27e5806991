"""11.62, S 9.81 Engines that are made ready either to fire or to move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from engine.kernel.decisions import Answer, Choice
from engine.kernel.inquiry import Fact
from engine.kernel.referee import Setting
from engine.kernel.statement import Token, Word
from engine.kernel.text import Refusal, Text, refuse
from engine.kernel.view import Particular
from engine.systems.gboh.cases import Case
from engine.systems.gboh.events import OrdersNoted
from engine.systems.gboh.missiles.artillery import Artillery
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.own import B, L, U


class Mode(Answer):
    """11.62 An engine changes its mode."""

    do: Literal["mode"] = "mode"
    unit: str
    fire: bool
    """True for Fire mode, False for Move mode."""


class ModeOrder(OrderKind[Mode]):
    """11.62 ``mode CH1 fire``, ``mode CH1 move``."""

    answer = Mode
    verbs = ("mode",)

    def read(self, reader: Names, verb: str) -> Mode:
        unit, ready = reader.unit(), str(reader.take()).casefold()
        if ready not in ("fire", "move"):
            rule = reader.g.case(Case.ARTILLERY_MODES)
            refuse("Which mode? mode {unit} fire, or mode {unit} move.", rule=rule, unit=unit.id)
        return reader.last(Mode(unit=unit.id, fire=ready == "fire"))

    def write(self, answer: Mode) -> list[Token]:
        return [Word("mode"), Word(answer.unit), Word("fire" if answer.fire else "move")]

    def check(self, by: AnyGiver, answer: Mode) -> None:
        check_mode(by.g, by.unit(answer.unit), answer.fire)

    async def carry_out(self, by: AnyGiver, answer: Mode) -> None:
        change_mode(by.g, answer)

    def unit_choices(self, g: Any, unit: Any) -> Iterator[Choice]:
        if unit.troop.is_engine:
            firing = not unit.fire_mode
            text = Text("Make ready to fire (Fire mode)") if firing else Text("Make ready to move (Move mode)")
            answer = Mode(unit=unit.id, fire=firing)
            yield Choice("mode", text, answer=answer, unit=unit.id, lean=1.0 if firing else 0.1)


class ReadiedArtillery(Artillery[B, U, L]):
    """11.6 Engines with modes; their units keep ``fire_mode`` and ``turn_shots``."""

    orders = (ModeOrder(),)

    def shots(self, g: Any, unit: Any) -> int:
        return unit.turn_shots

    def silences(self, g: Any, unit: Any) -> Refusal | None:
        if unit.fire_mode or not unit.troop.is_engine:
            return None
        text = "{unit} is in Move mode and can't fire."
        return Refusal(text, rule=g.case(Case.ARTILLERY_MODES), unit=unit.id)

    def bars_move(self, g: Any, unit: Any) -> Refusal | None:
        if unit.fire_mode and unit.troop.is_engine:
            text = "{unit} is in Fire mode and can't move."
            return Refusal(text, rule=g.case(Case.ARTILLERY_MODES), unit=unit.id)
        return None

    def facts(self, g: Any, unit: Any) -> Iterator[Fact]:
        if unit.troop.is_engine:
            ready = Text("Fire mode: it can be made ready to move")
            other = Text("Move mode: it can be made ready to fire")
            yield Fact(ready if unit.fire_mode else other, g.case(Case.ARTILLERY_MODES))
        yield from super().facts(g, unit)

    def counter_facts(self, g: Any, unit: Any) -> Iterator[Particular]:
        if unit.troop.is_engine:
            yield Text("Mode"), Text("Fire mode") if unit.fire_mode else Text("Move mode")
        yield from super().counter_facts(g, unit)

    def settings(self, g: Any, unit: Any) -> Iterator[Setting]:
        if unit.troop.is_engine:
            yield Setting("mode", Text("Fire or Move mode"), "fire" if unit.fire_mode else "move", ("fire", "move"))
            yield g.state.words.kept.number("shots", unit.turn_shots, 0, g.game.artillery.shots)

    def put(self, g: Any, unit: Any, key: str, value: str) -> bool:
        if key != "mode":
            return False
        reason = Text("is in Fire mode." if value == "fire" else "is in Move mode.")
        g.emit(g.formed(unit=unit.id, fire_mode=value == "fire", reason=reason))
        return True


def check_mode(g: Any, unit: Any, firing: bool) -> None:
    """Refuse a change to Fire mode (``firing``) or Move mode that 11.62 doesn't allow."""
    rule = g.case(Case.ARTILLERY_MODES)
    if not unit.troop.is_engine:
        refuse("{unit} is no artillery and has no modes.", rule=rule, unit=unit.id)
    movement.check_orderable(g, unit)
    if unit.fire_mode == firing:
        refuse("{unit} is in Fire mode." if firing else "{unit} is in Move mode.", rule=rule, unit=unit.id)


def change_mode(g: Any, order: Mode) -> None:
    """11.62 A checked change of mode: all the engine does in this Orders Phase."""
    rule = g.case(Case.ARTILLERY_MODES)
    g.emit(OrdersNoted(field="acted", value=order.unit, rule=rule))
    reason = Text("is made ready to fire (Fire mode)." if order.fire else "is made ready to move (Move mode).")
    g.emit(g.formed(unit=order.unit, fire_mode=order.fire, rule=rule, reason=reason))
