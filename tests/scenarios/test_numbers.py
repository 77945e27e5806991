"""Numbers nobody means, in every place of every kind of document: refused in words, or played and drawn in a moment.

A share in every run, from a seed; with ``HEXARCH_HEAVY=1`` every value in every place.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import scenarios
from engine.fairdice import Chain, FairDice
from engine.kernel.game import Game
from engine.kernel.text import Refusal
from engine.players import random_answer
from engine.systems import registry
from renderer.draw import render
from scenarios import ScenarioError, checking, json_text, position, schema
from scenarios.formats import FORMATS
from tests.bot.hostile import bounded
from tests.each import for_each
from tests.scenarios.numbers import VALUES, places, put, unbounded

HEAVY = os.environ.get("HEXARCH_HEAVY") == "1"
SEED = os.environ.get("HEXARCH_SEED", "7")
SHARE = 50
"""Documents of each kind that are tried in every run."""

SECONDS = 10.0
"""Of CPU that one may take, drawing its map included: the largest take two."""

BATTLES = (
    "cataphract/utus",
    "alexander/jaxartes",
    "spqr/beneventum",
    "simple-gboh/lautulae",
    "men-of-iron/falkirk",
    "justinian/renovatio",
)
ANSWERS = 40
"""That a battle is played on for, before it is written down as a position."""


@for_each("system", FORMATS)
def test_every_number_of_a_battle_has_bounds(system: str) -> None:
    assert not list(unbounded(schema.schema(system)))


@for_each("system", registry.POSITIONS)
def test_every_number_of_a_position_has_bounds(system: str) -> None:
    assert not list(unbounded(schema.position_schema(system)))


def _share(document: dict[str, Any], form: dict[str, Any], key: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    there = places(document, form)
    assert len(there) > 10
    every = [(place, value) for place in there for value in VALUES]
    if not HEAVY:
        every = random.Random(f"{SEED} {key}").sample(every, SHARE)
    for place, value in every:
        yield place, value, put(document, there[place], VALUES[value])


def _tried(
    key: str, changed: Iterator[tuple[str, str, dict[str, Any]]], enter: Callable[[dict[str, Any]], None]
) -> None:
    wrong, refused = [], 0
    for place, value, document in changed:
        try:
            with bounded(SECONDS):
                enter(json_text.parse(json.dumps(document), key))
        except (ScenarioError, Refusal) as no:
            refused += 1
            if not str(no).strip() or "the rules fail at it" in str(no):
                wrong.append(f"{place} = {value}: {no}"[:300])
        except BaseException as e:
            if isinstance(e, KeyboardInterrupt):
                raise
            wrong.append(f"{place} = {value}: {type(e).__name__}: {e}"[:300])
    assert refused and not wrong, "\n".join(wrong)


@pytest.mark.timeout(3600 if HEAVY else 300)
@pytest.mark.parametrize("key", BATTLES)
def test_a_battle_with_any_number_anywhere_is_refused_or_begins(key: str) -> None:
    document = json.loads(json.dumps(scenarios.load(key).model_dump(mode="json")))

    def enter(given: dict[str, Any]) -> None:
        system = registry.system_for(checking.checked(given, key))
        render(system.view(registry.initial_state(system)))

    enter(document)
    _tried(key, _share(document, schema.schema(document["system"]), key), enter)


@cache
def _played(key: str) -> dict[str, Any]:
    """The position of a battle, a few answers on, of which most is to be said."""
    system = registry.system_for(scenarios.load(key))
    dice, rng, found = _dice(), random.Random(key), [dict[str, Any]()]
    game: Game[Any] = Game.start(system, registry.initial_state(system), dice)
    for _ in range(ANSWERS):
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        game.answer(decision.side, random_answer(decision, rng, 2.0), dice)
        if game.restartable:
            found.append(json.loads(json.dumps(position.write({"scenario": key}, "here", game.state))))
    return max(found, key=lambda x: len(json.dumps(x)))


def _dice() -> FairDice:
    return FairDice(Chain(bytes(32)), "trial", 1, "")


@pytest.mark.timeout(3600 if HEAVY else 300)
@pytest.mark.parametrize("key", BATTLES)
def test_a_position_with_any_number_anywhere_is_refused_or_begins(key: str) -> None:
    def enter(given: dict[str, Any]) -> None:
        scenario, state = position.read(given, "here")
        system = registry.system_for(scenario)
        view = system.view(state)
        for side in view.sides:
            system.view(state, [side.id])
        render(view)
        Game.start(system, state, _dice())

    enter(_played(key))
    _tried(key, _share(_played(key), schema.position_schema(key.partition("/")[0]), key), enter)


@for_each("key", [key for key in BATTLES if key.split("/")[0] in ("alexander", "spqr", "simple-gboh")])
def test_a_size_of_nothing_is_refused_where_no_printed_battle_has_it(key: str) -> None:
    document = json.loads(json.dumps(scenarios.load(key).model_dump(mode="json")))
    with pytest.raises(ScenarioError, match="size: must be at least 1, not 0"):
        checking.checked(put(document, ("sides", 0, "units", 0, "size"), 0), key)
    if key.startswith("spqr"):
        with pytest.raises(ScenarioError, match=r"replacements.0..*strategy: must be 0 to 9, not 100000"):
            side = next(n for n, s in enumerate(document["sides"]) if s["replacements"])
            checking.checked(put(document, ("sides", side, "replacements", 0, "strategy"), 100_000), key)
