"""How sensible choices are: the ``lean`` of menus, by which players that are no people choose. No rule asks for it.

An army attacks or holds as its ``stance`` in the scenario has it. One that attacks gathers out of bowshot before it
closes, brings its horse to charging distance and its foot against what is weak; one that holds shoots, keeps its
formation, and strikes only at Disordered enemies near it.
"""

from __future__ import annotations

from typing import Literal

from engine.kernel.hexes import Facing, Hex, distance, front
from engine.systems.men_of_iron import charge, fire, formations, reach, shot, victory
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.shock.planning import WORTH
from engine.systems.men_of_iron.state import CommandState, Leader, Standard, Unit

Errand = Literal["advance", "strike", "fall back", "home", "shoot", "turn", "form", "break up", "fight", "rest", "wait"]
"""What a unit had best do: go on towards the enemy, or against a Disordered one; away from enemies it can't face; to
its Standard; shoot; turn; take up its formation, or leave it to attack; leave things to the Shock part; recover; or
nothing."""

URGE: dict[Errand, float] = {
    "advance": 0.5,
    "strike": 1.0,
    "fall back": 0.5,
    "home": 0.1,
    "shoot": 0.8,
    "turn": 0.2,
    "form": 0.2,
    "break up": 0.8,
    "fight": 0.5,
    "rest": 0.35,
    "wait": 0.01,
}
"""How much one unit with the errand speaks for activating its Command."""

GATHERED = 0.45
"""Share of an army's fighters that must be near the enemy before it closes."""

STANDOFF, NEAR = 5, 7
"""Hexes from the enemy at which an army gathers, and within which its fighters count as near."""

ALERT = 5
"""Hexes from the nearest enemy at which a unit looks to its facing and formation."""


# -- the position ----------------------------------------------------------------------------------------------------


def holds(g: Battle, side: str) -> bool:
    return g.spec(side).stance == "hold"


def _threats(g: Battle, side: str) -> tuple[Unit, ...]:
    """Enemy units of ``side`` that have not Retired."""
    enemy = g.foe(side)
    return g.kept("threats", lambda: tuple(e for e in g.army(enemy) if not e.retired), enemy)


def nearest(g: Battle, h: Hex, side: str) -> int:
    """Hexes from ``h`` to the nearest enemy of ``side`` that has not Retired; 0 where there is none."""
    return g.kept("distances", lambda: _distances(g, side), g.foe(side)).get(h, 0)


def _distances(g: Battle, side: str) -> dict[Hex, int]:
    """All hexes by their distance to the nearest of these enemies, ring by ring."""
    edge = [e.at for e in _threats(g, side)]
    found = dict.fromkeys(edge, 0)
    far = 0
    around = g.map.neighbours
    while edge:
        far += 1
        edge = [n for h in edge for n in around(h) if n not in found and found.setdefault(n, far)]
    return found


def gathered(g: Battle, side: str) -> bool:
    """Whether enough of the army is near the enemy to close with him."""
    return g.kept(("gathered", side), lambda: _gathered(g, side))


def _gathered(g: Battle, side: str) -> bool:
    fighters = [u for u in g.army(side) if not u.retired and not u.missile_infantry]
    near = sum(nearest(g, u.at, side) <= NEAR for u in fighters)
    return near >= GATHERED * len(fighters)


def _outshot(g: Battle, side: str) -> bool:
    """Whether the enemy has more units that shoot."""
    return g.kept(("outshot", side), lambda: _shooters(g, side) < _shooters(g, g.foe(side)))


def _shooters(g: Battle, side: str) -> int:
    return sum(u.missile_infantry and not u.retired for u in g.army(side))


def prey(g: Battle, unit: Unit, enemy: Unit) -> float:
    """How promising an enemy is for the unit's Shock: weapons, its Shock DRM, its state and formation."""
    matrix = g.charts.weapons(unit.type, enemy.type)
    if matrix is None:
        return -9.0
    value = float(matrix + g.drm(enemy))
    if enemy.retired:
        value += 3
    elif enemy.disordered:
        value += 2
    if enemy.formation is not None:
        value -= 2 if enemy.formation == "schiltron" else 1
    return value + g.ground(enemy.at).shock


# -- what a unit had best do -------------------------------------------------------------------------------------------


def errand(g: Battle, u: Unit) -> Errand:
    return g.kept(("errand", u.id, _has_shot(g, u)), lambda: _errand(g, u))


def _errand(g: Battle, u: Unit) -> Errand:
    if u.retired:
        standard = g.standard(u)
        return "home" if standard is not None and distance(u.at, standard.hex) > 1 else "wait"
    beside = g.adjacent_enemies(u.at, u.side)
    if u.disordered and not beside:
        return "rest"
    if shots(g, u):
        return "shoot"
    ahead = g.opponents(u)
    if u.disordered:
        return "fall back" if any(e.normal for e in beside) else "fight"
    if u.formation is not None:
        return _in_formation(g, u, ahead)
    if ahead and not (u.type == "MM" and all(e.normal and e.foot for e in ahead)):
        return "fight"
    if beside and u.foot:
        return "turn"
    if holds(g, u.side):
        return _holding(g, u)
    if u.type == "MM" and charge.possible(g, u):
        return "fight"
    if gathered(g, u.side) or nearest(g, u.at, u.side) > STANDOFF:
        return "advance"
    if u.weapon is not None and not _outshot(g, u.side):
        return "advance"
    return "turn" if looks_away(g, u) else "wait"


