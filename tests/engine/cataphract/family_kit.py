"""Cataphract for the tests that every game of the family runs (``tests/engine/gboh``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.context import Asking
from engine.kernel.decisions import ChooseEach
from engine.kernel.hexes import Facing, Hex
from engine.kernel.text import Refusal
from engine.systems.cataphract.rules import RULES
from engine.systems.gboh.cohesion import recovery
from engine.systems.gboh.events import OrdersBegan
from engine.systems.gboh.movement import reach, withdrawal
from engine.systems.gboh.orders import orders
from engine.systems.gboh.rules import Rules
from tests.engine.cataphract import kit
from tests.engine.gboh.positions import Commander, Layout, Piece, Position, Sort

TYPES: dict[Sort, str] = {
    "horse": "HC",
    "light horse": "LC",
    "heavy foot": "HI",
    "medium foot": "MI",
    "light foot": "LI",
}


class CataphractPosition:
    """A layout as a battle of Cataphract: the n-th piece of type HC is HC1, HC2, ..."""

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
        given = {"ma": p.ma, "tq": p.tq, "missile": "B" if p.missiles else None}
        state = {"hits": p.hits, "routed": p.routed, "column": p.column}
        values = {k: v for k, v in given.items() if v is not None}
        return kit.unit(self.codes[p.name], p.hex, p.facing, **values, **state)

    def _ordered(self) -> kit.Rig:
        return self.rig.orders("a", self.commander)

    def zone(self, name: str) -> set[Hex]:
        return set(self.rig.g.zoc(self.rig.unit(self.codes[name])))

    def turned(self, name: str, to: Facing) -> tuple[int, int]:
        r = self._ordered()
        node = reach.price(r.g, r.unit(self.codes[name]), (to,))
        return node.mp, node.hits

    def withdraws(self, name: str, mover: str) -> bool:
        r = self._ordered()
        window = withdrawal.orderly_withdrawal(r.g, r.unit(self.codes[mover]), starting=False)
        try:
            waiting = window.send(None)
        except StopIteration:
            return False
        window.close()
        assert isinstance(waiting, Asking)
        items = (i for d in waiting.decisions if isinstance(d, ChooseEach) for i in d.items)
        return self.codes[name] in {i.key for i in items}

    def recovers(self, name: str) -> int | str:
        r = self._ordered()
        try:
            return recovery.can_recover(r.g, r.leader(str(self.commander)), r.unit(self.codes[name]))
        except Refusal as no:
            return str(no.rule)

    def activated(self, names: Sequence[str]) -> list[tuple[str, str]]:
        self.rig.state.phase = "select"
        *before, last = names
        answers = [given for name in before for given in (name, orders.Done(), "no")]
        self.rig.play(answers=[*answers, last])
        return [(e.orders.side, str(e.orders.leader)) for e in self.rig.happened(OrdersBegan)]


def _leader(x: Commander) -> dict[str, Any]:
    return kit.leader(x.name, x.hex, "OC" if x.overall else "SC", initiative=x.initiative, command_range=20)


class CataphractKit:
    """See :class:`tests.engine.gboh.positions.Kit`."""

    system = "cataphract"
    rules: Rules = RULES

    def lay(self, layout: Layout) -> Position:
        return CataphractPosition(layout)


KIT = CataphractKit()
