"""Where a leader might best go: to where more units hear him, or out of danger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from engine.kernel.decisions import Choice
from engine.kernel.field import Field
from engine.kernel.hexes import Hex, show
from engine.kernel.ideas import Idea
from engine.kernel.text import Text

DANGER = 2
"""Hexes from the nearest enemy within which a leader without a unit is in danger."""


class Leader(Protocol):
    """A leader on the map."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def at(self) -> Hex: ...


def moves(
    g: Field[Any, Any],
    x: Leader,
    ends: Iterable[Choice],
    hearing: Callable[[Hex], int],
    away: Callable[[Hex], int],
) -> Iterator[tuple[float, Idea]]:
    """Of the hexes he can go to the best, each with how much speaks for it; ``ends`` as :mod:`leader_menu` lists them.

    ``hearing``: units of his that would hear him in a hex; ``away``: hexes from there to the nearest enemy.
    """

    def safe(h: Hex) -> bool:
        return away(h) > (1 if g.friend_in(h, x.side) is not None else DANGER)

    ranked = sorted((c for c in ends if c.hex is not None and c.answer is not None), key=lambda c: (-c.lean, c.mp or 0))
    here = hearing(x.at)
    # Nobody is sent next to an enemy, or near one without a unit about him, to be heard better.
    for c in [c for c in ranked if c.hex is not None and safe(c.hex)][:1]:
        assert c.hex is not None
        n = hearing(c.hex)
        if n > here:
            label = Text("Move to {hex}: {n:unit|units} in command", hex=show(c.hex), n=n)
            note = Text("{mp} MP; {n:unit|units} now", mp=c.mp, n=here)
            yield 0.4 + 0.2 * (n - here), _idea(c, x, label, note)
    if g.friend_in(x.at, x.side) is None and away(x.at) <= DANGER:
        joined = [c for c in ranked if c.hex is not None and g.friend_in(c.hex, x.side) is not None]
        for c in sorted(joined, key=lambda c: (-min(away(c.hex or 0), 2 * DANGER), c.mp or 0))[:1]:
            assert c.hex is not None
            other = g.friend_in(c.hex, x.side)
            label = Text("Join {unit} at {hex}", unit=other.id if other is not None else "", hex=show(c.hex))
            yield 2, _idea(c, x, label, Text("{mp} MP", mp=c.mp))


def _idea(c: Choice, x: Leader, label: Text, note: Text) -> Idea:
    assert c.answer is not None
    return Idea("lead", label, c.answer, unit=x.id, hex=c.hex, note=note)


def whole(kind: str, c: Choice, x: Leader) -> Idea:
    """A choice that belongs to no unit, as an idea for the leader who gives the orders."""
    assert c.answer is not None
    return Idea(kind, c.label, c.answer, unit=x.id, hex=c.hex, note=c.note, chance=c.chance, risk=c.risk)
