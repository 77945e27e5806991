"""What a leader might best do: give a Line Command, move to where more units hear him, or leave it at that."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel import leader_ideas
from engine.kernel.decisions import Choice, Command
from engine.kernel.hexes import Hex, distance
from engine.kernel.ideas import Idea
from engine.kernel.text import Text, codes, joined
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.command import command
from engine.systems.gboh.orders import goals, orders
from engine.systems.gboh.state import Leader

LINES = 2
"""Line Commands offered at most, the largest first."""


def ideas(g: Battle, decision: Command, x: Leader) -> Iterator[tuple[float, Idea]]:
    """What there is for a leader in the question, each idea with how much speaks for it.

    What belongs to no unit (Lines, leave, the end) is the active leader's.
    """
    found = decision.menu.choices
    moving = next((c for c in found if c.key == f"lead-{x.id}"), None)
    if moving is not None:
        yield from _moves(g, moving, x)
    if x.id != g.orders.leader:
        return
    lines = [c for c in found if isinstance(c.answer, orders.Line)]
    for c in sorted(lines, key=lambda c: -c.lean)[:LINES]:
        assert isinstance(c.answer, orders.Line)
        label = Text("Line Command to {n:unit|units}", n=len(c.answer.units))
        who = Text("{units}", units=codes(c.answer.units))
        note = joined([who, c.note], "; ") if c.note is not None else who
        sure = c.chance if c.chance is not None else 1.0
        yield c.lean * sure, Idea("line", label, c.answer, unit=x.id, hex=x.at, note=note, chance=c.chance, risk=c.risk)
    for c in found:
        if isinstance(c.answer, orders.Permission):
            if not any(c.chance is not None for c in lines):  # asked for with the Line itself
                yield 0.2, leader_ideas.whole("leave", c, x)
        elif isinstance(c.answer, orders.Done):
            yield 0.3, leader_ideas.whole("done", c, x)
        elif c.answer is not None and c.unit == x.id:
            yield c.lean / 2, leader_ideas.whole("lead", c, x)


def _moves(g: Battle, moving: Choice, x: Leader) -> Iterator[tuple[float, Idea]]:
    """4.21, 4.62 To where most of his units are in his Command Range; away from enemies who may get at him."""

    def hearing(at: Hex) -> int:
        mine = (u for u in g.units(x.side) if command.commandable(x, u))
        return sum(distance(u.at, at) <= x.command_range for u in mine)

    return leader_ideas.moves(
        g, x, moving.menu() if moving.menu is not None else (), hearing, lambda h: goals.away(g, h, x.side)
    )
