"""Values of sides, armies and places a referee may set, and the events that set them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, cast

from engine.kernel.board import Place
from engine.kernel.referee import YES, Setting, switch
from engine.kernel.text import Text
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import (
    Allied,
    ArmyMarked,
    CommanderChanged,
    ControlPlaced,
    ControlRemoved,
    GoldChanged,
    MagMilOut,
    NumberSet,
    PoolPaid,
    RevoltBegan,
    RevoltEnded,
    StrengthChanged,
    TreasuryMoved,
    TreasuryTaken,
)
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import Alliance, Army, Group, MagMil, detached_at, fleet_at, frontier_at, in_army

MOST_GOLD = 999
MOST_SP = 150
"""Of a group, as high as any limit; what is beyond a power's or an army's own is refused with its case."""
MOST_MARKERS = 9
NONE = "none"

_SIDES: tuple[Alliance, ...] = ("barbarian", "neutral", "byzantine")


# -- sides ------------------------------------------------------------------------------------------------------------


def of_side(g: Campaign, side: str) -> list[Setting]:
    """The treasury of Byzantium; the Barbarian's markers."""
    s = g.state
    if side == BYZANTINE:
        return [
            Setting("gold", Text("gold in the treasury"), str(s.gold), most=MOST_GOLD),
            Setting("owed", Text("gold owed from the next income"), str(s.owed), most=MOST_GOLD),
        ]
    titles = {"select": Text("Select markers left"), "random": Text("Random markers left")}
    return [Setting(k, title, str(s.markers[k]), most=MOST_MARKERS) for k, title in titles.items() if k in s.markers]


def put(g: Campaign, name: str, key: str, value: str) -> None:
    """Emit what sets a value, one of those here, of a side, an army or a place."""
    place = g.scenario.by_code.get(name)
    if place is not None:
        _put_place(g, place, key, value)
    elif name in g.state.armies:
        _put_army(g, g.army(name), key, value)
    else:
        _put_side(g, key, int(value))


def _put_side(g: Campaign, key: str, n: int) -> None:
    if key == "gold":
        g.emit(GoldChanged(n=n - g.state.gold, why="referee"))
    else:
        g.emit(NumberSet(field=cast(Literal["select", "random", "owed"], key), n=n))


# -- armies -----------------------------------------------------------------------------------------------------------


def of_piece(g: Campaign, piece: Army | MagMil) -> list[Setting]:
    """What can be set of an army on the map or in a box."""
    return list(_of_army(g, piece)) if isinstance(piece, Army) and piece.at is not None else []


def _of_army(g: Campaign, a: Army) -> Iterator[Setting]:
    least = 0 if a.at == g.land.box(a.power) else max(0, 1 - sum(a.allied.values()))
    yield Setting("sp", Text("own SP"), str(a.sp), least=least, most=MOST_SP)
    yield switch("defeated", Text("Defeated"), a.defeated)
    yield switch("disorganized", Text("Disorganized"), a.disorganized)
    if a.power == BYZANTINE:
        yield switch("not-paid", Text("Not Paid"), a.unpaid)
        yield Setting("commander", Text("commander"), a.leader or NONE, _commanders(g, a))
    if a.power in g.state.alliance:
        yield Setting("alliance", Text("side this turn"), g.state.alliance[a.power], _SIDES)


def _commanders(g: Campaign, a: Army) -> tuple[str, ...]:
    """Its own, and every MagMil who commands nobody and isn't out of the campaign."""
    leading = {x.leader for x in g.state.armies.values() if x.leader is not None}
    free = [x.id for x in g.state.magmil.values() if x.where != "gone" and x.id not in leading]
    return (NONE, *([a.leader] if a.leader is not None else []), *free)


def _put_army(g: Campaign, a: Army, key: str, value: str) -> None:
    match key:
        case "sp":
            g.emit(StrengthChanged(group=in_army(a), n=int(value) - a.sp, why="referee"))
        case "commander" if value == NONE:
            assert a.leader is not None
            g.emit(MagMilOut(leader=a.leader, to="cup"))
        case "commander":
            g.emit(CommanderChanged(army=a.id, leader=value))
        case "alliance":
            g.emit(Allied(power=a.power, alliance=cast(Alliance, value)))
        case "not-paid":
            g.emit(ArmyMarked(army=a.id, unpaid=value == YES))
        case "defeated":
            g.emit(ArmyMarked(army=a.id, defeated=value == YES))
        case _:
            g.emit(ArmyMarked(army=a.id, disorganized=value == YES))


# -- places -----------------------------------------------------------------------------------------------------------


def of_place(g: Campaign, p: Place) -> list[Setting]:
    """What can be set of a province or a sea area; nothing of a box."""
    return list(_of_place(g, p))


def _of_place(g: Campaign, p: Place) -> Iterator[Setting]:
    s = g.state
    for key, group in _groups(g, p).items():
        yield Setting(key, s.told(group), str(s.sp_of(group)), most=MOST_SP)
    if p in s.frontier:
        yield switch("frontier-not-paid", Text("Frontier SP Not Paid"), s.frontier[p].unpaid)
    if not g.land.is_province(p):
        return
    majors = tuple(x.id for x in g.scenario.powers if x.kind == "major")
    if p != g.land.lazica:
        yield Setting("control", Text("control marker"), s.control.get(p, NONE), (NONE, *majors))
    yield switch("revolt", Text("In Revolt"), p in s.revolt)
    if not (g.land.city(p) or g.land.area(p).fort):
        yield switch("fort", Text("a Fort"), p in s.forts)
    here = next((power for power, at in s.treasuries.items() if at == p), NONE)
    yield Setting("treasury", Text("treasury of a power"), here, (NONE, *g.scenario.setup.treasuries))


def _groups(g: Campaign, p: Place) -> dict[str, Group]:
    """Every group without an army that may be there, by what a referee writes."""
    found: dict[str, Group] = {}
    land = g.land.is_province(p) and p != g.land.lazica
    if land:
        found["frontier"] = frontier_at(p)
    for power in g.scenario.powers:
        if land and power.kind == "major":
            found[f"{power.id}-sp"] = detached_at(p, power.id)
        if power.fleets and (g.land.is_sea(p) or g.land.coastal(p)):
            found[f"{power.id}-fleet"] = fleet_at(p, power.id)
    return found


def _put_place(g: Campaign, p: Place, key: str, value: str) -> None:
    group = _groups(g, p).get(key)
    if group is not None:
        g.emit(StrengthChanged(group=group, n=int(value) - g.state.sp_of(group), why="referee"))
        return
    match key:
        case "frontier-not-paid":
            g.emit(PoolPaid(place=p, unpaid=value == YES))
        case "control" if value == NONE:
            g.emit(ControlRemoved(place=p))
        case "control":
            g.emit(ControlPlaced(place=p, power=value))
        case "revolt":
            g.emit(RevoltBegan(place=p) if value == YES else RevoltEnded(place=p))
        case "fort":
            g.emit(NumberSet(field="fort", place=p, n=int(value == YES)))
        case _ if value == NONE:
            power = next(k for k, at in g.state.treasuries.items() if at == p)
            g.emit(TreasuryTaken(power=power))
        case _:
            g.emit(TreasuryMoved(power=value, to=p))
