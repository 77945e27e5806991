"""Asking the referee (``/what``): the family's answers, but for who commands and how the battle stands."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.kernel.decisions import Decision
from engine.kernel.inquiry import AboutNow, AboutPiece, Fact, Findings, Question
from engine.kernel.text import Text
from engine.systems.gboh import inquiry, view
from engine.systems.gboh.inquiry import scene, standing
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.inquiry import leader
from engine.systems.simple_gboh.turn import formations, seizure

__all__ = ["inquire"]


def inquire(g: Battle, pending: Sequence[Decision], question: Question, sides: Collection[str]) -> Findings:
    """The answer for somebody who plays ``sides`` (() for a spectator). Raises Refusal for what can't be asked."""
    match question:
        case AboutNow():
            return _standing(_seen(g, sides), pending, sides)
        case AboutPiece(piece=name) if name in g.state.leaders:
            seen = _seen(g, sides)
            return leader.about(seen, seen.state.leaders[name])
        case _:
            return inquiry.inquire(g, pending, question, sides)


def _seen(g: Battle, sides: Collection[str]) -> Battle:
    """The battle as these sides know it."""
    seen = view.seen(g, sides)
    assert isinstance(seen, Battle)
    return seen


def _standing(g: Battle, pending: Sequence[Decision], sides: Collection[str]) -> Findings:
    """The summary for a player of ``sides``, or for a spectator."""
    parts = [(Text("Player Turn"), _turn(g)), (Text("Seizure"), _seizures(g))]
    return standing.summary(g, pending, sides, Text("Player Turn {turn}, {phase}"), parts)


def _turn(g: Battle) -> Iterator[Fact]:
    turn = g.state.orders
    if turn is None:
        return
    side = scene.whose(g, turn.side)
    if turn.kind != "turn":
        leader = g.state.leaders[turn.leads[0]].name
        yield Fact(Text("{leader} moves, and no Formation is activated", leader=leader), "4.33")
        return
    if (limits := seizure.limits(g)) is not None:
        yield Fact(limits, "4.42")
    if not turn.formations:
        names = ", ".join(f.name for f in formations.available(g))
        yield Fact(Text("The {side} may activate: {names}", side=side, names=names or "nothing"), "4.1")
        return
    names = ", ".join(g.spec(turn.side).formation(name).name for name in turn.formations)
    yield Fact(Text("The {side} have activated {names}", side=side, names=names), "4.1")
    out = [u for u in g.units(turn.side) if g.activated(u) and not g.in_command(u)]
    if out and g.state.phase in ("orders", "shock"):
        yield Fact(Text("Out of Command: {units}", units=scene.names(out)), "4.12")


def _seizures(g: Battle) -> Iterator[Fact]:
    for side in g.state.sides:
        able = seizure.able(g, side)
        if able:
            who = ", ".join(f"{x.name} {x.seizure} ({x.initiative} or less)" for x in able)
            yield Fact(Text("{side}, attempts left: {who}", side=scene.whose(g, side), who=who), "4.44")