def is_weak(g: Battle, e: Unit) -> bool:
    """Whether an army that holds may strike at the enemy: he is Disordered, or shoots with no horse near to help."""
    if e.disordered or not e.missile_infantry:
        return e.disordered
    friends = (f for f in g.army(e.side) if f.type == "MM" and f.normal)
    return not any(distance(f.at, e.at) <= 4 for f in friends)


def _weak(g: Battle, side: str) -> list[Hex]:
    """Where enemies of ``side`` stand that an army that holds may strike at."""
    enemy = g.foe(side)
    return g.kept("weak", lambda: [e.at for e in g.army(enemy) if is_weak(g, e)], enemy)


def _in_formation(g: Battle, u: Unit, ahead: list[Unit]) -> Errand:
    if u.formation == "schiltron":
        if ahead:
            return "fight"
        return "wait" if holds(g, u.side) else "advance"
    if ahead and all(is_weak(g, e) for e in ahead):
        return "break up"
    if (
        not ahead
        and u.formation == "shield-wall"
        and any(distance(u.at, e.at) <= 2 and is_weak(g, e) for e in _threats(g, u.side))
    ):
        return "break up"
    if not holds(g, u.side) and nearest(g, u.at, u.side) > 1:
        return "break up"
    return "turn" if looks_away(g, u) else "wait"


def _holding(g: Battle, u: Unit) -> Errand:
    if g.charts.can_shock(u.type):
        far = 4 if u.mounted else 3
        if any(distance(u.at, h) <= far for h in _weak(g, u.side)):
            return "strike"
    if formations.known(g, u) is not None and nearest(g, u.at, u.side) <= ALERT:
        return "form"
    return "turn" if looks_away(g, u) else "wait"


def looks_away(g: Battle, u: Unit) -> bool:
    """Whether the nearest enemy is near and not before it."""
    if not g.enemies_within(u.at, u.side, 1, ALERT):
        return False
    near = min(_threats(g, u.side), key=lambda e: distance(u.at, e.at), default=None)
    return near is not None and distance(u.at, near.at) <= ALERT and g.arc(u, near.at) != "front"


def shots(g: Battle, u: Unit) -> list[Unit]:
    """Enemies it could shoot at from where it stands, whoever is active; [] once it has fired in this activation."""
    return g.kept(("aims", u.id), lambda: fire.aims(g, u)) if _has_shot(g, u) else []


def _has_shot(g: Battle, u: Unit) -> bool:
    """Whether it could shoot if somebody came in sight."""
    if u.weapon is None:
        return False
    act = g.state.activation
    if act is not None and (u.id in act.fired or u.id in act.worked):
        return False
    return shot.inability(g, u) is None


# -- leans -------------------------------------------------------------------------------------------------------------


def of_unit(g: Battle, u: Unit, *, ready: bool, recovers: bool) -> float:
    """Of ordering the unit now; ``ready``: it has done nothing yet in this activation."""
    if recovers:
        return 0.15
    if not ready:
        if shots(g, u) and not (u.type == "GE" and u.id in g.act.fired):
            return 3.0
        # Genitors ride off again once they have thrown.
        return 1.0 if u.type == "GE" and u.id not in g.act.moved and g.adjacent_enemies(u.at, u.side) else 0.1
    what = errand(g, u)
    if what == "shoot":
        return 3.0
    return 0.15 if what in ("rest", "wait", "fight") else 2.0


def of_moving(g: Battle, u: Unit) -> float:
    """Of moving rather than shooting, turning or changing formation."""
    return 3.0 if errand(g, u) in ("advance", "strike", "fall back", "home") or u.type == "GE" else 0.3


def of_turning(g: Battle, u: Unit) -> float:
    return 2.0 if errand(g, u) == "turn" else 0.3


def of_shot(g: Battle, u: Unit, target: Unit, at: Hex | None = None) -> float:
    """Of an Active shot, by what it is expected to do; men-at-arms count more."""
    expected = sum(WORTH[code] for codes in shot.preview(g, u, target, "active", at=at).results for code in codes) / 10
    return 1.0 + 2.0 * expected * (1.3 if target.man_at_arms else 1.0)


def of_forming(g: Battle, units: list[Unit]) -> float:
    """Of taking these up into their formation."""
    if not holds(g, units[0].side):
        return 0.1 if units[0].type == "DM" else 0.5
    if g.state.phase == "setup":
        return 20.0
    return 3.0 if 2 * sum(errand(g, u) == "form" for u in units) > len(units) else 0.1


