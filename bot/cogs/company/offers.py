"""Open challenges: somebody offers a battle, somebody else accepts it with a button."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import bot_permissions
from bot.cogs.battles import limits as limit_words
from bot.cogs.battles.terms import MODES, limits_named, rule_choices, rules_named, scenario_choices, side_id
from bot.cogs.choices import choices
from bot.cogs.rounds import Rounds
from bot.components.ids import Ref
from bot.errors import reader, whisper
from bot.language.catalogue import TextCatalogue
from bot.language.plain import CHOICE, MESSAGE, pages
from bot.messages.access import guild_rules, visibility
from bot.messages.competitions.offers import ACCEPT, VERB, WITHDRAW
from bot.messages.publishing.free_hours import who_is_busy
from bot.narration import escape, fit, titled
from bot.narration.company import offer_end
from bot.service.competitions.offers import WORDS
from bot.service.setup.lobby import PHRASE
from bot.storage.offers import Offer
from engine.kernel.closeness import HELD, likeness
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

TICK = 30.0
"""Seconds between two looks at what offers need."""

PAGES = 5
"""Most messages of one answer."""

PHRASED = "phrase"
"""Verb of the box in which who accepts may write a phrase for the dice."""


@app_commands.guild_only()
class OffersCog(commands.GroupCog, name="offer", group_name="offer", group_description="Offer a battle to others"):
    """/offer make, list, withdraw."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        self.rounds = Rounds(bot, TICK, bot.messages.offers.tick, "offers could not be looked after")
        bot.router.add(VERB, self.pressed)
        bot.router.add(PHRASED, self.accepted)

    async def cog_load(self) -> None:
        self.rounds.start()

    async def cog_unload(self) -> None:
        self.rounds.stop()

    # -- commands -----------------------------------------------------------------------------------------------

    @app_commands.command(name="make", description="Offer a battle to anybody here, or to one member")
    @app_commands.describe(
        scenario="Which battle",
        side="The side you would like to play; without it, who accepts chooses",
        mode="How fast; without it, as this server has settled",
        rules="Optional rules you want, separated by commas",
        limits="Time for an answer, like 30m, 12h, 2d; without it, as this server has settled",
        bank="Time for the whole battle, like 5d, besides that for each answer; “none” for no bank",
        opponent="The only one who may accept; without it, anybody",
        words="Anything you would like to say about it",
        phrase="Any words of yours; they are mixed into every roll of the dice",
    )
    @app_commands.choices(mode=MODES)
    async def make(
        self,
        interaction: discord.Interaction,
        scenario: str,
        side: str = "",
        mode: str = "",
        rules: str = "",
        limits: app_commands.Range[str, 0, 40] = "",
        bank: app_commands.Range[str, 0, 40] = "",
        opponent: discord.Member | None = None,
        words: app_commands.Range[str, 0, WORDS] = "",
        phrase: app_commands.Range[str, 0, PHRASE] = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        guild, service = interaction.guild_id or 0, self.bot.service
        if opponent is not None and opponent.bot:
            refuse("{name} is a bot; players are people.", name=opponent.display_name)
        await guild_rules.check_place(self.bot, self.bot.service.guilds, guild, interaction.channel)
        place = await visibility.channel_of(self.bot, guild, interaction.channel_id or 0)
        if place is None or not visibility.may_write(place, place.guild.me):
            refuse(
                "I may not write in this channel. I need: {permissions}.", permissions=bot_permissions.lacking(place)
            )
        guild_rules.check_writes(place, interaction.user)
        if opponent is not None and not await visibility.sees(self.bot, guild, interaction.channel_id or 0, opponent):
            refuse("{name} can't see this channel.", name=opponent.display_name)
        settled = await service.guilds.settings(guild)
        scenario = await service.scenarios.meant(scenario, guild)
        offer = await service.offers.make(
            guild,
            interaction.channel_id or 0,
            interaction.user.id,
            scenario,
            side=side_id(await service.agreed_battles.sides_of_scenario(scenario, guild), side),
            mode=mode or settled.mode,
            rules=rules_named(rules),
            limits=limits_named(limits, bank, settled.limits),
            opponent=opponent.id if opponent is not None else None,
            words=words,
            phrase=phrase,
        )
        await self.bot.messages.offers.keep(offer)
        catalogue = reader(interaction)
        told = catalogue.say(Text("Your offer of “{title}” is open.", title=titled(offer.title)))
        named = () if offer.opponent is None else (offer.opponent,)
        busy = await who_is_busy(service.preferences, named, catalogue)
        await whisper(interaction, "\n".join([told, *busy]))

    @app_commands.command(name="list", description="The open offers of this server")
    async def list(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        words = reader(interaction)
        lines = [await self._line(o, words) for o in await self._seen(interaction)]
        if not lines:
            refuse("Nobody offers a battle here just now. /offer make does.")
        for page in pages([words.translate("Open offers:"), *lines], MESSAGE)[:PAGES]:
            await whisper(interaction, page)

    @app_commands.command(name="withdraw", description="Take an offer back")
    @app_commands.describe(offer="Which one, by its title; without it, the only one you have")
    async def withdraw(self, interaction: discord.Interaction, offer: str = "") -> None:
        await interaction.response.defer(ephemeral=True)
        guild, user = interaction.guild_id or 0, interaction.user.id
        number = (offer.split() or [""])[0]
        own = [o for o in await self.bot.service.offers.of_guild(guild) if o.creator == user]
        if not number:
            if len(own) != 1:
                refuse("You have several: choose which one." if own else "You have no open offer here.")
            number = own[0].id
        called = [o for o in own if o.id != number and likeness(offer, o.title) >= HELD]
        await self._withdraw(interaction, called[0].id if len(called) == 1 else number)

    @make.autocomplete("scenario")
    async def _scenarios(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await scenario_choices(self.bot, interaction, current)

    @make.autocomplete("rules")
    async def _rules(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await rule_choices(self.bot, interaction, current)

    @make.autocomplete("side")
    async def _sides(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        scenario = getattr(interaction.namespace, "scenario", None)
        if not scenario:
            return []
        try:
            sides = await self.bot.service.agreed_battles.sides_of_scenario(scenario, interaction.guild_id or 0)
        except Exception:
            return []
        return [
            app_commands.Choice(name=fit(name, CHOICE), value=side)
            for side, name in sides
            if current.strip().casefold() in name.casefold() and len(side) <= CHOICE
        ]

    @make.autocomplete("limits")
    async def _times(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return limit_words.beginning(limit_words.TIMES, current)

    @make.autocomplete("bank")
    async def _banks(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return limit_words.beginning(limit_words.BANKS, current)

    @withdraw.autocomplete("offer")
    async def _own(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        """One's own; referees are offered all they see."""
        referee = await self.bot.messages.referees.is_referee(interaction)
        seen = await self._seen(interaction)
        own = [o for o in seen if referee or interaction.user.id in (o.creator, o.opponent)]
        people = [u for o in own for u in (o.creator, o.opponent) if u is not None]
        await self.bot.messages.lookup.names.learn(interaction.guild_id or 0, people)
        return choices([(o.id, self._label(o, reader(interaction))) for o in own], current)

    def _label(self, offer: Offer, words: TextCatalogue) -> str:
        """Title, who offers it, for whom, and since when, as a choice shows it, in which mentions are numbers."""
        names = self.bot.messages.lookup.names
        maker, named = (names.of(offer.guild, u) if u is not None else "" for u in (offer.creator, offer.opponent))
        about = [words.say(Text("by {player}", player=maker)) if maker else ""]
        about.append(words.say(Text("for {player}", player=named)) if named else "")
        about.append(f"{datetime.fromtimestamp(offer.created, UTC):%d %b %H:%M} UTC")
        return " · ".join(x for x in (offer.title, " ".join(x for x in about[:2] if x), about[2]) if x)

    # -- buttons ------------------------------------------------------------------------------------------------

    async def pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Accept] opens a box for a phrase; [Withdraw]."""
        if ref.token == WITHDRAW:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await self._withdraw(interaction, ref.battle)
            return
        if ref.token != ACCEPT:
            refuse("That button doesn't belong to this question.")
        offer = await self._acceptable(interaction, ref)
        words = reader(interaction)
        title = words.say(Text("Accept: {title}", title=offer.title))
        box = discord.ui.Modal(title=fit(title, 45), custom_id=Ref(offer.id, ACCEPT, ref.argument).custom_id(PHRASED))
        box.add_item(
            discord.ui.TextInput(
                label=fit(words.translate("Words to mix into the dice (if you like)"), 45),
                required=False,
                max_length=PHRASE,
            )
        )
        await interaction.response.send_modal(box)

    async def accepted(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """The box was sent: the battle is made, by the first of all who accept."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        service, offers = self.bot.service, self.bot.messages.offers
        offer = await self._acceptable(interaction, ref)
        if await visibility.member_of(self.bot, offer.guild, offer.creator) is None:
            await offers.keep(await service.offers.withdraw(offer.id, offer.guild, offer.creator))
            refuse("Who made this offer has left the server; it is withdrawn.")
        side = ""
        if not offer.side:
            sides = await service.agreed_battles.sides_of_scenario(offer.scenario, offer.guild)
            n = int(ref.argument) if ref.argument.isdecimal() else -1
            if not 0 <= n < len(sides):
                refuse("There is no such side.")
            side = sides[n][0]
        phrase = values[0] if values else ""
        guild_rules.check_writes(await visibility.channel_of(self.bot, offer.guild, offer.channel), interaction.user)
        place = await offers.place(offer, interaction.user)
        taken, battle = await service.offers.accept(
            offer.id, offer.guild, interaction.user.id, place, side=side, phrase=phrase
        )
        await offers.keep(taken)
        told = Text(
            "You play the {side} in “{title}”: <#{channel}>. [Begin] there starts the battle.",
            side=escape(battle.name(taken.taker_side)),
            title=titled(battle.title),
            channel=battle.channel,
        )
        await whisper(interaction, reader(interaction).say(told))

    # -- shared -------------------------------------------------------------------------------------------------

    async def _acceptable(self, interaction: discord.Interaction, ref: Ref) -> Offer:
        """The offer of a button, if the user may accept it; who can't see its channel can't."""
        guild, user = interaction.guild_id or 0, interaction.user
        offer = await self.bot.service.offers.get(ref.battle, guild)
        if not await visibility.sees(self.bot, guild, offer.channel, user):
            refuse("There is no such offer.")
        return await self.bot.service.offers.check_accept(offer.id, guild, user.id)

    async def _withdraw(self, interaction: discord.Interaction, number: str) -> None:
        referee = await self.bot.messages.referees.is_referee(interaction)
        offer = await self.bot.service.offers.withdraw(
            number, interaction.guild_id or 0, interaction.user.id, referee=referee
        )
        await self.bot.messages.offers.keep(offer)
        await whisper(interaction, offer_end(offer, {}, reader(interaction)))

    async def _seen(self, interaction: discord.Interaction) -> Sequence[Offer]:
        """Open offers in channels the user sees."""
        guild = interaction.guild_id or 0
        return [
            o
            for o in await self.bot.service.offers.of_guild(guild)
            if visibility.sees_at_once(self.bot, guild, o.channel, interaction.user)
        ]

    async def _line(self, offer: Offer, words: TextCatalogue) -> str:
        sides = await self.bot.messages.offers.sides(offer)
        text = Text(
            "**{title}** by {player}, {side}, {mode}",
            title=titled(offer.title),
            player=f"<@{offer.creator}>",
            side=escape(sides.get(offer.side, offer.side)) if offer.side else Text("any side"),
            mode=Text(offer.mode),
        )
        line = words.say(text)
        if offer.opponent is not None:
            line += " " + words.say(Text("for {player}", player=f"<@{offer.opponent}>"))
        if offer.message is not None:
            line += f": https://discord.com/channels/{offer.guild}/{offer.channel}/{offer.message}"
        return line


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(OffersCog(bot))
