"""Rolls of one shape: so much or less, and it passes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle


async def at_most(
    g: Battle,
    limit: int,
    purpose: str,
    side: str,
    text: Text,
    rule: str,
    good: Text,
    bad: Text,
    *,
    needs: Text | None = None,
    table: str = "",
    drm: Sequence[Modifier] = (),
    unit: str | None = None,
) -> bool:
    """Whether a roll comes to ``limit`` or less; ``good`` and ``bad`` say what comes of it."""
    roll = await g.roll(
        RollRequest(
            purpose=purpose,
            side=side,
            text=text,
            rule=rule,
            table=table,
            modifiers=tuple(drm),
            needs=Text("{n} or less", n=limit) if needs is None else needs,
            unit=unit,
            outcome=lambda n: good if n <= limit else bad,
        )
    )
    return roll.total <= limit
