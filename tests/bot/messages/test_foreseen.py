"""What orders would do is told past the first die, whatever happens before it and by it."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bot.messages.battle_context import BattleContext
from bot.messages.foreseen import foreseen
from bot.narration import ENGLISH
from bot.notation import bind, parse
from bot.service.play.lookahead import look_ahead
from engine.kernel.game import Game
from engine.systems.registry import system_for
from scenarios import load
from tests.engine.cataphract.test_battles import SeededDice


def answered(game: Game[Any], side: str, text: str, dice: SeededDice) -> None:
    decision = game.decision_for(side)
    assert decision is not None, side
    game.answer(side, bind(game, decision, parse(text))[0], dice)


@pytest.fixture(scope="module")
def free_activation() -> Game[Any]:
    """Falkirk, when the Scots may activate whom they like."""
    system, dice = system_for(load("men-of-iron/falkirk")), SeededDice(1)
    game = Game.start(system, system.initial_state(None), dice)
    while game.pending[0].side == "scots" or "activation" not in str(game.pending[0].prompt):
        answered(game, game.pending[0].side, "done", dice)
    answered(game, "english", "pass", dice)
    return game


def test_a_command_that_rolls_before_it_acts(free_activation: Game[Any]) -> None:
    game = free_activation
    preview = look_ahead(game.fork(("scots",)), "scots", parse("Comyn"))
    assert preview.ways
    here = BattleContext(cast(Any, None), game, (), ENGLISH, 1)
    ways = [x for x in foreseen(here, preview) if x.startswith("- ")]
    assert len(ways) == len(preview.ways)
