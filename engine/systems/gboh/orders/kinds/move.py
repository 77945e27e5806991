"""6.3 Move a unit along a path, with what goes with it: fire, a change of formation, whoever rides along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.kernel import paths
from engine.kernel.decisions import Choice
from engine.kernel.hexes import show
from engine.kernel.inquiry import Fact, Sketch
from engine.kernel.statement import Face, Sign, Token, Word
from engine.kernel.text import Text, codes, joined, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import leader_moves
from engine.systems.gboh.events import facing_name
from engine.systems.gboh.footprint import Stand
from engine.systems.gboh.movement import movement, reach, yielding, zoc
from engine.systems.gboh.orders import manoeuvres, moves_foretold, moves_offered, places
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.state import Leader, Unit

_HOPES: dict[yielding.Chance, tuple[str, Case]] = {
    "withdraws": (
        "It counts on {enemies} to give ground; where one stays, it stops where it must",
        Case.WITHDRAWAL_TIMING,
    ),
    "shot": ("It counts on its fire to break {enemies}; where that stays, it stops where it must", Case.ORDERED_FIRE),
    "turns": (
        "It counts on {enemies} to turn to it and break; where one stays, it stops where it must",
        Case.REACTION_FACING,
    ),
}
"""What a way counts on, for each chance of it, and the case it has it by."""


class MoveOrder(OrderKind[Move]):
    """``HC3 > 2405 @E`` and all that :mod:`engine.systems.gboh.orders.moves_written` reads."""

    answer = Move

    def write(self, answer: Move) -> list[Token]:
        between: dict[int, list[Token]] = {}
        if answer.fire_at is not None:
            after = len(answer.path) if answer.fire_after is None else answer.fire_after
            between[after] = [Sign("x"), Word(answer.fire_at)]
        stack: list[Token] = [] if answer.under is None else [Sign("&"), Word(answer.under)]
        tokens: list[Token] = [Word(answer.unit), *stack, *paths.tokens(answer.path, between)]
        if answer.form is not None:
            tokens += [Word("form"), Face(answer.form)]
        if answer.attack is not None:
            tokens.append(Word("attack" if answer.attack else "keep"))
        if answer.along:
            tokens += [Sign("&"), Word("leader")]
        return tokens

    def check(self, by: AnyGiver, answer: Move) -> None:
        if not answer.unit:
            refuse("There is nothing to bring on.")
        unit = by.unit(answer.unit)
        movement.check_move(by.g, unit, by.judged(unit, answer))
        by.check_company(unit, answer)

    def open_to(self, g: Battle, leader: Leader | None, unit: Unit, *, movable: bool) -> bool:
        if not movable or (unit.id in g.orders.stationary and special.why_not(g, Special.confines, unit) is None):
            return False
        return (not zoc.holders(g, unit) and not special.rooted(g, unit)) or reach.can_move(g, unit)

    def choices(self, g: Battle, leader: Leader | None, unit: Unit, *, movable: bool) -> Iterator[Choice]:
        if not movable or not reach.can_move(g, unit):
            return
        if movement.parting(g, unit) is None:
            yield Choice("move", Text("Move"), menu=lambda: moves_offered.menu(g, unit), unit=unit.id, lean=4.0)
        yield from _turns(g, unit)
        led = g.orders.line is None and g.orders.kind != "march"
        if led and leader is not None and _rides_somewhere(g, leader, unit):
            text = Text("Move, {leader} riding along", leader=leader.name)
            yield Choice("ride", text, menu=lambda: moves_offered.menu(g, unit, along=True), unit=unit.id, lean=2.0)

    def price(self, g: Battle, answer: Move) -> int:
        return movement.order_price(g, answer)

    def stands(self, g: Battle, answer: Move) -> dict[str, Stand]:
        unit = g.state.units[answer.unit]
        if footprint.is_single(unit):
            at, facing = paths.end(unit, answer.path)
            end = Stand(at, facing, unit.shape)
        else:
            end = manoeuvres.end(unit, answer.path)
        return {name: end for name in (answer.unit, answer.under) if name is not None}

    async def carry_out(self, by: AnyGiver, answer: Move) -> None:
        await by.move(by.g.state.units[answer.unit], answer)

    def facts(self, g: Battle, answer: Move) -> Sequence[Fact]:
        """MP, and hits for certain."""
        if not answer.path:
            return ()
        u = g.state.units[answer.unit]
        way = yielding.price(g, u, answer.path, fired=yielding.shot(answer))
        end = way.end
        text = "To {hex}, facing {f}: {mp} of {ma} MP"
        spent = Text(text, hex=show(end.hex), f=end.facing.name, mp=end.mp, ma=reach.allowance(g, u))
        hits = Text("No hit for certain")
        if end.hits:
            hits = Text("Hits for certain: {n} ({causes})", n=end.hits, causes=joined(end.all_causes()))
        return [
            Fact(spent, g.case(Case.MOVEMENT_ALLOWANCE)),
            *_hopes(g, way),
            Fact(hits, g.case(Case.MOVEMENT_HITS)),
        ]

    def sketch(self, g: Battle, answer: Move) -> Sketch:
        if not answer.path:
            return Sketch()
        u = g.state.units[answer.unit]
        way = yielding.price(g, u, answer.path, fired=yielding.shot(answer))
        costs, hits = places.trail(u, way.end)
        return Sketch(focus=(*footprint.hexes_of(u), *costs), costs=costs, hits=hits)


def _hopes(g: Battle, way: yielding.Way) -> Iterator[Fact]:
    """Enemies that must be gone for the unit to get to the end of its way."""
    for chance, (text, case) in _HOPES.items():
        names = [name for name, how in way.hopes.items() if how == chance]
        if names:
            yield Fact(Text(text, enemies=codes(names)), g.case(case))


def _rides_somewhere(g: Battle, leader: Leader, u: Unit) -> bool:
    """4.23 Whether he is with the unit and has the MP to go anywhere with it."""
    if leader not in g.leaders_with(u):
        return False
    ways = (leader_moves.ridden(leader, u, n.path()) for n in reach.search(g, u).values())
    return any(leader_moves.can_ride(g, leader, way) for way in ways)


def _turns(g: Battle, u: Unit) -> Iterator[Choice]:
    """A 6.43, 6.44 The wheels and the about-face of a pair, each by itself."""
    for kind, n, order in places.turns(g, u):
        key, name = places.TURNS[kind]
        yield Choice(
            key,
            Text("{what}: {hexes}, facing {f}", what=name, hexes=places.spot(u, n), f=facing_name(n.facing)),
            answer=order,
            unit=u.id,
            hex=n.hex,
            other=places.other(u, n),
            facing=n.facing,
            mp=n.mp,
            hits=n.hits,
            note=partial(moves_foretold.consequences, g, u, n),
            lean=0.1,
        )
