"""Nobody is urged to do what costs something and gains nothing: in positions of many battles, and in some laid out."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.kernel.decisions import Answer, Command
from engine.kernel.hexes import distance
from engine.kernel.ideas import URGED
from engine.kernel.text import Refusal
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.movement import reach, together
from engine.systems.gboh.orders import goals, moves_offered, orders
from engine.systems.men_of_iron import goals as iron_goals
from engine.systems.men_of_iron import ideas as iron_ideas
from tests.engine.test_one_reckoning import played

ENOUGH = 1.0
"""What speaks for an order that a computer player gives rather than end there, in every system."""


def counselled(game: Any, asked: Command, seed: str, most: int = 3) -> list[tuple[float, Answer]]:
    """What is counselled to some of those who can be ordered, as far as it is legal, with its weight."""
    rng = random.Random(seed)
    names = [c.unit for c in asked.menu if c.unit is not None]
    found: list[tuple[float, Answer]] = []
    for name in rng.sample(names, min(most, len(names))):
        for c in game.system.counsel(game.context, asked, name):
            try:
                asked.check(c.answer)
            except Refusal:
                continue
            found.append((c.weight, c.answer))
    return found


@pytest.mark.parametrize("name", ["tricameron", "alexander/chaeronea", "spqr/lautulae", "simple-gboh/lautulae"])
def test_nobody_is_sent_into_ruin_or_turned_away_for_a_hit(name: str) -> None:
    moves = leaders = 0
    for game, asked in played(name, 2, 220):
        if asked.kind != "orders":
            continue
        g: Any = game.context
        for weight, answer in counselled(game, asked, f"{name} {game.journal[-1].seq}"):
            here = f"{name}, {game.journal[-1].seq}, {answer}, {weight}"
            if isinstance(answer, orders.MoveLeader) and weight >= URGED:
                leaders += 1
                x = g.state.leaders[answer.leader]
                away, stood = (goals.away(g, h, asked.side) for h in (answer.to, x.at))
                if g.friend_in(answer.to, asked.side) is None:
                    assert away > 2, here
                else:
                    assert away > 1 or stood <= 2, here
            elif isinstance(answer, orders.Move) and answer.path:
                u = g.state.units[answer.unit]
                with together.going(g, answer):
                    node = reach.price(g, u, answer.path)
                moves += 1
                assert not node.hits or u.hits + node.hits < cohesion.tq(g, u), f"it breaks on the way: {here}"
                near = [e.at for e in goals.enemies(g, u)[:1]]
                turned = node.hex == u.at or len(answer.path) == 1
                if turned and node.hits and near and answer.fire_at is None and answer.attack is None:
                    before = moves_offered.facing_lean(g, u, u.at, u.facing, near)
                    after = moves_offered.facing_lean(g, u, node.hex, node.facing, near)
                    assert after > before or weight < ENOUGH, f"a hit for a turn to nobody: {here}"
    assert moves >= 60 and (leaders or name == "tricameron"), (moves, leaders)


@pytest.mark.parametrize("name", ["poitiers", "crecy", "najera"])
def test_men_of_iron_urges_no_attack_that_is_likelier_to_cost_than_to_gain(name: str) -> None:
    vain = sound = leaders = 0
    for game, asked in played(name, 2, 160):
        g: Any = game.context
        if not iron_ideas.ordering(g, asked):
            continue
        rng = random.Random(f"{name} {game.journal[-1].seq}")
        units = [*g.units(asked.side, g.act.command)]
        for u in rng.sample(units, min(3, len(units))):
            worth = {str(s.order(u)): s.worth for s in iron_goals.strikes(g, u)[:3]}
            urged = {str(i.answer) for i in game.system.ideas(game, asked, u.id) if not i.spare}
            for weight, idea in iron_ideas.of_unit(g, u):
                gain = worth.get(str(idea.answer))
                if idea.kind not in ("strike", "charge") or gain is None:
                    continue
                sound += gain > 0
                if gain < 0:
                    vain += 1
                    assert weight < URGED, (name, u.id, str(idea.label), weight)
                    others = {str(x.answer) for w, x in iron_ideas.of_unit(g, u) if w >= URGED}
                    assert str(idea.answer) not in urged - others, (name, u.id, str(idea.label))
        for x in g.leaders(asked.side):
            for c in game.system.counsel(g, asked, x.id):
                if type(c.answer).__name__ == "MoveLeader" and c.weight >= URGED:
                    to: Any = c.answer
                    near = min((distance(e.at, to.to) for e in g.army(g.foe(asked.side))), default=99)
                    leaders += 1
                    assert near > 1 or g.friend_in(to.to, asked.side) is not None, (x.id, to)
    assert sound >= 5 and vain + leaders >= 1, (sound, vain, leaders)
