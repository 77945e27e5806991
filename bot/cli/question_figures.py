"""Figures about what players ask in the largest battle of every system: ``/what``, autocomplete, the first pictures."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import scenarios
from bot.cli.battles import scenario
from bot.cli.figures import Figure
from bot.cli.rules_figures import pieces
from bot.cli.seeded import SeededTrail
from bot.cli.selfplay import play
from bot.messages.pictures.ground_ahead import draw, sizes
from bot.notation.complete import complete
from engine.kernel.areas import AreaMap
from engine.kernel.game import Game
from engine.kernel.hexes import within
from engine.kernel.inquiry import AboutPiece, AboutPlace
from engine.kernel.terrain import BattleMap
from engine.kernel.view import CounterView, TableView
from engine.systems.registry import initial_state, system_for
from renderer import around, render
from renderer.bench.ours import kept_as_files
from renderer.map.view import LARGEST
from scenarios import Scenario

EVERY = 12
"""Answers from one position that is asked about to the next."""
ASKED = 2
"""Units, and hexes, asked about in each position."""
NEAR = 3
"""Hexes from a unit within which a hex is asked about: nobody asks about an empty corner."""


@dataclass
class _Samples:
    """Milliseconds of CPU, by what was asked."""

    unit: list[float] = field(default_factory=list[float])
    hex: list[float] = field(default_factory=list[float])
    written: list[float] = field(default_factory=list[float])
    drawn: list[float] = field(default_factory=list[float])


def largest() -> dict[str, str]:
    """The battle of every system with the most units and leaders, both by their names."""
    found: dict[str, tuple[int, str]] = {}
    for info in scenarios.listing():
        system, key = info.key.split("/")
        n = pieces(info.key)
        if n > found.get(system, (-1, ""))[0]:
            found[system] = n, key
    return {system: key for system, (_, key) in found.items()}


def questions(rounds: int) -> list[Figure]:
    """What is asked in the largest battle of every system, in so many positions of one battle of random players."""
    return [f for system, key in largest().items() for f in of(scenario(f"{system}/{key}"), rounds)]


def of(battle: Scenario, rounds: int) -> list[Figure]:
    """The figures of one battle; of questions the slowest counts, of pictures the median."""
    system, trail, rng, found = system_for(battle), SeededTrail(battle, 1), random.Random("questions"), _Samples()
    table = system.view(initial_state(system))
    first = _timed(lambda: render(table))
    with kept_as_files():
        _draw_ahead(table)
        play(system, 1, trail, turns=99, most=EVERY * rounds, each=partial(_looked, trail=trail, rng=rng, found=found))
    title = battle.title
    figures = (
        Figure(f"/what of a unit, the slowest: {title}", "ms of CPU", 150, found.unit, 1.0),
        Figure("  of a hex, the slowest", "ms of CPU", 150, found.hex, 1.0),
        Figure("  autocomplete, the slowest of a hundred", "ms of CPU", 50, found.written, 0.99),
        Figure("  first picture, of the whole field", "ms of CPU", 1000, [first]),
        Figure("  picture after an order, its ground drawn ahead", "ms of CPU", 40, found.drawn),
    )
    return [f for f in figures if f.samples]


def _draw_ahead(table: TableView) -> None:
    """The ground of the close-ups that are measured, as a bot draws it while nobody waits."""
    for size in (LARGEST,) if isinstance(table.board, BattleMap) else sizes(table.board):
        n = 0
        while draw(table.board, "light", size, n, table.holdings):
            n += 1


def _looked(game: Game[Any], trail: SeededTrail, rng: random.Random, found: _Samples) -> None:
    trail.follow(game)
    if not game.pending or trail.answer % EVERY:
        return
    table = game.view()
    standing = [c for c in table.counters if c.hexes]
    if not standing:
        return
    decision = game.pending[0]
    own = [c for c in standing if table.sides[c.side].id == decision.side] or standing
    found.written += [
        _timed(lambda t=text: complete(decision, t, game.system.write)) for text in _texts(rng.choice(own))
    ]
    for c in _some(standing, rng):
        found.unit.append(_timed(lambda c=c: game.system.inquire(game, AboutPiece(c.id), ())))
    for h in _hexes(table, standing, rng):
        found.hex.append(_timed(lambda h=h: game.system.inquire(game, AboutPlace(h), ())))
    found.drawn.append(_timed(lambda: render(table, around(list(rng.choice(own).hexes)))))


def _some(standing: list[CounterView], rng: random.Random) -> list[CounterView]:
    return rng.sample(standing, min(ASKED, len(standing)))


def _texts(unit: CounterView) -> list[str]:
    """What a player writes key by key, as far as it makes a difference."""
    return ["", unit.id, f"{unit.id} > ", f"{unit.id} > {unit.hexes[0]:04d} "]


def _hexes(table: TableView, standing: list[CounterView], rng: random.Random) -> Iterator[int]:
    """A hex near a unit for each of some, and on the map; on a map of areas the one it stands in."""
    if isinstance(table.board, AreaMap):
        yield from (c.hexes[0] for c in _some(standing, rng))
        return
    for c in _some(standing, rng):
        yield rng.choice([h for h in within(c.hexes[0], NEAR) if h in table.map])


def _timed(work: Callable[[], object]) -> float:
    """Milliseconds of CPU."""
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)
