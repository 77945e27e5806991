"""Many units turn at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import VERTICES, Facing
from engine.kernel.statement import Face, Token, Word
from engine.kernel.text import Text, allowed, codes, refuse
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.deployment import limits, placing
from engine.systems.gboh.deployment.order_kind import Deployer, SetUpOrder
from engine.systems.gboh.events import Spot, facing_name
from engine.systems.gboh.orders.orders import FaceAll
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.state import Unit


class FaceAllOrder(SetUpOrder[FaceAll]):
    """``face HLC @W``, ``face THC1 THC2 @NE``, ``face all @E``"""

    answer = FaceAll
    verbs = ("face",)

    def read(self, reader: Names, verb: str) -> FaceAll:
        who: list[str] = []
        letters = {u.id.rstrip("0123456789") for u in reader.g.units(reader.side)}
        while reader.tokens and not isinstance(reader.tokens[0], Face):
            word = reader.word()
            if word == "all":
                reader.take()
                who.append("all")
            elif word is not None and word.upper() in letters:
                reader.take()
                who.append(word.upper())
            else:
                who.append(reader.unit().id)
        facing = reader.facing()
        if facing is None or not who:
            refuse("Who turns, and which way? face all @E, face HLC @W, face THC1 THC2 @NE.")
        return reader.last(FaceAll(who=tuple(who), facing=facing))

    def write(self, answer: FaceAll) -> list[Token]:
        return [Word("face"), *(Word(x) for x in answer.who), Face(answer.facing)]

    def side_choices(self, by: Deployer) -> Iterator[Choice]:
        turning = _able(by)
        if len(turning) > 1 and next(_groups(self, by, turning), None) is not None:
            yield Choice("face", Text("Turn many at once…"), menu=lambda: _menu(self, by, turning), lean=0.2)

    def moved(self, by: Deployer, answer: FaceAll) -> list[Spot]:
        able = _able(by)
        found: dict[str, Unit] = {}
        for name in answer.who:
            units = [u for u in able if name in ("all", u.id, limits.suggested(by.g, u.id).letters)]
            if not units:
                refuse("{name} names no unit whose facing you choose.", name=name)
            found |= {u.id: u for u in units}
        if not found:
            refuse("Who turns? face all @E, or face HLC @E.")
        limits.check_vertex(by.g, answer.facing)
        return [placing.spot(u, u.at, answer.facing) for u in found.values() if u.facing != answer.facing]


def _able(by: Deployer) -> list[Unit]:
    """Units whose facing their owner chooses."""
    return [u for u in by.g.units(by.side) if limits.faces_freely(by.g, u)]


def _has_room(kind: FaceAllOrder, by: Deployer, units: Sequence[Unit], order: FaceAll) -> bool:
    """Whether all of them can turn so: who stands in two hexes comes into another with its second half (6.91)."""
    return all(footprint.is_single(u) for u in units) or allowed(lambda: kind.check(by, order))


def _menu(kind: FaceAllOrder, by: Deployer, turning: Sequence[Unit]) -> Menu:
    def facings(who: str, units: Sequence[Unit]) -> Menu:
        return Menu(
            Text("They face…"),
            lambda: [
                Choice(f.name, Text("{f}", f=facing_name(f)), answer=FaceAll(who=(who,), facing=f), facing=f)
                for f in _facings(kind, by, who, units)
            ],
        )

    return Menu(
        Text("Who turns?"),
        lambda: [
            Choice(who, _called(by.g, who, units), menu=lambda who=who, units=units: facings(who, units))
            for who, units in _groups(kind, by, turning)
        ],
    )


def _groups(kind: FaceAllOrder, by: Deployer, turning: Sequence[Unit]) -> Iterator[tuple[str, Sequence[Unit]]]:
    """Those that can turn together, as an order names them: all of them, and those of each code."""
    letters = dict.fromkeys(limits.suggested(by.g, u.id).letters for u in turning)
    for who in ("all", *letters):
        units = [u for u in turning if who in ("all", limits.suggested(by.g, u.id).letters)]
        if next(_facings(kind, by, who, units), None) is not None:
            yield who, units


def _facings(kind: FaceAllOrder, by: Deployer, who: str, units: Sequence[Unit]) -> Iterator[Facing]:
    """Ways they can turn, all of them at once."""
    for f in VERTICES:
        if any(u.facing != f for u in units) and _has_room(kind, by, units, FaceAll(who=(who,), facing=f)):
            yield f


def _called(g: Battle, who: str, units: Sequence[Unit]) -> Text:
    """A group in words: by the name its units share, else by their type, else by their code."""
    if who == "all":
        return Text("All your units")
    names = {u.name.rstrip("0123456789 ") for u in units} - {""}
    kinds = {str(u.troop.name): u.troop.name for u in units}
    known = names.pop() if len(names) == 1 else next(iter(kinds.values())) if len(kinds) == 1 else None
    if known is None or known in (who, units[0].id):
        return Text("All {group}", group=who)
    return Text("{troops}: {units}", troops=known, units=codes(u.id for u in units))
