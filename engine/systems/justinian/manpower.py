"""5.3 Byzantine manpower: recruiting, ships, a new army (B1, B2, and as an activation)."""

from __future__ import annotations

from engine.kernel.board import Place
from engine.kernel.decisions import Choice, Choose
from engine.kernel.dice import RollRequest
from engine.kernel.text import Refusal, Text
from engine.systems.justinian import army_limits, levy
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import (
    ArmiesSeparated,
    ArmyMarked,
    ArmyPlaced,
    ArmyRaised,
    GoldChanged,
    PhaseBegan,
    StrengthChanged,
)
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.sharing import Part
from engine.systems.justinian.state import Army, fleet_at, frontier_at, in_army


async def phase(g: Campaign) -> None:
    """B0, B1"""
    led = tuple(a.id for a in g.state.placed(BYZANTINE) if a.led_by is not None)
    if led:
        g.emit(ArmiesSeparated(armies=led, rule="6.52"))
    await recruit(g)
    g.emit(PhaseBegan(phase="create", rule="5.34"))


async def recruit(g: Campaign) -> None:
    """5.31 When to recruit: in B1, and by an activation (6.51). A die of land SP (5.32), and ships for gold (5.33)."""
    roll = await g.roll(request())
    await place(g, roll.total)


def request() -> RollRequest:
    """5.32 The die of recruits."""
    return RollRequest(
        purpose="recruit",
        side="byzantine",
        text=Text("Byzantium recruits"),
        rule="5.32",
        outcome=lambda total: Text("{n} SP", n=total),
    )


def praesental_needs(g: Campaign) -> dict[str, int]:
    """5.32, 6.51 Praesental armies on the map below 10 SP, and what they lack."""
    least = g.charts.manpower("praesental_least")
    found = {a.id: least - a.strength for a in g.state.placed(BYZANTINE) if g.scenario.army_specs[a.id].praesental}
    return {army: n for army, n in found.items() if n > 0}


async def place(g: Campaign, n: int) -> None:
    """5.32, 5.33 Place recruits, Praesental armies below 10 SP first (4.31); with them any number of ships is built."""
    n = min(n, g.room(BYZANTINE) or 0)
    price = g.charts.expense("build_fleet")
    affordable = g.state.gold // price
    land, ports = _land(g, n), [_port(g, p, affordable) for p in fleet_ports(g)]
    given = await levy.place(
        g,
        levy.Levy(
            side="byzantine",
            rule="5.32",
            prompt=_prompt(g, n, price),
            land=land,
            ports=ports,
            recruits=lambda ships: n,
            ships_rule="5.33",
            price=Text("{price} G each", price=price),
            first=praesental_needs(g),
            why=lambda key: _no_place(g, key),
        ),
    )
    for part in land:
        if k := given.get(part.key):
            if part.key in g.state.armies:
                reinforce(g, g.army(part.key), k)
            else:
                assert part.at is not None
                g.emit(StrengthChanged(group=frontier_at(part.at), n=k, why="recruited", rule="5.32"))
    if ships := sum(given.get(p.key, 0) for p in ports):
        g.emit(GoldChanged(n=-price * ships, why="fleet", rule="5.33"))
    for part in ports:
        if k := given.get(part.key):
            assert part.at is not None
            g.emit(StrengthChanged(group=fleet_at(part.at, BYZANTINE), n=k, why="built", rule="5.33"))


def _port(g: Campaign, place: Place, most: int) -> Part:
    fleet = fleet_at(place, BYZANTINE)
    return Part(fleet.key, g.state.told(fleet), most, place, 0.05)


def _prompt(g: Campaign, n: int, price: int) -> Text:
    if not n:
        return Text("Build Fleet SP at {price} G each? {gold} G in the treasury", price=price, gold=g.state.gold)
    return Text("Where {n:=does|do} {n} new SP go?", n=n)


def _land(g: Campaign, n: int) -> list[Part]:
    """Where new SP may go; of armies as many as they have room for."""
    if not n:
        return []
    found = [
        Part(a.id, Text("{army} ({sp} SP)", army=g.state.names[a.id], sp=a.strength), g.army_room(a), a.at, 2.0)
        for a in g.state.placed(BYZANTINE)
    ]
    found += [
        Part(frontier_at(p).key, Text("Frontier SP in {place}", place=g.land.name(p)), n, p, 0.3)
        for p in frontier_provinces(g)
    ]
    return found


