"""A referee's acts: what he may change by hand. What can be set is in :mod:`referee_values`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.kernel import referee_acts
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.referee import MovePiece, Place, Remove
from engine.kernel.text import refuse
from engine.systems.men_of_iron import invariants, referee_values, victory
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import ExtraPoints, PieceRemoved, PieceShifted
from engine.systems.men_of_iron.events.referee import Piece, called
from engine.systems.men_of_iron.state import Leader, Marker, Standard, Unit


class Referee(referee_acts.Referee[Battle, Piece]):
    """A referee of a battle."""

    values: ClassVar[referee_acts.Values] = referee_values
    unknown: ClassVar[str] = "There is no unit, leader or Standard {name}."

    def broken(self) -> list[str]:
        return invariants.broken(self.g, at_rest=True)

    def pieces(self) -> Iterator[Piece]:
        state = self.g.state
        yield from state.leaders.values()
        yield from state.units.values()
        yield from state.standards.values()
        yield from state.markers.values()

    def at(self, piece: Piece) -> Hex | None:
        gone = (isinstance(piece, Standard) and piece.lost) or (isinstance(piece, Marker) and piece.removed)
        return None if gone else piece.hex

    def name(self, piece: Piece) -> str:
        return piece.name

    def called(self, piece: Piece) -> str:
        return called(self.g.state, piece.id)

    def waits(self, piece: Piece) -> bool:
        return isinstance(piece, Unit) and piece.arrival is not None and not (piece.eliminated or piece.departed)

    def sides(self) -> dict[str, str]:
        return {s: self.g.spec(s).name for s in self.g.state.armies}

    def has_values(self, piece: Piece) -> bool:
        return isinstance(piece, (Unit, Marker))

    # -- move, place, remove -----------------------------------------------------------------------------------------

    def move(self, request: MovePiece, piece: Piece, at: Hex) -> None:
        g = self.g
        facing = _facing(piece, request.facing)
        if request.to == at and (facing is None or (isinstance(piece, (Unit, Marker)) and facing == piece.facing)):
            refuse("{piece} stands at {hex} like that already.", piece=self.called(piece), hex=show(at))
        _check_hex(g, piece, request.to)
        g.emit(PieceShifted(piece=piece.id, start=at, to=request.to, facing=facing))

    def place(self, request: Place, piece: Piece) -> None:
        g = self.g
        if self.waits(piece):
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

    def remove(self, request: Remove, piece: Piece, at: Hex) -> None:
        cost = _cost(self.g, piece) if request.points else 0
        self.g.emit(PieceRemoved(piece=piece.id, at=at, counts=request.points, points=cost, rule="16.0"))


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
