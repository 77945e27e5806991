"""Great Battles of Alexander for the tests that every game of the family runs (``tests/engine/gboh``)."""

from __future__ import annotations

from typing import Any

from engine.systems.alexander.rules import RULES
from engine.systems.gboh.rules import Rules
from tests.engine.alexander import kit
from tests.engine.cataphract.family_kit import TYPES, CataphractPosition
from tests.engine.gboh.positions import Commander, Layout, Piece, Position


class AlexanderPosition(CataphractPosition):
    """A layout as a battle of Alexander: the n-th piece of type HC is HC1, HC2, ..."""

    def __init__(self, layout: Layout) -> None:
        self.codes = {p.name: f"{TYPES[p.sort]}{n}" for n, p in enumerate(layout.pieces, 1)}
        sides: dict[str, list[dict[str, Any]]] = {"a": [], "b": []}
        leaders: dict[str, list[dict[str, Any]]] = {"a": [], "b": []}
        for p in layout.pieces:
            sides[p.side].append(self._unit(p))
        for x in layout.leaders:
            leaders[x.side].append(_leader(x))
        self.rig = kit.battle(
            sides["a"], sides["b"], a_leaders=leaders["a"], b_leaders=leaders["b"], terrain=dict(layout.ground)
        )
        self.commander = next((x.name for x in layout.leaders if x.side == "a"), None)

    def _unit(self, p: Piece) -> dict[str, Any]:
        given = {"ma": p.ma, "tq": p.tq, "missile": "A" if p.missiles else None}
        state = {"hits": p.hits, "routed": p.routed, "column": p.column}
        values = {k: v for k, v in given.items() if v is not None}
        return kit.unit(self.codes[p.name], p.hex, p.facing, **values, **state)


def _leader(x: Commander) -> dict[str, Any]:
    return kit.leader(x.name, x.hex, "OC" if x.overall else "SC", initiative=x.initiative, command_range=20)


class AlexanderKit:
    """See :class:`tests.engine.gboh.positions.Kit`."""

    system = "alexander"
    rules: Rules = RULES

    def lay(self, layout: Layout) -> Position:
        return AlexanderPosition(layout)


KIT = AlexanderKit()
"""For ``tests/engine/gboh/kit.py``."""
