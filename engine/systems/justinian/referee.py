"""A referee's acts: what may be changed by hand. What can be set is in :mod:`referee_values`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.kernel import referee_acts
from engine.kernel.board import Place as At
from engine.kernel.referee import MovePiece, Place, Remove, Setting, Subject
from engine.kernel.text import Text, refuse
from engine.systems.justinian import invariants, referee_values
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import (
    ArmyMoved,
    ArmyPlaced,
    ArmyRemoved,
    MagMilMoved,
    MagMilOut,
    StrengthChanged,
)
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import Army, MagMil, in_army

Piece = Army | MagMil


class Referee(referee_acts.Referee[Campaign, Piece]):
    """A referee of a campaign."""

    values: ClassVar[referee_acts.Values] = referee_values
    unknown: ClassVar[str] = "There is no army or leader {name}."
    placed: ClassVar[str] = "{piece} is in {place}; it can be moved."

    def check(self) -> None:
        if self.g.state.phase == "over":
            refuse("The campaign is over.")

    def broken(self) -> list[str]:
        return invariants.broken(self.g, at_rest=True)

    def pieces(self) -> tuple[Piece, ...]:
        return (*self.g.state.armies.values(), *self.g.state.magmil.values())

    def at(self, piece: Piece) -> At | None:
        return piece.at if isinstance(piece, Army) else self.g.place_of_magmil(piece)

    def name(self, piece: Piece) -> str:
        return self.g.state.names[piece.id]

    called = name

    def where(self, at: At) -> str:
        return self.g.land.name(at)

    def sides(self) -> dict[str, str]:
        return {s.id: s.name for s in self.g.scenario.sides}

    def others(self) -> list[Subject]:
        return [
            Subject(area.code, Text("{place}", place=area.name), lambda p=area.id: referee_values.of_place(self.g, p))
            for area in self.g.land.map.areas
            if area.kind != "box"
        ]

    def has_values(self, piece: Piece) -> bool:
        return isinstance(piece, Army)

    def settings(self, name: str) -> Sequence[Setting]:
        place = self.g.scenario.by_code.get(name)
        return super().settings(name) if place is None else referee_values.of_place(self.g, place)

    # -- move, place, remove -----------------------------------------------------------------------------------------

    def move(self, request: MovePiece, piece: Piece, at: At) -> None:
        g = self.g
        _check_place(g, request.to, piece)
        if request.to == at:
            refuse("{piece} is in {place} already.", piece=g.state.names[piece.id], place=g.land.name(at))
        if isinstance(piece, MagMil):
            g.emit(MagMilMoved(leader=piece.id, to=request.to))
            return
        if piece.led_by is not None:
            refuse(
                "{army} is combined with {head}, which takes it along.",
                rule="6.52",
                army=g.state.names[piece.id],
                head=g.state.names[piece.led_by],
            )
        g.emit(ArmyMoved(army=piece.id, start=at, to=request.to, how="sent"))

    def place(self, request: Place, piece: Piece) -> None:
        """An army comes with 1 SP: without any it couldn't stand there (8.26)."""
        g = self.g
        _check_place(g, request.to, piece)
        if isinstance(piece, MagMil):
            g.emit(MagMilMoved(leader=piece.id, to=request.to))
            return
        g.emit(ArmyPlaced(army=piece.id, at=request.to))
        g.emit(StrengthChanged(group=in_army(piece), n=1, why="referee", rule="8.26"))

    def remove(self, request: Remove, piece: Piece, at: At) -> None:
        """A Byzantine counter is free to be raised again; a leader with a box is in it; others are out, with all SP."""
        g = self.g
        if isinstance(piece, MagMil):
            g.emit(MagMilOut(leader=piece.id, to="gone"))
            return
        box = g.land.box(piece.power)
        if at == box and not piece.strength:
            refuse("{army} is in the box already, without SP.", army=g.state.names[piece.id])
        for group in g.groups_of(piece):
            g.emit(StrengthChanged(group=group, n=-g.state.sp_of(group), why="referee"))
        if piece.power == BYZANTINE:
            g.emit(ArmyRemoved(army=piece.id, to="aside", why="referee"))
        elif box is not None:
            g.emit(ArmyRemoved(army=piece.id, to="box", box=box, why="referee"))
        else:
            g.emit(ArmyRemoved(army=piece.id, to="gone", why="referee"))


def _check_place(g: Campaign, to: At, piece: Piece) -> None:
    """Refuse a place the piece can't stand in; what is wrong with an army there the invariants tell."""
    if to not in g.land.map:
        refuse("There is no such place.")
    if isinstance(piece, MagMil) and not g.land.is_province(to):
        refuse("{leader} goes to provinces only.", rule="4.13", leader=g.state.names[piece.id])
    if isinstance(piece, Army) and g.land.is_sea(to):
        refuse("Armies are in provinces and boxes.", rule="7.1")
