"""A simulated Discord with the real bot on the real service: two players and a spectator in one channel."""

from __future__ import annotations

from collections.abc import Iterator
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


def components(message: Any) -> Iterator[Any]:
    """Every component of a message or response, those in others too, from top to bottom."""
    rest = list(getattr(message, "message", message).components)
    while rest:
        c = rest.pop(0)
        yield c
        accessory = getattr(c, "accessory", None)
        rest[:0] = [*getattr(c, "children", ()), *([accessory] if accessory is not None else [])]


def controls(message: Any) -> list[Control]:
    """Every control of a message or response."""
    return [
        Control(
            c.custom_id,
            getattr(c, "label", None) or getattr(c, "placeholder", None) or "",
            tuple((o.value, o.label) for o in getattr(c, "options", ())),
        )
        for c in components(message)
        if getattr(c, "custom_id", None)
    ]


def text_of(message: Any) -> str:
    """Everything a message says: its content, and the texts it is laid out with."""
    shown = getattr(message, "message", message)
    texts = [c.content for c in components(message) if isinstance(getattr(c, "content", None), str)]
    return "\n".join([shown.content, *texts] if shown.content else texts)


def control(message: Any, verb: str) -> Control:
    """The first control with this verb."""
    return next(c for c in controls(message) if c.verb == verb)


def said(result: Any) -> str:
    """Everything an interaction told the user."""
    return "\n".join(text_of(m) for m in (result.response, *result.followups) if m is not None)


def first_answer(message: Any) -> Control:
    """The first control that answers the first question of a battle, which depends on the dice."""
    return next(c for c in controls(message) if c.verb in ("answer", "select"))


async def use(who: Any, shown: Any, found: Control) -> Any:
    """Press a button, or choose the first option of a select."""
    message = getattr(shown, "message", shown)
    if found.options:
        return await who.select(message, [found.options[0][0]], custom_id=found.custom_id)
    return await who.click(message, custom_id=found.custom_id)


async def press(who: Any, shown: Any, label: str) -> Any:
    """Press the button, or choose the option, whose label begins so, with or without a letter before it: "A · 2405"."""
    message = getattr(shown, "message", shown)
    for c in controls(shown):
        if not c.options and _begins(c.label, label):
            return await who.click(message, custom_id=c.custom_id)
        for value, words in c.options:
            if _begins(words, label):
                return await who.select(message, [value], custom_id=c.custom_id)
    raise AssertionError(f"no {label!r} among {controls(shown)}")


def _begins(words: str, label: str) -> bool:
    return words.startswith(label) or words.partition(" · ")[2].startswith(label)


async def type_in(who: Any, shown: Any, text: str, verb: str = "type") -> Any:
    """Write something into the box behind [Type…]."""
    box = await who.click(getattr(shown, "message", shown), custom_id=control(shown, verb).custom_id)
    assert box.modal is not None
    row = box.modal["components"][0]
    return await who.submit_modal(box, {(row.get("component") or row["components"][0])["custom_id"]: text})


def shown(result: Any) -> Any:
    """The message an interaction ended with."""
    return (result.followups or [result.response])[-1]


def card(result: Any) -> str:
    """Everything a card says."""
    return said(result) + "".join(str(e.to_dict()) for e in shown(result).embeds)


async def units(sim: Table) -> Any:
    """The units of the battle in the channel, by id."""
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    return (await sim.service.play.game(battle.id)).state.units


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
        died_with_it = self.bot.messages.pictures.drawing_pool
        died_with_it.close()
        bot = create_bot(self.service, drawing_pool=type(died_with_it)(), rates=self.bot.rates)
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
        battle = await self.service.battles.in_channel(self.channel.id)
        assert battle is not None and battle.begun, said(result)

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
        while not any(c.label.startswith("Belisarius acts") for c in controls(self.asking)):
            for o in await self.service.play.open_questions(battle.id):
                assert o.user is not None and o.decision.kind != "orders"
                await self.service.play.answer(battle.id, o.user, o.token, o.decision.default, "test")
            await self.bot.messages.publisher.publish(battle.id)
        await self.choose(self.ada, "Belisarius acts")
        assert control(self.asking, "orders")
