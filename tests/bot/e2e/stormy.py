"""Two players of the made-up system on an unreliable network, and what must be true of their channel in the end."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.app import create_bot
from bot.components.ids import parse
from bot.language.plain import MESSAGE
from bot.messages.publishing.posts import DISPATCH, NOTICE, PROMPT, STANDING, Prompt, Story
from bot.rates import UNLIMITED, Rates
from bot.service import Open, Service
from engine.kernel.decisions import Choose, Command
from tests.bot.e2e.faults import Killed, Network
from tests.bot.e2e.kit import said
from tests.bot.e2e.strays import QuickEnv
from tests.bot.e2e.theatre import DUEL_KEY, Blank, _load, _system_for
from tests.bot.toy_service import Clock
from tests.bot.toy_system import Toy
from tests.waiting import HANG

TICKS = 60
"""Ticks of the clock, of 20 seconds, within which everything must have been told."""


class Duel:
    """A channel with a duel in it."""

    def __init__(self, env: simcord.Env, service: Service, url: str, network: Network, clock: Clock) -> None:
        self.env, self.service, self.url, self.network, self.clock = env, service, url, network, clock
        self.guild = env.create_guild("Hexarch")
        self.channel = self.guild.create_text_channel("field")
        self.ada, self.ben = (self.guild.add_member(env.create_user(n, global_name=n.title())) for n in ("ada", "ben"))
        self.battle = ""
        self.called: list[str] = []
        """Questions the last order has put to somebody who wasn't there: by token and user."""

    async def begin(self, mode: str = "correspondence") -> None:
        battle = await self.service.lobby.create(
            self.guild.id, self.channel.id, self.ada.id, DUEL_KEY, {"endless": True}, mode=mode
        )
        self.battle = battle.id
        for user, side in ((self.ada, "red"), (self.ben, "blue")):
            await self.service.lobby.join(battle.id, user.id, side)
        await self.service.lobby.start(battle.id, self.ada.id, "start")
        await self.bot.messages.publisher.publish(battle.id)
        await self.env.settle()

    @property
    def bot(self) -> Any:
        return self.env.bot

    async def opens(self) -> list[Open]:
        return await self.service.play.open_questions(self.battle)

    async def head(self) -> int:
        return (await self.service.play.entries(self.battle))[-1].seq

    async def act(self, dice: random.Random) -> str:
        """One of those who are asked answers with /order; what they are told."""
        asked = await self.opens()
        o = dice.choice(asked)
        who = next(p for p in (self.ada, self.ben) if p.id == o.user)
        text = "none"
        if isinstance(o.decision, Choose):
            text = dice.choice(o.decision.choices).key
        elif isinstance(o.decision, Command):
            chosen = dice.choice(list(o.decision.menu))
            assert chosen.answer is not None
            text = str(Toy().write(chosen.answer))
        before = await self.head()
        result = await who.slash(self.channel, "order", text=text)
        known = [f"{q.token}:{q.user}" for q in asked]
        new = [(f"{q.token}:{q.user}", q.user) for q in await self.opens()]
        self.called = [key for key, user in new if user != who.id and key not in known]
        told = said(result)
        moved = await self.head() > before
        lies = ("Nothing", "try again", "Sorry") if moved else ("one.", "stored")
        if "Look whether" not in told or moved:
            assert not any(x in told for x in lies), (text, moved, told)
        assert not (moved and "before you try again" in told), told
        return told

    async def wait(self, ticks: int = TICKS) -> None:
        """Time passes until everything is told."""
        for _ in range(ticks):
            if not len(self.bot.messages.publisher.behind):
                return
            self.clock.now += 20
            await self.env.advance_time(20)
        raise AssertionError("not everything has been told")

    async def restart(self, meanwhile: Callable[[Service], Awaitable[None]] | None = None) -> None:
        """Another process on the same database, whatever has become of the last one. ``meanwhile``: what happens before
        it looks after any battle."""
        await self.service.close()
        self.service = await _service(self.url, self.clock)
        if meanwhile is not None:
            await meanwhile(self.service)
        bot = create_bot(self.service, drawing_pool=Blank(), rates=Rates(UNLIMITED))
        self.env.bot = bot
        await self.env.restart_bot(bot)
        await self.env.settle()

    def kill(self) -> None:
        """From now on nothing this process does has any effect."""

        def gone(*args: Any, **kwargs: Any) -> Any:
            raise Killed

        self.service.database.write = gone  # type: ignore[method-assign]

    @property
    def shown(self) -> dict[int, Any]:
        """The bot's messages everybody sees, by number."""
        found = (m for m in self.channel.history() if not m.flags.ephemeral and not m.is_system())
        return {m.id: m for m in found}

    async def deny(self, *, send_messages: bool | None) -> None:
        """Take a permission in the channel from everybody, the bot included, or give it back."""
        denied = discord.Permissions(send_messages=send_messages is False).value
        role = self.guild.default_role.id
        self.env.backend.set_overwrite(self.channel.id, Overwrite(role, OverwriteType.ROLE, deny=denied))
        await self.env.settle()

    def asks(self, message: Any, token: int) -> bool:
        """Whether a message puts a question."""
        ids = [parse(i.custom_id) for row in message.components for i in row.children if i.custom_id]
        return any(i is not None and i[1].token == str(token) for i in ids)

    async def check(self) -> None:
        """Everything stored is told, and nothing twice."""
        posts = await self.service.posts.of(self.battle)
        shown = self.shown
        assert all(p.delivered for p in posts), (
            f"something is still to be said: {[(p.kind, p.key, p.message) for p in posts if not p.delivered]}"
        )
        assert not [p for p in posts if p.kind == NOTICE]
        known = [p.message for p in posts if p.message is not None]
        assert set(known) <= set(shown) and len(shown) == len(known), "a message twice, or none"
        assert len([p for p in posts if p.kind == STANDING]) == 1 == len(self.channel.pinned_messages())
        stories = sorted((p for p in posts if p.kind == DISPATCH), key=lambda p: int(p.key))
        for post in stories:
            story = Story.model_validate_json(post.body)
            said_ = shown[post.message or 0].content
            assert story.lines[-1].text in said_ if story.lines and len(said_) < MESSAGE - 200 else True
            assert not story.bare
        assert Story.model_validate_json(stories[-1].body).upto == await self.head()
        for o in await self.opens():
            asks = f"{o.token}:{o.side}"
            where = [p for p in posts if p.kind == PROMPT and p.key == asks]
            where += [p for p in stories if Story.model_validate_json(p.body).asks == asks]
            assert len(where) == 1, f"{asks} is asked {len(where)} times"
            ids = [i.custom_id for row in shown[where[0].message or 0].components for i in row.children]
            assert any(f":{o.token}" in i for i in ids), "the question has no controls"
        for post in posts:
            if post.kind == PROMPT and post.message is not None:
                prompt = Prompt.model_validate_json(post.body)
                assert bool(prompt.outcome) is not any(f"{o.token}:{o.side}" == post.key for o in await self.opens())

    def calls(self) -> dict[str, int]:
        """How often each question was put to somebody by a call: by its token and the user."""
        found: dict[str, int] = {}
        for user in (self.ada.id, self.ben.id):
            for m in self.network.pings(user):
                ids = [parse(c["custom_id"]) for row in m.get("components", ()) for c in row["components"]]
                for token in {i[1].token for i in ids if i is not None}:
                    found[f"{token}:{user}"] = found.get(f"{token}:{user}", 0) + 1
        return found


async def _service(url: str, clock: Clock) -> Service:
    return await Service.open(url, load_scenario=_load, system_for=_system_for, clock=clock)


@asynccontextmanager
async def duel(path: Path, monkeypatch: Any) -> AsyncIterator[Duel]:
    clock = Clock()
    network = Network(clock).lay(monkeypatch)
    url = f"sqlite+aiosqlite:///{path / 'battles.db'}"
    service = await _service(url, clock)
    env = QuickEnv(
        create_bot(service, drawing_pool=Blank(), rates=Rates(UNLIMITED)), check_errors=False, settle_timeout=HANG
    )
    await env.start()
    found = Duel(env, service, url, network, clock)
    try:
        yield found
    finally:
        network.fate = None
        await env.shutdown()
        await found.service.close()
