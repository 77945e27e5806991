"""A channel with a duel in it, and whatever may be done to it: by its players, a spectator, a referee, the clock,
Discord and the operator.

Every act is given as people give it; what the bot says is heard, with whom it calls.
"""

from __future__ import annotations

import random
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import simcord

from bot.service import Battle, Open, Service
from engine.kernel.decisions import Choose, ChooseEach, Command
from tests.bot.e2e.kit import controls, said
from tests.bot.quiet.hearing import Heard, Hearing
from tests.bot.strict.law import law_of
from tests.bot.toy_server import restart, served
from tests.bot.toy_system import Toy

DUEL = "toy/duel"
HOUR = 3600.0
ANSWERING = ("answer", "select", "oneof", "tick", "each", "lead", "default")
"""Verbs of controls that answer a question."""
ASKING = (*ANSWERING, "orders", "write")
"""Verbs of controls that stand on a question."""
PLAYERS, OTHERS = ("Ada", "Ben"), ("Cleo", "Mia")
"""Who fights; a bystander, and who manages the server."""


@dataclass
class World:
    """The server, and who is in it."""

    env: simcord.Env
    service: Service
    url: str
    now: list[float]
    did: list[str] = field(default_factory=list)
    """What was done and what was answered, for whoever reads of a failure."""
    fields: int = 0
    battle: str = ""
    old: list[tuple[Any, str, str]] = field(default_factory=list)
    """Controls that were shown once: message, id, the value of a choice."""

    def __post_init__(self) -> None:
        self.guild = self.env.create_guild("Hexarch")
        managers = self.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        self.parent = self.guild.create_text_channel("hall")
        self.field: Any = self.guild.create_text_channel("field")
        self.people = {
            n: self.guild.add_member(
                self.env.create_user(n.lower(), global_name=n), roles=[managers] if n == "Mia" else []
            )
            for n in (*PLAYERS, *OTHERS)
        }
        self.names = {p.id: n for n, p in self.people.items()}
        self.hearing = Hearing(self.env)

    @property
    def bot(self) -> Any:
        return self.env.bot

    @property
    def heard(self) -> list[Heard]:
        return self.hearing.heard

    @property
    def there(self) -> bool:
        """Whether the battle's channel is."""
        return self.field.id in self.env.backend.channels

    async def row(self) -> Battle:
        return await self.service.battles.get(self.battle)

    async def opens(self) -> list[Open]:
        if (await self.row()).status != "running":
            return []
        return await self.service.play.open_questions(self.battle)

    @property
    def messages(self) -> list[Any]:
        """The bot's messages in the battle's channel that everybody sees, oldest first."""
        if not self.there:
            return []
        return [m for m in self.field.history() if not m.flags.ephemeral and not m.is_system()]

    # -- what people do -----------------------------------------------------------------------------------------

    async def do(self, name: str, command: str, where: Any = None, **options: Any) -> str:
        """A command in the battle's channel; what is answered."""
        if where is None and not self.there:
            return ""
        result = await self.people[name].slash(where or self.field, command, **options)
        text = said(result)
        given = " ".join(f"{k}:{getattr(v, 'name', v)}" for k, v in options.items())
        self.did.append(f"{name} /{command} {given} → {text[:200]!r}")
        return text

    async def press(self, name: str, message: Any, custom_id: str, value: str = "") -> str:
        """A press on a message everybody sees."""
        who = self.people[name]
        result = await (
            who.select(message, [value], custom_id=custom_id) if value else who.click(message, custom_id=custom_id)
        )
        self.did.append(f"{name} presses {custom_id} {value} → {said(result)[:200]!r}")
        return said(result)

    async def begin(self, mode: str, seconds: str) -> None:
        """The duel, both seated, begun."""
        await self.do("Ada", "battle create", scenario=DUEL, mode=mode, side="Reds", rules="endless")
        if seconds:
            await self.do("Ada", "battle limits", answer=seconds)
        await self.do("Ben", "battle join", side="Blues")
        await self.do("Ada", "battle start")
        [found] = await self.service.battles.of_guild(self.guild.id)
        self.battle = found.id

    async def answer(self, n: int) -> None:
        """Whoever is asked writes an answer, some legal one."""
        asked = [o for o in await self.opens() if o.user is not None]
        if asked and self.there:
            o = asked[n % len(asked)]
            await self.do(self.names[o.user or 0], "order", text=_some_answer(o, random.Random(n)))

    async def press_some(self, n: int, name: str = "") -> None:
        """Whoever is asked, or somebody else, presses what stands in the channel."""
        asked = [o for o in await self.opens() if o.user is not None]
        shown = [(m, c) for m in self.messages for c in controls(m) if c.verb in ANSWERING]
        if not shown or not asked:
            return
        message, c = shown[n % len(shown)]
        who = name or self.names[asked[n % len(asked)].user or 0]
        value = c.options[n % len(c.options)][0] if c.options else ""
        self.old.append((message, c.custom_id, value))
        await self.press(who, message, c.custom_id, value)

    # -- Discord and the operator -------------------------------------------------------------------------------

    async def put_away(self) -> None:
        """The battle's thread is put away."""
        if self.there and self.env.backend.channels[self.field.id].thread_metadata is not None:
            self.did.append("— the thread is put away —")
            law_of(self.env.backend).threads.put_away(self.env.backend, self.field.id)
            await self.env.settle()

    async def delete(self) -> None:
        self.did.append(f"— #{self.field.name} is deleted —")
        self.env.backend.delete_channel(self.field.id)
        await self.env.settle()

    async def move(self, name: str, *, thread: bool) -> None:
        """The battle goes on elsewhere."""
        self.fields += 1
        there: Any = self.guild.create_text_channel(f"field-{self.fields}")
        if thread:
            parent = self.bot.get_channel(self.parent.id)
            made = await parent.create_thread(name=f"thread-{self.fields}", type=discord.ChannelType.public_thread)
            await self.env.settle()
            there = next(t for t in self.parent.threads if t.id == made.id)
        if "goes on here" in await self.do(name, "battle move", there, battle=self.battle):
            self.field = there

    async def tick(self) -> None:
        await self.env.settle()
        await self.bot.messages.background.tick()
        await self.env.settle()

    async def restart(self) -> None:
        self.did.append("— the process is restarted —")
        await restart(self)


def _some_answer(o: Open, dice: random.Random) -> str:
    """Some answer to a question, written."""
    if isinstance(o.decision, Choose):
        return dice.choice(o.decision.choices).key
    if isinstance(o.decision, ChooseEach):
        item = dice.choice(o.decision.items)
        return dice.choice([f"{item.key} {dice.choice(item.choices).key}", "none"])
    assert isinstance(o.decision, Command)
    chosen = dice.choice(list(o.decision.menu))
    assert chosen.answer is not None
    return str(Toy().write(chosen.answer))


def world(path: Path) -> AbstractAsyncContextManager[World]:
    """A server in which nothing has happened yet."""
    return served(path, World)
