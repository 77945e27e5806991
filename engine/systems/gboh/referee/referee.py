"""A referee's acts: what may be changed by hand. What can be set is in :mod:`referee_values`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.kernel import referee_acts
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.referee import ActKind, MovePiece, Place, Remove
from engine.kernel.text import joined, refuse
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import PieceRemoved, PieceShifted
from engine.systems.gboh.movement import sharing
from engine.systems.gboh.referee import invariants, referee_values
from engine.systems.gboh.state import Leader, Unit

Piece = Unit | Leader


class Referee(referee_acts.Referee[Battle, Piece]):
    """A referee of a battle of the family."""

    values: ClassVar[referee_acts.Values] = referee_values

    def kinds(self) -> list[ActKind]:
        """Nothing while the sides set up in secret."""
        return super().kinds() if self.g.state.phase != "setup" else []

    def check(self) -> None:
        if self.g.state.phase == "setup":
            refuse("Both sides are still setting up in secret; a referee steps in once they are done.")

    def broken(self) -> list[str]:
        return invariants.broken(self.g, at_rest=True)

    def pieces(self) -> Iterator[Piece]:
        """Every piece whose place is no secret of one side."""
        hidden = special.hidden(self.g, ())
        for piece in (*self.g.state.leaders.values(), *self.g.state.units.values()):
            if piece.id not in hidden:
                yield piece

    def at(self, piece: Piece) -> Hex | None:
        return piece.hex if piece.on_map else None

    def name(self, piece: Piece) -> str:
        return piece.name

    def waits(self, piece: Piece) -> bool:
        """4.63 Whether it is a replacement leader who hasn't arrived, or one who waits to succeed another."""
        if not isinstance(piece, Leader):
            return False
        leaders = self.g.state.leaders
        heir = piece.succeeds is not None and not piece.eliminated and not leaders[piece.succeeds].eliminated
        return heir or piece.id in self.g.state.sides[piece.side].pool

    def sides(self) -> dict[str, str]:
        return {s: self.g.spec(s).name for s in self.g.state.sides}

    # -- move, place, remove -----------------------------------------------------------------------------------------

    def move(self, request: MovePiece, piece: Piece, at: Hex) -> None:
        g = self.g
        facing = _facing(g, piece, request.facing)
        if request.to == at and (facing is None or (isinstance(piece, Unit) and facing == piece.facing)):
            refuse("{piece} stands at {hex} like that already.", piece=piece.id, hex=show(request.to))
        _check_hex(g, piece, request.to)
        g.emit(PieceShifted(piece=piece.id, start=at, to=request.to, facing=facing))
        special.call(g, Special.dislodged)

    def place(self, request: Place, piece: Piece) -> None:
        g = self.g
        if self.waits(piece):
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

    def remove(self, request: Remove, piece: Piece, at: Hex) -> None:
        g = self.g
        g.emit(
            PieceRemoved(
                piece=piece.id,
                at=at,
                points=_points(g, piece) if request.points else 0,
                rule=g.case(Case.ROUT_POINTS),
            )
        )
        special.call(g, Special.dislodged)


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
    friends = [u for u in here if u.side == piece.side]
    if friends and not sharing.stays_with(g, piece, here):
        gun = piece.troop.is_engine or any(u.troop.is_engine for u in friends)
        refuse(
            "{piece} can't share {hex} with {held}.",
            rule=g.case(Case.ARTILLERY_STACKING) if gun else g.case(Case.STACKING_LIMIT),
            held=joined((_told(g, u) for u in g.units(piece.side) if u in friends), " and "),
            hex=show(to),
            piece=piece.id,
        )


def _told(g: Battle, piece: Piece) -> str:
    """What may be said of who stands in the way."""
    return "hidden unit" if piece.id in special.hidden(g, ()) else piece.id
