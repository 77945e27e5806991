"""The figures Hexarch holds itself to, measured for ``hexarch bench``.

Figures are CPU time of this process (all threads), so that a busy machine doesn't blur them; resuming and memory are
what the machine really takes. Every figure comes from battles of random players, driven through the service that the
bot uses.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.cli.battles import scenario
from bot.narration.lines import Teller
from bot.notation.complete import complete
from bot.processes import settle
from bot.service import Service
from engine.kernel.hexes import Hex
from engine.players import random_answer
from renderer import around, render

PLAYERS = (1, 2)


@dataclass(frozen=True)
class Figure:
    """One line of the table."""

    what: str
    unit: str
    budget: float
    samples: Sequence[float]
    share: float = 0.5
    """Which of the samples is held against the budget: 0.5 the median, 0.99 the 99th percentile."""
    more: bool = False
    """Whether the budget is what must be reached, not what must be kept to."""

    @property
    def value(self) -> float:
        ordered = sorted(self.samples)
        return statistics.median(ordered) if self.share == 0.5 else ordered[int(self.share * (len(ordered) - 1))]

    def summary(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "unit": self.unit,
            "measure": "median" if self.share == 0.5 else f"p{round(100 * self.share)}",
            "value": round(self.value, 2),
            "median": round(statistics.median(self.samples), 2),
            "worst": round(min(self.samples) if self.more else max(self.samples), 2),
            "budget": round(self.budget, 2),
            "ratio": round(self.budget / self.value if self.more else self.value / self.budget, 2),
            "samples": len(self.samples),
        }


class Driver:
    """Random players at a service, one battle at a time."""

    def __init__(self, service: Service, rng: random.Random) -> None:
        self.service = service
        self.rng = rng
        self.clicks = 0
        self.chose = 0.0
        """Milliseconds of CPU in which the player of the last answer went through the menus."""

    async def begin(self, key: str, channel: int) -> str:
        """A battle with both seats taken, begun; returns its id."""
        battle = await self.service.lobby.create(1, channel, PLAYERS[0], key)
        for (side, _), user in zip(battle.sides, PLAYERS, strict=True):
            await self.service.lobby.join(battle.id, user, side, f"player {user}")
        await self.service.lobby.start(battle.id, PLAYERS[0], self.click())
        return battle.id

    def click(self) -> int:
        """Something like the snowflake of an interaction."""
        self.clicks += 1
        return 1_300_000_000_000_000_000 + self.clicks

    async def step(self, battle: str) -> Any:
        """Answer the first open question; None when the battle is over."""
        questions = await self.service.play.open_questions(battle)
        if not questions:
            return None
        q = questions[0]
        began = time.process_time()
        answer = random_answer(q.decision, self.rng)
        self.chose = 1000 * (time.process_time() - began)
        return await self.service.play.answer(battle, q.user or PLAYERS[0], q.token, answer, self.click())


def endless(key: str) -> dict[str, Any]:
    """A battle whose armies fight on for ever, for battles longer than any real one."""
    battle = scenario(key)
    return battle.model_copy(update={"sides": tuple(s.unbreakable() for s in battle.sides)}).model_dump(mode="json")


async def orders(key: str, count: int, rounds: int) -> list[Figure]:
    """An order to stored, told and drawn; autocomplete; resuming a long battle."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}"
        service = await Service.open(url, load_scenario=endless)
        driver = Driver(service, random.Random(1))
        battle = await driver.begin(key, 1)
        settle()
        done, stored, chosen, drawn, completed = 0, [], [], [], []
        while done < count:
            game = await service.play.game(battle)
            if not game.pending:
                battle, done = await driver.begin(key, done + 2), 0
                continue
            measured = len(stored) < rounds
            if measured and done % 3 == 0:
                completed += _completions(game)
            teller = Teller(game.state.model_copy(deep=True)) if measured else None
            began = time.process_time()
            outcome = await driver.step(battle)
            done += 1
            if teller is not None:
                stored.append(1000 * (time.process_time() - began))
                chosen.append(driver.chose)
                _draw(await service.play.game(battle), outcome, teller)
                drawn.append(1000 * (time.process_time() - began))
        await service.close()
        resumed = [await _resume(url, battle) for _ in range(5)]
    return [
        Figure("order, from interaction to stored, told and drawn", "ms of CPU", 40, drawn),
        Figure("  of which: chosen, carried out and stored", "ms of CPU", 40, stored),
        Figure("    of which: menus a random player goes through", "ms of CPU", 10, chosen),
        Figure("autocomplete", "ms of CPU", 50, completed, 0.99),
        Figure(f"resume a battle of {done} orders", "ms", 50, resumed),
    ]


def in_pictures(found: Sequence[Figure]) -> list[Figure]:
    """What an order costs beside a picture of a whole large field, of the figures of one run: machines cancel out."""
    order, picture = found[0], next(f for f in found if f.what == "draw: whole field, light")
    return [Figure("order, beside a picture of a whole field", "times", 2, [s / picture.value for s in order.samples])]


def _draw(game: Any, outcome: Any, teller: Teller) -> None:
    """What a dispatch needs: the sentences and a close-up of what happened."""
    entries = [e for e in outcome.entries if e.kind == "event"]
    lines = teller.tell((e.seq, game.system.events.validate_python(e.data)) for e in entries)
    traces = [x.trace for x in lines if x.trace is not None]
    hexes: list[Hex] = [h for t in traces for h in t.hexes]
    [x.render() for x in lines]
    render(game.view(), around(hexes), traces=traces)


def _completions(game: Any) -> list[float]:
    """Milliseconds for autocomplete after nothing, after a unit, and half-way through a move."""
    decision = game.pending[0]
    texts = ["", "t", "line "]
    table = game.view()
    for unit in [c for c in table.counters if table.sides[c.side].id == decision.side and c.hexes][:3]:
        texts += [unit.id, f"{unit.id} > ", f"{unit.id} > {unit.hexes[0]:04d} "]
    return [1000 * _timed(lambda t=text: complete(decision, t, game.system.write)) for text in texts]


def _timed(work: Callable[[], Any]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


async def _resume(url: str, battle: str) -> float:
    """Milliseconds from a fresh service to the battle in memory, its question open."""
    service = await Service.open(url, load_scenario=endless)
    await service.battles.get(battle)
    began = time.perf_counter()
    game = await service.play.game(battle)
    took = 1000 * (time.perf_counter() - began)
    assert game.pending
    await service.close()
    return took


def table(figures: Sequence[Figure]) -> str:
    """The figures as a table for people."""
    head = f"{'what':52} {'measure':>7} {'value':>9} {'budget':>7} {'ratio':>6}  {'median':>8} {'worst':>8}  unit"
    lines = [head, "-" * len(head)]
    for f in figures:
        s = f.summary()
        lines.append(
            f"{s['what']:52} {s['measure']:>7} {s['value']:9.2f} {s['budget']:7.0f} {s['ratio']:6.2f}"
            f"  {s['median']:8.2f} {s['worst']:8.2f}  {s['unit']}"
        )
    return "\n".join(lines)
