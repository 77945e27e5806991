"""A referee's acts: what he may change by hand, checked as far as a position can be checked.

An act changes what it says and nothing else: nobody fires, flees, falls or recovers because of it. Who stands where he
could not stand, or in a state he could not be in, is refused with the case. What can be set is in
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
from engine.systems.men_of_iron import invariants, referee_values, victory
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import ExtraPoints, PieceRemoved, PieceShifted
from engine.systems.men_of_iron.events.referee import Piece, called
from engine.systems.men_of_iron.state import Leader, Marker, Standard, Unit


def kinds(g: Battle) -> list[ActKind]:
    """What a referee may do now, and to whom."""
    if g.state.phase == "over":
        return []
    pieces = list(_pieces(g))
    here = [_subject(g, p) for p in pieces if _at(p) is not None]
    away = [_subject(g, p) for p in pieces if _at(p) is None and not _waits(p)]
    sides = [
        Subject(s, Text("{name} (the whole side)", name=g.spec(s).name), lambda s=s: referee_values.of_side(g, s))
        for s in g.state.armies
    ]
    values = [s for s in here if s.id not in g.state.leaders and s.id not in g.state.standards]
    return [ActKind("move", here), ActKind("set", [*sides, *values]), ActKind("remove", here), ActKind("place", away)]


def events(g: Battle, request: AnyRequest) -> list[Event]:
    """The events of an act. ``g`` must be a copy: they have been applied to it. Raises Refusal."""
    if g.state.phase == "over":
        refuse("The battle is over.")
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


def _pieces(g: Battle) -> Iterator[Piece]:
    yield from g.state.leaders.values()
    yield from g.state.units.values()
    yield from g.state.standards.values()
    yield from g.state.markers.values()


def _at(piece: Piece) -> Hex | None:
    """Its hex; None where it is not on the map."""
    match piece:
        case Standard():
            return None if piece.lost else piece.hex
        case Marker():
            return None if piece.removed else piece.hex
        case _:
            return piece.hex


def _waits(piece: Piece) -> bool:
    """Whether a rule of the battle is still to bring it on."""
    return isinstance(piece, Unit) and piece.arrival is not None and not (piece.eliminated or piece.departed)


def _subject(g: Battle, piece: Piece) -> Subject:
    return Subject(piece.id, label(piece.id, piece.name, _at(piece)), lambda: referee_values.of_piece(g, piece))


def _piece(g: Battle, name: str) -> Piece:
    for piece in _pieces(g):
        if piece.id == name:
            return piece
    refuse("There is no unit, leader or Standard {name}.", name=name)


def _on_map(g: Battle, name: str) -> tuple[Piece, Hex]:
    """The piece, and where it stands."""
    piece = _piece(g, name)
    at = _at(piece)
    if at is None:
        refuse("{piece} is not on the map; it has to be placed first.", piece=called(g.state, name))
    return piece, at


# -- move, place, remove ---------------------------------------------------------------------------------------------


def _move(g: Battle, request: MovePiece) -> None:
    piece, at = _on_map(g, request.piece)
    facing = _facing(piece, request.facing)
    if request.to == at and (facing is None or (isinstance(piece, (Unit, Marker)) and facing == piece.facing)):
        refuse("{piece} stands at {hex} like that already.", piece=called(g.state, piece.id), hex=show(at))
    _check_hex(g, piece, request.to)
    g.emit(PieceShifted(piece=piece.id, start=at, to=request.to, facing=facing))


def _place(g: Battle, request: Place) -> None:
    piece = _piece(g, request.piece)
    at = _at(piece)
    if at is not None:
        refuse("{piece} stands at {hex}; it can be moved.", piece=called(g.state, piece.id), hex=show(at))
    if _waits(piece):
        refuse("{piece} comes when a rule of this battle brings it.", piece=piece.id)
    facing = _facing(piece, request.facing)
    _check_hex(g, piece, request.to)
    if isinstance(piece, Leader):
        _check_vacancy(g, piece)
    before = victory.flight_points(g, piece.side)
    g.emit(PieceShifted(piece=piece.id, to=request.to, facing=facing))
    given = before - victory.flight_points(g, piece.side)
    if given and not request.points:
        g.emit(ExtraPoints(side=piece.side, points=given, rule="16.0"))


def _check_vacancy(g: Battle, x: Leader) -> None:
    """15.1 A Command has one leader."""
    now = g.leader(x.command)
    if now is not None:
        refuse(
            "{now} leads {command}; take him off the map first.",
            rule="15.1",
            now=now.name,
            command=g.state.commands[x.command].name,
        )


def _remove(g: Battle, request: Remove) -> None:
    piece, at = _on_map(g, request.piece)
    g.emit(
        PieceRemoved(
            piece=piece.id, at=at, counts=request.points, points=_cost(g, piece) if request.points else 0, rule="16.0"
        )
    )


def _cost(g: Battle, piece: Piece) -> int:
    """16.0 Flight Points its loss costs beyond what it counts now."""
    match piece:
        case Unit():
            lost = piece.model_copy(update={"eliminated": True, "retired": False, "hex": None})
            return victory.unit_points(g, lost) - victory.unit_points(g, piece)
        case Leader():
            return victory.leader_points(g, piece.model_copy(update={"lost": True, "never_counts": False}))
        case _:
            return 0


def _facing(piece: Piece, facing: Facing | None) -> Facing | None:
    """The facing asked for, if the piece can have it."""
    if facing is None:
        return None
    if not isinstance(piece, Unit) and not (isinstance(piece, Marker) and piece.kind == "bombard"):
        refuse("{piece} has no facing.", rule="6.1", piece=piece.name)
    if not facing.is_vertex:
        refuse("{piece} faces a vertex: E, NE, NW, W, SW or SE.", rule="6.1", piece=piece.id)
    return facing


def _check_hex(g: Battle, piece: Piece, to: Hex) -> None:
    """Refuse a hex the piece can't stand in."""
    if to not in g.map:
        refuse("{hex} is not on the map.", hex=show(to))
    if g.ground(to).impassable:
        refuse("Nobody can stand at {hex}: {terrain}.", rule="5.1", hex=show(to), terrain=_terrain(g, to))
    enemy = g.enemy_in(to, piece.side)
    if enemy is not None:
        refuse("The enemy's {enemy} stands at {hex}.", rule="5.2", enemy=enemy.id, hex=show(to))
    if not isinstance(piece, Unit) or to == piece.hex:
        return
    if g.step_cost(piece, to, to) is None:
        refuse(
            "{unit} can't stand at {hex}: {terrain}.", rule="5.1", unit=piece.id, hex=show(to), terrain=_terrain(g, to)
        )
    friend = g.unit_at(to)
    if friend is not None:
        refuse("{friend} stands at {hex}: one unit to a hex.", rule="8.0", friend=friend.id, hex=show(to))
    for x in g.leaders_at(to, g.state.enemy(piece.side)):
        refuse("The enemy's {leader} stands at {hex}.", rule="15.5", leader=x.name, hex=show(to))


def _terrain(g: Battle, h: Hex) -> str:
    return "a wagon" if g.wagon(h) else g.map.terrain_at(h).replace("_", " ")


# -- set -------------------------------------------------------------------------------------------------------------


def _set(g: Battle, request: SetValue) -> None:
    if request.piece in g.state.armies:
        settings = referee_values.of_side(g, request.piece)
    else:
        settings = referee_values.of_piece(g, _on_map(g, request.piece)[0])
    if not settings:
        refuse("{piece} has nothing to set.", piece=called(g.state, request.piece))
    setting, value = wanted(request, settings)
    referee_values.put(g, request.piece, setting.key, value)
