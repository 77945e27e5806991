"""6.23, 6.24, 6.27 Troops of the barbarians: raised in their boxes, in their Cities, and deserting again."""

from __future__ import annotations

from engine.kernel.board import Place
from engine.kernel.decisions import yes_no
from engine.kernel.dice import D10, RollRequest
from engine.kernel.text import Text, joined
from engine.systems.justinian import levy, sharing, standing
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import Deserted, Recruited, SelectRecruited, StrengthChanged
from engine.systems.justinian.scenario import VANDALS
from engine.systems.justinian.sharing import Part
from engine.systems.justinian.state import Army, detached_at, fleet_at, in_army


def due_in_box(g: Campaign, a: Army) -> bool:
    """6.23, 6.26 Whether a leader recruits as he is activated: he is in his own box, for the first time this turn."""
    return a.at is not None and a.at == g.land.box(a.power) and a.recruited != g.state.turn


async def in_box(g: Campaign, a: Army, rule: str = "6.23") -> None:
    """6.23 The dice for his troops; what is beyond the power's limit is lost (4.35)."""
    n = await troops(g, a.power, rule)
    room = g.room(a.power)
    g.emit(Recruited(army=a.id, rule=rule))
    n = n if room is None else min(n, room)
    if n:
        g.emit(StrengthChanged(group=in_army(a), n=n, why="recruited", rule=rule))


async def troops(g: Campaign, power: str, rule: str) -> int:
    """T:barbarian_activation SP a power's dice give it."""
    row = g.charts.activated(power)
    if not row.dice:
        return row.base
    roll = await g.roll(
        RollRequest(
            purpose="troops",
            side="barbarian",
            text=Text("Troops of the {name}", name=g.power(power).name),
            rule=rule,
            table="barbarian_activation",
            count=row.dice,
            outcome=lambda total: Text("{n} SP", n=row.base + total),
        )
    )
    return row.base + roll.total


# -- Vandals and Ostrogoths (6.24) --------------------------------------------------------------------------------


def cities(g: Campaign, power: str) -> list[Place]:
    """6.24 City provinces a power controls."""
    return [p for p in g.held_by(power) if g.land.city(p)]


def may_by_select(g: Campaign, power: str) -> bool:
    """6.24 Whether a Select marker would bring new SP: once a turn, to Vandals or Ostrogoths with a City."""
    return power not in g.state.select_recruited and g.land.box(power) is None and bool(cities(g, power))


def prospect(g: Campaign, power: str) -> Text:
    """What recruiting by a Select marker brings, before the dice are rolled: the least, the most, and its price."""
    row = g.charts.activated(power)
    least, most, room = row.base, row.base + row.dice * D10[-1], g.room(power)
    brings = Text("{least} to {most} SP", least=least, most=most)
    if room is not None and room < most:
        # 4.35 Beyond its limit none are received; ships don't count.
        brings = Text("{brings}, of which {n} on land may stay", brings=brings, n=room)
    if power != VANDALS:
        return brings
    n = g.charts.manpower("desertion")
    return joined([brings, Text("{n} SP desert before each move of a Vandal army this turn", n=n)], "; ")


async def by_select(g: Campaign, power: str, *, recruit: bool) -> None:
    """6.24 The first activation by a Select marker in a turn: the power may recruit.

    Who doesn't then can't later in the turn: it isn't the first time any more. SP without a place are lost.
    """
    if power in g.state.select_recruited or g.land.box(power) is not None:
        return
    places = cities(g, power)
    if not (places and recruit):
        g.emit(SelectRecruited(power=power, rule="6.24"))
        return
    n = await troops(g, power, "6.24")
    g.emit(SelectRecruited(power=power, desertion=power == VANDALS and n > 0, rule="6.24"))
    await _place(g, power, places, n)


async def may_recruit(g: Campaign, power: str) -> bool:
    """Whether a power recruits that a Combined Operation names, which counts as selecting it (6.24, 6.43)."""
    if not may_by_select(g, power):
        return False
    pick = await g.ask(
        yes_no(
            kind="recruit-by-select",
            side="barbarian",
            rule="6.24",
            prompt=Text("Do the {name} recruit?", name=g.power(power).name),
            yes=Text("Recruit"),
            no=Text("Don't recruit"),
            default=True,
            lean=3.0,
            note=prospect(g, power),
        )
    )
    return pick.key == "yes"


async def _place(g: Campaign, power: str, places: list[Place], n: int) -> None:
    """6.24 New SP go to City provinces, to a leader there or Detached; 3 of them may become a ship instead.

    What is beyond the power's limit is lost (4.35).
    """
    each, room = g.charts.manpower("sp_for_a_ship"), g.room(power)
    ports = [p for p in g.held_by(power) if g.land.coastal(p) and not g.fleets(p, "byzantine")]  # 7.22

    def recruits(ships: int) -> int:
        left = n - each * ships
        return left if room is None else min(left, room)

    land: list[Part] = []
    for p in places:
        leaders = [a for a in g.armies(p, power)]
        land += [Part(a.id, Text("{army}", army=g.state.names[a.id]), n, p, 3.0) for a in leaders]
        if p != g.land.lazica:
            detached = detached_at(p, power)
            land.append(Part(detached.key, g.state.told(detached), n, p, 0.4))
    given = await levy.place(
        g,
        levy.Levy(
            side="barbarian",
            rule="6.24",
            prompt=Text("Where {n:=does|do} {n} new SP go?", n=n),
            land=land,
            ports=[_port(g, p, power, n // each) for p in ports],
            recruits=recruits,
            ships_rule="6.24",
            price=Text("{each} SP each", each=each),
            first={},
        ),
    )
    for part in land:
        if k := given.get(part.key):
            assert part.at is not None
            group = in_army(g.army(part.key)) if part.key in g.state.armies else detached_at(part.at, power)
            g.emit(StrengthChanged(group=group, n=k, why="recruited", rule="6.24"))
    for p in ports:
        if k := given.get(fleet_at(p, power).key):
            g.emit(StrengthChanged(group=fleet_at(p, power), n=k, why="built", rule="6.24"))


def _port(g: Campaign, place: Place, power: str, most: int) -> Part:
    fleet = fleet_at(place, power)
    return Part(fleet.key, g.state.told(fleet), most, place, 0.1)


# -- Vandal Desertion (6.27) --------------------------------------------------------------------------------------


def deserters(g: Campaign) -> int:
    """6.27 Vandal SP that desert before the next move, attack or voyage of a Vandal army in this activation."""
    activation = g.state.activation
    if activation is None or activation.deserted or not g.state.vandal_recruits:
        return 0
    return g.charts.manpower("desertion")


async def desertion(g: Campaign) -> None:
    """6.27 Before a Vandal army moves, fights or is carried, in a turn with Vandal recruits: 2 SP from anywhere.

    It happens once in an activation.
    """
    if not deserters(g):
        return
    g.emit(Deserted(rule="6.27"))
    groups = [x for x in g.groups() if x.power == VANDALS]
    n = min(g.charts.manpower("desertion"), sum(g.state.sp_of(x) for x in groups))
    parts = [Part(x.key, g.state.told(x), g.state.sp_of(x), g.state.place_of(x)) for x in groups]
    parts.sort(key=lambda p: p.key in g.state.armies)  # those who garrison are missed least
    prompt = Text("{n} Vandal SP desert: which?", n=n)
    given = await sharing.share(g, "barbarian", "desertion", "6.27", prompt, n, parts)
    for x in groups:
        if k := given.get(x.key):
            g.emit(StrengthChanged(group=x, n=-k, why="desertion", rule="6.27"))
    standing.settle(g)
