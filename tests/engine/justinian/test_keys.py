"""What a panel and the adjudicator list can be typed, menu by menu, and all of it may be answered."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from bot.notation import bind, parse
from engine.fairdice import Chain, FairDice
from engine.kernel.decisions import Answer, Choice, Command
from engine.kernel.game import Game
from engine.players import random_answer
from engine.systems import registry
from engine.systems.justinian.sharing import Shared
from scenarios import load

WALKS = 4
"""Ways through the menus that are typed of each question."""

DEEP = 12
"""Menus a way may pass through."""


def ways(decision: Command, rng: random.Random) -> Iterator[tuple[list[Choice], Answer]]:
    """Some ways through the menus of a question, each with the order at its end; all choices alike."""
    for _ in range(WALKS):
        menu, way = decision.menu, list[Choice]()
        while len(menu) and len(way) < DEEP:
            choice = rng.choice(menu.choices)
            way.append(choice)
            if choice.answer is not None:
                yield way, choice.answer
                break
            assert choice.menu is not None, f"{choice.key} leads nowhere"
            menu = choice.menu()


def typed(key: str) -> str:
    """A key as it can be typed: signs don't stand within a word."""
    return key.replace("@", "-").replace("+", "-")


def test_every_way_through_the_menus_can_be_typed_and_answered() -> None:
    seen: Counter[str] = Counter()
    for seed in (1, 2):
        system = registry.system_for(load("justinian/renovatio"))
        rng, dice = random.Random(seed), FairDice(Chain(seed.to_bytes(32, "big")), "test", 1, "")
        game = Game.start(system, system.initial_state(), dice)
        while game.pending and game.state.turn <= 3:
            decision = game.pending[0]
            if isinstance(decision, Command):
                for way, answer in ways(decision, rng):
                    text = " ".join(typed(c.key) for c in way)
                    assert bind(game, decision, parse(text)) == (answer, 1), f"{decision.kind}: {text}"
                    if isinstance(decision, Shared):
                        decision.check(answer)
                    seen[decision.kind] += 1
            game.answer(decision.side, random_answer(decision, rng), dice)
    assert {"set-up", "maintenance", "recruits", "losses", "march", "byzantine-activation", "sail"} <= set(seen)
