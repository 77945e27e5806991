"""Figures about the whole bot, against a simulated Discord: what an order asks of Discord and of the database, and how
many files of the program it passes.

Two players give orders in a live battle, one every :data:`PACE` seconds, by buttons and with ``/order``.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import FrameType
from typing import Any

from sqlalchemy import event

from bot.cli.figures import Figure, endless
from bot.service import Open, Service
from engine.kernel.decisions import Answer, Choose, Command, Pick
from engine.players import random_answer

PACE = 20.0
"""Seconds from one order to the next: so the pinned message, which follows within as many, is edited with each."""

FOLLOWED = 10
"""Orders that are followed through the files of the program."""

SETTLED = 120.0
"""Seconds an order may take on a busy machine."""


class _Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


async def asked(key: str, count: int) -> list[Figure]:
    """Requests to Discord, and statements to the database, of so many orders."""
    import simcord  # the simulated Discord is loaded only where it is needed

    from bot.app import create_bot
    from bot.rates import UNLIMITED, Rates

    requests, statements, clock = list[float](), list[float](), _Clock()
    files, files_of_rules = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}"
        service = await Service.open(url, load_scenario=endless, clock=clock)
        bot = create_bot(service, rates=Rates(UNLIMITED), rooms=False)
        env = simcord.Env(bot, check_errors=False, settle_timeout=SETTLED)
        await env.start()
        try:
            guild = env.create_guild("Bench")
            channel = guild.create_text_channel("bench")
            players = {p.id: p for p in (guild.add_member(env.create_user(n)) for n in ("ada", "ben"))}
            battle = await begun(service, guild.id, channel.id, [*players], key)
            await bot.messages.publisher.publish(battle)
            rng = random.Random(1)
            while len(requests) < count:
                opens = await service.play.open_questions(battle)
                if not opens:
                    break
                game, o = await service.play.game(battle), opens[0]
                answer = random_answer(o.decision, rng)
                act = _act(players[o.user or 0], channel, o, answer, game.system.write)
                # Listening to every call takes longer than the order itself.
                listening = entered() if len(files) < FOLLOWED else nullcontext(set[str]())
                with _counted(service) as found, listening as passed:
                    if act is not None:
                        await act()
                if (await service.play.open_questions(battle))[:1] == opens[:1]:
                    # What can't be pressed or written in one go isn't measured.
                    await service.play.answer(battle, o.user or 0, o.token, answer, len(requests))
                    await bot.messages.publisher.publish(battle, actor=o.user)
                else:
                    requests.append(found[0])
                    statements.append(found[1])
                    if passed:
                        files_of_rules.append(sum(f.startswith("engine/") for f in passed))
                        files.append(len(passed) - files_of_rules[-1])
                clock.now += PACE
                await env.advance_time(PACE)
        finally:
            await env.shutdown()
            await service.close()
    mean = [sum(requests) / len(requests)]
    return [
        Figure("order: requests to Discord, on average", "requests", 3, mean),
        Figure("  the most of nine in ten", "requests", 4, requests, 0.9),
        Figure("  statements to the database", "statements", 25, statements),
        Figure("  files of the program it passes", "files", 80, files),
        Figure("  files of the rules it passes", "files", 75, files_of_rules),
    ]


_ROOT = Path(__file__).parents[2]
_PARTS = tuple(f"{_ROOT / part}/" for part in ("bot", "engine", "renderer", "scenarios"))


@contextmanager
def entered() -> Iterator[set[str]]:
    """Files of the program in which a function was called meanwhile, from the root; imports don't count."""
    found: set[str] = set()

    def seen(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_name != "<module>" and code.co_filename.startswith(_PARTS):
            found.add(code.co_filename.removeprefix(f"{_ROOT}/"))

    before = sys.getprofile(), threading.getprofile()
    threading.setprofile(seen)
    sys.setprofile(seen)
    try:
        yield found
    finally:
        sys.setprofile(before[0])
        threading.setprofile(before[1])


async def begun(service: Service, guild: int, channel: int, users: list[int], key: str) -> str:
    battle = await service.lobby.create(guild, channel, users[0], key, mode="live")
    for (side, _), user in zip(battle.sides, users, strict=True):
        await service.lobby.join(battle.id, user, side)
    await service.lobby.start(battle.id, users[0], "bench")
    return battle.id


def _act(
    who: Any, channel: Any, o: Open, answer: Answer, write: Callable[[Answer], object]
) -> Callable[[], Awaitable[Any]] | None:
    """How a player gives an answer: by the button that has it, or in writing; None where neither is one step."""
    if isinstance(o.decision, Command):
        text = "done" if answer == o.decision.default else str(write(answer))
        return lambda: who.slash(channel, "order", text=text)
    if not isinstance(o.decision, Choose) or not isinstance(answer, Pick):
        return None
    n = next(n for n, c in enumerate(o.decision.choices) if c.key == answer.key)
    for message in reversed([m for m in channel.history() if not m.flags.ephemeral]):
        for item in (i for row in message.components for i in getattr(row, "children", ())):
            custom_id = getattr(item, "custom_id", None) or ""
            if custom_id.startswith("hx:answer:") and custom_id.endswith(f":{o.token}:{n}"):
                return lambda message=message, custom_id=custom_id: who.click(message, custom_id=custom_id)
    return None


@contextmanager
def _counted(service: Service) -> Iterator[list[int]]:
    """Requests and statements meanwhile."""
    from simcord.http import router

    found, through, engine = [0, 0], router.dispatch, service.database.engine.sync_engine

    def dispatch(*args: Any, **kwargs: Any) -> Any:
        found[0] += 1
        return through(*args, **kwargs)

    def executed(*_: object) -> None:
        found[1] += 1

    router.dispatch = dispatch
    event.listen(engine, "before_cursor_execute", executed)
    try:
        yield found
    finally:
        router.dispatch = through
        event.remove(engine, "before_cursor_execute", executed)
