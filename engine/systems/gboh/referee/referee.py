"""A referee's acts: what may be changed by hand, checked as far as a position can be checked.

An act changes what it says and nothing else: nobody fights, flees, checks or withdraws because of it. A piece
that would stand where it can't, or in a state it can't be in, is refused with the case. What can be set is in
:mod:`referee_values`.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.events import Event
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.referee import (
    ActKind,
    AnyRequest,
    MovePiece,
    Place,
    Remove,
    SetValue,
    Subject,
    carried_out,
    label,
    wanted,
)
from engine.kernel.text import Text, refuse
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import PieceRemoved, PieceShifted
from engine.systems.gboh.movement import sharing
from engine.systems.gboh.referee import invariants, referee_values
from engine.systems.gboh.state import Leader, Unit

Piece = Unit | Leader


def kinds(g: Battle) -> list[ActKind]:
    """What a referee may do now, and to whom; nothing while the sides set up in secret."""
    if g.state.phase in ("setup", "over"):
        return []
    pieces = list(_known(g))
    here = [_subject(g, p) for p in pieces if p.on_map]
    away = [_subject(g, p) for p in pieces if not p.on_map and not _waits(g, p)]
    sides = [
        Subject(s, Text("{name} (the whole side)", name=g.spec(s).name), lambda s=s: referee_values.of_side(g, s))
        for s in g.state.sides
    ]
    return [ActKind("move", here), ActKind("set", [*sides, *here]), ActKind("remove", here), ActKind("place", away)]


def events(g: Battle, request: AnyRequest) -> list[Event]:
    """The events of an act. ``g`` must be a copy: they have been applied to it. Raises Refusal."""
    if g.state.phase == "setup":
        refuse("Both sides are still setting up in secret; a referee steps in once they are done.")
    return carried_out(
        g,
        request,
        move=_move,
        set_value=_set,
        remove=_remove,
        place=_place,
        broken=lambda: invariants.broken(g, at_rest=True),
    )


# -- pieces ----------------------------------------------------------------------------------------------------------


def _known(g: Battle) -> Iterator[Piece]:
    """Every piece whose place is no secret of one side."""
    hidden = special.hidden(g, ())
    for piece in (*g.state.leaders.values(), *g.state.units.values()):
        if piece.id not in hidden:
            yield piece


def _waits(g: Battle, piece: Piece) -> bool:
    """4.63 Whether it is a replacement leader who hasn't arrived, or one who waits to succeed another."""
    if not isinstance(piece, Leader):
        return False
    heir = piece.succeeds is not None and not piece.eliminated and not g.state.leaders[piece.succeeds].eliminated
    return heir or piece.id in g.state.sides[piece.side].pool


def _subject(g: Battle, piece: Piece) -> Subject:
    return Subject(piece.id, label(piece.id, piece.name, piece.hex), lambda: referee_values.of_piece(g, piece))


def _piece(g: Battle, name: str) -> Piece:
    for piece in _known(g):
        if piece.id == name:
            return piece
    refuse("There is no unit or leader {name}.", name=name)


def _on_map(g: Battle, name: str) -> Piece:
    piece = _piece(g, name)
    if not piece.on_map:
        refuse("{piece} is not on the map; it has to be placed first.", piece=piece.id)
    return piece


# -- move, place, remove ---------------------------------------------------------------------------------------------


def _move(g: Battle, request: MovePiece) -> None:
    piece = _on_map(g, request.piece)
    facing = _facing(g, piece, request.facing)
    if request.to == piece.hex and (facing is None or (isinstance(piece, Unit) and facing == piece.facing)):
        refuse("{piece} stands at {hex} like that already.", piece=piece.id, hex=show(request.to))
    _check_hex(g, piece, request.to)
    g.emit(PieceShifted(piece=piece.id, start=piece.hex, to=request.to, facing=facing))
    special.dislodged(g)


