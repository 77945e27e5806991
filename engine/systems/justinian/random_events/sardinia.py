"""9.0-c3 Revolt in Sardinia: whoever controls it sends men and a ship, and some are lost."""

from __future__ import annotations

from engine.kernel.decisions import Choice, Choose
from engine.kernel.dice import RollRequest
from engine.kernel.text import Text
from engine.systems.justinian import arrivals, sharing
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import EventStruck, RevoltBegan, StrengthChanged, StrengthMoved
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.sharing import Part
from engine.systems.justinian.state import Army, Group, detached_at, frontier_at, in_army

RULE = "9.0-c3"


async def strike(g: Campaign) -> None:
    """9.0-c3 Revolt: Sardinia."""
    at = g.land.sardinia
    power = _holder(g)
    g.emit(EventStruck(event="sardinia", without=power is None, rule=RULE))
    if power is None:
        return
    ships = [x for x in g.fleets() if x.power == power]
    fleet = await arrivals.send_ships(g, ships, g.charts.event_number("sardinia_fleet"), RULE)
    wanted = g.charts.event_number("sardinia_sp")
    there = _field_sp(g, power)
    have = min(wanted, sum(g.state.sp_of(x) for x in there))
    moved = await (_from_an_army if power == BYZANTINE else _from_anywhere)(g, power, wanted - have)
    sent = have + moved
    lost = min(await _lost(g, power), sent)
    fresh = frontier_at(at) if power == BYZANTINE else detached_at(at, power)
    parts = {x.key: Part(x.key, g.state.told(x), min(have, g.state.sp_of(x)), at) for x in there}
    if moved:
        known = parts.get(fresh.key)
        most = moved + (known.most if known is not None else 0)
        parts[fresh.key] = Part(fresh.key, g.state.told(fresh), min(most, g.state.sp_of(fresh)), at)
    prompt = Text("{n} SP are lost in Sardinia: which?", n=lost)
    given = await sharing.share(g, g.side_of(power), "sardinia-losses", RULE, prompt, lost, list(parts.values()))
    for x in [*there, *([] if fresh in there else [fresh])]:
        if n := given.get(x.key):
            g.emit(StrengthChanged(group=x, n=-n, why="revolt", rule=RULE))
    if not fleet or lost >= sent:
        g.emit(RevoltBegan(place=at, rule=RULE))


def _holder(g: Campaign) -> str | None:
    """The power that controls Sardinia; None where nobody does."""
    control = g.control(g.land.sardinia)
    if control == "none":
        return None
    if control == "byzantine":
        return BYZANTINE
    marker = g.state.control.get(g.land.sardinia)
    return marker or g.forces(g.land.sardinia, "barbarian")[0].power


def _field_sp(g: Campaign, power: str) -> list[Group]:
    """Field SP of the power in Sardinia: those count as sent."""
    return [x for x in g.forces(g.land.sardinia) if x.power == power and x.kind != "frontier"]


async def _from_an_army(g: Campaign, power: str, n: int) -> int:
    """Byzantine SP come from one army that has enough, or as many as any has, and stay as Frontier SP."""
    armies = [a for a in g.state.placed(BYZANTINE) if a.sp and a.at != g.land.sardinia]
    if not n or not armies:
        return 0
    best = max(armies, key=lambda a: a.sp)
    armies = [a for a in armies if a.sp >= min(n, best.sp)]
    if len(armies) > 1:
        pick = await g.ask(
            Choose(
                kind="sardinia-army",
                side="byzantine",
                rule=RULE,
                prompt=Text("Which army sends {n} SP to Sardinia?", n=n),
                choices=[_sender(g, a) for a in armies],
                default_key=best.id,
            )
        )
        best = g.army(pick.key)
    k = min(n, best.sp)
    to = frontier_at(g.land.sardinia)
    g.emit(StrengthMoved(source=in_army(best), to=to, n=k, why="sent", unpaid=best.unpaid, rule=RULE))
    return k


def _sender(g: Campaign, a: Army) -> Choice:
    text = Text("{army}, {n} SP", army=g.state.names[a.id], n=a.sp)
    return Choice(a.id, text, unit=a.id, hex=a.at, lean=float(a.sp))


async def _from_anywhere(g: Campaign, power: str, n: int) -> int:
    """Barbarian SP come from anywhere, and are Detached; a minor power has none elsewhere."""
    sources = [x for x in g.groups() if x.power == power and g.state.place_of(x) != g.land.sardinia]
    if not g.major(power) or not sources:
        return 0
    parts = [Part(x.key, g.state.told(x), g.state.sp_of(x), g.state.place_of(x)) for x in sources]
    prompt = Text("{n} SP go to Sardinia: which?", n=n)
    given = await sharing.share(g, "barbarian", "sardinia-sp", RULE, prompt, n, parts)
    to = detached_at(g.land.sardinia, power)
    for x in sources:
        if k := given.get(x.key):
            g.emit(StrengthMoved(source=x, to=to, n=k, why="sent", rule=RULE))
    return sum(given.values())


async def _lost(g: Campaign, power: str) -> int:
    """Half a die, fractions dropped."""
    roll = await g.roll(
        RollRequest(
            purpose="sardinia",
            side=g.side_of(power),
            text=Text("Losses of the {name} in Sardinia", name=g.power(power).name),
            rule=RULE,
            needs=Text("half of it is lost"),
            outcome=lambda total: Text("{n} SP", n=total // 2),
        )
    )
    return roll.total // 2
