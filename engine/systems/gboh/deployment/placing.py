"""What a change of the set-up comes to: who goes along, and what stacking (6.6) and the battle forbid of it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.text import joined, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.deployment.limits import area, suggested
from engine.systems.gboh.events import Spot
from engine.systems.gboh.footprint import Shape, Stand
from engine.systems.gboh.movement import sharing
from engine.systems.gboh.state import Leader, Unit


def spot(piece: Unit | Leader, at: Hex, facing: Facing | None) -> Spot:
    """A piece in its new place."""
    return Spot(piece=piece.id, hex=at, facing=facing if isinstance(piece, Unit) else None)


def facing(piece: Unit | Leader) -> Facing | None:
    """How it faces; None for a leader, who faces nowhere."""
    return piece.facing if isinstance(piece, Unit) else None


def settled(g: Battle, side: str, moved: Sequence[Spot]) -> tuple[Spot, ...]:
    """The new places of all pieces, leaders of those that move among them. Raises Refusal where they can't stand so."""
    found = [*moved, *_followers(g, side, moved)]
    _check_stacking(g, side, found)
    if (rules := special.having(g, Special.check_set_up)) and found:
        to = {s.piece: s.hex for s in found}
        places = {p.id: to.get(p.id, p.at) for p in (*g.units(side), *g.leaders(side))}
        for r in rules:
            r.check_set_up(g, side, places)
    return tuple(found)


def _followers(g: Battle, side: str, moved: Sequence[Spot]) -> list[Spot]:
    """Leaders set up with a unit go where it goes."""
    to = {s.piece: s.hex for s in moved}
    found: list[Spot] = []
    for x in g.leaders(side):
        host = suggested(g, x.id).host
        if host in to and x.hex != to[host]:
            found.append(Spot(piece=x.id, hex=to[host]))
    return found


def _check_stacking(g: Battle, side: str, moved: Sequence[Spot]) -> None:
    """6.61, 11.63 One unit to a hex, or a cheiroballistra and the infantry it belongs to; both halves of a pair count
    (A 6.4).
    """
    to = {s.piece: s for s in moved}
    places: dict[Hex, list[Unit]] = {}
    touched: set[Hex] = set()
    for u in g.units(side):
        new = to.get(u.id)
        stands = footprint.hexes_of(u) if new is None else _parts(u, new)
        if new is not None:
            _check_parts(g, u, stands)
            touched |= {*stands, u.at}
        for h in stands:
            places.setdefault(h, []).append(u)
    for h in sorted(touched):
        here = places.get(h, [])
        if len(here) > 2 or (len(here) == 2 and not sharing.companions(g, *here)):
            rule = (
                g.case(Case.ARTILLERY_STACKING) if any(u.troop.is_engine for u in here) else g.case(Case.STACKING_LIMIT)
            )
            refuse("{units} can't share {hex}.", rule=rule, units=joined((u.id for u in here), " and "), hex=show(h))
        for u in here:
            if len(here) == 1 and suggested(g, u.id).beside_foot:
                refuse(
                    "{unit} is set up in a hex with heavy or medium infantry; there would be none at {hex}.",
                    rule=g.case(Case.ARTILLERY_STACKING),
                    unit=u.id,
                    hex=show(h),
                )


def _parts(unit: Unit, new: Spot) -> tuple[Hex, ...]:
    """The hexes a unit would stand in."""
    if footprint.is_single(unit) or new.facing is None:
        return (new.hex,)
    return footprint.hexes_of(Stand(new.hex, new.facing, Shape.TWO))


def _check_parts(g: Battle, unit: Unit, parts: Sequence[Hex]) -> None:
    """A 6.4 Refuse a place that has no room for the second half of a unit of two hexes."""
    allowed = area(g, unit)
    for h in parts[1:]:
        if h not in g.map or g.charts.is_prohibited(g.map.terrain_at(h)):
            refuse("{unit} needs two hexes, and {hex} is no ground for it.", unit=unit.id, hex=show(h))
        if allowed and h not in allowed:
            refuse("{unit}'s second half would stand at {hex}, outside its area.", unit=unit.id, hex=show(h))
        enemy = g.enemy_in(h, unit.side)
        if enemy is not None:
            refuse("{hex} is the enemy's: {enemy} stands there.", hex=show(h), enemy=enemy.id)
