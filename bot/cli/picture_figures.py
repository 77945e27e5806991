"""Figures about drawing: what pictures take, how long an answer waits while they are drawn, what they leave behind."""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path

from discord import app_commands

import scenarios
from bot.cli.figures import Driver, Figure
from bot.cli.resident import kept
from bot.language.plain import CHOICE
from bot.messages.pictures.drawing_pool import PATIENCE, Apart, DrawingPool
from bot.narration import fit
from bot.notation.complete import complete
from bot.service import Service
from engine.kernel.areas import AreaMap
from engine.kernel.view import TableView
from engine.systems.registry import initial_state, system_for
from renderer import View, area, around, render, whole
from renderer.bench.ours import ON_FILE, bench
from renderer.graphics.cache import MOST

PACE = 0.01
"""Seconds between an answer and the next key pressed."""

QUIET = 200
"""Answers measured while nothing is drawn: what the machine itself makes of them just now."""

ORDERS_BEFORE = 60
"""Orders given in the battle somebody writes in."""


def pictures(rounds: int) -> list[Figure]:
    """Drawing a field of 60 x 40 hexes with 150 counters: the first time, and with its base layers kept."""
    return [Figure(f"draw: {name}", "ms of CPU", _budget(name), [ms]) for name, ms, _ in bench(min(rounds, 15))]


def _budget(picture: str) -> float:
    if picture.endswith(ON_FILE):
        return 280
    return 1000 if picture.endswith(": first") else 25


def positions() -> list[TableView]:
    """Every battle as it begins."""
    systems = [system_for(scenarios.load(info.key)) for info in scenarios.listing()]
    return [system.view(initial_state(system)) for system in systems]


async def waiting(key: str, maps: int, *, apart: bool = True) -> list[Figure]:
    """Autocomplete while so many maps are drawn, half of them for the first time.

    Milliseconds from the key being pressed to the answer being ready, on the event loop that the bot has: what
    is done while it is busy, and what the loop itself is late, count.
    """
    tables = positions()
    drawing_pool = DrawingPool(apart=apart)
    with tempfile.TemporaryDirectory() as folder:
        service = await Service.open(f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}")
        driver = Driver(service, random.Random(3))
        battle = await driver.begin(key, 1)
        for _ in range(ORDERS_BEFORE):
            await driver.step(battle)
        written = await texts(service, battle)
        try:
            # The very first picture starts the process, which happens once and not in a rush.
            await drawing_pool.draw(render, tables[0], _corner(tables[0]))
            quiet = [await wait(service, written[n % len(written)]) for n in range(QUIET)]
            drawn = [
                asyncio.ensure_future(drawing_pool.draw(render, tables[n // 2 % len(tables)])) for n in range(maps)
            ]
            waited = []
            while not all(d.done() for d in drawn):
                waited.append(await wait(service, written[len(waited) % len(written)]))
            await asyncio.gather(*drawn)
        finally:
            drawing_pool.close()
            await service.close()
    how = "" if apart else ", in this process"
    return [
        Figure("autocomplete, from the key to the answer", "ms", 50, quiet, 0.99),
        Figure(f"  while {maps} maps are drawn{how}", "ms", 50, waited, 0.99),
    ]


async def wait(service: Service, text: str) -> float:
    """Milliseconds from a key being pressed to the answer."""
    loop = asyncio.get_running_loop()
    due = loop.time() + PACE
    await asyncio.sleep(PACE)
    await _answer(service, text)
    return 1000 * (loop.time() - due)


async def texts(service: Service, battle: str) -> list[str]:
    """What a player may have written so far."""
    game = await service.play.game(battle)
    units = [c.id for c in game.view().counters if c.hexes][:6]
    return ["", "t", "line ", *(text for unit in units for text in (unit, f"{unit} > "))]


async def _answer(service: Service, text: str) -> list[app_commands.Choice[str]]:
    """What the bot does for one key pressed in /order."""
    found = await service.battles.last_in_channel(1)
    assert found is not None
    battle = await service.battles.get(found.id)
    game = await service.play.game(battle.id)
    questions = await service.play.open_questions(battle.id)
    if not questions:
        return []
    suggested = complete(questions[0].decision, text, game.system.write)
    return [app_commands.Choice(name=fit(s.label, CHOICE), value=s.value) for s in suggested if len(s.value) <= CHOICE]


def _corner(table: TableView) -> View:
    (c0, _), (r0, _) = table.map.cols, table.map.rows
    return area(c0, r0, c0 + 8, r0 + 6)


def _views(table: TableView) -> list[View]:
    """The whole field, a close-up of each side's first unit, and a quarter of the field where it has hexes."""
    firsts = {c.side: c.hexes for c in reversed(table.counters) if c.hexes}
    if isinstance(table.board, AreaMap):
        return [whole(), *(around(at) for _, at in sorted(firsts.items()))]
    (c0, c1), (r0, r1) = table.map.cols, table.map.rows
    return [whole(), *(around(h, 2) for _, h in sorted(firsts.items())), area(c0, r0, (c0 + c1) // 2, (r0 + r1) // 2)]


def stores() -> list[Figure]:
    """What the process that draws keeps once every battle was drawn in every kind of view and both themes, in MB."""
    hands = Apart(PATIENCE, 0)
    try:
        _, before = hands.do(kept, (), {})
        pictures = [(t, view, theme) for t in positions() for view in _views(t) for theme in ("light", "dark")]
        for table, view, theme in pictures:
            hands.do(render, (table, view), {"theme": theme})
        rows, after = hands.do(kept, (), {})
    finally:
        hands.close()
    total = sum(used for _, _, used, _ in rows) / 2**20
    return [
        Figure("process that draws, before it does", "MB", 200, [before]),
        Figure(f"  after {len(pictures)} different pictures", "MB", 200, [after]),
        Figure("  of which: what it keeps", "MB", MOST / 2**20, [total]),
        *(Figure(f"    {name} ({n})", "MB", room / 2**20, [used / 2**20]) for name, n, used, room in rows),
    ]
