"""8.11 Fire without moving."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Choice
from engine.kernel.inquiry import Sketch
from engine.kernel.statement import Sign, Token, Word
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.missiles import fire, ordered_fire, targets
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders import shots
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.orders import Fire
from engine.systems.gboh.state import Leader, Unit


class FireOrder(OrderKind[Fire]):
    """``LI2 x LC5``, and ``LI2 x LC5 x LC6`` where it fires twice (11.4); read with moves, which it may be part of."""

    answer = Fire

    def write(self, answer: Fire) -> list[Token]:
        again = [Sign("x"), Word(answer.second)] if answer.second is not None else []
        return [Word(answer.unit), Sign("x"), Word(answer.target), *again]

    def open_to(self, g: Battle, leader: Leader | None, unit: Unit, *, movable: bool) -> bool:
        return (movable and fire.has_target(g, unit)) or shots.fires_yet(g, unit)

    def choices(self, g: Battle, leader: Leader | None, unit: Unit, *, movable: bool) -> Iterator[Choice]:
        if (movable or shots.fires_yet(g, unit)) and shots.may_shoot(g, unit):
            yield from shots.volleys(g, unit)

    def free(self, g: Battle, answer: Fire) -> bool:
        return special.free_fire(g, g.state.units.get(answer.unit)) is not None

    def check(self, by: AnyGiver, answer: Fire) -> None:
        g: Battle = by.g
        if (artillery := special.free_fire(g, g.state.units.get(answer.unit))) is not None:
            # 11.65 Artillery fires at any time, whatever Line is under way.
            artillery.check_free_fire(g, by.named(answer.unit), targets.target(g, g.orders.side, answer.target))
            return
        unit = by.unit(answer.unit)
        movement.check_orderable(g, unit, firing=by.firing)
        fire.check_fire(g, unit, targets.target(g, g.orders.side, answer.target))
        if answer.second is not None:
            fire.check_second(g, unit, targets.target(g, g.orders.side, answer.second))

    async def carry_out(self, by: AnyGiver, answer: Fire) -> None:
        g: Battle = by.g
        unit, target = g.state.units[answer.unit], targets.target(g, g.orders.side, answer.target)
        if (artillery := special.free_fire(g, unit)) is not None:
            await artillery.free_fire(g, unit, target)
            return
        by.fires(unit)
        await ordered_fire.ordered_fire(g, unit, target, second=targets.named(g, answer.second))

    def sketch(self, g: Battle, answer: Fire) -> Sketch:
        unit, target = g.state.units[answer.unit], targets.named(g, answer.target)
        assert target is not None, "it has been checked"
        return Sketch(focus=(unit.at, target.at), sight=(unit.at, target.at, None))
