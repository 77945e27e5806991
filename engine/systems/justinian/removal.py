"""5.12 T:removal Minor powers and Persians go home (A2)."""

from __future__ import annotations

from engine.kernel.board import Place
from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.text import Text
from engine.systems.justinian import sharing, standing
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import (
    Allied,
    ArmiesSeparated,
    ArmyRemoved,
    PhaseBegan,
    StrengthChanged,
)
from engine.systems.justinian.scenario import BYZANTINE, PERSIA
from engine.systems.justinian.state import Army, Group, in_army


async def phase(g: Campaign) -> None:
    """A2, in the order of the case; then all boxes are empty, and alliances over (6.35, 6.44)."""
    separate(g)
    for a in list(g.state.placed()):
        if g.minor(a.power) and a.at is not None and not _stays(g, a.at):
            go_home(g, a)
    _allied_sp(g)
    await _persians(g)
    for a in list(g.state.placed(PERSIA)):
        if a.at is not None and g.land.is_box(a.at):
            go_home(g, a)
    standing.settle(g)
    for power, alliance in g.state.alliance.items():
        if alliance != "none":
            g.emit(Allied(power=power, alliance="none", rule="6.35"))
    standing.constantinople(g)  # which allies who are none any more may have been alone in
    g.emit(PhaseBegan(phase="maintenance", rule="5.2"))


def separate(g: Campaign) -> None:
    """6.44 Barbarian armies that were combined are on their own again."""
    led = tuple(a.id for a in g.state.placed() if a.led_by is not None and a.power != BYZANTINE)
    if led:
        g.emit(ArmiesSeparated(armies=led, rule="6.44"))


def _stays(g: Campaign, place: Place) -> bool:
    return g.land.is_province(place) and g.land.city(place)


def go_home(g: Campaign, a: Army) -> None:
    """SP and markers come off, and the leader is in his box."""
    box = g.land.box(a.power)
    if a.at == box and not (a.strength or a.defeated or a.disorganized):
        return
    for group in g.groups_of(a):
        g.emit(StrengthChanged(group=group, n=-g.state.sp_of(group), why="removed", rule="5.12"))
    g.emit(ArmyRemoved(army=a.id, to="box", box=box, why="removed", rule="5.12"))


def _allied_sp(g: Campaign) -> None:
    """Minor SP in armies of others that stand outside Cities."""
    for a in list(g.state.placed()):
        if not a.allied or a.at is None or _stays(g, a.at):
            continue
        for power, n in list(a.allied.items()):
            g.emit(StrengthChanged(group=in_army(a, power), n=-n, why="removed", rule="5.12"))


async def _persians(g: Campaign) -> None:
    """A die for each province with Persian SP that is too far from their box; they choose which go."""
    near = g.charts.removal("persians_beyond")
    away = g.land.from_box(PERSIA)
    for place in g.land.provinces:
        groups = [x for x in g.forces(place, "barbarian") if x.power == PERSIA]
        if groups and away.get(place, near + 1) > near:
            await _go(g, place, groups)


async def _go(g: Campaign, place: Place, groups: list[Group]) -> None:
    city = Modifier(value=g.charts.removal("city_drm"), reason=Text("City"), rule="5.12")
    roll = await g.roll(
        RollRequest(
            purpose="far-from-home",
            side="barbarian",
            text=Text("Persians in {place} go home", place=g.land.name(place)),
            rule="5.12",
            table="removal",
            modifiers=(city,) if g.land.city(place) else (),
            needs=Text("so many SP go"),
            outcome=lambda total: Text("{n} SP", n=max(0, total)),
        )
    )
    lost = max(0, roll.total)
    parts = [sharing.Part(x.key, g.state.told(x), g.state.sp_of(x), place) for x in groups]
    prompt = Text("Which Persian SP in {place} go home?", place=g.land.name(place))
    shares = await sharing.share(g, "barbarian", "far-from-home", "5.12", prompt, lost, parts)
    for x in groups:
        if n := shares.get(x.key):
            g.emit(StrengthChanged(group=x, n=-n, why="far-from-home", rule="5.12"))
