"""What players who think do at a glance: their system's counsel, legal, and to an end."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import scenarios
from engine.computer.profiles import PROFILES
from engine.computer.sense import Glance, Sense, Table
from engine.computer.simulation import OwnDice, Simulation
from engine.kernel.decisions import Command
from engine.kernel.ideas import Counsel
from engine.systems.registry import initial_state, system_for


class Asked:
    """A battle one side of which goes by its sense, the other by the menus alone."""

    def __init__(self, key: str, doubt: float | None = 0.0) -> None:
        battle = scenarios.load(key)
        system = system_for(battle)
        self.simulation = Simulation(system, initial_state(system), OwnDice("x"))
        first, other = (s.id for s in battle.sides)
        rng = random.Random(1)
        self.senses = {first: Sense(system, rng, 4.0, doubt), other: Sense(system, rng, 4.0, None)}
        self.first = first

    def play(self, answers: int) -> list[str | None]:
        """The units the first side ordered; None where its orders ended."""
        found: list[str | None] = []
        simulation = self.simulation
        for _ in range(answers):
            if simulation.over:
                break
            decision = simulation.asked
            sense = self.senses[decision.side]
            answer = sense.answer(simulation, decision)
            decision.check(answer)
            sense.given(decision, answer)
            if decision.side == self.first and isinstance(decision, Command):
                found.append(None if answer == decision.default else getattr(answer, "unit", ""))
            simulation.answer(decision, answer)
        return found


@pytest.mark.parametrize("key", ["simple-gboh/samarkand", "men-of-iron/falkirk", "spqr/beneventum"])
def test_whoever_goes_by_it_answers_legally_and_comes_to_an_end(key: str):
    asked = Asked(key)
    found = asked.play(120)
    assert asked.senses[asked.first].looked, "counsel was looked for"
    assert asked.senses[next(s for s in asked.senses if s != asked.first)].looked == 0
    # Nobody is turned to and fro: the orders of an activation end, and no unit has many of them.
    since = Counter[str]()
    for unit in found:
        if unit is None:
            since.clear()
        elif unit:
            since[unit] += 1
            assert since[unit] <= 4, unit


def test_it_does_what_most_speaks_for_and_ends_where_little_does():
    asked = Asked("simple-gboh/samarkand")
    simulation = asked.simulation
    asked.play(12)
    while simulation.asked.kind != "orders" or simulation.asked.side != asked.first:
        asked.play(1)
    decision, system = simulation.asked, simulation.system
    assert isinstance(decision, Command)
    names = ["", *dict.fromkeys(c.unit for c in decision.menu if c.unit is not None)]
    best = {n: max((c.weight for c in system.counsel(simulation.context, decision, n)), default=0.0) for n in names}
    answer = Sense(system, random.Random(1), 4.0).answer(simulation, decision)
    weights = [c.weight for n in names for c in system.counsel(simulation.context, decision, n) if c.answer == answer]
    assert weights and max(weights) == max(best.values())


def test_at_a_glance_counsel_is_looked_for_once_and_each_is_ordered_once():
    asked = Asked("simple-gboh/samarkand")
    while asked.simulation.asked.kind != "orders" or asked.simulation.asked.side != asked.first:
        asked.play(1)
    glance = Glance(asked.simulation.system, random.Random(1), 4.0, 0.0, Table(), {})
    asked.senses[asked.first] = glance
    found, looked = list[str](), 0
    while (decision := asked.simulation.asked).kind == "orders" and decision.side == asked.first:
        found += [u for u in asked.play(1) if u]
        looked = looked or glance.looked
        if not isinstance(asked.simulation.asked, Command):
            break
    assert found and looked == glance.looked, "only as the orders began"
    assert max(Counter(found).values()) == 1


def test_a_profile_weighs_orders_by_what_they_are_for():
    asked = Asked("simple-gboh/samarkand")
    system, answer = asked.simulation.system, asked.simulation.asked.default
    liked: dict[str, str] = {}
    for profile in PROFILES:
        glance = Glance(system, random.Random(1), 4.0, 0.0, Table(), profile.factors)
        pieces = [Counsel(1.0, answer, kind) for kind in ("strike", "fire", "hold", "advance", "fall back", "rally")]
        liked[profile.name] = max(pieces, key=lambda c: glance._weight("x", 0, c)).kind
    assert liked == {
        "strike": "strike",
        "hold the line": "hold",
        "shoot and keep away": "fire",
        "go on": "advance",
        "rally and re-form": "rally",
        "break off": "fall back",
    }


def test_counsel_is_given_for_orders_alone():
    asked = Asked("spqr/beneventum")
    simulation = asked.simulation
    while isinstance(simulation.asked, Command):
        asked.play(1)
    assert simulation.system.counsel(simulation.context, simulation.asked, "") == []
