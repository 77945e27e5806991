"""Moves of a unit of two hexes in words: "forward 2", "wheel left", "about", "fl fr" (A 6.4, S 6.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.kernel import paths
from engine.kernel.hexes import Facing, Hex
from engine.kernel.statement import Number, Token, Word
from engine.kernel.text import refuse
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.footprint import MoveKind, Stand
from engine.systems.gboh.movement import pairs
from engine.systems.gboh.movement.steps import Step
from engine.systems.gboh.state import Unit

AHEAD = ("forward", "forwards", "ahead", "advance", "fwd", "f")
_LEFT, _RIGHT = ("left", "l"), ("right", "r")
_WHEELS = ("wheel", "wheels", "w")
_ABOUT = ("about", "about-face", "aboutface", "face-about")
_SHORT: dict[str, MoveKind] = {
    **dict.fromkeys(("fl", "forward-left"), "forward-left"),
    **dict.fromkeys(("fr", "forward-right"), "forward-right"),
    **dict.fromkeys(("wl", "wheel-left"), "wheel-left"),
    **dict.fromkeys(("wr", "wheel-right"), "wheel-right"),
    **dict.fromkeys(_ABOUT, "about-face"),
}


@dataclass(frozen=True, slots=True)
class _Mover:
    id: str
    at: Hex
    facing: Facing


def end(unit: Unit, path: Sequence[Step]) -> Stand:
    """Where a path leaves a unit of two hexes, as far as its items mean anything."""
    here = footprint.stand(unit)
    for item in path:
        m = pairs.named(unit, here, item)
        here = here if m is None else m.to
    return here


def forward(g: Battle, unit: Unit, path: Sequence[Step], n: int) -> list[Step]:
    """So many hexes straight on from the end of a path. Raises Refusal."""
    rule = g.case(Case.PATH)
    if footprint.is_single(unit):
        return [*paths.forward(n, g.map, unit, path, rule=rule)]
    here = end(unit, path)
    return [*paths.forward(n, g.map, _Mover(unit.id, here.hex, here.facing), (), rule=rule)]


def read(g: Battle, unit: Unit, path: Sequence[Step], word: str, tokens: list[Token]) -> list[Step] | None:
    """What a word, with those of ``tokens`` that belong to it, adds to a path; None where it is no move.

    Tokens that are understood are taken off the list. Raises Refusal for a move the unit hasn't.
    """
    said = word.casefold()
    if footprint.is_single(unit) and said in AHEAD:
        return None
    if said in AHEAD:
        side = _side(tokens)
        if side is None:
            return forward(g, unit, path, _count(tokens))
        kind: MoveKind | None = "forward-left" if side == "left" else "forward-right"
    elif said in _WHEELS:
        side = _side(tokens)
        if side is None:
            refuse("Which way? {unit} wheel left, or {unit} wheel right.", rule=_rule(g), unit=unit.id)
        kind = "wheel-left" if side == "left" else "wheel-right"
    elif said == "face" and tokens and isinstance(tokens[0], Word) and tokens[0].text.casefold() in _ABOUT:
        tokens.pop(0)
        kind = "about-face"
    else:
        kind = _SHORT.get(said)
    if kind is None:
        return None
    if footprint.is_single(unit):
        refuse("{unit} stands in one hex and turns in it: {unit} @NE.", rule=_rule(g), unit=unit.id)
    here = end(unit, path)
    if not here.facing.is_vertex:
        refuse("{unit} is In Column and turns by marching.", rule=g.case(Case.COLUMN_MARCH), unit=unit.id)
    if kind == "about-face":
        return [here.facing.turned(6)]
    m = next(m for m in footprint.steps(here) if m.kind == kind)
    return [m.to.hex if kind in ("forward-left", "forward-right") else m.to.facing]


def _rule(g: Battle) -> str:
    return g.case(Case.FACING_COST)


def _side(tokens: list[Token]) -> str | None:
    said = tokens[0].text.casefold() if tokens and isinstance(tokens[0], Word) else ""
    if said in (*_LEFT, *_RIGHT):
        tokens.pop(0)
        return "left" if said in _LEFT else "right"
    return None


def _count(tokens: list[Token]) -> int:
    """How many hexes; 1 where nothing is said."""
    match tokens[0] if tokens else None:
        case Number(value=n):
            tokens.pop(0)
            return n
        case Word(text=text) if text.isdecimal():
            tokens.pop(0)
            return int(text)
        case _:
            return 1