def of_leaving(g: Battle, units: list[Unit]) -> float:
    """Of taking these out of their formation."""
    if g.state.phase == "setup":
        return 0.05
    return 3.0 if 2 * sum(errand(g, u) == "break up" for u in units) > len(units) else 0.05


def of_facing(g: Battle, u: Unit, at: Hex, f: Facing) -> float:
    """Of a facing: enemies in front, or at least ahead."""
    ahead = front(at, f)
    near = g.kept(("closest", at), lambda: _closest(g, at, u.side), g.foe(u.side))
    met = sum(8.0 for h in ahead if g.enemy_in(h, u.side))
    towards = 3.0 * sum(distance(h, near) < distance(at, near) for h in ahead) if near is not None else 0.0
    return 1.0 + met + towards


def _closest(g: Battle, at: Hex, side: str) -> Hex | None:
    return min((e.at for e in g.army(g.foe(side))), key=lambda h: distance(at, h), default=None)


def of_destination(g: Battle, u: Unit, node: reach.Node) -> float:
    """Of a hex to move to."""
    score = _score(g, u, node.hex) - 0.02 * node.mp - len(node.ridden_through())
    return 2.0 ** max(-6.0, min(8.0, score))


def _score(g: Battle, u: Unit, h: Hex) -> float:
    if u.retired:
        standard = g.standard(u)
        return 0.0 if standard is None else 2.0 * (distance(u.at, standard.hex) - distance(h, standard.hex))
    d = nearest(g, h, u.side)
    if d == 0:
        return 0.0
    what = errand(g, u)
    if what == "fall back" or (u.type == "GE" and u.id in g.act.fired):
        return float(min(d, 4))
    zones = g.enemy_zoc(h, u.side)
    score = -0.7 * sum(e.weapon is not None for e in zones) if zones else 0.0
    if u.missile_infantry or u.type == "GE":
        best = 1 if u.type == "GE" else 2
        if _outshot(g, u.side) and not gathered(g, u.side):
            best = STANDOFF
        return score + 4 - abs(d - best)
    if what != "strike" and not gathered(g, u.side):
        return score - abs(d - STANDOFF)
    if d > 3:
        return score + 3 - 0.5 * d
    return score + (_riding(g, u, h, d) if u.type == "MM" and u.normal else _walking(g, u, h, d, what))


def _riding(g: Battle, u: Unit, h: Hex, d: int) -> float:
    """Horse: at charging distance from something worth it, with a way."""
    if d == 1:
        beside = [prey(g, u, e) for e in g.adjacent_enemies(h, u.side)]
        return max(beside, default=0.0)
    best = 1.0
    for e in g.army(g.foe(u.side)):
        away = distance(h, e.at)
        if 2 <= away <= 3 and any(g.charge_allowed(h, n) for n in g.map.neighbours(h) if distance(n, e.at) < away):
            best = max(best, 4.0 - 0.3 * (away - 2) + 0.6 * prey(g, u, e))
    return best


def _walking(g: Battle, u: Unit, h: Hex, d: int, what: Errand) -> float:
    """Foot, and horse that can't charge: next to something weak, best where friends stand against it too."""
    if d == 1:
        ground = g.ground(h)
        best = -9.0
        for e in g.adjacent_enemies(h, u.side):
            if what == "strike" and not is_weak(g, e):
                best -= 1
                continue
            helpers = sum(f is not u for f in g.adjacent_enemies(e.at, e.side))
            best = max(best, 3.0 + 0.8 * prey(g, u, e) + 0.6 * min(2, helpers))
        return best + ground.attack_from - ground.shock
    shooters = sum(e.weapon is not None and distance(h, e.at) <= 3 for e in _threats(g, u.side))
    return 3 - 0.5 * d - 0.5 * min(3, shooters)


# -- activations -------------------------------------------------------------------------------------------------------


def urge(g: Battle, c: CommandState) -> float:
    """How much there is to do for a Command."""
    return g.derived(("urge", c.id), lambda: 0.02 + sum(_urge(g, u) for u in g.units(command=c.id)))


def _urge(g: Battle, u: Unit) -> float:
    what = errand(g, u)
    if what in ("fight", "break up") and any(not e.normal for e in g.opponents(u)):
        return 1.3
    if what == "advance" and u.mounted and nearest(g, u.at, u.side) <= 9:
        return 0.8
    return URGE[what]


IDLE = 0.3
"""Urge below which a Command had better not be called on."""


def of_standard(g: Battle, s: Standard, rallied: int) -> float:
    """Of activating a Standard: the more, the nearer the army is to its Flight Level."""
    share = victory.flight_points(g, s.side) / g.state.armies[s.side].flight_level
    return rallied * (0.3 + share)


def of_leader_move(g: Battle, x: Leader) -> float:
    """Of moving a leader by himself: where units of his Command are too far away."""
    if x.id in g.act.mp:
        return 0.05
    far = sum(distance(x.at, u.at) > x.command_range for u in g.units(command=x.command))
    return 1.0 if far >= 2 or not g.friend_in(x.at, x.side) else 0.1
