"""14.1, FK-1 Units take up the formation the army may use (``form WPK1-6``), or leave it (``leave WPK1-6``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import Choice
from engine.kernel.statement import Token, Word
from engine.kernel.text import Text, refuse
from engine.systems.men_of_iron import choice_weights, formations, orders
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import OrderGiven
from engine.systems.men_of_iron.order_kinds import named
from engine.systems.men_of_iron.order_kinds.kind import Kind
from engine.systems.men_of_iron.reader import Reader
from engine.systems.men_of_iron.scenario import Formation
from engine.systems.men_of_iron.state import Leader, Marker, Unit


class FormKind(Kind[orders.Form]):
    answer = orders.Form
    verbs = ("form", "leave")
    phases = ("setup", "move")

    def read(self, reader: Reader, verb: str) -> orders.Form:
        units: list[Unit] = []
        while reader.tokens:
            units.append(reader.unit())
        if not units:
            refuse("Which units? form WPK1-6, or leave WPK1-6.", rule="14.1")
        formation: Formation | None = next((f for u in units if (f := formations.known(reader.g, u))), None)
        if verb == "form" and formation is None:
            refuse("{unit} knows no formation here.", rule="14.1", unit=units[0].id)
        return orders.Form(units=tuple(u.id for u in units), formation=formation if verb == "form" else None)

    def write(self, answer: orders.Form) -> list[Token]:
        return [Word("leave" if answer.formation is None else "form"), *(Word(u) for u in answer.units)]

    def check(self, by: Battle, answer: orders.Form) -> None:
        for name in answer.units:
            named.unit(by, name)
        if by.state.activation is not None and by.act.orders_given:
            refuse("Formations are ordered before anything else is done in the activation.", rule="14.1")
        formations.check(by, answer)

    async def carry_out(self, by: Battle, answer: orders.Form) -> None:
        # In an activation ordering formations isn't yet doing anything else (14.1): more of them may follow.
        if by.state.activation is None:
            by.emit(OrderGiven())
        formations.form(by, answer)

    def offers(self, g: Battle, piece: Unit | Leader | Marker) -> Iterator[Choice]:
        if isinstance(piece, Unit):
            yield from together(g, [piece], piece.id)


def together(g: Battle, units: Sequence[Unit], name: str) -> Iterator[Choice]:
    """14.1 Taking several units into their formation, or out of it, in one order each; ``name``: all of them."""
    taking = [u for u in units if formations.may(g, u) is not None]
    if taking:
        formation = formations.may(g, taking[0])
        same = tuple(u.id for u in taking if formations.may(g, u) == formation)
        told = "Shield Wall" if formation == "shield-wall" else "Schiltron"
        text = Text("{name}: form {formation}", name=name, formation=told)
        order = orders.Form(units=same, formation=formation)
        lean = choice_weights.of_forming(g, [u for u in taking if u.id in same])
        yield Choice(f"form-{same[0]}-{len(same)}", text, answer=order, lean=lean)
    inside = [u for u in units if formations.may_leave(g, u)]
    if inside:
        order = orders.Form(units=tuple(u.id for u in inside), formation=None)
        text = Text("{name}: leave formation", name=name)
        lean = choice_weights.of_leaving(g, inside)
        yield Choice(f"leave-{inside[0].id}-{len(inside)}", text, answer=order, lean=lean)
