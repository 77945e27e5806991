"""How a position stands, for players that plan: named parts, each better for a side the higher it is.

The measure is a Flight Point's share of an army's Flight Level: an army that has lost nothing against one at its level
stands at about 100.
"""

from __future__ import annotations

from engine.systems.men_of_iron import choice_weights, victory
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.state import Unit

WON = 60.0
"""Of a battle won, besides the points of the beaten army; lost is as much the other way. No more: a plan that wins in
one throw of ten would else hide what the other nine tell."""
NEAR_THE_END = 0.6
"""How much more a Flight Point counts for an army at its level than for a fresh one, as a share."""
DISORDERED = 0.55
"""A Disordered unit, as a share of its Flight Points were it lost: the next bad result is its last."""
DISORDERED_BESIDE = 0.25
"""The same, more, where an able enemy stands next to it."""
RETIRED = 0.5
"""What a Retired unit counts beyond its Flight Points: it is out of the fight, and may be caught."""
FLANK, REAR = 0.16, 0.24
"""A unit with an able enemy next to it that isn't before it."""
SHOT_AT = 0.05
"""A unit in reach of an enemy who shoots, for each of two."""
NEXT_TO_ACT = 1.4
"""How much more it counts against the side that isn't next to act."""
LEADER = 2.0
"""A leader next to an enemy with none of his men in his hex: Flight Points."""
APPROACH = 0.02
"""Each hex between a fighter of an army that attacks and the nearest enemy."""
CLOSE = 2
"""Hexes from the enemy at which who shoots stands best."""
FORMED = 0.12
"""A unit in formation in an army that holds."""
STRAYED = 0.03
"""Each hex beyond three that a fighter of an army that holds is nearer the enemy than its friends are."""
FAR = 20
"""Hexes beyond which distance makes no difference."""


def judge(g: Battle, side: str) -> dict[str, float]:
    """The parts of how the position stands for a side; their sum is its worth."""
    foe = g.foe(side)
    if g.state.outcome is not None:
        won = 0.0 if g.state.winner is None else WON if g.state.winner == side else -WON
        return {"outcome": won, "points": _points(g, foe) - _points(g, side)}
    ours, theirs = _army(g, side, waits=True), _army(g, foe, waits=False)
    parts = {name: theirs[name] - ours[name] for name in ours}
    parts["ground"] = -_ground(g, side)
    return parts


def _share(g: Battle, side: str) -> float:
    return 100.0 / max(1, g.state.armies[side].flight_level)


def _points(g: Battle, side: str) -> float:
    lost = victory.flight_points(g, side) / max(1, g.state.armies[side].flight_level)
    return 100.0 * lost * (1 + NEAR_THE_END * min(1.0, lost))


def _worth(g: Battle, u: Unit) -> float:
    return 0.5 if u.never_counts else float(g.charts.flight_points("man_at_arms" if u.man_at_arms else "other"))


def _able(e: Unit) -> bool:
    return e.normal and not e.missile_infantry


def _army(g: Battle, side: str, *, waits: bool) -> dict[str, float]:
    share, more = _share(g, side), NEXT_TO_ACT if waits else 1.0
    order = exposed = formed = 0.0
    for u in g.army(side):
        worth = _worth(g, u) * share
        near = [e for e in g.adjacent_enemies(u.at, side) if _able(e)]
        if u.retired:
            order += RETIRED * worth * (1.5 if near else 1.0)
        elif u.disordered:
            order += worth * (DISORDERED + (DISORDERED_BESIDE * more if near else 0.0))
        if not u.retired:
            arcs = [g.arc(u, e.at) for e in near]
            exposed += worth * sum(FLANK if a == "flank" else REAR if a == "rear" else 0.0 for a in arcs)
        if u.formation is not None and choice_weights.holds(g, side):
            formed += FORMED * worth
    stray = sum(
        1 for x in g.leaders(side) if g.unit_at(x.at) is None and any(map(_able, g.adjacent_enemies(x.at, side)))
    )
    return {
        "points": _points(g, side),
        "order": order,
        "exposure": exposed * more,
        "leaders": share * LEADER * stray * more,
        "formation": -formed,
    }


def _ground(g: Battle, side: str) -> float:
    """How far an army that attacks is from where it can do something."""
    if choice_weights.holds(g, side):
        return 0.0
    share, found = _share(g, side), 0.0
    for u in g.army(side):
        if u.retired:
            continue
        away = choice_weights.nearest(g, u.at, side)
        best = CLOSE if u.missile_infantry else 1
        found += APPROACH * _worth(g, u) * share * min(FAR, max(0, away - best))
    return found
