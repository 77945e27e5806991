"""Standing orders: answers to recurring questions, given once. Private to the side that gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import whisper
from bot.narration import escape, fit
from bot.narration.plain import CHOICE, MESSAGE
from bot.service import PolicyRow

if TYPE_CHECKING:
    from bot.app import Hexarch
    from bot.desk.here import Here

PLAIN = {"always": "always", "never": "never", "ask": "ask me"}
CONDITION = "if:"
EVERYBODY = "*"


@app_commands.guild_only()
class StandingCog(commands.GroupCog, name="standing", group_name="standing", group_description="Standing orders"):
    """/standing set, list, clear."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot

    @app_commands.command(name="set", description="Let a standing order answer a recurring question")
    @app_commands.describe(
        question="Which question",
        answer="What to answer",
        who="A unit (THC3), a group of units (THC); everybody without it",
    )
    async def set(self, interaction: discord.Interaction, question: str, answer: str, who: str = EVERYBODY) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.desk.here(interaction)
        policy = await self.bot.service.set_policy(here.battle.id, interaction.user.id, question, answer, who)
        await whisper(interaction, here.word("From now on: {order}.", order=_line(here, policy)))

    @app_commands.command(name="list", description="Your standing orders")
    async def list(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.desk.here(interaction)
        policies = await self.bot.service.policies(here.battle.id, interaction.user.id)
        lines = [f"- {_line(here, p)}" for p in policies]
        lines = lines or [here.word("None yet. What costs nothing is done anyway; everything with a price is asked.")]
        await whisper(interaction, fit("\n".join(lines), MESSAGE))

    @app_commands.command(name="clear", description="Take a standing order back")
    @app_commands.describe(question="Which question", who="A unit, a group of units; everybody without it")
    async def clear(self, interaction: discord.Interaction, question: str, who: str = EVERYBODY) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.desk.here(interaction)
        gone = await self.bot.service.clear_policy(here.battle.id, interaction.user.id, question, who)
        await whisper(interaction, here.word("Taken back." if gone else "There was no such standing order."))

    @set.autocomplete("question")
    async def _questions(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.desk.maybe_here(interaction)
        if here is None:
            return []
        return _choices([(p.kind, here.say(p.title)) for p in here.game.system.policies], current)

    @set.autocomplete("answer")
    async def _answers(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.desk.maybe_here(interaction)
        if here is None:
            return []
        offered = [(key, here.word(label)) for key, label in PLAIN.items()]
        kind = getattr(interaction.namespace, "question", None)
        for p in here.game.system.policies:
            if p.kind == kind:
                offered += [(CONDITION + c, here.say(text)) for c, text in p.conditions.items()]
        return _choices(offered, current)

    @set.autocomplete("who")
    async def _whose(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.desk.maybe_here(interaction)
        if here is None:
            return []
        mine = {n for n, side in enumerate(here.table.sides) if side.id in here.sides}
        units = [(c.id, f"{c.id} {c.name}") for c in here.table.counters if c.side in mine]
        groups = sorted({code.rstrip("0123456789") for code, _ in units})
        everybody = [(EVERYBODY, here.word("everybody"))]
        return _choices([*everybody, *((g, here.word("all {group}", group=g)) for g in groups), *units], current)

    @clear.autocomplete("question")
    async def _given(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return _choices([(p.kind, _title(here, p.kind)) for here, p in await self._mine(interaction)], current)

    @clear.autocomplete("who")
    async def _given_to(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        kind = getattr(interaction.namespace, "question", None)
        found = [
            (p.scope, _scope(here, p.scope)) for here, p in await self._mine(interaction) if kind in (None, p.kind)
        ]
        return _choices(found, current)

    async def _mine(self, interaction: discord.Interaction) -> list[tuple[Here, PolicyRow]]:
        here = await self.bot.desk.maybe_here(interaction)
        if here is None:
            return []
        return [(here, p) for p in await self.bot.service.policies(here.battle.id, interaction.user.id)]


def _choices(offered: list[tuple[str, str]], current: str) -> list[app_commands.Choice[Any]]:
    """At most 25 of them: those that contain what is typed."""
    wanted = current.casefold()
    found = {key: label for key, label in offered if wanted in f"{key} {label}".casefold() and len(key) <= CHOICE}
    return [app_commands.Choice(name=fit(label, CHOICE), value=key) for key, label in list(found.items())[:25]]


def _title(here: Here, kind: str) -> str:
    return next((here.say(p.title) for p in here.game.system.policies if p.kind == kind), kind)


def _scope(here: Here, scope: str) -> str:
    return here.word("everybody") if scope == EVERYBODY else scope


def _line(here: Here, policy: PolicyRow) -> str:
    """A standing order in words: "Return fire, THC3: while ammunition is full"."""
    answer = here.word(PLAIN.get(policy.answer, policy.answer))
    if policy.answer.startswith(CONDITION):
        for p in here.game.system.policies:
            text = p.conditions.get(policy.answer.removeprefix(CONDITION)) if p.kind == policy.kind else None
            answer = here.say(text) if text is not None else answer
    return escape(f"{_title(here, policy.kind)}, {_scope(here, policy.scope)}: {answer}")


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(StandingCog(bot))
