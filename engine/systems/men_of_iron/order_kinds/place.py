"""A unit is set up elsewhere, where the battle lets its owner choose: ``place WPK1 1907 @W``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import VERTICES, Facing, Hex, show
from engine.kernel.statement import Face, HexRef, Token, Word
from engine.kernel.text import Text, refuse
from engine.systems.men_of_iron import orders, special
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import LeaderMoved, OrderGiven, UnitPlaced
from engine.systems.men_of_iron.order_kinds import named
from engine.systems.men_of_iron.order_kinds.kind import Kind
from engine.systems.men_of_iron.reader import Reader
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.state import Leader, Marker, Unit


def area(g: Battle, unit: Unit) -> Sequence[Hex]:
    """Hexes the unit's owner may choose from; () where it stands as the battle has it."""
    return next((found for r in special.having(g, Special.set_up_area) if (found := r.set_up_area(g, unit))), ())


class PlaceKind(Kind[orders.Place]):
    answer = orders.Place
    verbs = ("place",)
    phases = ("setup",)

    def read(self, reader: Reader, verb: str) -> orders.Place:
        unit = reader.unit()
        to = reader.hex(f"place {unit.id} 1907 @W")
        return orders.Place(unit=unit.id, hex=to, facing=reader.facing())

    def write(self, answer: orders.Place) -> list[Token]:
        facing: list[Token] = [Face(answer.facing)] if answer.facing is not None else []
        return [Word("place"), Word(answer.unit), HexRef(answer.hex), *facing]

    def check(self, by: Battle, answer: orders.Place) -> None:
        unit = named.unit(by, answer.unit)
        allowed = area(by, unit)
        if not allowed:
            refuse("{unit} stands where the battle puts it.", unit=unit.id)
        if answer.hex not in allowed:
            refuse("{hex} lies outside the area {unit} may be set up in.", hex=show(answer.hex), unit=unit.id)
        if answer.facing is not None and not answer.facing.is_vertex:
            refuse("{unit} faces a vertex: E, NE, NW, W, SW or SE.", rule="6.1", unit=unit.id)
        other = by.unit_at(answer.hex)
        if other is not None and other is not unit and answer.hex not in area(by, other):
            refuse("{other} stands at {hex}.", rule="8.0", other=other.id, hex=show(answer.hex))

    async def carry_out(self, by: Battle, answer: orders.Place) -> None:
        """Put the unit there, leaders in its hex with it; one that stood there changes places with it."""
        by.emit(OrderGiven())
        unit, other = by.state.units[answer.unit], by.unit_at(answer.hex)
        was, facing = unit.at, unit.facing if answer.facing is None else answer.facing
        going, coming = (by.leaders_at(h, unit.side) for h in (was, answer.hex))
        by.emit(UnitPlaced(unit=unit.id, hex=answer.hex, facing=facing))
        if other is not None and other is not unit:
            by.emit(UnitPlaced(unit=other.id, hex=was, facing=other.facing))
        if answer.hex != was:
            for leaders, start, to in ((going, was, answer.hex), (coming, answer.hex, was)):
                for x in leaders:
                    by.emit(LeaderMoved(leader=x.id, start=start, to=to, how="with-unit", rule="15.2"))

    def offers(self, g: Battle, piece: Unit | Leader | Marker) -> Iterator[Choice]:
        for h in area(g, piece) if isinstance(piece, Unit) else ():
            if g.unit_at(h) is None:
                yield Choice(
                    show(h),
                    Text("{hex}", hex=show(h)),
                    menu=lambda h=h: _facings(piece.id, h),
                    leads=orders.Place(unit=piece.id, hex=h),
                    unit=piece.id,
                    hex=h,
                )


def _facings(unit: str, h: Hex) -> Menu:
    def facing(f: Facing) -> Choice:
        answer = orders.Place(unit=unit, hex=h, facing=f)
        return Choice(f.name, Text("{f}", f=f.name), answer=answer, unit=unit, hex=h, facing=f)

    return Menu(Text("{unit} at {hex}, facing…", unit=unit, hex=show(h)), lambda: [facing(f) for f in VERTICES])
