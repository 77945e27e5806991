"""A server with one league, cup or Swiss rounds of up to eight people, and whatever may be done to it by anybody.

Every act is given as people give it; what the bot says is heard, with whom it calls.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import simcord

from bot.service import Service
from bot.storage.competitions import OPEN, RUNNING, Competition, Fixture
from tests.bot.e2e.kit import controls, said
from tests.bot.quiet.hearing import Heard, Hearing
from tests.bot.toy_server import restart, served

PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana")
PLAYING_REFEREE = "Ada"
SPARE = ("Ines", "Jon")
DAY = 24 * 3600.0
DUEL = "toy/duel"
EVENT = "Spring"


@dataclass
class World:
    """The server, and who is in it."""

    env: simcord.Env
    service: Service
    url: str
    now: list[float]
    did: list[str] = field(default_factory=list)
    """What was done and what was answered, for whoever reads of a failure."""
    left: set[int] = field(default_factory=set)
    """Who has left the server."""
    halls: int = 0

    def __post_init__(self) -> None:
        self.guild = self.env.create_guild("Hexarch")
        managers = self.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        self.hall = self.guild.create_text_channel("hall")
        self.desk = self.guild.create_text_channel("desk")
        self.forum: Any = None
        names = {n: self.env.create_user(n.lower(), global_name=n) for n in ("Mia", *PEOPLE, *SPARE)}
        roles = {"Mia": [managers], PLAYING_REFEREE: [managers]}
        self.people = {n: self.guild.add_member(u, roles=roles.get(n, [])) for n, u in names.items()}
        self.names = {p.id: n for n, p in self.people.items()}
        self.hearing = Hearing(self.env)
        self.rng = random.Random(0)

    @property
    def bot(self) -> Any:
        return self.env.bot

    @property
    def heard(self) -> list[Heard]:
        return self.hearing.heard

    async def event(self) -> Competition:
        [found] = await self.service.competitions.of_guild(self.guild.id)
        return found

    async def fixtures(self) -> list[Fixture]:
        return await self.service.competitions.fixtures((await self.event()).id)

    # -- what people do -----------------------------------------------------------------------------------------

    async def do(self, who: Any, command: str, where: Any = None, **options: Any) -> str:
        """A command, given at the referees' desk if nowhere else; what is answered."""
        result = await who.slash(where or self.desk, command, **options)
        text = said(result)
        given = " ".join(f"{k}:{getattr(v, 'name', v)}" for k, v in options.items())
        self.did.append(f"{self.names[who.id]} /{command} {given} → {text[:160]!r}")
        return text

    async def press(self, who: Any, message: Any, custom_id: str) -> str:
        result = await who.click(message, custom_id=custom_id)
        self.did.append(f"{self.names[who.id]} presses {custom_id} → {said(result)[:160]!r}")
        return said(result)

    async def call(self, kind: str, players: Sequence[str], *, forum: bool, both: bool) -> None:
        """Call the event, and let these take part."""
        options: dict[str, Any] = {"kind": kind, "scenarios": DUEL, "days": 7, "name": EVENT}
        if forum:
            self.forum = self.guild.create_forum_channel("battles")
            options["forum"] = self.forum
        if kind == "cup":
            options["third"] = True
        if both and kind != "swiss":
            options["both"] = True
        await self.do(self.people["Mia"], "referee event create", self.hall, **options)
        for name in players:
            await self.do(self.people[name], "event join", self.hall)

    def threads(self) -> list[Any]:
        found = [self.hall, self.desk, *([self.forum] if self.forum is not None else [])]
        return [t for c in found if c.id in self.env.backend.channels for t in c.threads]

    def thread(self, place: int) -> Any:
        return next((t for t in self.threads() if t.id == place), None)

    async def tick(self) -> None:
        await self.env.settle()
        await self.bot.messages.background.tick()
        await self.bot.messages.competitions.tick()
        await self.env.settle()

    async def pass_days(self, days: float) -> None:
        self.now[0] += days * DAY
        self.did.append(f"— {days} days pass —")

    async def asked(self) -> list[tuple[Any, str]]:
        """Messages in which something is put to others, with the id of their [Agree] and [Decline]."""
        if self.hall.id not in self.env.backend.channels:
            return []
        return [
            (m, c.custom_id) for m in self.hall.history() for c in controls(m) if c.custom_id.startswith("hx:motion:")
        ]

    async def delete(self, channel: Any) -> None:
        self.did.append(f"— #{channel.name} is deleted —")
        self.env.backend.delete_channel(channel.id)
        await self.env.settle()

    async def move(self, *, forum: bool) -> None:
        """The referee gives the event another home."""
        self.halls += 1
        self.hall = self.guild.create_text_channel(f"hall-{self.halls}")
        options: dict[str, Any] = {}
        if forum:
            self.forum = self.guild.create_forum_channel(f"battles-{self.halls}")
            options["forum"] = self.forum
        await self.do(self.people["Mia"], "referee event move", self.hall, event=EVENT, **options)

    async def leave_server(self, name: str) -> None:
        self.did.append(f"— {name} leaves the server —")
        self.left.add(self.people[name].id)
        self.guild.remove_member(self.people[name])
        await self.env.settle()

    async def restart(self) -> None:
        self.did.append("— the process is restarted —")
        await restart(self)

    async def living(self) -> bool:
        return (await self.event()).status in (OPEN, RUNNING)


def world(path: Path) -> AbstractAsyncContextManager[World]:
    """A server in which nothing has happened yet."""
    return served(path, World)
