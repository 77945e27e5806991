"""Paths as written: hexes entered, facings taken, so many hexes straight ahead; and back to tokens.

>>> " ".join(str(t) for t in tokens((1110, 1210, Facing.E), {2: [Sign("x"), HexRef(1212)]}))
'> 1110 1210 x 1212 @E'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias

from engine.kernel.hexes import Facing, Hex, front, show
from engine.kernel.statement import Face, HexRef, Number, Sign, Token
from engine.kernel.terrain import BattleMap
from engine.kernel.text import refuse

Step: TypeAlias = Hex | Facing
"""One item of a path: a hex entered, or a facing taken."""


class Mover(Protocol):
    """A unit on the map."""

    @property
    def id(self) -> str: ...
    @property
    def at(self) -> Hex: ...
    @property
    def facing(self) -> Facing: ...


def steps(
    token: HexRef | Face | Number, battle_map: BattleMap, unit: Mover, path: Sequence[Step], *, rule: str = ""
) -> list[Step]:
    """What a token adds to ``path``, the unit's way so far. Raises Refusal, with ``rule``, where it leaves the map."""
    match token:
        case HexRef():
            if token.hex not in battle_map:
                refuse("{hex} is not on the map.", rule=rule, hex=show(token.hex))
            return [token.hex]
        case Face():
            return [token.facing]
        case Number():
            return [*forward(token.value, battle_map, unit, path, rule=rule)]


def forward(n: int, battle_map: BattleMap, unit: Mover, path: Sequence[Step], *, rule: str = "") -> list[Hex]:
    """``+2``: that many hexes straight ahead from the end of ``path``, alternating between the two front hexes.

    Raises Refusal for a number that isn't positive, and, with ``rule``, where the way leaves the map.
    """
    at, facing = end(unit, path)
    if n <= 0:
        refuse("+2 means two hexes forward; {n} isn't forward.", n=n)
    found: list[Hex] = []
    for i in range(n):
        options = [h for h in front(at, facing) if h in battle_map]
        if not options:
            refuse("{unit} would leave the map.", rule=rule, unit=unit.id)
        at = options[i % len(options)]
        found.append(at)
    return found


def end(unit: Mover, path: Sequence[Step]) -> tuple[Hex, Facing]:
    """Where a path leaves the unit, and how it faces there if only written turns count."""
    at = next((x for x in reversed(path) if not isinstance(x, Facing)), unit.at)
    return at, next((x for x in reversed(path) if isinstance(x, Facing)), unit.facing)


def tokens(path: Sequence[Step], between: Mapping[int, Sequence[Token]]) -> list[Token]:
    """A path as written; ``between`` has what is written after so many items of it.

    Hexes in a row are led in by one ``>``: the first, and the first after something written between.
    """
    found: list[Token] = []
    moving = False
    for i in range(len(path) + 1):
        if i in between:
            found += between[i]
            moving = False
        if i == len(path):
            break
        item = path[i]
        if isinstance(item, Facing):
            found.append(Face(item))
        else:
            if not moving:
                found.append(Sign(">"))
                moving = True
            found.append(HexRef(item))
    return found
