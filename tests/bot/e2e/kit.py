"""A simulated Discord with the real bot on the real service: two players and a spectator in one channel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import simcord

from bot.app import Hexarch, create_bot
from bot.service import Service

SCENARIO = "cataphract/tricameron"


@dataclass(frozen=True)
class Control:
    """A button or a select of a message."""

    custom_id: str
    label: str
    options: tuple[tuple[str, str], ...] = ()
    """Value and label of each option."""

    @property
    def verb(self) -> str:
        return self.custom_id.split(":")[1]


def controls(message: Any) -> list[Control]:
    """Every control of a message or response."""
    shown = getattr(message, "message", message)
    return [
        Control(
            c.custom_id,
            getattr(c, "label", None) or getattr(c, "placeholder", None) or "",
            tuple((o.value, o.label) for o in getattr(c, "options", ())),
        )
        for row in shown.components
        for c in row.children
        if c.custom_id
    ]


def control(message: Any, verb: str) -> Control:
    """The first control with this verb."""
    return next(c for c in controls(message) if c.verb == verb)


def said(result: Any) -> str:
    """Everything an interaction told the user."""
    return "\n".join(m.content for m in (result.response, *result.followups) if m is not None)


class Table:
    """The channel, the people around it, and what they see."""

    def __init__(self, env: simcord.Env, service: Service, url: str) -> None:
        self.env = env
        self.service = service
        self.url = url
        self.guild = env.create_guild("Hexarch")
        self.channel = self.guild.create_text_channel("battlefield")
        people = [self.guild.add_member(env.create_user(n, global_name=n.title())) for n in ("ada", "ben", "cleo")]
        self.ada, self.ben, self.cleo = people

    @property
    def bot(self) -> Hexarch:
        return self.env.bot  # type: ignore[return-value]

    async def restart(self) -> None:
        """The process dies and comes up again: another bot, another service, the same database and Discord."""
        await self.env.settle()
        await self.service.close()
        self.service = await Service.open(self.url)
        bot = create_bot(self.service, rates=self.bot.rates)
        self.env.bot = bot
        await self.env.restart_bot(bot)

    def show(self, *commands: str) -> None:
        """The server shows commands to everybody that Discord hides from those who don't manage it."""
        for name in commands:
            root = self.env.backend.find_command(name, None, type=1)
            assert root is not None and root["default_member_permissions"] is not None, name
            self.guild.set_command_permissions(int(root["id"]), {self.guild.default_role: True})

    async def battle(self, **options: Any) -> None:
        """A battle begun: Ada plays the Byzantines, Ben the Vandals."""
        await self.ada.slash(self.channel, "battle create", scenario=SCENARIO, side="Byzantines", **options)
        await self.ben.slash(self.channel, "battle join", side="Vandals")
        result = await self.ada.slash(self.channel, "battle start")
        assert "begins" in said(result), said(result)

    @property
    def messages(self) -> list[Any]:
        """The bot's own messages everybody sees, without pin notices."""
        return [m for m in self.channel.history() if not m.flags.ephemeral and not m.is_system()]

    @property
    def asking(self) -> Any:
        """The newest message with controls."""
        return next(m for m in reversed(self.messages) if controls(m))

    @property
    def told(self) -> str:
        """What the newest dispatch says: a message below a small headline, with a map."""
        return next(m.content for m in reversed(self.messages) if m.attachments and m.content.startswith("-# "))

    async def head(self) -> int:
        """Number of the last journal entry."""
        battle = await self.service.battles.in_channel(self.channel.id)
        assert battle is not None
        return (await self.service.play.entries(battle.id))[-1].seq

    async def choose(self, who: Any, option: str) -> Any:
        """Answer the newest question with the option whose label begins so."""
        message = self.asking
        for c in controls(message):
            if not c.options and c.label.startswith(option):
                return await who.click(message, custom_id=c.custom_id)
            for value, label in c.options:
                if label.startswith(option):
                    return await who.select(message, [value], custom_id=c.custom_id)
        raise AssertionError(f"no {option!r} among {controls(message)}")

    async def to_orders(self) -> None:
        """On to the first order of the battle: Belisarius acts, and Ada is asked what he orders.

        The dice may bring another question before (where reinforcements enter); it gets its default.
        """
        battle = await self.service.battles.in_channel(self.channel.id)
        assert battle is not None
        while not any(label.startswith("Belisarius acts") for c in controls(self.asking) for _, label in c.options):
            for o in await self.service.play.open_questions(battle.id):
                assert o.user is not None and o.decision.kind != "orders"
                await self.service.play.answer(battle.id, o.user, o.token, o.decision.default, "test")
            await self.bot.messages.publisher.publish(battle.id)
        await self.choose(self.ada, "Belisarius acts")
        assert control(self.asking, "orders")
