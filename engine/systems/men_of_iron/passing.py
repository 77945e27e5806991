"""8.0 Riding through friends: mounted Men-at-Arms through their own missile infantry, and what it does to it."""

from __future__ import annotations

from engine.kernel import risk
from engine.kernel.decisions import Risk
from engine.kernel.dice import RollRequest
from engine.kernel.text import Text
from engine.systems.men_of_iron import results, special
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import Told
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.state import Unit


def rides(unit: Unit) -> bool:
    """8.0 Only mounted Men-at-Arms ride through friends; one Retired has a single hex to go and would have to stop."""
    return unit.type == "MM" and not unit.retired


def may_ride_through(g: Battle, rider: Unit, friend: Unit) -> bool:
    """8.0, CO-3 Whether the rider may pass through the hex of this friend."""
    if not rides(rider) or rider.side != friend.side or rider.id == friend.id:
        return False
    return friend.missile_infantry or rides_down(g, rider, friend)


def rides_down(g: Battle, rider: Unit, friend: Unit) -> bool:
    """CO-3 Whether the friend is sent off at once instead of being rolled for."""
    return special.any_of(g, Special.rides_through, rider, friend)


def fee(g: Battle) -> int:
    """T-MP: MP more for a hex with a friend in it."""
    return g.charts.action("ride_through")


async def entered(g: Battle, rider: Unit, friend: Unit) -> bool:
    """The rider has entered the friend's hex; True when :func:`left` is still to decide what it does to him."""
    if not rides_down(g, rider, friend):
        return True
    if not friend.retired:
        await results.retire(g, friend, cause="other", rule="CO-3", pointless=True)
    return False


def _request(g: Battle, rider: Unit, friend: Unit) -> RollRequest:
    """T-PASS"""
    harmed = g.charts.threshold("pass_disorders")
    harm = Text("Disordered")
    if friend.disordered:
        harm = Text("eliminated") if results.homeless(g, friend) else Text("Retires")
    return RollRequest(
        purpose="ride-through",
        side=rider.side,
        text=Text("{rider} rides through {friend}", rider=rider.id, friend=friend.id),
        rule="8.0/pass",
        table="thresholds",
        needs=Text("{n} or more", n=harmed + 1),
        unit=friend.id,
        outcome=lambda total: harm if total <= harmed else Text("no effect"),
    )


def at_stake(g: Battle, rider: Unit, friend: Unit) -> Risk | None:
    """8.0/pass What riding through the friend is rolled for; None where nothing is."""
    if friend.retired or rides_down(g, rider, friend):
        return None
    harmed = g.charts.threshold("pass_disorders")
    words = "has {unit} Retire" if friend.disordered else "leaves {unit} Disordered"
    needs = Text("needs {n} or more", n=harmed + 1)
    return risk.of(_request(g, rider, friend), lambda n: n > harmed, needs, Text(words, unit=friend.id))


async def left(g: Battle, rider: Unit, friend: Unit) -> None:
    """8.0/pass, T-PASS Riding through missile infantry, the roll: whether the friend becomes Disordered, or Retires.

    A Retired unit has nothing left to lose by it: only combat eliminates it (12.4).
    """
    if not friend.on_map or friend.retired:
        return
    roll = await g.roll(_request(g, rider, friend))
    if roll.total > g.charts.threshold("pass_disorders"):
        story = Text("{friend} lets {rider} through in good order.", friend=friend.id, rider=rider.id)
        g.emit(Told(unit=friend.id, story=story, rule="8.0/pass"))
    elif friend.disordered:
        await results.retire(g, friend, cause="other", rule="8.0/pass")
    else:
        await results.disorder(g, friend, cause="other", rule="8.0/pass")
