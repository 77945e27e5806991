"""What a rehearsed order of Cataphract tells beyond the words every system shares."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel import foresight
from engine.kernel.decisions import Decision, Item
from engine.kernel.foresight import odds as odds
from engine.kernel.inquiry import Section
from engine.kernel.rehearsal import Step
from engine.kernel.text import Text, joined
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.events import Fired, LeaderMoved, UnitMoved, UnitTurned
from engine.systems.gboh.movement import withdrawal

UNTOLD = (UnitMoved, UnitTurned, LeaderMoved, Fired)
"""Steps of the move itself, told by its price."""


def sections(g: Battle, side: str, steps: Sequence[Step]) -> list[Section]:
    """What ``steps``, the rehearsal of an order of ``side``, tell; ``g`` is the battle after them."""

    def wording(d: Decision, item: Item) -> Text | None:
        return _withdrawal(g, d, item) if d.kind == withdrawal.POLICY.kind else None

    return foresight.sections(
        g.state,
        steps,
        side=side,
        name=g.spec(side).name,
        enemy=g.spec(g.state.enemy(side)).name,
        untold=UNTOLD,
        wording=wording,
    )


def _withdrawal(g: Battle, d: Decision, item: Item) -> Text:
    """6.51, 6.72 Many hexes make one sentence: how many, at what price."""
    ways = [c for c in item.choices if c.hex is not None]
    parts: list[Text] = []
    if ways:
        least = min(c.hits or 0 for c in ways)
        words = (
            "may withdraw ({n:way|ways}, at least {hits:hit|hits})"
            if least
            else "may withdraw ({n:way|ways}, without a hit)"
        )
        parts.append(Text(words, n=len(ways), hits=least))
    if any(c.key == "line" for c in item.choices):
        parts.append(Text("may withdraw with its whole Line"))
    if d.subject is not None:
        offered = {c.key for c in item.choices}
        mover = g.state.units[d.subject]
        parts += [x.foretold(g, mover) for x in special.own_retreats(g) if x.word in offered]
    return joined(parts, "; ")
