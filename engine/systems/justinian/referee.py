"""A referee's acts: what may be changed by hand, checked as far as a position can be checked.

An act changes what it says and nothing else: nobody intercepts, retreats or goes home because of it. What can be set
is in :mod:`referee_values`.
"""

from __future__ import annotations

from engine.kernel.board import Place as At
from engine.kernel.events import Event
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


def kinds(g: Campaign) -> list[ActKind]:
    """What a referee may do now, and to whom."""
    if g.state.phase == "over":
        return []
    armies, magmil = g.state.armies.values(), g.state.magmil.values()
    here = [_army(g, a) for a in armies if a.at is not None]
    away = [_army(g, a) for a in armies if a.at is None]
    leaders = [_magmil(g, x) for x in magmil if g.place_of_magmil(x) is not None]
    others = [_magmil(g, x) for x in magmil if g.place_of_magmil(x) is None]
    sides = [
        Subject(s.id, Text("{name} (the whole side)", name=s.name), lambda s=s: referee_values.of_side(g, s.id))
        for s in g.scenario.sides
    ]
    places = [
        Subject(area.code, Text("{place}", place=area.name), lambda p=area.id: referee_values.of_place(g, p))
        for area in g.land.map.areas
        if area.kind != "box"
    ]
    return [
        ActKind("move", [*here, *leaders]),
        ActKind("set", [*sides, *here, *places]),
        ActKind("remove", [*here, *leaders]),
        ActKind("place", [*away, *others]),
    ]


def events(g: Campaign, request: AnyRequest) -> list[Event]:
    """The events of an act. ``g`` must be a copy: they have been applied to it. Raises Refusal."""
    if g.state.phase == "over":
        refuse("The campaign is over.")
    return carried_out(
        g,
        request,
        move=_move,
        set_value=_set,
        remove=_remove,
        place=_place,
        broken=lambda: invariants.broken(g, at_rest=True),
    )


def _army(g: Campaign, a: Army) -> Subject:
    return Subject(a.id, label(a.id, g.state.names[a.id], a.at, g.land.map), lambda: referee_values.of_army(g, a))


def _magmil(g: Campaign, x: MagMil) -> Subject:
    return Subject(x.id, label(x.id, g.state.names[x.id], g.place_of_magmil(x), g.land.map))


def _piece(g: Campaign, name: str) -> Army | MagMil:
    found = g.state.armies.get(name) or g.state.magmil.get(name)
    if found is None:
        refuse("There is no army or leader {name}.", name=name[:40])
    return found


def _at(g: Campaign, piece: Army | MagMil) -> At | None:
    return piece.at if isinstance(piece, Army) else g.place_of_magmil(piece)


def _on_map(g: Campaign, name: str) -> tuple[Army | MagMil, At]:
    piece = _piece(g, name)
    at = _at(g, piece)
    if at is None:
        refuse("{piece} is not on the map; it has to be placed first.", piece=g.state.names[name])
    return piece, at


def _check_place(g: Campaign, to: At, piece: Army | MagMil) -> None:
    """Refuse a place the piece can't stand in; what is wrong with an army there the invariants tell."""
    if to not in g.land.map:
        refuse("There is no such place.")
    if isinstance(piece, MagMil) and not g.land.is_province(to):
        refuse("{leader} goes to provinces only.", rule="4.13", leader=g.state.names[piece.id])
    if isinstance(piece, Army) and g.land.is_sea(to):
        refuse("Armies are in provinces and boxes.", rule="7.1")


# -- move, place, remove ----------------------------------------------------------------------------------------------


def _move(g: Campaign, request: MovePiece) -> None:
    piece, at = _on_map(g, request.piece)
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


def _place(g: Campaign, request: Place) -> None:
    """An army comes with 1 SP: without any it couldn't stand there (8.26)."""
    piece = _piece(g, request.piece)
    at = _at(g, piece)
    if at is not None:
        refuse("{piece} is in {place}; it can be moved.", piece=g.state.names[piece.id], place=g.land.name(at))
    _check_place(g, request.to, piece)
    if isinstance(piece, MagMil):
        g.emit(MagMilMoved(leader=piece.id, to=request.to))
        return
    g.emit(ArmyPlaced(army=piece.id, at=request.to))
    g.emit(StrengthChanged(group=in_army(piece), n=1, why="referee", rule="8.26"))


def _remove(g: Campaign, request: Remove) -> None:
    """A Byzantine counter is free to be raised again; a leader with a box is in it; others are out, with all SP."""
    piece, at = _on_map(g, request.piece)
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


# -- set --------------------------------------------------------------------------------------------------------------


def _set(g: Campaign, request: SetValue) -> None:
    place = g.scenario.by_code.get(request.piece)
    if request.piece in {s.id for s in g.scenario.sides}:
        settings = referee_values.of_side(g, request.piece)
    elif place is not None:
        settings = referee_values.of_place(g, place)
    else:
        piece = _on_map(g, request.piece)[0]
        settings = referee_values.of_army(g, piece) if isinstance(piece, Army) else []
    if not settings:
        refuse("{piece} has nothing to set.", piece=g.state.names.get(request.piece, request.piece))
    setting, value = wanted(request, settings)
    if place is not None:
        referee_values.put_place(g, place, setting.key, value)
    elif request.piece in g.state.armies:
        referee_values.put_army(g, g.army(request.piece), setting.key, value)
    else:
        referee_values.put_side(g, setting.key, int(value))
