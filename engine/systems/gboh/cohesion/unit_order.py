"""Which of several units of one side goes first, where the rules name no order: its owner says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind
from engine.kernel.hexes import show
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.state import Unit

U = TypeVar("U", bound=Unit)

POLICY = PolicyKind("unit-order", Text("Choose which unit flees or rushes first, where the rules leave it open"))


async def first(g: Battle, units: Sequence[U], prompt: Text, rule: str) -> U:
    """The unit, of one or more of a side, that its owner puts before the others; the first listed by default."""
    if len(units) == 1:
        return units[0]
    answer = await g.ask(
        Choose(
            kind=POLICY.kind,
            side=units[0].side,
            rule=rule,
            prompt=prompt,
            focus=tuple(u.at for u in units),
            choices=tuple(
                Choice(u.id, Text("{unit} at {hex}", unit=u.id, hex=show(u.at)), unit=u.id, hex=u.at) for u in units
            ),
            default_key=units[0].id,
            sequence=True,
            policy=Policy(POLICY.kind, units[0].id, units[1].id, free=True),
        )
    )
    return next(u for u in units if u.id == answer.key)
