"""5.3 Byzantine manpower: recruiting, ships, a new army (B1, B2, and as an activation)."""

from __future__ import annotations

from engine.kernel.board import Place
from engine.kernel.decisions import Choice, Choose
from engine.kernel.dice import RollRequest
from engine.kernel.text import Text
from engine.systems.justinian import army_limits, sharing
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
    """5.31 When to recruit: in B1, and by an activation (6.51). A die of land SP (5.32), then ships (5.33)."""
    roll = await g.roll(request())
    await place(g, roll.total)
    await build_fleets(g)


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
    """5.32 Place recruits: Praesental armies below 10 SP come first, then wherever the player likes (4.31)."""
    n = min(n, g.room(BYZANTINE) or 0)
    needs = praesental_needs(g)
    first = await sharing.share(
        g,
        "byzantine",
        "recruits",
        "5.32",
        Text("{n} SP: which Praesental army is filled first?", n=n),
        min(n, sum(needs.values())),
        [Part(a, Text("{army}", army=g.state.names[a]), k, g.army(a).at) for a, k in needs.items()],
    )
    left = n - sum(first.values())
    received = dict(first)
    for key, k in (await _anywhere(g, left, first)).items():
        received[key] = received.get(key, 0) + k
    for key, k in received.items():
        if key in g.state.armies:
            reinforce(g, g.army(key), k)
        else:
            at = int(key.partition("@")[2])
            g.emit(StrengthChanged(group=frontier_at(at), n=k, why="recruited", rule="5.32"))


async def _anywhere(g: Campaign, n: int, taken: dict[str, int]) -> dict[str, int]:
    parts = [
        Part(
            a.id,
            Text("{army}, {sp} SP", army=g.state.names[a.id], sp=a.strength),
            g.army_room(a) - taken.get(a.id, 0),
            a.at,
            2.0,
        )
        for a in g.state.placed(BYZANTINE)
    ]
    parts += [
        Part(frontier_at(p).key, Text("Frontier SP in {place}", place=g.land.name(p)), n, p, 0.3)
        for p in frontier_provinces(g)
    ]
    prompt = Text("Where do {n} new SP go?", n=n)
    return await sharing.share(g, "byzantine", "recruits", "5.32", prompt, n, parts)


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


async def build_fleets(g: Campaign) -> None:
    """5.33 Any number of Fleet SP at 3 G each."""
    price = g.charts.expense("build_fleet")
    most = g.state.gold // price
    parts = [
        Part(fleet_at(p, BYZANTINE).key, Text("{place}", place=g.land.name(p)), most, p, 0.05) for p in fleet_ports(g)
    ]
    prompt = Text("Build Fleet SP at {price} G each? {gold} G in the treasury", price=price, gold=g.state.gold)
    built = await sharing.share(
        g, "byzantine", "build-fleets", "5.33", prompt, most, parts, all_of_it=False, default={}
    )
    if not built:
        return
    g.emit(GoldChanged(n=-price * sum(built.values()), why="fleet", rule="5.33"))
    for key, n in built.items():
        at = int(key.partition("@")[2])
        g.emit(StrengthChanged(group=fleet_at(at, BYZANTINE), n=n, why="built", rule="5.33"))


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
    """B2: one army of 10 new SP, for nothing."""
    free = free_counters(g)
    if free:
        pick = await g.ask(
            Choose(
                kind="new-army",
                side="byzantine",
                rule="5.34",
                prompt=Text("Raise an army of {n} SP?", n=g.charts.manpower("new_army")),
                choices=(
                    *(Choice(a.id, Text("{army}", army=g.state.names[a.id]), lean=2.0) for a in free),
                    Choice("no", Text("No new army"), lean=0.2),
                ),
                default_key="no",
            )
        )
        if pick.key != "no":
            await _raise(g, pick.key)
    g.emit(PhaseBegan(phase="command", rule="4.14"))


async def _raise(g: Campaign, army: str) -> None:
    places = raising_places(g, army)
    at = places[0]
    if len(places) > 1:
        pick = await g.ask(
            Choose(
                kind="new-army-place",
                side="byzantine",
                rule="5.34",
                prompt=Text("Where is {army} placed?", army=g.state.names[army]),
                choices=[Choice(str(p), Text("{place}", place=g.land.name(p)), hex=p) for p in places],
                default_key=str(places[0]),
                subject=army,
            )
        )
        at = int(pick.key)
    g.emit(ArmyPlaced(army=army, at=at, rule="5.34"))
    n = g.charts.manpower("new_army")
    g.emit(StrengthChanged(group=in_army(g.army(army)), n=n, why="raised", rule="5.34"))
    g.emit(ArmyRaised(army=army, rule="5.34"))
