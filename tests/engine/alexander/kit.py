"""Small battles of Great Battles of Alexander for tests: a few units on open ground, forced dice and given answers."""

from __future__ import annotations

from typing import Any

from bot.notation import grammar
from engine.kernel.hexes import Hex
from engine.systems.alexander.field import LAYOUT
from engine.systems.alexander.state import initial_state
from engine.systems.alexander.system import Alexander
from engine.systems.gboh.orders import written
from scenarios import load
from tests.engine.gboh.rig import Rig, laid, refused

__all__ = ["Rig", "battle", "leader", "read", "refused", "the", "unit", "written_as"]


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
    return grammar.format_statements([written.write(answer, Alexander.order_kinds())])


def battle(*sides: Any, **values: Any) -> Rig:
    """Units of side "a" and of side "b", and what :func:`~tests.engine.gboh.rig.laid` takes besides."""
    return Rig(laid(Alexander, LAYOUT, *sides, **values))


def the(
    name: str,
    hexes: dict[str, Hex | None] | None = None,
    *,
    alone: bool = False,
    options: dict[str, bool] | None = None,
    **changes: dict[str, Any],
) -> Rig:
    """A battle as set up, with pieces elsewhere (``hexes``), or only those (``alone``), or in another state."""
    scenario = load(f"alexander/{name}")
    state = initial_state(scenario, options)
    for piece in (*state.units.values(), *state.leaders.values()) if alone else ():
        piece.hex = None
    for code, h in (hexes or {}).items():
        state.piece(code).hex = h
    for code, values in changes.items():
        for k, v in values.items():
            setattr(state.piece(code), k, v)
    state.phase = "turn"
    return Rig(Alexander(scenario).context(state))
