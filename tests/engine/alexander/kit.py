"""Small battles of Great Battles of Alexander for tests: a few units on open ground, forced dice and given answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.notation import grammar
from engine.kernel.hexes import Facing, Hex
from engine.systems.alexander import chapters
from engine.systems.alexander.field import LAYOUT
from engine.systems.alexander.state import initial_state
from engine.systems.alexander.system import Alexander
from engine.systems.gboh.orders import written
from tests.engine.cataphract.kit import Rig as CataphractRig
from tests.engine.cataphract.kit import refused

__all__ = ["Rig", "battle", "leader", "read", "refused", "unit", "written_as"]


class Rig(CataphractRig):
    """A battle and the means to run single procedures on it."""

    def __init__(self, g: Any) -> None:
        super().__init__(g)
        self.g: Any = g

    def orders(self, side: str = "a", leader: str | None = None, **values: Any) -> Rig:
        """Put an Orders Phase of ``side`` under way."""
        self.g.version += 1
        self.g.state.orders = self.g.new_orders(side, leader=leader, **values)
        self.g.state.phase = "orders"
        if leader is not None:
            self.g.state.leaders[leader].status = "active"
        self.g.version += 1
        return self


def unit(code: str, at: Hex | None, facing: str = "E", **values: Any) -> dict[str, Any]:
    """A unit for :func:`battle`: code letters begin with its type ("PH1"); ``at`` is a pair's left half, or the head of
    its Column. State such as hits, routed or moved may be given too."""
    return {"code": code, "hex": at, "facing": facing, **values}


def leader(name: str, at: Hex, role: str = "OC", **values: Any) -> dict[str, Any]:
    """A leader for :func:`battle`."""
    return {"id": name, "hex": at, "role": role, **values}


def read(r: Rig, text: str) -> Any:
    """The answer a written order means for who is asked now."""
    return written.Reader(r.g, r.g.orders.side, grammar.parse(text)[0]).order()


def written_as(answer: Any) -> str:
    """An order as it is written."""
    return grammar.format_statements([written.write(answer, chapters.ORDERS)])


def battle(
    a: Sequence[dict[str, Any]] = (),
    b: Sequence[dict[str, Any]] = (),
    *,
    a_leaders: Sequence[dict[str, Any]] = (),
    b_leaders: Sequence[dict[str, Any]] = (),
    options: dict[str, bool] | None = None,
    sides: dict[str, dict[str, Any]] | None = None,
    **values: Any,
) -> Rig:
    """Side "a" retreats west, side "b" east."""
    states: dict[str, dict[str, Any]] = {}
    units = []
    for side, given in (("a", a), ("b", b)):
        for u in given:
            columned = u.get("column", False)
            units.append({**u, "side": side, **({"facing": "E"} if columned else {})})
            states[u["code"]] = {"facing": Facing[u["facing"]]} if columned else {}
    leaders = [{**x, "side": s} for s, given in (("a", a_leaders), ("b", b_leaders)) for x in given]
    field = {"cols": (1, 40), "rows": (1, 40), "sides": {"a": {}, "b": {}, **(sides or {})}, **values}
    scenario, found = LAYOUT.scenario_of(LAYOUT.field.model_validate({**field, "units": units, "leaders": leaders}))
    state = initial_state(scenario, options)
    for name, said in found.items():
        piece = state.piece(name)
        for k, v in {**said, **states.get(name, {})}.items():
            if k != "code":
                setattr(piece, k, v)
    return Rig(Alexander(scenario).context(state))
