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
from engine.kernel.spread import Spread
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
    g.let_go()
    held = {h: u.id for h, u in g.occupants().items()}
    return held, {s: {h: [u.id for u in by] for h, by in g.zones(s).items()} for s in g._foe}


@pytest.mark.parametrize(("key", "answers"), [("tricameron", 60), ("chaeronea", 40), ("bagradas", 40), ("crecy", 40)])
def test_who_bears_on_a_hex_is_kept_up_as_if_found_anew(
    key: str, answers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    emit, looked = Context[Any].emit, set[str]()

    def watched(g: Field[Any, Any], event: Event) -> None:
        emit(g, event)
        g.occupants()
        for side in g._foe:
            g.zones(side)
        for (side, what), kept in g._spreads.items():
            if not kept.changed:  # somebody has asked since a unit changed
                order = {name: n for n, name in enumerate(g.by_id())}
                anew = Spread(g.by_id(side), order, kept._reach, kept._made)
                assert (kept.at, kept._units) == (anew.at, anew._units), f"{what} after {event}"
                looked.add(what)

    monkeypatch.setattr(Context, "emit", watched)
    system = system_for(scenarios.load(key))
    dice, rng = SeededDice(3), random.Random(5)
    game = Game.start(system, initial_state(system), dice)
    for _ in range(answers):
        if not game.pending:
            break
        asked = game.pending[0]
        game.answer(asked.side, random_answer(asked, rng, 2.0), dice)
    assert {"occupants", "zones"} <= looked


@pytest.mark.parametrize("key", ["tricameron", "issus", "crecy"])
def test_values_of_units_never_change_in_place(key: str) -> None:
    """That a field is set tells that a unit has changed (``Watched``): nobody notices what is done to a list."""
    system = system_for(scenarios.load(key))
    for unit in initial_state(system).units.values():
        for name, value in unit.__dict__.items():
            assert isinstance(value, Hashable), f"{type(unit).__name__}.{name}"
