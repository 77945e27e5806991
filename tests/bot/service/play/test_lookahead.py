"""What written orders would do past the first die: both ways, and what each later roll needs."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.service.play.lookahead import look_ahead
from engine.kernel.game import Game, digest
from engine.kernel.statement import Face, HexRef, Sign, Statement, Word
from engine.players import random_answer
from engine.systems import registry
from scenarios import load
from tests.engine.cataphract.test_battles import SeededDice


def volleys() -> tuple[Game[Any], str, tuple[Statement, ...]]:
    """Falkirk when several bows can come up and shoot, with the orders for that."""
    system = registry.system_for(load("men-of-iron/falkirk"))
    rng, dice = random.Random(1), SeededDice(1)
    game = Game.start(system, system.initial_state(None), dice)
    for _ in range(120):
        decision = rng.choice([d for d in game.pending if game.decision_for(d.side) is d])
        for group in system.groups(game, decision)[:2]:
            for idea in system.group_ideas(game, decision, group.units):
                if idea.kind == "fire" and len(idea.orders) > 1:
                    return game, decision.side, idea.orders
        game.answer(decision.side, random_answer(decision, rng, keen=4), dice)
    raise AssertionError("nobody came to shoot")


@pytest.fixture(scope="module")
def shooting() -> tuple[Game[Any], str, tuple[Statement, ...]]:
    return volleys()


def test_both_ways_of_the_first_die_are_told(shooting: tuple[Game[Any], str, tuple[Statement, ...]]) -> None:
    game, side, orders = shooting
    before = digest(game.state)
    seen = look_ahead(game.fork((side,)), side, orders)
    assert seen.refused is None
    assert seen.ways
    assert sum(way.chance for way in seen.ways) == pytest.approx(1)
    for way in seen.ways:
        assert f"{way.result} {round(100 * way.chance)} %" in str(seen.stop)
    nothing = next(way for way in seen.ways if str(way.result) == "no effect")
    harm = next(way for way in seen.ways if str(way.result) != "no effect")
    told = {str(text) for e in harm.events if (text := e.text(game.state)) is not None}
    assert any("Disordered" in x for x in told)
    assert not any("Disordered" in str(e.text(game.state)) for e in nothing.events)
    assert digest(game.state) == before


def test_each_later_shot_says_what_it_needs(shooting: tuple[Game[Any], str, tuple[Statement, ...]]) -> None:
    game, side, orders = shooting
    seen = look_ahead(game.fork((side,)), side, orders)
    shooters = [str(s).split()[0] for s in orders]
    assert str(seen.stop).startswith(f"{shooters[0]} fires at ")
    assert [str(x).split()[0] for x in seen.rolls if " fires at " in str(x)][: len(orders) - 1] == shooters[1:]
    assert all("%" in str(x) for x in seen.rolls)


def test_where_nothing_is_rolled_there_is_one_way_only(
    shooting: tuple[Game[Any], str, tuple[Statement, ...]],
) -> None:
    game, side, _ = shooting
    decision = game.decision_for(side)
    assert decision is not None
    seen = look_ahead(game.fork((side,)), side, [Statement((Word("nobody"), Sign(">"), HexRef(101)))])
    assert seen.refused is not None
    assert (seen.ways, seen.rolls) == ((), ())
    turned = next(
        i.answer
        for u in game.state.units.values()
        if u.side == side and u.hex is not None
        for i in game.system.ideas(game, decision, u.id)
        if i.kind == "hold"
    )
    seen = look_ahead(game.fork((side,)), side, [game.system.write(turned)])
    assert seen.refused is None
    assert (seen.stop, seen.ways, seen.rolls) == (None, (), ())
    assert any(isinstance(t, Face) for t in game.system.write(turned).tokens)
