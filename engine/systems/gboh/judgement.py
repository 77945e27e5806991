"""How a position stands, for players that plan: named parts, each better for a side the higher it is.

One Rout Point's share of an army's Withdrawal Level is the measure of all of them: an army that has lost none against
one that is about to withdraw stands at about 100. Distances and arcs are those of the moment when somebody else comes
to command, so what hangs in the air counts against who has let it hang.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.kernel.hexes import Hex, distance
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cohesion import cohesion, rout
from engine.systems.gboh.command import leaders
from engine.systems.gboh.state import Unit
from engine.systems.gboh.threat import Threats, fights, threat

WON = 60.0
"""Of a battle won, besides the points of the beaten army; lost is as much the other way. No more: a plan that wins in
one throw of ten would else hide what the other nine tell."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each part counts, as a share of the Rout Points of the unit it is about unless said otherwise."""

    near_the_end: float = 0.6
    """How much more a Rout Point counts for an army at its level than for a fresh one, as a share."""
    routed: float = 0.75
    """A unit that flees: it may rally."""
    hits: float = 0.45
    """A unit one hit short of breaking; in proportion below."""
    depleted: float = 0.3
    """A unit on its Depleted side."""
    flank: float = 0.16
    """A unit with an able enemy beside it that it doesn't face; half for each further one."""
    rear: float = 0.24
    """The same behind it."""
    next_to_act: float = 1.4
    """How much more it counts against the side that isn't next to act."""
    pressed: float = 0.06
    """A unit that has one enemy more before it than friends who hold it."""
    low: float = 0.01
    empty: float = 0.04
    """Missiles low, and used up."""
    approach: float = 0.012
    """Each hex between a fighter and the nearest enemy it could strike."""
    far: int = 25
    """Hexes beyond which distance makes no difference."""
    shooters: float = 0.006
    """Each hex by which who shoots is further away than its range, or nearer than two."""
    stray: float = 0.25
    """A leader next to an enemy with none of their own in the hex, as a share of their Rout Points."""
    unguarded: float = 0.1
    """A leader with none of their own in the hex whom a fighting enemy may come up to: the same."""
    reached: int = 4
    """Hexes within which one may."""
    struck: float = 0.04
    """A leader next to an enemy who fights: the same."""
    shot_at: float = 0.04
    """A leader in reach of an enemy who shoots, for each of two."""
    bowshot: int = 2
    """Hexes that such an enemy reaches well."""
    alone: float = 0.008
    """A fighter within reach of the enemy without a friend beside it."""
    threats: Threats = field(default_factory=Threats)
    """What the enemy may come to do in one move."""


def judge(g: Battle, side: str, w: Weights = Weights()) -> dict[str, float]:
    """The parts of how the position stands for a side; their sum is its worth."""
    foe = g.foe(side)
    if g.state.outcome is not None:
        won = 0.0 if g.state.winner is None else WON if g.state.winner == side else -WON
        return {"outcome": won, "points": _points(g, foe, w) - _points(g, side, w)}
    ours, theirs = _army(g, side, w, waits=True), _army(g, foe, w, waits=False)
    parts = {name: theirs[name] - ours[name] for name in ours}
    parts["threat"] = -_share(g, side) * threat(g, side, w.threats)
    parts["ground"] = -_approach(g, side, w)
    return parts


def _share(g: Battle, side: str) -> float:
    """What one Rout Point counts for an army."""
    return 100.0 / max(1, g.state.sides[side].withdrawal_level)


def _points(g: Battle, side: str, w: Weights) -> float:
    account = g.state.sides[side]
    lost = account.rout_points / max(1, account.withdrawal_level)
    return 100.0 * lost * (1 + w.near_the_end * min(1.0, lost))


def _army(g: Battle, side: str, w: Weights, *, waits: bool) -> dict[str, float]:
    """What an army has lost, and what it stands to lose; ``waits``: the other one acts next."""
    share = _share(g, side)
    cohesive = exposed = missiles = 0.0
    for u in g.state.units.values():
        if u.side != side or not u.on_map:
            continue
        worth = max(1, rout.points(u)) * share
        if u.routed:
            cohesive += w.routed * worth
            continue
        cohesive += worth * (w.hits * min(1.0, u.hits / max(1, cohesion.tq(g, u))) + w.depleted * _is_depleted(u))
        if u.missile is not None:
            missiles += worth * (w.low if u.supply == "low" else w.empty if u.supply == "no" else 0.0)
        exposed += worth * exposure(g, u, w)
    led = share * _leaders(g, side, w)
    more = w.next_to_act if waits else 1.0
    return {
        "points": _points(g, side, w),
        "cohesion": cohesive,
        "exposure": exposed * more,
        "leaders": led,
        "missiles": missiles,
    }


def _is_depleted(u: Unit) -> bool:
    return bool(getattr(u, "depleted", False))


def exposure(g: Battle, u: Unit, w: Weights) -> float:
    """What threatens a unit where it stands."""
    if u.beneath is not None:
        return 0.0
    beside = [e for e in g.enemies_beside(u) if not e.routed]
    if not beside:
        return 0.0
    found, before = 0.0, 0
    for e in beside:
        if not fights(e):
            continue
        arc = g.arc_of_attack(u, e)
        if arc == "front":
            before += 1
        else:
            weight = w.rear if arc == "rear" else w.flank
            found += weight if not found else weight / 2
    return found + w.pressed * max(0, before - 1)


def _leaders(g: Battle, side: str, w: Weights) -> float:
    """Rout Points that are at stake in leaders who are in danger."""
    shooters = [e for e in g.units(g.foe(side)) if not e.routed and e.missile is not None and e.supply != "no"]
    fighters = [e for e in g.units(g.foe(side)) if not e.routed and fights(e)]
    found = 0.0
    for x in g.leaders(side):
        near = [e for e in g.adjacent_enemies(x.at, side) if not e.routed]
        alone = g.unit_at(x.at) is None
        risk = w.stray if near and alone else w.struck if any(map(fights, near)) else 0.0
        if alone and not near and any(distance(x.at, e.at) <= w.reached for e in fighters):
            risk = w.unguarded
        reach = sum(distance(x.at, e.at) <= w.bowshot for e in shooters)
        found += leaders.rp(g, x) * (risk + w.shot_at * min(2, reach))
    return found


def _approach(g: Battle, side: str, w: Weights) -> float:
    """How far an army's units are from where they can do something."""
    targets = [h for e in g.units(g.foe(side)) if not e.routed for h in footprint.hexes_of(e)]
    if not targets:
        return 0.0
    share, found = _share(g, side), 0.0
    friends = [u for u in g.units(side) if not u.routed and u.beneath is None]
    places: set[Hex] = {u.at for u in friends}
    for u in friends:
        if not u.ma:
            continue
        worth = max(1, rout.points(u)) * share
        d = min(distance(u.at, h) for h in targets)
        if fights(u):
            found += w.approach * worth * min(w.far, d - 1)
            if d <= 3 and not any(n in places for n in g.map.neighbours(u.at)):
                found += w.alone * worth
        elif u.missile is not None and u.supply != "no":
            found += w.shooters * worth * min(w.far, abs(d - 2))
    return found
