"""Ideas and groups of every system over seeded walks of battles: whatever is offered is legal and finished."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine.kernel.decisions import Command, Decision
from engine.kernel.game import Game
from engine.kernel.ideas import LONGEST, MOST
from engine.players import random_answer
from engine.systems import registry
from scenarios import load
from tests.engine.cataphract.test_battles import SeededDice

BATTLES = {
    "cataphract/tricameron": 70,
    "cataphract/taginae": 60,
    "men-of-iron/falkirk": 90,
    "men-of-iron/courtrai": 90,
}
"""Battles walked, with the answers given in each."""


def walk(key: str, answers: int) -> Iterator[tuple[Game[Any], Decision]]:
    """A battle with each decision on the way, before it is answered at random, sensibly for the most part."""
    system = registry.system_for(load(key))
    rng, dice = random.Random(key), SeededDice(7)
    game = Game.start(system, system.initial_state(None), dice)
    for _ in range(answers):
        if not game.pending:
            return
        decision = rng.choice([d for d in game.pending if game.decision_for(d.side) is d])
        yield game, decision
        game.answer(decision.side, random_answer(decision, rng, keen=4), dice)


def asked(game: Game[Any], decision: Decision, rng: random.Random, most: int) -> list[str]:
    """Some pieces of the side that is asked, the subject of the question among them."""
    pieces = [*game.state.units.values(), *game.state.leaders.values()]
    own = [p.id for p in pieces if p.side == decision.side and p.hex is not None]
    return [*rng.sample(own, min(most, len(own))), *([decision.subject] if decision.subject is not None else [])]


@pytest.mark.parametrize("key", BATTLES)
def test_every_idea_is_a_legal_order(key: str) -> None:
    rng = random.Random(1)
    kinds: set[str] = set()
    for game, decision in walk(key, BATTLES[key]):
        for name in asked(game, decision, rng, 4):
            ideas = game.system.ideas(game, decision, name)
            assert len(ideas) <= MOST
            for n, idea in enumerate(ideas):
                decision.check(idea.answer)
                assert idea.unit == name
                assert idea.answer not in [other.answer for other in ideas[:n]]
                if decision.kind in ("orders", "line"):
                    assert len(str(idea.label)) <= LONGEST
                assert idea.chance is None or 0 <= idea.chance <= 1
                kinds.add(idea.kind)
    assert {"advance", "lead", "done"} <= kinds


@pytest.mark.parametrize("key", BATTLES)
def test_the_orders_of_a_group_are_read_as_they_are_written(key: str) -> None:
    told = 0
    for n, (game, decision) in enumerate(walk(key, BATTLES[key])):
        if n % 9 or not isinstance(decision, Command):
            continue
        groups = game.system.groups(game, decision)
        assert len({group.key for group in groups}) == len(groups)
        assert len({frozenset(group.units) for group in groups}) == len(groups)
        for group in groups[:2]:
            assert len(group.units) >= 2
            assert " " not in group.key
            for idea in game.system.group_ideas(game, decision, group.units):
                told += 1
                left = [name for name, _ in idea.left]
                assert set(left) <= set(group.units)
                first = game.system.read(game, decision, idea.orders[0])
                decision.check(first)
                assert game.system.write(first) == idea.orders[0]
                if idea.kind != "form":  # one order for all of them
                    assert len(idea.orders) + len(left) == len(group.units)
                assert all(str(why) for _, why in idea.left)
    assert told


def test_nobody_else_s_pieces_have_ideas() -> None:
    game, decision = next(x for x in walk("cataphract/tricameron", 20) if x[1].kind == "orders")
    enemies = [u.id for u in game.state.units.values() if u.side != decision.side and u.hex is not None]
    assert not any(game.system.ideas(game, decision, name) for name in enemies)
    assert not game.system.ideas(game, decision, "nobody")
