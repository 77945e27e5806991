"""Random campaigns: nothing comes from nothing, every answer can be written, and a journal gives the position again.

Four turns of two always; two hundred to their end with ``HEXARCH_HEAVY=1``.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from bot.notation import bind, parse
from engine.fairdice import Chain, FairDice
from engine.kernel.decisions import Command
from engine.kernel.game import Game, events_of, rebuild
from engine.players import random_answer
from engine.systems import registry
from engine.systems.justinian.events.fleets import ActiveFleetLost
from engine.systems.justinian.events.land import GOLD_GAINS, GoldChanged
from engine.systems.justinian.events.strength import GAINS, StrengthChanged
from engine.systems.justinian.state import State
from engine.systems.justinian.system import Justinian
from scenarios import load

HEAVY = os.environ.get("HEXARCH_HEAVY") == "1"
TURNS = 10 if HEAVY else 4
SEEDS = range(200) if HEAVY else (3, 4)
RESUMED = 0.005
"""Share of the answers after which a campaign is broken off and resumed from its journal."""


def play(seed: int, turns: int, *, written: bool = False, resumed: float = 0.0) -> Game[State]:
    """A random campaign up to the beginning of a turn, or to its end; checked after every answer."""
    chances = random.Random(f"resumed {seed}")
    system: Justinian = registry.system_for(load("justinian/renovatio"))
    rng, dice = random.Random(seed), FairDice(Chain(seed.to_bytes(32, "big")), "test", 1, "")
    game = Game.start(system, system.initial_state(), dice)
    while game.pending and game.state.turn <= turns:
        decision = game.pending[0]
        answer = random_answer(decision, rng)
        if written and isinstance(decision, Command):
            text = str(system.write(answer))
            assert bind(game, decision, parse(text)) == (answer, 1), text
        game.answer(decision.side, answer, dice)
        assert system.invariants(game.state, at_rest=game.at_rest) == [], decision.prompt
        if resumed and chances.random() < resumed:
            again = Game.resume(system, game.journal)
            assert again.state == game.state
            assert [(d.side, d.kind) for d in again.pending] == [(d.side, d.kind) for d in game.pending]
            game = again
    return game


def on_the_map(state: State) -> tuple[Counter[str], Counter[str]]:
    """Land SP and Fleet SP there are, by power."""
    land, fleets = Counter[str](), Counter[str]()
    for a in state.armies.values():
        land[a.power] += a.sp
        land.update(a.allied)
    land["byzantine"] += sum(x.sp for x in state.frontier.values())
    for here in state.detached.values():
        land.update(here)
    for power, pools in state.fleets.items():
        fleets[power] += sum(x.sp for x in pools.values())
    if state.activation is not None and state.activation.fleet is not None:
        fleets[state.activation.fleet] += state.activation.sp
    return +land, +fleets


def accounted(game: Game[State]) -> tuple[Counter[str], Counter[str], int]:
    """The same, and the gold, from what events say came and went; and only for reasons for which it may come."""
    land, fleets, gold = Counter[str](), Counter[str](), 30
    for e in events_of(game.system, game.journal):
        match e:
            case StrengthChanged():
                assert e.n < 0 or e.why in GAINS
                (fleets if e.group.kind == "fleet" else land)[e.group.power] += e.n
            case ActiveFleetLost():
                fleets[e.power] -= e.n
            case GoldChanged():
                assert e.n < 0 or e.why in GOLD_GAINS
                gold += e.n
            case _:
                pass
    return +land, +fleets, gold


@pytest.mark.parametrize("seed", SEEDS)
def test_no_sp_and_no_gold_from_nothing(seed: int) -> None:
    game = play(seed, TURNS, resumed=RESUMED)
    land, fleets, gold = accounted(game)
    assert (land, fleets) == on_the_map(game.state)
    assert gold == game.state.gold
    assert rebuild(game.system, game.journal) == game.state
    assert not HEAVY or game.state.winner in ("byzantine", "barbarian")


def test_every_order_can_be_written_and_the_journal_gives_the_position_again() -> None:
    game = play(7, TURNS, written=True)
    assert rebuild(game.system, game.journal) == game.state
    again = Game.resume(game.system, game.journal)
    assert again.state == game.state
    assert [str(d.prompt) for d in again.pending] == [str(d.prompt) for d in game.pending]
    for e in events_of(game.system, game.journal):
        e.text(game.state)
    view = game.view()
    assert {c.id for c in view.counters if c.strength} >= {a.id for a in game.state.placed() if a.strength}


@pytest.mark.rule("justinian 1.0")
@pytest.mark.rule("justinian 10.1")
def test_a_campaign_comes_to_its_end() -> None:
    game = play(11, 10)
    assert game.state.winner in ("byzantine", "barbarian")
    assert game.state.turn <= 10
