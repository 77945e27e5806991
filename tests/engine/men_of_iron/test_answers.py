"""What is said of answers that are none of the choices."""

from __future__ import annotations

import random

import pytest

from bot.notation import bind, parse
from engine.kernel.decisions import Pick
from engine.kernel.game import Game
from engine.kernel.text import Refusal
from engine.players import random_answer
from engine.systems import registry
from scenarios import load
from tests.engine.cataphract.test_battles import SeededDice


def game_at(kind: str) -> Game:
    """Crécy at the first question of a kind."""
    system, rng, dice = registry.system_for(load("men-of-iron/crecy")), random.Random(3), SeededDice(5)
    game = Game.start(system, system.initial_state({}), dice)
    for _ in range(400):
        (decision,) = game.pending
        if decision.kind == kind:
            return game
        game.answer(decision.side, random_answer(decision, rng), dice)
    raise AssertionError(f"nobody is asked for {kind}")


@pytest.mark.rule("men-of-iron 4.1", "men-of-iron 3.2")
def test_why_a_command_is_not_activated() -> None:
    game = game_at("continue")
    (decision,) = game.pending
    last = game.state.commands[game.state.last_command]
    other = next(c for c in game.state.commands.values() if c.side != decision.side)
    for text, case, says in (
        (last.id, "3.2", f"{last.name} has just acted: another Command goes on."),
        (f"Activate {last.id}", "3.2", "has just acted"),
        (other.id, "4.2", f"That is the enemy's: {other.name}."),
        ("fire", "4.2", "That is no answer to this question."),
    ):
        with pytest.raises(Refusal) as caught:
            bind(game, decision, parse(text))
        assert says in str(caught.value), str(caught.value)
        assert caught.value.rule == case
        assert f"“{text}”" in str(caught.value)
    assert bind(game, decision, parse("none"))[0] == bind(game, decision, parse("PASS"))[0] == Pick(key="pass")
    offered = decision.choices[0].key
    assert bind(game, decision, parse(f"activate {offered}"))[0] == Pick(key=offered)
