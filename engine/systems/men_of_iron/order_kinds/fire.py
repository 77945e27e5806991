"""9.2, CR-3 Active Fire of a unit (``ELB1 x WPK2``) or of a bombard (``Bombard1 x ADM2``)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Choice
from engine.kernel.inquiry import Sketch
from engine.kernel.statement import Sign, Token, Word
from engine.kernel.text import Refusal, Text
from engine.systems.men_of_iron import bombards, choice_weights, fire, orders, shot
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import OrderGiven
from engine.systems.men_of_iron.order_kinds import named
from engine.systems.men_of_iron.order_kinds.kind import Kind
from engine.systems.men_of_iron.reader import Reader
from engine.systems.men_of_iron.state import Leader, Marker, Phase, Unit


class FireKind(Kind[orders.Fire]):
    """What begins with a unit is read as its move: it may fire on the way."""

    answer = orders.Fire
    begins_with = Marker

    def read(self, reader: Reader, verb: str) -> orders.Fire:
        assert reader.ordered is not None
        reader.skip_sign()
        return orders.Fire(unit=reader.ordered.id, target=reader.enemy().id)

    def write(self, answer: orders.Fire) -> list[Token]:
        return [Word(answer.unit), Sign("x"), Word(answer.target)]

    def check(self, by: Battle, answer: orders.Fire) -> None:
        if answer.unit in by.state.markers:
            bombards.check_fire(by, answer.unit, named.enemy(by, answer.target))
        else:
            fire.check_fire(by, named.unit(by, answer.unit), named.enemy(by, answer.target))

    def untimely(self, g: Battle, answer: orders.Fire, phase: Phase) -> Refusal | None:
        if phase != "shock":
            return None
        text = "Movement and fire are over. All attacks are one order: shock {unit} x {target}."
        return Refusal(text, rule="3.1", unit=answer.unit, target=answer.target)

    async def carry_out(self, by: Battle, answer: orders.Fire) -> None:
        units = by.state.units
        if answer.unit in by.state.markers:
            by.emit(OrderGiven())
            await bombards.fire(by, answer.unit, units[answer.target])
        else:
            by.emit(OrderGiven(unit=answer.unit))
            await fire.active_fire(by, units[answer.unit], units[answer.target])

    def sketch(self, g: Battle, answer: orders.Fire) -> Sketch:
        units, markers = g.state.units, g.state.markers
        at = units[answer.unit].at if answer.unit in units else markers[answer.unit].hex
        to = units[answer.target].at
        return Sketch(focus=(at, to), sight=(at, to, None))

    def offers(self, g: Battle, piece: Unit | Leader | Marker) -> Iterator[Choice]:
        if isinstance(piece, Marker):
            for t in bombards.targets(g, piece.id):
                answer = orders.Fire(unit=piece.id, target=t.id)
                text = Text("{name} fires at {target}", name=piece.name, target=t.id)
                yield Choice(f"{piece.id}-x-{t.id}", text, answer=answer, unit=piece.id, hex=t.at, lean=3.0)
        elif isinstance(piece, Unit):
            for t in fire.targets(g, piece):
                label = Text("Fire at {what}", what=shot.describe(g, piece, t))
                answer = orders.Fire(unit=piece.id, target=t.id)
                lean, p = choice_weights.of_shot(g, piece, t), shot.preview(g, piece, t).chance
                yield Choice(f"x-{t.id}", label, answer=answer, unit=piece.id, hex=t.at, lean=lean, chance=p)
