"""11.1 Cataphracts dismount to fight as heavy infantry, and mount again."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import Facing, distance
from engine.kernel.inquiry import Fact
from engine.kernel.referee import YES, Setting, switch
from engine.kernel.statement import Face, Token, Word
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events.formations import UnitFormed
from engine.systems.cataphract.hooks import Chapter
from engine.systems.cataphract.orders import Mount
from engine.systems.cataphract.state import Unit
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import OrdersNoted, facing_name
from engine.systems.gboh.missiles import threat
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.reader import Names

CLEAR = 5
"""Hexes from the nearest enemy unit, at least (11.1)."""

VERTICES = tuple(Facing(x) for x in range(0, 12, 2))


class MountOrder(OrderKind[Mount]):
    """11.1 ``dismount THC1 @W``, ``mount THC1``."""

    answer = Mount
    verbs = ("mount", "dismount")

    def read(self, reader: Names, verb: str) -> Mount:
        unit = reader.unit()
        return reader.last(Mount(unit=unit.id, mounted=verb == "mount", facing=reader.facing()))

    def write(self, answer: Mount) -> list[Token]:
        way: list[Token] = [Face(answer.facing)] if answer.facing is not None else []
        return [Word("mount" if answer.mounted else "dismount"), Word(answer.unit), *way]

    def check(self, by: AnyGiver, answer: Mount) -> None:
        check(by.g, by.unit(answer.unit), answer.mounted, answer.facing)

    async def carry_out(self, by: AnyGiver, answer: Mount) -> None:
        await carry_out(by.g, answer)

    def unit_choices(self, g: Battle, unit: Unit) -> Iterator[Choice]:
        try:
            check(g, unit, unit.dismounted)
        except Refusal:
            return
        yield from choices(g, unit)


class Dismounting(Chapter):
    """11.1 Cataphracts dismount to fight on foot."""

    case = "11.1"
    about = "cataphracts that fight on foot"
    orders = (MountOrder(),)

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.cls != "Cat" or unit.counterpart is None or not g.uses("11.1"):
            return
        try:
            check(g, unit, unit.dismounted)
        except Refusal as no:
            yield Fact.of(no)
            return
        other = unit.counterpart
        words = Text("Mounts: {type}, TQ {tq}, MA {ma}; its whole move")
        if not unit.dismounted:
            words = Text("Dismounts: {type}, TQ {tq}, MA {ma}; its whole move")
        yield Fact(Text(words.template, type=other.type, tq=other.tq, ma=other.ma), "11.1")

    def settings(self, g: Battle, unit: Unit) -> Iterator[Setting]:
        if unit.counterpart is not None and not unit.column and not unit.routed:
            yield switch("mounted", Text("mounted"), not unit.dismounted)

    def put(self, g: Battle, unit: Unit, key: str, value: str) -> bool:
        if key != "mounted":
            return False
        on = value == YES
        g.emit(UnitFormed(unit=unit.id, dismounted=not on, reason=Text("is mounted.") if on else Text("is on foot.")))
        return True


def check(g: Battle, unit: Unit, mounted: bool, facing: Facing | None = None) -> None:
    """Refuse mounting (``mounted``) or dismounting where 11.1 doesn't allow it. Facing None: as it faces."""
    if not g.uses("11.1"):
        refuse("Cavalry doesn't dismount in this battle.", rule="11.1")
    movement.check_orderable(g, unit)
    if unit.cls != "Cat" or unit.counterpart is None:
        refuse("Only cataphracts dismount; {unit} is none.", rule="11.1", unit=unit.id)
    if mounted and not unit.dismounted:
        refuse("{unit} is mounted.", rule="11.1", unit=unit.id)
    if not mounted and unit.dismounted:
        refuse("{unit} is on foot.", rule="11.1", unit=unit.id)
    if unit.column:
        refuse("{unit} is In Column and must leave it before it mounts.", rule="11.1", unit=unit.id)
    if facing is not None and not facing.is_vertex:
        refuse("{unit} faces a vertex: E, NE, NW, W, SW or SE.", rule="7.11", unit=unit.id)
    near = min(g.units(g.state.enemy(unit.side)), key=lambda e: distance(e.at, unit.at), default=None)
    if near is not None and distance(near.at, unit.at) < CLEAR:
        refuse(
            "{unit} is {distance:hex|hexes} from {enemy}; mounting and dismounting take {clear} at least.",
            rule="11.1",
            unit=unit.id,
            distance=distance(near.at, unit.at),
            enemy=near.id,
            clear=CLEAR,
        )
    shooter = threat.missile_threat(g, unit.at, unit.side)
    if shooter is not None:
        refuse("{unit} is within reach of {enemy}'s missiles.", rule="11.1", unit=unit.id, enemy=shooter.id)


def change(g: Battle, unit: Unit, mounted: bool, facing: Facing | None) -> None:
    """11.1 Dismounting: swap the unit for its counterpart; hits, missiles and Moved carry over."""
    towards = unit.facing if facing is None else facing
    told = "mounts, facing {facing}." if mounted else "dismounts, facing {facing}."
    g.emit(
        UnitFormed(
            unit=unit.id,
            dismounted=not mounted,
            facing=towards,
            moved=True,
            rule="11.1",
            reason=Text(told, facing=facing_name(towards)),
        )
    )


async def carry_out(g: Battle, order: Mount) -> None:
    """11.1, 6.13 A checked order: it is movement, takes all MP, and is all the unit does in this Orders Phase."""
    unit = g.state.units[order.unit]
    g.emit(OrdersNoted(field="acted", value=unit.id, rule="11.1"))
    if unit.moved and not await cohesion.hits(g, unit, 1, Text("moving again"), "6.13"):
        return
    change(g, unit, order.mounted, order.facing)
    # 10.14 Its hits may reach the TQ of the other counter.
    await cohesion.settle(g, unit)


def choices(g: Battle, unit: Unit) -> Iterator[Choice]:
    """The menu entry for a unit that may mount or dismount now: which way it faces afterwards."""
    if unit.counterpart is None:
        return
    mounted = unit.dismounted

    def build() -> list[Choice]:
        return [
            Choice(
                f.name,
                Text("{f}", f=facing_name(f)),
                answer=Mount(unit=unit.id, mounted=mounted, facing=f),
                unit=unit.id,
                hex=unit.at,
                facing=f,
                lean=5.0 if f == unit.facing else 1.0,
            )
            for f in VERTICES
        ]

    other = unit.counterpart
    text = (
        Text("Mount: {type}, TQ {tq}, MA {ma}; takes the whole move", type=other.type, tq=other.tq, ma=other.ma)
        if mounted
        else Text("Dismount: {type}, TQ {tq}, MA {ma}; takes the whole move", type=other.type, tq=other.tq, ma=other.ma)
    )
    hits = 1 if unit.moved else 0
    yield Choice(
        "mount" if mounted else "dismount",
        text,
        menu=lambda: Menu(Text("Which way does {unit} face then?", unit=unit.id), build),
        unit=unit.id,
        hits=hits or None,
        lean=0.5 if mounted else 0.2,
    )
