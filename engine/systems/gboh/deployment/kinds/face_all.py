"""Many units turn at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import VERTICES
from engine.kernel.statement import Face, Token, Word
from engine.kernel.text import Text, allowed, refuse
from engine.systems.gboh import footprint
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
        if len(turning) > 1:
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
    g = by.g
    letters = list(dict.fromkeys(limits.suggested(g, u.id).letters for u in turning))
    groups = [("all", Text("All your units")), *((x, Text("All {group}", group=x)) for x in letters)]

    def facings(who: str) -> Menu:
        units = [u for u in turning if who in ("all", limits.suggested(g, u.id).letters)]
        return Menu(
            Text("They face…"),
            lambda: [
                Choice(f.name, Text("{f}", f=facing_name(f)), answer=FaceAll(who=(who,), facing=f), facing=f)
                for f in VERTICES
                if any(u.facing != f for u in units) and _has_room(kind, by, units, FaceAll(who=(who,), facing=f))
            ],
        )

    return Menu(Text("Who turns?"), lambda: [Choice(x, t, menu=lambda x=x: facings(x)) for x, t in groups])
