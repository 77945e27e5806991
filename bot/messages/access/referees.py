"""Who is a referee of a server, and how what they do is made known."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.language.plain import MESSAGE
from bot.messages.answers import Answers
from bot.messages.battle_context import BattleContext
from bot.messages.publishing.posts import Notice
from bot.messages.publishing.publisher import Publisher
from bot.narration import escape, fit, titled
from bot.service import Acted, Referee
from bot.service.play.referee import Refereeing
from bot.storage import Limits
from engine.kernel.text import Text, refuse


class Referees:
    """Knows referees, and tells what they have done."""

    def __init__(
        self, service: Refereeing, terms: Callable[[str, Limits], Text], publisher: Publisher, answers: Answers
    ) -> None:
        """``terms`` puts a mode and its time limits into words."""
        self.service = service
        self.terms = terms
        self.publisher = publisher
        self.answers = answers

    async def is_referee(self, interaction: discord.Interaction) -> bool:
        """Whether the user may act as referee here: who manages the server, or has its referees' role."""
        if interaction.guild_id is None:
            return False
        if interaction.permissions.manage_guild:
            return True
        role = await self.service.role(interaction.guild_id)
        return role is not None and any(r.id == role for r in getattr(interaction.user, "roles", ()))

    async def referee(self, interaction: discord.Interaction, here: BattleContext, reason: str) -> Referee:
        """The user as referee of the battle. Raises Refusal for anybody else."""
        if here.battle.guild != interaction.guild_id or not await self.is_referee(interaction):
            refuse(
                "Only referees do that: members who manage the server, or have the role they named with "
                "/settings referee-role."
            )
        return Referee(interaction.user.id, interaction.user.display_name, reason)

    async def settled(self, interaction: discord.Interaction, here: BattleContext) -> None:
        """Say in the battle's channel which terms somebody has settled who doesn't play, calling the players."""
        battle = here.battle
        called = battle.people
        if not called:
            return  # nobody plays by these terms yet; the pinned message tells them
        text = here.word(
            "⚖️ {players}: **{by}** settles how “{title}” is played: {mode}, {terms}.",
            players=" ".join(f"<@{u}>" for u in called),
            by=escape(interaction.user.display_name),
            title=titled(battle.title),
            mode=Text(battle.mode),
            terms=escape(here.say(self.terms(battle.mode, battle.limits))),
        )
        await self.answers.announce(interaction, here, Notice(text=fit(text, MESSAGE), mentions=called))

    async def announce(self, interaction: discord.Interaction, here: BattleContext, acted: Acted, *calls: int) -> None:
        """Say in the battle's channel what a referee has done and why, calling the players; then tell what came of it.

        ``calls`` are users who are called besides the players.
        """
        say = here.say
        head = here.word("⚖️ Referee **{by}** steps in: {reason}", by=escape(acted.by), reason=escape(acted.reason))
        called = tuple(sorted({*(s.user for s in here.battle.seats), *calls} - {interaction.user.id}))
        mentions = " ".join(f"<@{u}>" for u in called)
        lines = [head, *(escape(say(t)) for t in acted.told)]
        text = "\n".join(
            [fit("\n".join(lines), MESSAGE - len(mentions) - 5), *([f"-# {mentions}"] if mentions else [])]
        )
        await self.publisher.sender.add_notice(here.battle.id, interaction.id, Notice(text=text, mentions=called))
        await self.answers.said(interaction, here, acted.outcome)
