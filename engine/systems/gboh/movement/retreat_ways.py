"""6.51, 6.52, 6.55 A withdrawal by a way of the owner's own, hex by hex; and why a way or an end isn't open."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.ground_way import FAR
from engine.kernel.hexes import Facing, Hex, show, turns
from engine.kernel.text import Refusal, refuse
from engine.kernel.wanted import Wanted
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.movement import reach
from engine.systems.gboh.movement.retreats import (
    Retreat,
    away,
    closed,
    end_facings,
    gets_away,
    held_by,
    met_at,
    nearest,
    passing_hits,
    penalties,
    retreats,
    shift_cost,
    within_reach,
)
from engine.systems.gboh.state import Unit


def key(path: Sequence[Hex], facing: Facing) -> str:
    """How a way is written in an answer: "1715-1716@W"."""
    return "-".join(show(h) for h in path) + f"@{facing.name}"


def parse(g: Battle, text: str) -> tuple[tuple[Hex, ...], Facing | None]:
    """Hexes and facing of a written way. Raises Refusal for what is none."""
    hexes, _, facing = text.partition("@")
    parts = hexes.split("-")
    if not all(len(p) == 4 and p.isascii() and p.isdigit() for p in parts) or (
        facing and facing not in Facing.__members__
    ):
        refuse("A way is hexes, each of four digits, and a facing.", rule=g.case(Case.WITHDRAWAL))
    return tuple(int(p) for p in parts), Facing[facing] if facing else None


def read(g: Battle, unit: Unit, mover: Unit, origin: Hex, text: str) -> Retreat:
    """The withdrawal a key stands for: an end from the list, or a way hex by hex.

    A way without a facing keeps the unit's. Raises Refusal with the reason and the case for one that isn't open.
    """
    for r in retreats(g, unit, mover, origin):
        if r.key == text:
            return r
    path, facing = parse(g, text)
    if path[0] == unit.at:
        path = path[1:]
    if not path or (len(path) == 1 and footprint.distance_to(unit, path[0]) > 1):
        raise _no_end(g, unit, mover, origin, path[0] if path else unit.at, facing)
    return _walk(g, unit, mover, origin, path, facing if facing is not None else unit.facing)


def _walk(g: Battle, unit: Unit, mover: Unit, origin: Hex, path: tuple[Hex, ...], facing: Facing) -> Retreat:
    allowance = max(0, unit.ma - reach.pace(g, mover))
    free = 2 if unit.troop.withdrawal == "two hexes" else 0
    a, mp, hits = unit.at, 0, penalties(g, unit, nearest(unit, held_by(mover, origin)))
    for n, b in enumerate(path, 1):
        if (why := bar_step(g, unit, mover, origin, a, b)) is not None:
            raise why
        cost = shift_cost(g, unit, a, b)
        assert cost is not None
        mp += cost.mp
        joining = n == len(path) and bool(end_facings(g, unit, b))
        hits += cost.hits + (0 if joining else passing_hits(g, unit, b))
        if mp > allowance and n > free:
            raise _too_far(g, unit, mover, b, mp)
        a = b
    for other, h in met_at(g, unit, a).items():
        if not (allowed := end_facings(g, unit, a)):
            refuse("{other} stands at {hex}.", rule=g.case(Case.STACKING_LIMIT), other=other, hex=show(h))
        if facing not in allowed:
            text = "{unit} faces as {other} does to stay with it at {hex}."
            refuse(text, rule=g.case(Case.STACK_FACING), unit=unit.id, other=other, hex=show(h))
    if not facing.is_vertex:
        refuse("{unit} faces a vertex: E, NE, NW, W, SW or SE.", rule=g.case(Case.ARCS), unit=unit.id)
    turn = g.charts.turn_cost(g.map, unit, a, turns(unit.facing, facing))
    turning = 0 if g.game.movement.withdrawal_turns_free else turn.mp
    if turning and mp + turning > allowance:
        raise _no_turn(g, unit, a, facing, allowance - mp)
    return Retreat(path, facing, mp + turning, allowance, hits + turn.hits)


def bar_step(g: Battle, unit: Unit, mover: Unit, origin: Hex, a: Hex, b: Hex) -> Refusal | None:
    """6.51, 6.55 Why a withdrawing unit can't go from ``a`` to ``b``; None when it can. Its MP are left aside."""
    place = show(b)
    if b not in g.map:
        return Refusal("{hex} is not on the map.", rule=g.case(Case.PATH), hex=place)
    if b not in g.map.neighbours(a):
        return Refusal("{hex} is not next to {start}.", rule=g.case(Case.PATH), hex=place, start=show(a))
    held = held_by(mover, origin)
    if not gets_away(unit, a, b, held):
        return Refusal(
            "{hex} leads no farther away from {mover}.", rule=g.case(Case.WITHDRAWAL), hex=place, mover=mover.id
        )
    if not closed(g, unit, a, b):
        return None
    standing = g.unit_at(b)
    if standing is not None and standing.side != unit.side:
        return Refusal("{other} stands at {hex}.", rule=g.case(Case.ENEMY_HEXES), other=standing.id, hex=place)
    if zoc := g.enemy_zoc(b, unit.side):
        return Refusal(
            "{hex} is in the ZOC of {enemy}.", rule=g.case(Case.WITHDRAWAL_GROUND), hex=place, enemy=zoc[0].id
        )
    if standing is not None:
        return Refusal(
            "{unit} can't pass {other} at {hex}.",
            rule=g.case(Case.PASSING_FRIENDS),
            unit=unit.id,
            other=standing.id,
            hex=place,
        )
    return Refusal("The ground at {hex} is closed to a withdrawal.", rule=g.case(Case.WITHDRAWAL_GROUND), hex=place)


