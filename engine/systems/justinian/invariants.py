"""What must never be true of a position."""

from __future__ import annotations

from collections.abc import Iterator

from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.scenario import BYZANTINE


def broken(g: Campaign, *, at_rest: bool) -> list[str]:
    """Everything that must never be true and is, one sentence each."""
    found = [*_armies(g), *_groups(g), *_leaders(g), *_money(g)]
    return [*found, *_limits(g), *_resting(g)] if at_rest else found


def _armies(g: Campaign) -> Iterator[str]:
    for a in g.state.armies.values():
        if (a.at is not None) != (a.where == "map"):
            yield f"{a.id} is {a.where} and at {a.at}"
        if a.sp < 0 or any(n <= 0 for n in a.allied.values()):
            yield f"{a.id} has {a.sp} SP and allies {a.allied}"
        if a.at is None and (a.strength or a.leader or a.defeated or a.disorganized or a.unpaid or a.led_by):
            yield f"{a.id} is not on the map and keeps SP, a leader or markers"
        if a.power == BYZANTINE and a.at is not None and g.land.is_box(a.at):
            yield f"{a.id} is in a box (7.19)"
        if a.at is not None and g.land.is_sea(a.at) and (g.state.activation is None or a.at != g.state.activation.at):
            yield f"{a.id} is at sea without a fleet"
        if a.led_by is not None:
            head = g.army(a.led_by)
            if head.led_by is not None or head.id == a.id:
                yield f"{a.id} is led by {head.id}, which is led itself"
            if head.at != a.at:
                yield f"{a.id} and {head.id} are combined and apart (6.52)"


def _groups(g: Campaign) -> Iterator[str]:
    for place, pool in g.state.frontier.items():
        if pool.sp <= 0:
            yield f"{g.land.name(place)} has {pool.sp} Frontier SP"
        if place == g.land.lazica or not g.land.is_province(place):
            yield f"Frontier SP are in {g.land.name(place)} (3.41)"
    for place, here in g.state.detached.items():
        for power, n in here.items():
            if n <= 0 or not g.major(power):
                yield f"{g.land.name(place)} has {n} Detached SP of {power} (4.33)"
        if place == g.land.lazica or not g.land.is_province(place):
            yield f"Detached SP are in {g.land.name(place)} (3.41)"
    for power, pools in g.state.fleets.items():
        for place, pool in pools.items():
            if pool.sp <= 0:
                yield f"{power} has {pool.sp} Fleet SP at {g.land.name(place)}"
            if not g.land.is_sea(place) and not g.land.coastal(place):
                yield f"a fleet of {power} is at {g.land.name(place)}, which has no coast"
    for place, power in g.state.control.items():
        if not g.major(power) or not g.land.is_province(place) or place == g.land.lazica:
            yield f"a control marker of {power} is in {g.land.name(place)} (7.18)"
        if place in g.state.revolt:
            yield f"{g.land.name(place)} is In Revolt and has a control marker (9.0-c)"
    for place in g.state.forts:
        if g.land.city(place) or g.land.area(place).fort:
            yield f"a Fort is built in {g.land.name(place)} (6.54)"
    if len(set(g.state.forts)) != len(g.state.forts) or len(set(g.state.revolt)) != len(g.state.revolt):
        yield "a Fort or Revolt marker is there twice"


def _leaders(g: Campaign) -> Iterator[str]:
    commanding: dict[str, str] = {}
    for a in g.state.armies.values():
        if a.leader is None:
            continue
        if a.leader in commanding:
            yield f"{a.leader} commands {a.id} and {commanding[a.leader]}"
        commanding[a.leader] = a.id
        if g.state.magmil[a.leader].army != a.id:
            yield f"{a.leader} commands {a.id} and is with {g.state.magmil[a.leader].army}"
    for x in g.state.magmil.values():
        placed = (x.army is not None) + (x.at is not None)
        if placed != (1 if x.where == "map" else 0):
            yield f"{x.id} is {x.where}, with {x.army}, at {x.at}"
        if x.army is not None and g.army(x.army).at is None:
            yield f"{x.id} is with {x.army}, which is not on the map"
    for power, at in g.state.treasuries.items():
        if not g.land.is_province(at):
            yield f"the treasury of {power} is at {g.land.name(at)}"


def _money(g: Campaign) -> Iterator[str]:
    if g.state.gold < 0:
        yield f"the treasury has {g.state.gold} G"
    if g.state.owed < 0:
        yield f"{g.state.owed} G are owed"


def _limits(g: Campaign) -> Iterator[str]:
    for power in g.scenario.power_specs:
        limit = g.charts.sp_limit(power)
        if limit is not None and g.total_sp(power) > limit:
            yield f"{power} has {g.total_sp(power)} SP of {limit} (4.31, 4.35)"
    for a in g.armies(power=BYZANTINE):
        if a.strength > (g.charts.sp_limit("army") or 0):
            yield f"{a.id} has {a.strength} SP (4.31)"


def _resting(g: Campaign) -> Iterator[str]:
    """What need not hold in the middle of an activation."""
    if g.state.activation is not None and g.state.phase in ("barbarian", "byzantine"):
        return
    for power in g.state.out:
        if g.total_sp(power) or g.fleet_sp(power) or g.armies(power=power):
            yield f"{power} is out of the game and has forces (8.28)"
    if g.state.phase in ("setup-byzantine", "setup-barbarian"):
        return
    for a in g.state.placed():
        if a.strength == 0 and (a.power == BYZANTINE or (g.land.box(a.power) not in (None, a.at))):
            yield f"{a.id} is on the map without SP (8.26)"
