"""Teams: several players on one side, commands assigned to them, and substitutes."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.battles.battle import side_named
from bot.cogs.battles.terms import LEVELS
from bot.components.ids import Ref
from bot.errors import reader, whisper
from bot.language.plain import CHOICE, MESSAGE
from bot.messages.battle_context import BattleContext
from bot.messages.publishing.posts import Notice, Press
from bot.narration import escape, fit, titled
from bot.narration.people import person
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

log = logging.getLogger("hexarch")

SEAT, TEAM = "seat", "team"


@app_commands.guild_only()
class TeamCog(commands.GroupCog, name="team", group_name="team", group_description="Share a side, or hand it on"):
    """/team invite, assign, list, leave, remove, substitute, step-in, computer, return."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        bot.router.add("guest", self.answered)

    @app_commands.command(name="invite", description="Ask somebody to join your side")
    @app_commands.describe(player="Whom")
    async def invite(self, interaction: discord.Interaction, player: discord.Member) -> None:
        await self._invite(interaction, player, seat=False)

    @app_commands.command(name="substitute", description="Ask somebody to lead your side for you")
    @app_commands.describe(player="Whom")
    async def substitute(self, interaction: discord.Interaction, player: discord.Member) -> None:
        await self._invite(interaction, player, seat=True)

    async def _invite(self, interaction: discord.Interaction, player: discord.Member, *, seat: bool) -> None:
        if player.bot:
            refuse("{name} is a bot; players are people.", name=player.display_name)
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.messages.lookup.here(interaction)
        side = await self.bot.service.teams.invite(here.battle.id, interaction.user.id, player.id, seat=seat)
        ask = (
            "{guest}, {player} asks you to lead the {side} in “{title}” in their place."
            if seat
            else "{guest}, {player} asks you to join the {side} in “{title}”."
        )
        text = here.word(
            ask,
            guest=f"<@{player.id}>",
            player=escape(interaction.user.display_name),
            side=escape(here.battle.name(side)),
            title=titled(here.battle.title),
        )
        debts = await self.bot.service.handovers.debts(here.battle.id, side) if seat else None
        if debts is not None:
            text += "\n" + here.say(debts.told(escape(here.battle.name(side))))
        what = SEAT if seat else TEAM
        agree, decline = (Ref(here.battle.id, what, word) for word in ("yes", "no"))
        presses = (
            Press.of(agree, "guest", here.word("Agree"), discord.ButtonStyle.success),
            Press.of(decline, "guest", here.word("Decline")),
        )
        notice = Notice(text=text, mentions=(player.id,), presses=presses, guest=player.id)
        await self.bot.messages.answers.announce(interaction, here, notice)
        await _tell(interaction, "{name} is asked.", name=escape(player.display_name))

    async def answered(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """A guest's word."""
        here = await self.bot.messages.lookup.of(interaction, ref)
        agree = ref.argument == "yes"
        user = interaction.user
        host = await self.bot.service.teams.inviter(here.battle.id, user.id)
        found = await self.bot.service.teams.accept(here.battle.id, user.id, agree, user.display_name)
        await self.bot.messages.requests.guest_answered(here.battle, user.id)
        name = escape(user.display_name)
        if found is None:
            told = here.word("{name} declines.", name=name)
        else:
            side = escape(here.battle.name(found[0]))
            told = here.word(
                "{name} leads the {side} now." if found[1] else "{name} joins the {side}.", name=name, side=side
            )
        await interaction.response.edit_message(content=told, view=None)
        after = await self.bot.messages.lookup.look(here.battle.id, user.id)
        await self.bot.messages.answers.said(interaction, after)
        # Whoever asked, and at a change of hands the opponents, read that message no more.
        called = {host} | (set(here.battle.people) if found is not None and found[1] else set())
        await self._call(after, [u for u in called if u is not None and u != user.id], told)

    async def _call(self, here: BattleContext, users: Sequence[int], said: str) -> None:
        """Call people to news of who leads a side."""
        wanted = sorted(u for u in users if u != self.bot.account)
        if not wanted:
            return
        text = f"{' '.join(f'<@{u}>' for u in wanted)}: {said}"
        try:
            await self.bot.messages.calls.call(here.battle.guild, here.battle.channel, wanted, text)
        except discord.HTTPException as e:
            log.info("battle %s: nobody could be told who leads a side: %s", here.battle.id, e)

    @app_commands.command(name="assign", description="Say what a member of your side orders")
    @app_commands.describe(
        player="Whom",
        commands_="Leaders, commands, groups, types or units, separated by commas; nothing for whatever comes up",
    )
    @app_commands.rename(commands_="commands")
    async def assign(
        self, interaction: discord.Interaction, player: discord.Member, commands_: app_commands.Range[str, 0, 300] = ""
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.messages.lookup.here(interaction)
        wanted = [c.strip() for c in commands_.split(",") if c.strip()]
        mate = await self.bot.service.teams.assign(here.battle.id, interaction.user.id, player.id, wanted)
        await self.bot.messages.answers.said(interaction, here)
        # What they are asked now stands in a message that called somebody else.
        told = (
            "{player} has given you {commands} to order."
            if mate.commands
            else "{player} lets you order whatever comes up."
        )
        commands = escape(", ".join(_titles(here, mate.side, mate.commands)))
        name = escape(interaction.user.display_name)
        await self._call(here, [player.id], here.word(told, player=name, commands=commands))
        own = self.bot.messages.lookup.read(interaction, here)
        commands = escape(", ".join(_titles(own, mate.side, mate.commands)))
        said = "{name} orders {commands}." if mate.commands else "{name} orders whatever comes up."
        await _tell(interaction, said, name=escape(player.display_name), commands=commands)

    @assign.autocomplete("commands_")
    async def _commands(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        """What is chosen so far, and one more; leaders and commands before single units."""
        here = await self.bot.messages.lookup.maybe_here(interaction)
        led = here.battle.led_by(interaction.user.id) if here is not None else ()
        if here is None or not led:
            return []
        *taken, typed = current.split(",")
        begun = [c.strip() for c in taken if c.strip()]
        scopes = sorted(here.game.system.scopes(here.game.state, led[0]), key=lambda s: len(s.units) <= 1)
        wanted = typed.strip().casefold()
        offered = [
            (", ".join([*begun, here.say(s.title)]), ", ".join([*begun, s.key]))
            for s in scopes
            if s.key not in begun and wanted in f"{s.key} {here.say(s.title)}".casefold()
        ]
        fitting = [(name, value) for name, value in offered if len(value) <= CHOICE]
        return [app_commands.Choice(name=fit(name, CHOICE), value=value) for name, value in fitting[:25]]

    @app_commands.command(name="list", description="Who is on which side, and who orders what")
    async def list(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        here = self.bot.messages.lookup.read(interaction, await self.bot.messages.lookup.here(interaction))
        lines = []
        for side, name in here.battle.sides:
            leader = here.battle.player(side)
            who = person(leader, here.catalogue) if leader is not None else here.word("free")
            lines.append(f"**{escape(here.catalogue.name(name))}**: {who}")
            for mate in here.battle.team(side):
                what = ", ".join(_titles(here, side, mate.commands)) or here.word("whatever comes up")
                lines.append(f"- <@{mate.user}>: {escape(what)}")
        await whisper(interaction, fit("\n".join(lines), MESSAGE))

    @app_commands.command(name="leave", description="Leave the side whose member you are")
    async def leave(self, interaction: discord.Interaction) -> None:
        await self._out(interaction, interaction.user)

    @app_commands.command(name="remove", description="Take a member out of your side")
    @app_commands.describe(player="Whom")
    async def remove(self, interaction: discord.Interaction, player: discord.Member) -> None:
        await self._out(interaction, player)

    async def _out(self, interaction: discord.Interaction, member: discord.Member | discord.User) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.messages.lookup.here(interaction)
        side = await self.bot.service.teams.leave(here.battle.id, interaction.user.id, member.id)
        await self.bot.messages.answers.said(interaction, here)
        leader = here.battle.player(side)
        gone = {"name": escape(member.display_name), "side": escape(here.battle.name(side))}
        if member.id != interaction.user.id:
            told = "{player} has taken you out of the team of the {side}."
            player = escape(interaction.user.display_name)
            await self._call(here, [member.id], here.word(told, player=player, side=gone["side"]))
        elif leader is not None:
            await self._call(here, [leader], here.word("{name} is no longer one of the {side}.", **gone))
        await _tell(interaction, "{name} is no longer one of the {side}.", **gone)

    @app_commands.command(name="step-in", description="Lead a side whose player is missing")
    @app_commands.describe(
        side="Which side", sure="True where the side has no time left, and you take over all the same"
    )
    async def step_in(self, interaction: discord.Interaction, side: str, sure: bool = False) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.messages.lookup.here(interaction)
        key = side_named(here.battle, side)
        user = interaction.user
        missing = here.battle.player(key)
        await self.bot.service.teams.step_in(here.battle.id, user.id, key, user.display_name, sure=sure)
        after = await self.bot.messages.lookup.look(here.battle.id, user.id)
        text = here.say(
            Text(
                "{name} steps in for {missing} and leads the {side}.",
                name=escape(user.display_name),
                missing=f"<@{missing}>",
                side=escape(here.battle.name(key)),
            )
        )
        called = (missing,) if missing is not None else ()
        await self.bot.messages.answers.announce(interaction, after, Notice(text=text, mentions=called))
        await _tell(interaction, "You lead the {side} now.", side=escape(here.battle.name(key)))

    @app_commands.command(name="computer", description="Have the computer lead a side whose player is away")
    @app_commands.describe(side="Which side; without it, your own", level="How hard it thinks")
    @app_commands.choices(level=LEVELS)
    async def computer(self, interaction: discord.Interaction, side: str = "", level: str = "captain") -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.messages.lookup.here(interaction)
        user, own = interaction.user, here.battle.side_of(interaction.user.id)
        if not side and own is None:
            refuse("You have no side in this battle; name the one whose player is away.")
        key = side_named(here.battle, side) if side or own is None else own
        await self.bot.service.computers.check(interaction.guild_id or 0, level)
        asked = await self.bot.service.stand_ins.ask(
            here.battle.id, user.id, key, level, self.bot.account, self.bot.service.teams
        )
        if not asked.done:
            ask = (
                "{player} would like the computer ({level}) to lead the {side} until their player is back. "
                "The battle then counts for no rating."
            )
            name = escape(here.battle.name(key))
            await self.bot.messages.answers.request(here, interaction, ask, side=name, level=level)
            return
        self.bot.messages.opponents.stand_in(here.battle.id)
        after = await self.bot.messages.lookup.look(here.battle.id, user.id)
        text = here.say(
            Text(
                "The computer ({level}) stands in for {missing} and leads the {side}; /team return ends that.",
                level=level,
                missing=f"<@{asked.missing}>",
                side=escape(here.battle.name(key)),
            )
        )
        await self.bot.messages.answers.announce(interaction, after, Notice(text=text, mentions=(asked.missing,)))
        await _tell(interaction, "The computer leads the {side} now.", side=escape(here.battle.name(key)))

    @app_commands.command(name="return", description="Lead your side again that the computer has led for you")
    async def back(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.messages.lookup.here(interaction)
        side = await self.bot.service.stand_ins.give_back(here.battle.id, interaction.user.id)
        name = escape(here.battle.name(side))
        after = await self.bot.messages.lookup.look(here.battle.id, interaction.user.id)
        told = here.word("{name} leads the {side} again.", name=escape(interaction.user.display_name), side=name)
        others = tuple(u for u in after.battle.people if u not in (interaction.user.id, self.bot.account))
        if others:
            told = f"{' '.join(f'<@{u}>' for u in others)}: {told}"
        await self.bot.messages.answers.announce(interaction, after, Notice(text=told, mentions=others))
        await _tell(interaction, "You lead the {side} now.", side=name)

    @computer.autocomplete("side")
    @step_in.autocomplete("side")
    async def _sides(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.messages.lookup.maybe_here(interaction)
        if here is None:
            return []
        wanted = current.strip().casefold()
        return [
            app_commands.Choice(name=fit(name, CHOICE), value=side)
            for side, name in here.battle.sides
            if wanted in name.casefold() and here.battle.player(side) != interaction.user.id
        ]


async def _tell(interaction: discord.Interaction, template: str, **values: str) -> None:
    """A sentence for whoever gave a command, in their language."""
    await whisper(interaction, reader(interaction).say(Text(template, **values)))


def _titles(here: BattleContext, side: str, commands: Sequence[str]) -> list[str]:
    """What a member's commands are called."""
    if here.running is None or not commands:
        return [*commands]
    titles = {s.key: here.say(s.title) for s in here.game.system.scopes(here.game.state, side)}
    return [titles.get(c, c) for c in commands]


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(TeamCog(bot))
