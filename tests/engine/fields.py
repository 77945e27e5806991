"""Fields for small battles of tests, each made once: what is reckoned from a map alone is kept with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.kernel.hexes import Hex
from engine.kernel.terrain import BattleMap, HexsideFeature


def field(
    cols: tuple[int, int],
    rows: tuple[int, int],
    terrain: Mapping[Hex, str] | None = None,
    levels: Mapping[Hex, int] | None = None,
    hexsides: Sequence[tuple[Hex, Hex, str]] = (),
    **values: Any,
) -> BattleMap:
    """A map with north above; ``values`` are further ones of :class:`BattleMap`. Nobody may change it."""
    return _field(
        cols,
        rows,
        tuple((terrain or {}).items()),
        tuple((levels or {}).items()),
        tuple((a, b, kind) for a, b, kind in hexsides),
        tuple(values.items()),
    )


@lru_cache(maxsize=12)
def _field(
    cols: tuple[int, int],
    rows: tuple[int, int],
    terrain: tuple[tuple[Hex, str], ...],
    levels: tuple[tuple[Hex, int], ...],
    hexsides: tuple[tuple[Hex, Hex, str], ...],
    values: tuple[tuple[str, Any], ...],
) -> BattleMap:
    return BattleMap(
        id="test",
        name="Test field",
        cols=cols,
        rows=rows,
        compass={"R": "east", "L": "west", "UP": "north", "DOWN": "south"},
        terrain=dict(terrain),
        levels=dict(levels),
        hexsides=tuple(HexsideFeature(a=a, b=b, type=kind) for a, b, kind in hexsides),
        **dict(values),
    )
