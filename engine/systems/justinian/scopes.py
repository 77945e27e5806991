"""Whom standing orders may be given for: an army, or all armies of a power."""

from __future__ import annotations

from engine.kernel.decisions import Scope
from engine.kernel.text import Text
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import State


def scopes(state: State, side: str) -> tuple[Scope, ...]:
    """The narrowest first: each army, then each power. Allies of Byzantium stay in the barbarian's list, and the orders
    given for them there wait until they are his again."""
    own = [a for a in state.armies.values() if (a.power == BYZANTINE) == (side == "byzantine")]
    powers: dict[str, list[str]] = {}
    for a in own:
        powers.setdefault(a.power, []).append(a.id)
    return (
        *(Scope(a.id, Text("{army}", army=state.called(a.id)), frozenset({a.id})) for a in own),
        *(
            Scope(power, Text("all {name}", name=state.names[power]), frozenset(armies))
            for power, armies in powers.items()
            if power not in state.armies
        ),
    )
