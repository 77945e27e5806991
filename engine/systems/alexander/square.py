"""9.63, 9.64 Phalanxes and hoplites of the Macedonian army form square."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil

from engine.kernel.decisions import Choice
from engine.kernel.hexes import Facing
from engine.kernel.inquiry import Fact
from engine.kernel.referee import YES, Setting, switch
from engine.kernel.statement import Face, Token, Word
from engine.kernel.text import Refusal, Text, joined, refuse
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.hooks import Chapter
from engine.systems.alexander.orders import Square
from engine.systems.alexander.state import Unit
from engine.systems.gboh import footprint
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import OrdersNoted, facing_name
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.reader import Names

SHARE = 4
"""9.64 Its Size is the fourth part, rounded up."""
MISSILES = 2
"""8.15 Hits of a volley."""


class SquareOrder(OrderKind[Square]):
    """9.63 ``square PH1`` forms it, ``square PH1 @E`` leaves it, facing so."""

    answer = Square
    verbs = ("square",)

    def read(self, reader: Names, verb: str) -> Square:
        return reader.last(Square(unit=reader.unit().id, facing=reader.facing()))

    def write(self, answer: Square) -> list[Token]:
        way: list[Token] = [Face(answer.facing)] if answer.facing is not None else []
        return [Word("square"), Word(answer.unit), *way]

    def check(self, by: AnyGiver, answer: Square) -> None:
        check(by.g, by.unit(answer.unit), answer.facing)

    async def carry_out(self, by: AnyGiver, answer: Square) -> None:
        """9.63 All its Movement Points: it does nothing else in this Orders Phase; 6.13 and it is movement."""
        g: Battle = by.g
        unit = g.state.units[answer.unit]
        g.emit(OrdersNoted(field="acted", value=unit.id))
        if unit.moved and not await cohesion.hits(g, unit, 1, Text("moving again"), "6.13"):
            return
        change(g, unit, answer.facing, moved=True)

    def unit_choices(self, g: Battle, unit: Unit) -> Iterator[Choice]:
        ways = (None,) if not unit.square else (unit.facing, unit.facing.turned(6))
        for f in ways:
            try:
                check(g, unit, f)
            except Refusal:
                continue
            text = Text("Form square: all its Movement Points")
            if f is not None:
                text = Text("Leave square, facing {f}: all its Movement Points", f=facing_name(f))
            near = any(footprint.distance(e, unit) <= 4 for e in g.units(g.state.enemy(unit.side)) if e.is_cavalry)
            yield Choice(
                "square" if f is None else f"square-{f.name}",
                text,
                answer=Square(unit=unit.id, facing=f),
                unit=unit.id,
                facing=f,
                hits=1 if unit.moved else None,
                lean=(0.2 if near else 0.02) if f is None else 0.3,
            )


class InSquare(Chapter):
    """9.63, 9.64 All around is Front; it hardly moves, attacks nobody and is small."""

    case = "9.63"
    about = "phalanxes in square"
    orders = (SquareOrder(),)

    def formation_ma(self, g: Battle, unit: Unit) -> int | None:
        return 1 if unit.square else None  # 9.64

    def size(self, g: Battle, unit: Unit) -> int | None:
        return ceil(unit.size / SHARE) if unit.square else None

    def missile_hits(self, g: Battle, target: Unit) -> int | None:
        return MISSILES if target.square else None

    def bars_attack(self, g: Battle, unit: Unit) -> Refusal | None:
        text = "{unit} is in square and can't attack."
        return Refusal(text, rule="9.64", unit=unit.id) if unit.square else None

    def stands_fast(self, g: Battle, unit: Unit) -> Refusal | None:
        return Refusal("{unit} is in square.", rule="6.71", unit=unit.id) if unit.square else None

    def bars_column(self, g: Battle, unit: Unit) -> Refusal | None:
        text = "{unit} is in square and must leave it first."
        return Refusal(text, rule="9.63", unit=unit.id) if unit.square else None

    def states(self, unit: Unit) -> Mapping[str, bool]:
        return {"square": unit.square}

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.square:
            text = Text("In square: Front on all sides, MA 1, Size {n}, attacks nobody", n=ceil(unit.size / SHARE))
            yield Fact(text, "9.64")
        for choice in SquareOrder().unit_choices(g, unit):
            yield Fact(choice.label, "9.63")

    def settings(self, g: Battle, unit: Unit) -> Iterator[Setting]:
        if unit.square or (forms(g, unit) and not unit.routed and not unit.column and not g.deep(unit)):
            yield switch("square", Text("in square"), unit.square)

    def put(self, g: Battle, unit: Unit, key: str, value: str) -> bool:
        if key != "square":
            return False
        if (value == YES) != unit.square:
            change(g, unit, unit.facing if unit.square else None, moved=None)
        return True

    def broken(self, g: Battle, *, at_rest: bool) -> Iterator[str]:
        for u in g.units():
            if u.square and (footprint.hexes_of(u)[1:] == () or u.routed or u.column or g.deep(u)):
                yield f"{u.id} is in square, and can't (9.63)"


def forms(g: Battle, unit: Unit) -> bool:
    """9.63 Phalanxes, and hoplites of two hexes, of the Macedonian army: of two the one that isn't first (5.12)."""
    return unit.troop.fate == "save" and not g.spec(unit.side).first_of_equals


def check(g: Battle, unit: Unit, facing: Facing | None) -> None:
    """Refuse forming square (``facing`` None), or leaving it, where 9.63 doesn't allow it."""
    movement.check_orderable(g, unit)
    if not forms(g, unit):
        text = "{unit} forms no square: phalanxes and hoplites of two hexes of the Macedonian army do."
        refuse(text, rule="9.63", unit=unit.id)
    if (facing is None) == unit.square:
        refuse("{unit} is in square." if unit.square else "{unit} isn't in square.", rule="9.63", unit=unit.id)
    if unit.column or g.deep(unit):
        text = "{unit} is In Column." if unit.column else "{unit} stands in double depth."
        refuse(text, rule="9.63", unit=unit.id)
    if g.in_enemy_zoc(unit) and not unit.square:
        refuse("{unit} can't form square in enemy ZOC.", rule="9.63", unit=unit.id)
    if facing is not None and facing not in (unit.facing, unit.facing.turned(6)):
        ways = joined((facing_name(f) for f in (unit.facing, unit.facing.turned(6))), " or ")
        refuse("{unit} faces {ways} as it leaves square.", rule="9.63", unit=unit.id, ways=ways)


def change(g: Battle, unit: Unit, facing: Facing | None, *, moved: bool | None) -> None:
    """9.63 Into square (``facing`` None), or out of it."""
    if facing is None:
        g.emit(g.formed(unit=unit.id, square=True, moved=moved, reason=Text("forms square."), rule="9.63"))
        return
    left = unit.at if facing == unit.facing else footprint.hexes_of(unit)[1]
    reason = Text("leaves square, facing {facing}.", facing=facing_name(facing))
    g.emit(g.formed(unit=unit.id, square=False, hex=left, facing=facing, moved=moved, reason=reason, rule="9.63"))
