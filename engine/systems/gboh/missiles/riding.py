"""8.32 The way of who harasses: how near, over which hexes, how far."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.hexes import Hex, distance, neighbours, show
from engine.kernel.text import Refusal
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.missiles import sight
from engine.systems.gboh.state import Unit


def reach(unit: Unit) -> int:
    """8.32 Hexes within which the unit may harass, by its kind and what it shoots with; 0: it doesn't."""
    weapon = unit.weapon
    return unit.troop.harasses if weapon is not None and unit.troop.arm in weapon.harassing else 0


def case_of(g: Battle, unit: Unit, case: Case) -> str:
    """The number of a case about harassment; a book may have one of its own for who goes on foot (A 9.32, S 9.24)."""
    own = Case.FOOT_HARASSMENT
    return g.case(own if unit.troop.arm == "foot" and own in g.game.cases else case)


def bad_step(g: Battle, unit: Unit, a: Hex, b: Hex, goal: Hex) -> Refusal | None:
    """8.32 Why the path can't go from ``a`` to the next hex ``b``."""
    here = show(b)
    if g.game.fire.harassing_path is not None:
        return _bad_ride(g, unit, a, b, goal)
    if b not in g.map or b not in neighbours(a) or distance(b, goal) >= distance(a, goal):
        return Refusal(
            "The path takes the shortest way, each hex nearer to the target; {hex} is not.",
            rule=case_of(g, unit, Case.HARASSMENT),
            hex=here,
        )
    if g.game.fire.harasses_in_sight and a == unit.at and b not in footprint.front(unit):
        return Refusal(
            "The path starts in a Front hex of {unit}; {hex} is none.",
            rule=case_of(g, unit, Case.HARASSMENT),
            unit=unit.id,
            hex=here,
        )
    if (other := g.unit_at(b)) is not None:
        return Refusal(
            "The path is blocked by {other} at {hex}.", rule=case_of(g, unit, Case.HARASSMENT), other=other.id, hex=here
        )
    if (holders := g.enemy_zoc(b, unit.side)) and distance(b, goal) > 1:
        names = ", ".join(e.id for e in holders)
        return Refusal(
            "The path can't pass {hex}: it is in the ZOC of {enemies}.",
            rule=case_of(g, unit, Case.HARASSMENT),
            hex=here,
            enemies=names,
        )
    if g.game.fire.harassing_dreads and not special.may_enter_zoc(g, unit, b):
        text, rule = "The path can't end ahead of elephants, at {hex}.", g.case(Case.HARASSING_ELEPHANTS)
        return Refusal(text, rule=rule, hex=here)
    if g.charts.is_difficult(g.map.terrain_at(b), unit) or g.charts.step_cost(g.map, unit, a, b) is None:
        return Refusal("The path can't pass {hex}: difficult ground.", rule=case_of(g, unit, Case.HARASSMENT), hex=here)
    features = g.map.side(a, b)
    passable = {"stream", "dirt_road", "bridge"}
    if "bridge" not in features and any(f not in passable for f in features):
        return Refusal(
            "The path can't cross into {hex}: {feature}.",
            rule=case_of(g, unit, Case.HARASSMENT),
            hex=here,
            feature=features[0],
        )
    return None


def _bad_ride(g: Battle, unit: Unit, a: Hex, b: Hex, goal: Hex) -> Refusal | None:
    """8.32 Why a path of any form can't go from ``a`` to the next hex ``b``."""
    rule, here = case_of(g, unit, Case.HARASSMENT), show(b)
    if b not in g.map or b not in neighbours(a):
        return Refusal("The path goes from hex to hex next to it; {hex} is none.", rule=rule, hex=here)
    if a == unit.at and not sight.in_arc(unit, b):
        text = "The path starts in a Front or Flank hex of {unit}; {hex} is none."
        return Refusal(text, rule=rule, unit=unit.id, hex=here)
    if (other := g.unit_at(b)) is not None:
        return Refusal("The path is blocked by {other} at {hex}.", rule=rule, other=other.id, hex=here)
    if g.charts.step_cost(g.map, unit, a, b) is None:
        return Refusal("{unit} can't go to {hex}.", rule=rule, unit=unit.id, hex=here)
    target = g.enemy_in(goal, unit.side)
    return special.why_not(g, Special.bars_harassing_path, unit, target, b) if target is not None else None


def longest(g: Battle, unit: Unit) -> int:
    """8.32 Hexes a path of the unit may have at most."""
    free = g.game.fire.harassing_path
    return reach(unit) - 1 if free is None or reach(unit) < 3 else free


def paths(g: Battle, unit: Unit, goal: Hex) -> Iterator[tuple[Hex, ...]]:
    """8.32 Every legal path of the unit to a hex next to ``goal``, as hexes entered."""
    if not 2 <= footprint.distance_to(unit, goal) <= reach(unit):
        return
    most = longest(g, unit)

    def extend(a: Hex, so_far: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
        if distance(a, goal) == 1:
            yield so_far
            return
        for b in neighbours(a):
            if len(so_far) + distance(b, goal) > most or b in so_far:
                continue
            if bad_step(g, unit, a, b, goal) is None:
                yield from extend(b, (*so_far, b))

    yield from extend(unit.at, ())
