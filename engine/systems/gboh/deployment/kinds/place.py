"""A unit or leader is set up elsewhere, or turns where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import VERTICES, Facing, Hex, show
from engine.kernel.statement import Face, HexRef, Sign, Token, Word
from engine.kernel.text import Refusal, Text, allowed, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.deployment import limits, placing
from engine.systems.gboh.deployment.order_kind import Deployer, SetUpOrder
from engine.systems.gboh.events import Spot, facing_name
from engine.systems.gboh.movement import sharing
from engine.systems.gboh.orders.orders import Place
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.state import Leader, Unit


class PlaceOrder(SetUpOrder[Place]):
    """``THC1 2012 @E``, ``Attila 3221``, ``THC1 @E``: it has no verb, but begins with the piece."""

    answer = Place

    def read_after(self, reader: Names, piece: Unit | Leader) -> Place:
        """The order, its piece taken. Raises Refusal."""
        to: Hex | None = None
        if reader.tokens and reader.tokens[0] == Sign(">"):
            reader.take()
        if reader.tokens and isinstance(token := reader.tokens[0], HexRef):
            reader.take()
            to = token.hex
        facing = reader.facing()
        if to is None and facing is None:
            refuse("Where does {piece} stand? {piece} 2012 places it, {piece} @E turns it.", piece=piece.id)
        return reader.last(Place(piece=piece.id, to=to, facing=facing))

    def write(self, answer: Place) -> list[Token]:
        to: list[Token] = [HexRef(answer.to)] if answer.to is not None else []
        facing: list[Token] = [Face(answer.facing)] if answer.facing is not None else []
        return [Word(answer.piece), *to, *facing]

    def piece_choices(self, by: Deployer, piece: Unit | Leader) -> Iterator[Choice]:
        turning = piece if isinstance(piece, Unit) and limits.faces_freely(by.g, piece) else None
        for f in VERTICES if turning is not None else ():
            turn = Place(piece=piece.id, facing=f)
            if f != placing.facing(piece) and _room_for(by, piece, turn):
                yield Choice(f.name, Text("Face {f}", f=facing_name(f)), answer=turn, unit=piece.id, facing=f, lean=0.2)
        for h, other in destinations(by, piece).items():
            there = Place(piece=piece.id, to=h)
            text = Text("{hex}", hex=show(h))
            if other is not None:
                text = Text("{hex} ⇄ {unit}", hex=show(h), unit=other.id)
            if turning is not None:
                facings = partial(_facings, by, turning, h)
                yield Choice(show(h), text, menu=facings, leads=there, unit=piece.id, hex=h)
            else:
                yield Choice(show(h), text, answer=there, unit=piece.id, hex=h)

    def moved(self, by: Deployer, answer: Place) -> list[Spot]:
        """A unit of its own side in the hex takes its old place, if it may."""
        g, piece = by.g, limits.named(by.g, by.side, answer.piece)
        to = piece.at if answer.to is None else answer.to
        facing = _facing(g, piece, answer.facing)
        if to == piece.at:
            return [placing.spot(piece, to, facing)] if facing != placing.facing(piece) else []
        limits.check_area(g, piece, to)
        found = [placing.spot(piece, to, facing)]
        if isinstance(piece, Unit):
            rivals = [
                u
                for u in g.units(by.side)
                if u is not piece and to in footprint.hexes_of(u) and not sharing.companions(g, piece, u)
            ]
            if rivals:
                if piece.at not in limits.area(g, rivals[0]):
                    refuse(
                        "{hex} is held by {unit}, which can't be set up at {old} instead.",
                        rule=g.case(Case.STACKING_LIMIT),
                        hex=show(to),
                        unit=rivals[0].id,
                        old=show(piece.at),
                    )
                found.append(placing.spot(rivals[0], piece.at, rivals[0].facing))
        return found


PLACE = PlaceOrder()


def destinations(by: Deployer, piece: Unit | Leader) -> dict[Hex, Unit | None]:
    """Where the piece may be placed now, in ascending order, and the unit that would take its place, if any."""
    return by.g.derived(("destinations", piece.id), lambda: _destinations(by, piece))


def _destinations(by: Deployer, piece: Unit | Leader) -> dict[Hex, Unit | None]:
    # A unit that leaves nobody behind may go to any empty hex, a leader to any the enemy doesn't hold: there can be
    # hundreds, so only the others are looked at closely.
    g = by.g
    light = isinstance(piece, Leader) or sum(u.hex == piece.hex for u in g.units(piece.side)) == 1
    light = light and not special.having(g, Special.check_set_up)
    light = light and not (isinstance(piece, Unit) and (piece.troop.is_engine or not footprint.is_single(piece)))
    found: dict[Hex, Unit | None] = {}
    for h in limits.area(g, piece):
        holder = g.unit_at(h)
        if h == piece.hex:
            continue
        if light and (holder is None or (isinstance(piece, Leader) and holder.side == piece.side)):
            found[h] = None
            continue
        try:
            moved = PLACE.spots(by, Place(piece=piece.id, to=h))
        except Refusal:
            continue
        others = [g.state.units[s.piece] for s in moved if s.piece != piece.id and s.piece in g.state.units]
        found[h] = others[0] if others else None
    return found


def _facing(g: Battle, piece: Unit | Leader, wanted: Facing | None) -> Facing | None:
    """The facing a unit has afterwards."""
    if wanted is None or isinstance(piece, Leader):
        if wanted is not None:
            refuse("{leader} is a leader and faces nowhere.", leader=piece.id)
        return placing.facing(piece)
    if not piece.troop.faces:
        refuse("{unit} is a cheiroballista: it has no facing.", rule=g.case(Case.ARTILLERY_FACING), unit=piece.id)
    limits.check_vertex(g, wanted)
    if wanted != piece.facing and not limits.faces_freely(g, piece):
        refuse("{unit} is set up facing {facing}.", unit=piece.id, facing=facing_name(piece.facing))
    return wanted


def _room_for(by: Deployer, piece: Unit | Leader, order: Place) -> bool:
    """Whether it may stand as ordered: who stands in two hexes comes into another with its second half (6.91)."""
    return isinstance(piece, Leader) or footprint.is_single(piece) or allowed(lambda: PLACE.check(by, order))


def _facings(by: Deployer, p: Unit, to: Hex) -> Menu:
    facings: list[Facing] = [p.facing, *(f for f in VERTICES if f != p.facing)]
    return Menu(
        Text("{unit} at {hex}, facing…", unit=p.id, hex=show(to)),
        lambda: [
            Choice(
                f.name,
                Text("{f}", f=facing_name(f)),
                answer=order,
                unit=p.id,
                hex=to,
                facing=f,
                lean=4.0 if f == p.facing else 0.2,
            )
            for f in facings
            if _room_for(by, p, order := Place(piece=p.id, to=to, facing=f))
        ],
    )
