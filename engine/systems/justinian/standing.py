"""What holds at any moment and is put right after anything has changed: armies without SP, powers without forces, the
treasury in Constantinople."""

from __future__ import annotations

from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import (
    ActiveFleetLost,
    ArmiesCombined,
    ArmiesSeparated,
    ArmyRemoved,
    CommanderChanged,
    ConstantinopleHeld,
    GoldChanged,
    LeaderAway,
    PowerOut,
    StrengthChanged,
)
from engine.systems.justinian.scenario import BYZANTINE, OSTROGOTHS, VANDALS
from engine.systems.justinian.state import Army, fleet_at


def settle(g: Campaign) -> None:
    """Put right whatever the last events have left: in this order (8.26, 8.28, 5.13)."""
    empty_armies(g)
    powers_out(g)
    constantinople(g)


def empty_armies(g: Campaign) -> None:
    """8.26 Armies whose SP are gone otherwise than in a Defeat: a Byzantine counter is free and its MagMil in the cup,
    Persians and minor powers are in their boxes; Vandal and Ostrogoth leaders stay."""
    for a in list(g.state.placed()):
        if a.strength:
            continue
        if a.power == BYZANTINE and (left := [x for x in g.force(a) if x.led_by == a.id and x.strength]):
            hand_over(g, a, left)
        send_away(g, a, "8.26")


def hand_over(g: Campaign, old: Army, left: list[Army]) -> None:
    """8.26 The army whose MagMil leads has no SP left: he leads the largest that has, and the others with it."""
    new = max(left, key=lambda a: a.strength)
    g.emit(ArmiesSeparated(armies=tuple(a.id for a in left), rule="8.26"))
    if old.leader is not None:
        g.emit(CommanderChanged(army=new.id, leader=old.leader, rule="8.26"))
    others = tuple(a.id for a in left if a is not new)
    if others:
        g.emit(ArmiesCombined(army=new.id, others=others, rule="8.26"))


def send_away(g: Campaign, a: Army, rule: str) -> None:
    """Take an army without SP off the map, if it may not be there without."""
    box = g.land.box(a.power)
    if a.power == BYZANTINE:
        g.emit(ArmyRemoved(army=a.id, to="aside", why="empty", rule=rule))
    elif box is not None and (a.at != box or a.defeated or a.disorganized or a.led_by is not None):
        g.emit(ArmyRemoved(army=a.id, to="box", box=box, why="empty", rule=rule))


def powers_out(g: Campaign) -> None:
    """8.28 Vandals or Ostrogoths without land SP are out of the game for good; their control markers stay."""
    if g.state.phase in ("setup-byzantine", "setup-barbarian"):
        return
    for power in (VANDALS, OSTROGOTHS):
        if power not in g.state.out and g.total_sp(power) == 0:
            put_out(g, power)


def put_out(g: Campaign, power: str) -> None:
    """8.28 Its leaders on the map and on the turn track, and its Fleet SP, are removed."""
    g.emit(PowerOut(power=power, rule="8.28"))
    for place, pool in list(g.state.fleets.get(power, {}).items()):
        g.emit(StrengthChanged(group=fleet_at(place, power), n=-pool.sp, why="out", rule="8.28"))
    sailing = g.state.activation
    if sailing is not None and sailing.fleet == power and sailing.sp:
        g.emit(ActiveFleetLost(power=power, n=sailing.sp, rule="8.28"))
    for a in list(g.state.armies.values()):
        if a.power != power or a.where == "gone":
            continue
        if a.at is not None:
            g.emit(ArmyRemoved(army=a.id, to="gone", why="out", rule="8.28"))
        else:
            g.emit(LeaderAway(army=a.id, rule="8.28"))


def constantinople(g: Campaign) -> None:
    """5.13 The treasury is lost the moment the Barbarian controls Europa."""
    fallen = g.control(g.land.constantinople) == "barbarian"
    if fallen == g.state.fallen:
        return
    g.emit(ConstantinopleHeld(fallen=fallen, rule="5.13"))
    if fallen and g.state.gold:
        g.emit(GoldChanged(n=-g.state.gold, why="constantinople", rule="5.13"))
