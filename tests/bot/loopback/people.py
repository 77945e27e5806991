"""Two people and their battle in a channel of the loopback Discord: they look at what is asked, and write an order."""

from __future__ import annotations

import asyncio
import copy
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simcord import interactions
from simcord.backend.models import Message
from simcord.backend.serializers import message_payload

from bot.components.ids import parse
from bot.messages.publishing.posts import DISPATCH, Story
from bot.service import Open, Service
from engine.kernel.decisions import ChooseEach, Picks
from engine.players import random_answer
from tests.bot.loopback.server import Loopback

ANSWERED = 6.0
"""Seconds after which somebody who is in a hurry gives up an interaction that was acknowledged, and tries again."""
TRIES = 20
"""How often a command is given that isn't answered."""
LOOK = 0.02
"""Seconds between two looks at what came of it."""


class Silence(Exception):
    """“The application did not respond.”"""


@dataclass(frozen=True)
class Heard:
    """What came of an interaction."""

    text: str
    first: float
    """Seconds until Discord had the bot's first answer."""
    last: float
    """Seconds until it was told what came of it."""


class Table:
    """A channel with a battle in it."""

    def __init__(self, discord: Loopback, service: Callable[[], Service], name: str, shard: int = 0, shards: int = 1):
        """``service``: looks at the database beside the bot."""
        self.discord, self.beside = discord, service
        backend = discord.backend
        owner = backend.make_user(f"owner of {name}")
        self.guild = backend.create_guild(f"Hexarch {name}", owner_id=owner.id, shard_id=shard, shard_count=shards)
        self.channel = backend.create_channel(self.guild.id, name)
        self.people = [backend.make_user(f"{n} of {name}") for n in ("ada", "ben")]
        for user in self.people:
            backend.add_member(self.guild.id, user.id)
        self.battle = ""
        self.head = 0
        self.patience = ANSWERED
        """Seconds after which somebody gives an interaction up that was acknowledged."""
        self.why = ""
        """What came of the last order that wasn't carried out."""

    # -- interactions -------------------------------------------------------------------------------------------

    async def slash(self, user: int, name: str, **options: Any) -> Heard:
        """A command of one or two words, with options that are text or yes and no. Raises :class:`Silence`."""
        root, *inner = name.split()
        command = self.discord.backend.find_command(root, None, type=1)
        assert command is not None, f"/{root} isn't registered"
        given = [{"name": k, "type": 5 if isinstance(v, bool) else 3, "value": v} for k, v in options.items()]
        if inner:
            given = [{"name": inner[0], "type": 1, "options": given}]
        data = {"id": command["id"], "name": root, "type": 1, "options": given}
        return await self._heard(user, 2, data, None)

    async def press(self, user: int, message: Message, custom_id: str, values: list[str] | None = None) -> Heard:
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
        if values is not None:
            data = {"custom_id": custom_id, "component_type": 3, "values": values}
        return await self._heard(user, 3, data, message)

    async def _heard(self, user: int, kind: int, data: dict[str, Any], message: Message | None) -> Heard:
        backend = self.discord.backend
        record, payload = interactions.base_payload(
            backend, type=kind, channel_id=self.channel.id, guild_id=self.guild.id, user_id=user, data=data
        )
        if message is not None:
            payload["message"] = dict(message_payload(backend, message))
            record.source_message_id = message.id
        began = time.monotonic()
        backend.emit("INTERACTION_CREATE", payload)
        while not record.responded:
            if time.monotonic() - began > 3.0:
                raise Silence("not acknowledged")
            await asyncio.sleep(LOOK)
        first = time.monotonic() - began
        while record.loading:
            if time.monotonic() - began > self.patience:
                raise Silence("acknowledged, and nothing more")
            await asyncio.sleep(LOOK)
        shown = backend.messages.get(self.channel.id, {}).get(record.message_id or 0)
        return Heard(shown.content if shown is not None else "", first, time.monotonic() - began)

    # -- the battle ---------------------------------------------------------------------------------------------

    async def begin(self, scenario: str, mode: str = "correspondence") -> None:
        """A battle of a scenario, both sides taken."""
        ada, ben = (p.id for p in self.people)
        told = await self._insist(ada, "battle create", scenario=scenario, mode=mode)
        found = await self.beside().battles.in_channel(self.channel.id)
        assert found is not None, told
        for user, (_, side) in zip((ada, ben), found.sides, strict=True):
            await self._insist(user, "battle join", side=side)
        told = await self._insist(ada, "battle start")
        found = await self.beside().battles.get(found.id)
        assert found.status == "running", told
        self.battle = found.id

    async def _insist(self, user: int, name: str, **options: Any) -> str:
        """The same command until it is answered: on a busy machine a bot that has just begun may take its time."""
        for _ in range(TRIES):
            try:
                return (await self.slash(user, name, **options)).text
            except Silence:
                await asyncio.sleep(1.0)
        raise Silence

    def again(self, guild: Any, channel: Any, battle: str) -> Table:
        """The same people in another channel, with a battle of its own."""
        found = copy.copy(self)
        found.guild, found.channel, found.battle, found.head = guild, channel, battle, self.head
        return found

    async def opens(self) -> list[Open]:
        return await self.beside().play.open_questions(self.battle)

    async def stored(self) -> int:
        """Number of the last journal entry."""
        return (await self.beside().play.entries(self.battle, max(self.head - 1, 1)))[-1].seq

    async def act(self, rng: random.Random) -> Heard | None:
        """Somebody answers what is asked; None when nothing came of it, as when nobody was there to hear it."""
        asked = await self.opens()
        if not asked:
            return None
        o = rng.choice(asked)
        assert o.user is not None
        game = await self.beside().play.game(self.battle)
        answer = random_answer(o.decision, rng)
        if isinstance(o.decision, ChooseEach):
            assert isinstance(answer, Picks)
            text = "; ".join(f"{unit} {key}" for unit, key in answer.picks.items()) or "none"
        else:
            text = str(getattr(answer, "key", "") or game.system.write(answer))
        heard = None
        before = self.head
        try:
            # Several would be shown first, and this is one answer.
            heard = await self.slash(o.user, "order", text=text, preview=False)
            self.head = max(self.head, await self.stored())
            if self.head == before:
                self.why = f"{text}: {heard.text}"
                heard = await self._pressed(o, rng)
        except Silence as e:
            self.why, heard = f"{text}: {e}", None
        self.head = max(self.head, await self.stored())
        return heard if self.head > before else None

    async def _pressed(self, o: Open, rng: random.Random) -> Heard | None:
        """What can't be written as it stands is pressed: one of the answers below the question."""
        for message in reversed(list(self.discord.backend.messages.get(self.channel.id, {}).values())):
            for part in _controls(message.components):
                found = parse(part["custom_id"])
                if found is None or found[0] not in ("answer", "select") or found[1].token != str(o.token):
                    continue
                assert o.user is not None
                values = [rng.choice(part["options"])["value"]] if part.get("options") else None
                return await self.press(o.user, message, part["custom_id"], values)
        return None

    @property
    def shown(self) -> dict[int, Message]:
        """The bot's messages everybody sees, by number."""
        mine = self.discord.backend.bot_user.id
        found = self.discord.backend.messages.get(self.channel.id, {}).values()
        return {m.id: m for m in found if m.author_id == mine and not m.is_ephemeral and m.type in (0, 19)}

    async def check(self) -> str:
        """What is wrong: something stored isn't told, or a message stands there twice, or nobody knows of it; or ""."""
        posts = await self.beside().posts.of(self.battle)
        late = [(p.kind, p.key) for p in posts if not p.delivered]
        if late:
            return f"still to be said: {late}"
        known = [p.message for p in posts if p.message is not None]
        if len(known) != len(set(known)):
            return "two posts are one message"
        if missing := set(known) - set(self.shown):
            return f"lost: {missing}"
        if more := set(self.shown) - set(known):
            return f"nobody knows of {[self.shown[m].content[:60] for m in more]}"
        stories = sorted((p for p in posts if p.kind == DISPATCH), key=lambda p: int(p.key))
        told = Story.model_validate_json(stories[-1].body).upto if stories else 0
        return "" if told == await self.stored() else f"told up to {told} of {await self.stored()}"


def _controls(components: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    rest = list(components)
    while rest:
        c = rest.pop(0)
        if c.get("custom_id"):
            found.append(c)
        rest += c.get("components", [])
    return found