def _no_place(g: Campaign, key: str) -> Refusal | None:
    """3.41, 5.32 Why no new SP go to a group."""
    at = key.partition("@")[2]
    if not at.isdecimal() or key != frontier_at(int(at)).key:
        return None
    place = int(at)
    if place == g.land.lazica:
        return Refusal("Frontier SP never stand in {place}.", rule="3.41", place=g.land.name(place))
    if g.control(place) != "byzantine":
        return Refusal("Byzantium doesn't control {place}: no SP go there.", rule="5.32", place=g.land.name(place))
    return None


def frontier_provinces(g: Campaign) -> list[Place]:
    """3.41, 5.32 Provinces that may receive Frontier SP: controlled, not Lazica."""
    return [p for p in g.land.provinces if p != g.land.lazica and g.control(p) == "byzantine"]


def reinforce(g: Campaign, army: Army, n: int) -> None:
    """5.24, 8.25 Recruits join an army: 5 at one time and it is Paid; as many as it has, and its markers come off.

    Combined armies count as one for their markers.
    """
    before = g.strength(army)
    g.emit(StrengthChanged(group=in_army(army), n=n, why="recruited", rule="5.32"))
    if army.unpaid and n >= g.charts.manpower("paid_by_new"):
        g.emit(ArmyMarked(army=army.id, unpaid=False, rule="5.24"))
    if n >= before:
        for a in g.force(army):
            if a.defeated or a.disorganized:
                g.emit(ArmyMarked(army=a.id, defeated=False, disorganized=False, rule="8.25"))


def fleet_ports(g: Campaign) -> list[Place]:
    """5.33 Coastal City provinces under control; no fleet is placed where an enemy one is In Port (7.22)."""
    mine = (p for p in g.land.provinces if g.coastal_city(p) and g.control(p) == "byzantine")
    return [p for p in mine if not g.fleets(p, "barbarian")]


# -- a new army (B2) --------------------------------------------------------------------------------------------------


def free_counters(g: Campaign) -> list[Army]:
    """5.34 Army counters that can be raised, each with a province to be placed in."""
    if (g.room(BYZANTINE) or 0) < g.charts.manpower("new_army"):
        return []
    return [a for a in g.state.armies.values() if a.where == "aside" and a.power == BYZANTINE]


def raising_places(g: Campaign, army: str) -> list[Place]:
    """5.34 Europa, or a controlled province of the army's own."""
    own = [p for p in army_limits.places(g, army) if g.control(p) == "byzantine"]
    return list(dict.fromkeys([g.land.constantinople, *own]))


async def create(g: Campaign) -> None:
    """B2: one army of 10 new SP, for nothing; which, and where, is one choice."""
    free = free_counters(g)
    if free:
        found = {f"{a.id}-{g.land.map.code(p)}": (a.id, p) for a in free for p in raising_places(g, a.id)}
        pick = await g.ask(
            Choose(
                kind="new-army",
                side="byzantine",
                rule="5.34",
                prompt=Text("Raise an army of {n} SP?", n=g.charts.manpower("new_army")),
                choices=(*(_raising(g, *x) for x in found.items()), Choice("no", Text("No new army"), lean=0.2)),
                default_key="no",
            )
        )
        if pick.key != "no":
            _raise(g, *found[pick.key])
    g.emit(PhaseBegan(phase="command", rule="4.14"))


def _raising(g: Campaign, key: str, raised: tuple[str, Place]) -> Choice:
    """An army that may be raised, in a province; each army as likely, however many provinces it may choose from."""
    army, at = raised
    text = Text("{army} in {place}", army=g.state.names[army], place=g.land.name(at))
    return Choice(key, text, hex=at, lean=2.0 / len(raising_places(g, army)))


def _raise(g: Campaign, army: str, at: Place) -> None:
    g.emit(ArmyPlaced(army=army, at=at, rule="5.34"))
    n = g.charts.manpower("new_army")
    g.emit(StrengthChanged(group=in_army(g.army(army)), n=n, why="raised", rule="5.34"))
    g.emit(ArmyRaised(army=army, rule="5.34"))