def _place(g: Battle, request: Place) -> None:
    piece = _piece(g, request.piece)
    if piece.hex is not None:
        refuse("{piece} stands at {hex}; it can be moved.", piece=piece.id, hex=show(piece.hex))
    if _waits(g, piece):
        refuse(
            "{piece} is a replacement: he arrives when his time comes.",
            rule=g.case(Case.REPLACEMENT_LEADERS),
            piece=piece.id,
        )
    facing = _facing(g, piece, request.facing)
    if facing is None and isinstance(piece, Unit):
        # It may have been lost In Column, and comes back in line.
        facing = piece.facing if piece.facing.is_vertex else piece.facing.turned(1)
    _check_hex(g, piece, request.to)
    points = _points(g, piece) if request.points and piece.eliminated and not piece.departed else 0
    held = g.state.sides[piece.side].rout_points
    if points > held:
        refuse(
            "{piece} was worth {points:Rout Point|Rout Points} and its side has {held}: place it without giving "
            "points back.",
            rule=g.case(Case.ROUT_POINTS),
            piece=piece.id,
            points=points,
            held=held,
        )
    g.emit(PieceShifted(piece=piece.id, start=None, to=request.to, facing=facing, points=points))


def _remove(g: Battle, request: Remove) -> None:
    piece = _on_map(g, request.piece)
    g.emit(
        PieceRemoved(
            piece=piece.id,
            at=piece.at,
            points=_points(g, piece) if request.points else 0,
            rule=g.case(Case.ROUT_POINTS),
        )
    )
    special.dislodged(g)


def _points(g: Battle, piece: Piece) -> int:
    """12.11 Rout Points of its loss."""
    return rout.points(piece) if isinstance(piece, Unit) else leaders.rp(g, piece)


def _facing(g: Battle, piece: Piece, facing: Facing | None) -> Facing | None:
    """The facing asked for, if the piece can have it."""
    if facing is None:
        return None
    if isinstance(piece, Leader):
        refuse("Leaders have no facing; {piece} is one.", rule=g.case(Case.LEADER_MOVEMENT), piece=piece.id)
    if not piece.troop.faces:
        refuse("Artillery has no facing; {piece} is artillery.", rule=g.case(Case.ARTILLERY_FACING), piece=piece.id)
    if piece.on_map and piece.column and facing.is_vertex:
        refuse("{piece} is In Column and faces a hexside.", rule=g.case(Case.COLUMN_FACING), piece=piece.id)
    if not (piece.on_map and piece.column) and not facing.is_vertex:
        refuse("{piece} faces a vertex: E, NE, NW, W, SW or SE.", rule=g.case(Case.ARCS), piece=piece.id)
    return facing


def _check_hex(g: Battle, piece: Piece, to: Hex) -> None:
    """Refuse a hex the piece can't stand in."""
    if to not in g.map:
        refuse("{hex} is not on the map.", hex=show(to))
    terrain = g.map.terrain_at(to)
    if g.charts.is_prohibited(terrain):
        refuse(
            "Nobody can stand at {hex}: {terrain}.",
            rule=g.case(Case.IMPASSABLE),
            hex=show(to),
            terrain=terrain.replace("_", " "),
        )
    enemy = g.enemy_in(to, piece.side)
    if enemy is not None:
        refuse(
            "The enemy's {enemy} stands at {hex}.",
            rule=g.case(Case.STACKING_LIMIT),
            enemy=_told(g, enemy),
            hex=show(to),
        )
    if isinstance(piece, Leader) or to == piece.hex:
        return
    for x in g.leaders_at(to, g.state.enemy(piece.side)):
        refuse(
            "The enemy's {leader} stands at {hex}.",
            rule=g.case(Case.LEADER_ENTERS_ZONE),
            leader=_told(g, x),
            hex=show(to),
        )
    here = sharing.others(g, piece, to)
    if any(u.side == piece.side for u in here) and not sharing.stays_with(g, piece, here):
        gun = piece.troop.is_engine or any(u.troop.is_engine and u.hex == to for u in g.units(piece.side))
        held = " and ".join(_told(g, u) for u in g.units(piece.side) if u.hex == to)
        refuse(
            "{piece} can't share {hex} with {held}.",
            rule=g.case(Case.ARTILLERY_STACKING) if gun else g.case(Case.STACKING_LIMIT),
            held=held,
            hex=show(to),
            piece=piece.id,
        )


def _told(g: Battle, piece: Piece) -> str:
    """What may be said of who stands in the way."""
    return "hidden unit" if piece.id in special.hidden(g, ()) else piece.id


# -- set -------------------------------------------------------------------------------------------------------------


def _set(g: Battle, request: SetValue) -> None:
    if request.piece in g.state.sides:
        settings = referee_values.of_side(g, request.piece)
    else:
        settings = referee_values.of_piece(g, _on_map(g, request.piece))
    setting, value = wanted(request, settings)
    referee_values.put(g, request.piece, setting.key, value)
