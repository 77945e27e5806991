"""Wherever a battle of chance could start afresh its position is written, read again, and asks and shows the same.

Some of each system in every run, all set-ups with ``HEXARCH_HEAVY=1``.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Sequence
from typing import Any

import pytest

import scenarios
from bot.cli.seeded import SeededTrail
from engine.kernel.decisions import Choice, ChooseEach, Decision
from engine.kernel.dice import RollRequest
from engine.kernel.game import Game
from engine.players import random_answer
from engine.systems.registry import initial_state, system_for
from scenarios import position
from tests.each import for_each

HEAVY = os.environ.get("HEXARCH_HEAVY") == "1"

DRILLS = tuple(f"{s}/drill" for s in ("cataphract", "alexander", "spqr", "simple-gboh", "men-of-iron", "justinian"))
BATTLES = (*DRILLS, *(x.key for x in scenarios.listing())) if HEAVY else (*DRILLS, "men-of-iron/boroughbridge")
SEEDS = range(3) if HEAVY else range(2)
ANSWERS = 200 if HEAVY else 50
COMPARED = 2 if HEAVY else 6
"""Of so many positions one is written."""
LEAST = 1 if HEAVY else 3
"""Positions of a battle that are compared."""


class NoDice:
    """Nothing is rolled before the question that was open."""

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        raise AssertionError(f"rolled for {request.purpose}")


def offered(choices: Sequence[Choice]) -> list[tuple[Any, ...]]:
    return [(c.key, str(c.label), c.unit, c.hex, c.other, c.facing, c.mp, c.hits) for c in choices]


def asked(decision: Decision) -> tuple[Any, ...]:
    """Who is asked what, and what there is to choose at first."""
    head = (decision.side, decision.kind, decision.rule, str(decision.prompt), decision.subject, decision.focus)
    if isinstance(decision, ChooseEach):
        return head, [(i.key, str(i.label), i.default_key, offered(i.choices)) for i in decision.items]
    menu: Any = getattr(decision, "menu")  # noqa: B009 both other kinds have one
    return head, offered(menu.choices)


def as_known(state: Any) -> Any:
    """S 4.71 An elephant that takes no part is no mount: a battle as set up may name it, a position doesn't."""
    state = state.model_copy(deep=True)
    for x in getattr(state, "leaders", {}).values():
        if getattr(x, "mount", None) not in state.units and hasattr(x, "mount"):
            x.mount = None
    return state


def again(begin: dict[str, Any], state: Any) -> tuple[Any, Any]:
    """The battle and the state of the file that is written of a state."""
    written = position.write(begin, "here", state.model_copy(deep=True))
    return position.read(json.loads(json.dumps(written)), "here")


def compare(begin: dict[str, Any], game: Game[Any]) -> None:
    battle, found = again(begin, game.state)
    assert found == as_known(game.state)
    other: Game[Any] = Game.start(system_for(battle), found, NoDice())
    assert [asked(d) for d in other.pending] == [asked(d) for d in game.pending]
    assert other.view() == game.view()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", BATTLES)
@pytest.mark.timeout(1800 if HEAVY else 60)
def test_a_battle(key: str, seed: int) -> None:
    battle = scenarios.load(key)
    system, rng, dice = system_for(battle), random.Random(f"{key} {seed}"), SeededTrail(battle, seed)
    options = {o.key: rng.random() < 0.5 for o in system.options()} if seed % 2 else {}
    game: Game[Any] = Game.start(system, initial_state(system, options), dice)
    rested = 0
    for _ in range(ANSWERS):
        if game.over:
            break
        if game.restartable:
            if rested % COMPARED == 0:
                compare({"scenario": key, "options": options}, game)
            rested += 1
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        game.answer(decision.side, random_answer(decision, rng, 1.0), dice)
        dice.follow(game)
    assert rested > COMPARED * (LEAST - 1) or game.over


@for_each("key", [x.key for x in scenarios.listing() if HEAVY or x.key in ("spqr/zama", "spqr/cannae")])
def test_before_anything_happens(key: str) -> None:
    """With none of what may be switched on, with all of it, and with some of it alone."""
    system = system_for(scenarios.load(key))
    known = [o.key for o in system.options()]
    for options in ({}, dict.fromkeys(known, True), *({o: True} for o in (known if HEAVY else known[:1]))):
        state = initial_state(system, options)
        assert again({"scenario": key, "options": options}, state)[1] == as_known(state)


@for_each("key", ["cataphract/drill", "spqr/drill", "justinian/drill"])
def test_everything_that_may_be_switched_on_may_be_said(key: str) -> None:
    options = {o.key: True for o in system_for(scenarios.load(key)).options()}
    _, state = position.read({"scenario": key, "options": options}, "here")
    assert options and state.options == options


def test_whoever_has_routed_and_has_missiles_keeps_them() -> None:
    begin = {"scenario": "spqr/zama"}
    _, state = position.read(begin, "here")
    unit = next(u for u in state.units.values() if u.missile and not u.troop.keeps_missiles and u.on_map)
    unit.routed = True
    assert again(begin, state)[1].units[unit.id].supply == "full"


def test_a_charge_with_a_facing() -> None:
    begin = {"scenario": "men-of-iron/boroughbridge"}
    _, state = position.read(begin, "here")
    name, unit = next((n, u) for n, u in state.units.items() if u.on_map)
    foe = next(n for n, u in state.units.items() if u.side != unit.side)
    said = {"how": "seizure", "attacks": [{"unit": name, "targets": [foe], "charge": ["NE", unit.hex]}]}
    _, state = position.read({**begin, "active": unit.command, "phase": "resolve", "activation": said}, "here")
    assert state.seized
    written = position.write(begin, "here", state)
    assert written["activation"]["attacks"][0]["charge"][0] == "NE"
    assert position.read(written, "here")[1] == state
