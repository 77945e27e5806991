"""Whose order a written one is, who could give it now or later, and the copy of the battle it is tried on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from engine.kernel import naming
from engine.kernel.decisions import Answer
from engine.kernel.hexes import Hex
from engine.kernel.order_kind import checked
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, refuse
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import command, line_command
from engine.systems.gboh.inquiry import scene
from engine.systems.gboh.orders import written
from engine.systems.gboh.orders.order_kind import OrderKind
from engine.systems.gboh.shock.plan import ShockPlan
from engine.systems.gboh.state import Leader, Unit
from engine.systems.gboh.turn import orders_phase


@dataclass
class Trial:
    """A copy of the battle, and the order to be tried on it."""

    g: Battle
    side: str
    leader: Leader | None
    """Who gives it; None where nobody leads, as on a march."""
    answer: Answer
    now: bool
    """It could be given at this moment."""

    @property
    def kind(self) -> OrderKind[Any]:
        """The kind its order is of."""
        return checked(special.order_kinds(self.g), self.answer)

    def again(self, statement: Statement) -> tuple[Trial | None, list[Refusal]]:
        """The next order, after this one; or why it can't be."""
        leader = self.g.state.leaders[self.leader.id] if self.leader is not None else None
        try:
            return _read(self.g, self.side, leader, statement, self.now), []
        except Refusal as no:
            return None, [no]


def begin(g: Battle, statement: Statement, sides: Collection[str]) -> tuple[Trial | None, list[Refusal]]:
    """The first order: as given now if it can be, else by the first leader of its side who could give it.

    With it what speaks against it: now, and where nobody can give it, at any time.
    """
    side = _side(g, statement, sides)
    now = scene.ordering(g, side)
    unled = g.state.orders is not None and g.state.orders.side == side and special.first(g, Special.conduct) is not None
    objections: list[Refusal] = []
    if now is not None or unled:
        try:
            return _read(scene.copied(g), side, now, statement, True), []
        except Refusal as no:
            objections.append(no)
    later: list[Refusal] = []
    for leader in _candidates(g, side, statement) if g.led else [None]:
        if now is not None and leader is not None and leader.id == now.id:
            continue
        might = scene.as_if(g, side, leader) if leader is not None else scene.activated(g, side)
        try:
            found = _read(scene.copied(might), side, leader, statement, False)
        except Refusal as no:
            later.append(no)
            continue
        return found, objections
    objections += [no for no in later[:1] if str(no) not in {str(x) for x in objections}]
    return None, objections or [
        Refusal(
            "The {side} have no leader to give orders." if g.led else "The {side} can't do that.",
            rule=g.case(Case.INDIVIDUAL_ORDERS),
            side=scene.whose(g, side),
        )
    ]


def _read(g: Battle, side: str, leader: Leader | None, statement: Statement, now: bool) -> Trial:
    """The order in a copy of the battle, checked. Raises Refusal."""
    leader = g.state.leaders[leader.id] if leader is not None else None
    answer = written.Reader(g, side, statement).order()
    if isinstance(answer, ShockPlan):
        return Trial(g, side, leader, answer, now)
    if (unled := special.first(g, Special.conduct)) is not None:
        unled.check_unled(g, answer)
    elif g.state.phase == "line" and leader is not None:
        line_command.check(g, leader, answer)
    else:
        if leader is not None and command.silenced(g, leader):
            refuse("{leader} is in enemy ZOC and gives no orders.", rule=g.case(Case.LEADER_HELD), leader=leader.name)
        orders_phase.check(g, answer)
    return Trial(g, side, leader, answer, now)


def _side(g: Battle, statement: Statement, sides: Collection[str]) -> str:
    """Whose order it is: the side of the first piece it names; else of the side that acts, or the asker's."""
    named = naming.side_of(_pieces(g), statement, lambda h: _standing(g, h))
    return named or g.active or next(iter(sides), next(iter(g.state.sides)))


def _standing(g: Battle, h: Hex) -> Unit | Leader | None:
    """Who is meant by a hex."""
    return g.unit_at(h) or next(iter(g.leaders_at(h)), None)


def _pieces(g: Battle) -> list[Unit | Leader]:
    return [*g.state.units.values(), *g.state.leaders.values()]


def _candidates(g: Battle, side: str, statement: Statement) -> list[Leader]:
    """Leaders of the side, the likeliest to give the order first: of himself, or of the unit named first."""
    pieces = _pieces(g)
    meant = (naming.meant(pieces, t, lambda h: _standing(g, h)) for t in statement.tokens)
    named = [p for p in meant if p is not None and p.side == side]
    first = next((p for p in named if isinstance(p, Unit)), None)

    def rank(x: Leader) -> tuple[bool, bool, bool]:
        reached = first is None or command.in_command(g, x, first)
        return x not in named[:1], not reached, x.status == "finished"

    return sorted(g.leaders(side), key=rank)
