"""Which of several units of one side goes first, where the rules name no order: its owner says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine.kernel.decisions import PolicyKind
from engine.kernel.hexes import show
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.orders import which
from engine.systems.gboh.state import Unit

U = TypeVar("U", bound=Unit)

POLICY = PolicyKind("unit-order", Text("Choose which unit flees or rushes first, where the rules leave it open"))


async def first(g: Battle, units: Sequence[U], prompt: Text, rule: str) -> U:
    """The unit, of one or more of a side, that its owner puts before the others; the first listed by default."""

    def label(u: U) -> Text:
        return Text("{unit} at {hex}", unit=u.id, hex=show(u.at))

    return await which.piece(g, units, POLICY, rule, prompt, label=label, free=True, sequence=True)
