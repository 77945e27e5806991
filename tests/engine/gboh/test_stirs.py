"""Events that say they stir nobody leave where and how units stand as it was; values of units can be compared."""

from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any

import pytest

import scenarios
from engine.kernel.context import Context
from engine.kernel.events import Event
from engine.kernel.field import Field
from engine.kernel.game import Game
from engine.players import random_answer
from engine.systems.registry import initial_state, system_for
from tests.engine.cataphract.test_battles import SeededDice

ANSWERS = 60


@pytest.mark.parametrize("key", ["tricameron", "issus", "crecy"])
def test_what_is_kept_holds_after_every_event_that_stirs_nobody(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    emit, quiet = Context[Any].emit, set[str]()

    def watched(g: Field[Any, Any], event: Event) -> None:
        before = _seen(g)
        emit(g, event)
        after = _seen(g)
        if not event.stirs:
            quiet.add(event.type)
            assert before == after, event

    monkeypatch.setattr(Context, "emit", watched)
    system = system_for(scenarios.load(key))
    dice, rng = SeededDice(3), random.Random(5)
    game = Game.start(system, initial_state(system), dice)
    for _ in range(ANSWERS):
        if not game.pending:
            break
        asked = game.pending[0]
        game.answer(asked.side, random_answer(asked, rng, 2.0), dice)
    assert len(quiet) > 4


def _seen(g: Field[Any, Any]) -> object:
    """Who holds every hex, and whose ZOC it is in, found out anew."""
    held = {h: u.id for h, u in g._find_occupants().items()}
    return held, {s: {h: [u.id for u in by] for h, by in g._spread(s, g.zoc).items()} for s in g._foe}


@pytest.mark.parametrize("key", ["tricameron", "issus", "crecy"])
def test_values_of_units_never_change_in_place(key: str) -> None:
    """A position is compared with an earlier one by them (``Battle.layout``): a list would be equal to itself."""
    system = system_for(scenarios.load(key))
    for unit in initial_state(system).units.values():
        for name, value in unit.__dict__.items():
            assert isinstance(value, Hashable), f"{type(unit).__name__}.{name}"
