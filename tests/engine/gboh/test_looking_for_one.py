"""What is looked for alone, to spare the rest, is what looking for everything finds there."""

from __future__ import annotations

import random
from typing import Any

import pytest

import scenarios
from engine.kernel.hexes import Hex, within
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.command import line_composition
from engine.systems.gboh.inquiry import scene
from engine.systems.gboh.movement import reach
from engine.systems.gboh.orders import places
from engine.systems.gboh.state import Unit
from engine.systems.registry import initial_state, system_for

BATTLES = ("tricameron", "granicus", "bagradas", "pelium")
"""Of every game one, and one with a road that steps are cheaper on."""
NEAR = 4


def battle(key: str) -> Battle:
    """The battle as it is set up, the armies in each other's reach: half of one side's units have come up."""
    system = system_for(scenarios.load(key))
    state: Any = initial_state(system)
    g = system.context(state)
    first, second = state.sides
    mine, foes = (list(g.units(side)) for side in (first, second))
    held = set(g.occupants())
    for unit, foe in zip(mine[::2], foes, strict=False):
        free = (h for h in within(foe.at, NEAR) if h in g.map and h not in held and distance(g, h, second) > 1)
        at = next(free, None)
        if at is not None and footprint.is_single(unit):
            unit.hex = at
            held.add(at)
    return system.context(state)


def distance(g: Battle, h: Hex, side: str) -> int:
    return min(footprint.distance_to(u, h) for u in g.units(side))


def some(g: Battle, side: str, n: int) -> list[Unit]:
    return random.Random(side).sample([u for u in g.units(side) if footprint.is_single(u)], n)


@pytest.mark.parametrize("key", BATTLES)
def test_a_search_towards_a_hex_finds_all_there_is_about_it(key: str) -> None:
    rng, there = random.Random(key), 0
    for side in battle(key).state.sides:
        g = scene.as_if(battle(key), side)
        for u in some(g, side, 8):
            full = reach.search(g, u)
            goal = rng.choice([h for h in within(u.at, NEAR) if h in g.map])
            about = {goal, *g.map.neighbours(goal)}
            towards = reach.search(g, u, goal)
            assert _prices(towards, about) == _prices(full, about), (u.id, goal)
            there += bool(_prices(full, about))
            for wanted in (lambda n: goal in places.hexes(u, n), lambda n: places.faces(g, u, n, goal)):  # noqa: B023
                best = min(filter(wanted, full.values()), key=lambda n: (n.price, n.hex, n.facing), default=None)
                found = reach.cheapest(g, u, goal, wanted)
                assert _end(found) == _end(best), (u.id, goal)
    assert there > 3


def _prices(nodes: dict[Any, reach.Node], about: set[Hex]) -> dict[Any, Any]:
    return {key: n.price for key, n in nodes.items() if key[0] in about}


def _end(n: reach.Node | None) -> object:
    return None if n is None else (n.price, n.hex, n.facing)


@pytest.mark.parametrize("key", BATTLES)
def test_the_lines_of_one_unit_are_those_of_all_that_have_it(key: str) -> None:
    g = battle(key)
    for leader in g.leaders():
        found = line_composition.lines(g, leader)
        for u in some(g, leader.side, 3):
            if not u.routed:
                mine = [[x.id for x in group] for group in found if any(x is u for x in group)]
                assert [[x.id for x in group] for group in line_composition.lines_with(g, leader, u)] == mine
