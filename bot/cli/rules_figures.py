"""Figures about the rules alone: how fast battles play themselves, and what a player's menus cost."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Any

import scenarios
from bot.cli.battles import scenario
from bot.cli.figures import Figure
from bot.cli.seeded import SeededTrail
from bot.cli.selfplay import play
from engine.kernel.decisions import Command, Menu
from engine.kernel.game import Game
from engine.players import DEPTH, weighted
from engine.systems.registry import initial_state, system_for

PLAYED = {"tricameron": 1000 / 3, "crecy": 1000 / 1.5}
"""A battle of each system, with the answers a second of CPU that are its budget."""
TOGETHER = 20
"""Answers timed at once: single ones differ by a hundred times."""
MOST_CHOICES = 250
"""Choices a menu may have: ten pages, as Discord shows 25 at a time."""


def rules(rounds: int) -> list[Figure]:
    """Answers a second in a battle of each system, and what the menus of the largest battle cost."""
    stretches = max(2, rounds // 5)
    return [*(_answers(key, budget, stretches) for key, budget in PLAYED.items()), *_menus(largest(), rounds)]


def _answers(key: str, budget: float, stretches: int) -> Figure:
    """How many answers random players give in a second of CPU, the battle carried out, by so many stretches of it."""
    battle = scenario(key)
    system, rates = system_for(battle), list[float]()
    for seed in range(stretches):
        stamps = [time.process_time()]
        wanted = (stretches - len(rates)) * TOGETHER
        trail = SeededTrail(battle, seed)
        play(system, seed, trail, turns=99, most=wanted, each=lambda game, t=trail, s=stamps: _stamped(game, t, s))
        ends = stamps[::TOGETHER]
        rates += [TOGETHER / (b - a) for a, b in pairwise(ends)]
        if len(rates) >= stretches:
            break
    return Figure(f"answers of random players: {battle.title}", "a second of CPU", budget, rates, more=True)


def _stamped(game: Game[Any], trail: SeededTrail, stamps: list[float]) -> None:
    trail.follow(game)
    stamps.append(time.process_time())


def pieces(key: str) -> int:
    """Units and leaders of a battle as it begins, those off the map included."""
    system = system_for(scenarios.load(key))
    view = system.view(initial_state(system))
    return len(view.counters) + len(view.off_map) + len(view.leaders)


def largest() -> str:
    """The battle with the most units and leaders, by its name."""
    return max((info.key for info in scenarios.listing()), key=pieces).split("/")[1]


def _menus(key: str, rounds: int) -> list[Figure]:
    """Every menu on a random way through an order, opened for the first time, as often as asked for."""
    battle = scenario(key)
    times, sizes = list[float](), list[float]()
    rng = random.Random("menus")

    def looked(game: Game[Any], trail: SeededTrail) -> None:
        trail.follow(game)
        for decision in game.pending:
            if isinstance(decision, Command):
                for ms, choices in _opened(decision.menu, rng):
                    times.append(ms)
                    sizes.append(choices)

    trail = SeededTrail(battle, 1)
    play(system_for(battle), 1, trail, turns=99, most=rounds, each=partial(looked, trail=trail))
    return [
        Figure(f"a menu of {battle.title}", "ms of CPU", 10, times),
        Figure("  the slowest of a hundred", "ms of CPU", 50, times, 0.99),
        Figure("  choices in it", "choices", MOST_CHOICES, sizes, 0.99),
    ]


def _opened(menu: Menu, rng: random.Random) -> Iterator[tuple[float, int]]:
    """Milliseconds and number of choices of each menu on a random way down."""
    for _ in range(DEPTH):
        began = time.process_time()
        choices = menu.choices
        yield 1000 * (time.process_time() - began), len(choices)
        chosen = weighted(choices, rng) if choices else None
        if chosen is None or chosen.menu is None:
            return
        menu = chosen.menu()