def _no_end(g: Battle, unit: Unit, mover: Unit, origin: Hex, h: Hex, facing: Facing | None) -> Refusal:
    """Why the unit can't end its withdrawal in a hex, or not facing so."""
    place = show(h)
    found = [r for r in retreats(g, unit, mover, origin) if r.end == h]
    if found and facing is not None and facing.is_vertex:
        least = min(r.mp for r in found)
        return _no_turn(g, unit, h, facing, found[0].allowance - least)
    if found:
        return Refusal(
            "Which way does {unit} face at {hex}? {key}.",
            rule=g.case(Case.WITHDRAWAL_PRICE),
            unit=unit.id,
            hex=place,
            key=found[0].key,
        )
    if h not in g.map:
        return Refusal("{hex} is not on the map.", rule=g.case(Case.PATH), hex=place)
    before = held_by(mover, origin)
    if away(h, before) <= min(footprint.distance_to(unit, x) for x in before):
        return Refusal(
            "{hex} leads no farther away from {mover}.", rule=g.case(Case.WITHDRAWAL), hex=place, mover=mover.id
        )
    held = g.unit_at(h)
    if held is not None:
        return Refusal(
            "{other} stands at {hex}.",
            rule=g.case(Case.STACKING_LIMIT) if held.side == unit.side else g.case(Case.ENEMY_HEXES),
            other=held.id,
            hex=place,
        )
    if zoc := g.enemy_zoc(h, unit.side):
        return Refusal(
            "{hex} is in the ZOC of {enemy}.", rule=g.case(Case.WITHDRAWAL_GROUND), hex=place, enemy=zoc[0].id
        )
    if not _leads_away(g, unit, before, h):
        text = "Every way of {unit} to {hex} leads no farther away from {mover} somewhere."
        return Refusal(text, rule=g.case(Case.WITHDRAWAL), unit=unit.id, hex=place, mover=mover.id)
    farther = [r.mp for r in within_reach(g, unit, FAR, before) if r.end == h]
    if farther:
        return _too_far(g, unit, mover, h, min(farther))
    return Refusal("No open way leads {unit} to {hex}.", rule=g.case(Case.WITHDRAWAL_GROUND), unit=unit.id, hex=place)


def _leads_away(g: Battle, unit: Unit, held: tuple[Hex, ...], to: Hex) -> bool:
    """6.51 Whether any way to a hex gets farther from the enemy with every step, open or not."""
    ring = {unit.at}
    while ring and to not in ring:
        ring = {b for a in sorted(ring) for b in g.map.neighbours(a) if gets_away(unit, a, b, held)}
    return to in ring


def _too_far(g: Battle, unit: Unit, mover: Unit, h: Hex, mp: int) -> Refusal:
    theirs = reach.pace(g, mover)
    return Refusal(
        "{hex} costs {mp} MP, and {unit} has {n}: its MA of {ma} less {mover}'s {theirs}.",
        rule=g.case(Case.WITHDRAWAL),
        hex=show(h),
        mp=mp,
        unit=unit.id,
        n=unit.ma - theirs,
        ma=unit.ma,
        mover=mover.id,
        theirs=theirs,
    )


def _no_turn(g: Battle, unit: Unit, h: Hex, facing: Facing, left: int) -> Refusal:
    if not left:
        return Refusal(
            "{unit} has no MP left to turn to {facing} at {hex}.",
            rule=g.case(Case.WITHDRAWAL_PRICE),
            unit=unit.id,
            facing=facing.name,
            hex=show(h),
        )
    return Refusal(
        "{unit} has {left} MP left at {hex}, too few to turn to {facing}.",
        rule=g.case(Case.WITHDRAWAL_PRICE),
        unit=unit.id,
        left=left,
        hex=show(h),
        facing=facing.name,
    )


def why(g: Battle, unit: Unit, mover: Unit, origin: Hex, wanted: Wanted) -> Refusal | None:
    """Why what is wanted is no withdrawal open to the unit."""
    if not wanted.hexes:
        if wanted.facing is not None:
            return Refusal("Where to? {unit} withdraws to a hex.", rule=g.case(Case.WITHDRAWAL), unit=unit.id)
        return None
    try:
        read(
            g,
            unit,
            mover,
            origin,
            "-".join(show(h) for h in wanted.hexes) + (f"@{wanted.facing.name}" if wanted.facing is not None else ""),
        )
    except Refusal as no:
        return no
    return None
