"""Chaeronea, the Granicus: units that act in a phase of their own, which no leader gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, Self

from pydantic import Field

from engine.kernel.decisions import Answer, Choice, Command, Menu
from engine.kernel.hexes import show
from engine.kernel.naming import titled
from engine.kernel.order_kind import checked, of
from engine.kernel.parameters import Count, Params, SideId, UnitCode
from engine.kernel.special import Taken
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import NoteSet, OrdersBegan, PhaseBegan
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.movement import movement, reach
from engine.systems.gboh.orders import kinds, moves_offered, orders, shots
from engine.systems.gboh.orders.order_kind import Giver, OrderKind
from engine.systems.gboh.state import OrdersPhase, Unit

KIND = "unled"

KINDS: tuple[OrderKind[Any], ...] = (kinds.MOVE, kinds.FIRE, kinds.DONE)
"""What they may be told."""


class Acting(Params):
    side: SideId
    units: tuple[UnitCode, ...] = Field(min_length=1)
    """who act"""
    when: Literal["before leaders", "after leaders"]
    turns: Count | None = None
    """until which turn; None for all the battle"""


class OwnPhase(Special):
    """Each of the units may move or fire once, then there is a Shock segment, and no Momentum."""

    about = "units that act in a phase of their own, before or after all leaders"
    params = Taken(Acting)

    async def turn_start(self, g: Battle) -> None:
        if self.params.when == "before leaders":
            self._begin(g)

    async def before_rout(self, g: Battle) -> None:
        if self.params.when == "after leaders":
            self._begin(g)

    def _begin(self, g: Battle) -> None:
        turn = str(g.state.turn)
        over = self.params.turns is not None and g.state.turn > self.params.turns
        if over or g.state.orders is not None or g.state.notes.get(self.spec.id) == turn:
            return
        if any(g.state.units[u].on_map and not g.state.units[u].routed for u in self.params.units):
            g.emit(NoteSet(key=self.spec.id, value=turn, rule=self.spec.id))
            g.emit(OrdersBegan(orders=g.new_orders(self.params.side, kind=KIND), rule=self.spec.id))

    def conduct(self, g: Battle) -> Self | None:
        return self if self._is_on(g.state.orders) else None

    def _is_on(self, now: OrdersPhase | None) -> bool:
        return now is not None and now.kind == KIND and now.side == self.params.side

    def concludes(self, g: Battle, orders: OrdersPhase) -> bool:
        if not self._is_on(orders):
            return False
        g.emit(PhaseBegan(phase="elite" if self.params.when == "before leaders" else "rout"))
        return True

    def _able(self, g: Battle) -> list[Unit]:
        """Those who may still act."""
        return [u for n in self.params.units if self._orderable(g, u := g.state.units[n])]

    def _orderable(self, g: Battle, unit: Unit) -> bool:
        try:
            movement.check_orderable(g, unit)
        except Refusal:
            return False
        return reach.can_move(g, unit) or fire.has_target(g, unit)

    async def conducts(self, g: Battle) -> bool:
        if not self._is_on(g.orders):
            return False
        able = self._able(g)
        answer: Answer = orders.Done()
        if able:
            answer = await g.ask(
                Command(
                    kind="march",
                    side=self.params.side,
                    rule=self.spec.id,
                    prompt=Text("{what}: who acts?", what=self.spec.title),
                    focus=tuple(u.at for u in able),
                    menu=Menu(Text("Who acts…"), lambda: list(self._choices(g, able))),
                    accept=lambda a: self.check_unled(g, a),
                    default_answer=orders.Done(),
                )
            )
        await self.unled(g, answer)
        return True

    def _choices(self, g: Battle, able: list[Unit]) -> Iterator[Choice]:
        for u in able:
            text = Text("{unit} at {hex}", unit=titled(u), hex=show(u.at))
            inner = Menu(Text("{unit} at {hex}…", unit=u.id, hex=show(u.at)), lambda u=u: list(self._actions(g, u)))
            yield Choice(u.id, text, menu=lambda inner=inner: inner, unit=u.id, hex=u.at, lean=3.0)
        yield Choice("done", Text("No more of them acts"), answer=orders.Done(), lean=0.4)

    def _actions(self, g: Battle, u: Unit) -> Iterator[Choice]:
        if reach.can_move(g, u):
            yield Choice("move", Text("Move"), menu=lambda: moves_offered.menu(g, u), unit=u.id, lean=4.0)
        yield from shots.volleys(g, u)

    def check_unled(self, g: Battle, answer: Answer) -> None:
        """Refuse what they can't do."""
        kind = of(KINDS, answer)
        if kind is None:
            refuse("{what}: they move or fire, or you say done.", rule=self.spec.id, what=self.spec.title)
        kind.check(OwnPhaseGiver(g, self), answer)

    async def unled(self, g: Battle, answer: Answer) -> None:
        """A unit acts, or nobody does any more."""
        await checked(KINDS, answer).carry_out(OwnPhaseGiver(g, self), answer)


class OwnPhaseGiver(Giver[Battle, Any]):
    """Nobody: the units of the rule act by themselves."""

    def __init__(self, g: Battle, rule: OwnPhase) -> None:
        super().__init__(g, None)
        self.rule = rule

    def named(self, name: str) -> Unit:
        if name not in self.rule.params.units:
            refuse("{unit} is none of those who act now.", rule=self.rule.spec.id, unit=name)
        return self.g.state.units[name]

    unit = named

    def judged(self, unit: Unit, answer: orders.Move) -> orders.Move:
        if answer.along:
            refuse("No leader acts now, and none rides along.", rule=self.rule.spec.id)
        return answer

    def end(self) -> None:
        self.g.emit(PhaseBegan(phase="shock"))

    async def move(self, unit: Unit, answer: orders.Move) -> None:
        await movement.move(self.g, unit, answer)
