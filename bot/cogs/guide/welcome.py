"""The first message of the local edition: what this is, and buttons to learn, to play and to watch.

It is added by :mod:`bot.local` alone: on Discord nobody is greeted unasked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

import scenarios
from bot.cogs.guide.beginners import BATTLES
from bot.cogs.look.replay import send_film
from bot.components.ids import Ref
from bot.components.items import button, view
from bot.language.catalogue import TextCatalogue
from bot.messages.publishing.lesson_card import LEARN, LESSONS, PLAY
from bot.narration import escape
from bot.service import Battle
from engine.kernel.text import Text, Verbatim, joined, refuse
from engine.systems import registry
from scenarios.lessons import Lesson, offered

if TYPE_CHECKING:
    from bot.app import Hexarch

WIDTH = 5
"""Buttons of a row."""

RECORD = Path(scenarios.PACKAGED) / "records" / "tricameron.txt"
"""A battle between computer players, as ``hexarch selfplay COPY.json --seed 3 --keen 4 --record`` writes it of a copy
of Tricameron: so the battle's file stands in it, and it remains what it is when that changes."""

WATCH, SHIPPED = "watchfilm", "shipped"
"""Verb of the button that shows it; and what stands in the battle's place in its id."""

KEPT = "shipped"
"""Setting of a server: the battle the record was kept as."""


class Welcome(commands.Cog):
    """The message, and its one button that is nobody else's."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        self._said: tuple[discord.Message, int, Text] | None = None
        """The message, the server it stands in and what it says."""
        bot.router.add(WATCH, self.watch_pressed)

    async def greet(self, guild_id: int, channel_id: int, players: Sequence[str], spectator: str) -> None:
        """Post the message. ``players`` and ``spectator`` are the seats of the local edition."""
        text, words = welcome(players, spectator), self.bot.messages.lookup.words(guild_id)
        message = await self.bot.get_partial_messageable(channel_id).send(words.say(text), view=buttons(words))
        self._said = message, guild_id, text

    async def say_again(self) -> None:
        """Have the message in the language that is the server's now."""
        if self._said is not None:
            message, guild_id, text = self._said
            words = self.bot.messages.lookup.words(guild_id)
            await message.edit(content=words.say(text), view=buttons(words))

    async def watch_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Watch]: a finished battle, told and to be looked through."""
        if ref != Ref(SHIPPED, WATCH) or interaction.guild_id is None:
            refuse("That button doesn't belong to this question.")
        await interaction.response.defer(ephemeral=True, thinking=True)
        battle = await self._shipped(interaction.guild_id, interaction.user.id)
        chapters = await self.bot.messages.films.chapters(battle, self.bot.messages.lookup.catalogue(battle))
        await send_film(self.bot, interaction, battle, 0, chapters[-1].last, private=True)

    async def _shipped(self, guild: int, user: int) -> Battle:
        """The record that comes with the program, kept like one somebody has brought along; once."""
        service = self.bot.service
        owner = f"guild:{guild}"
        known = (await service.settings.of(owner, KEPT)).get(KEPT)
        if known is not None:
            found = next((b for b in await service.battles.of_guild(guild) if b.id == known), None)
            if found is not None:
                return found
        battle = await service.records.bring_in(guild, user, RECORD.read_bytes())
        await service.settings.put(owner, KEPT, battle.id)
        return battle


def welcome(players: Sequence[str], spectator: str) -> Text:
    """What the message says."""
    one, other = players
    return joined(
        (
            Text(
                "**Welcome to Hexarch**, a referee for hex-and-counter battles of the ancient and medieval world. This "
                "page stands in for a Discord server; all of it stays on this machine."
            ),
            "",
            Text(
                "**Learn** a game first: six or seven steps, ten minutes. {game} suits newcomers: the battles of the "
                "others by fast rules.",
                game=escape(registry.title(offered()[0].system)),
            ),
            Text(
                "**Play** a battle that suits a beginner, against the computer: {battles}.",
                battles=joined([told(x) for x in offered()], " or "),
            ),
            Text("**Watch** a whole battle between two computer players, as a film."),
            "",
            Text(
                "**Seats.** You are {one}. *Viewing as*, at the top, changes that: {other} plays too, {spectator} "
                "watches and may referee. Any other battle: `/battle create`, with `opponent:` against the computer; "
                "for one of two, open this page in a second window as {other}. `/` lists the commands, `/help` tells "
                "those you need first.",
                one=one,
                other=other,
                spectator=spectator,
            ),
        ),
        "\n",
    )


def told(lesson: Lesson) -> Text:
    """A battle for beginners: game, size, length."""
    battle = BATTLES[lesson.next]
    return Text(
        "{title} ({game}; {n:unit|units}, {length})",
        title=Verbatim(escape(battle.title)),
        game=scenarios.game_told(lesson.system),
        n=battle.units,
        length=battle.length,
    )


def buttons(words: TextCatalogue) -> discord.ui.View:
    """To learn and to play each game, and to watch."""
    say = words.say
    blue, green = discord.ButtonStyle.primary, discord.ButtonStyle.success
    lessons = offered()
    rows = -(-len(lessons) // WIDTH)
    titles = Counter(BATTLES[x.next].title for x in lessons)
    return view(
        *(
            button(
                Ref(LESSONS, x.system),
                LEARN,
                say(Text("Learn {game}", game=registry.title(x.system))),
                style=blue,
                row=n // WIDTH,
            )
            for n, x in enumerate(lessons)
        ),
        *(
            button(Ref(LESSONS, x.system), PLAY, say(_play(x, titles)), style=green, row=rows + n // WIDTH)
            for n, x in enumerate(lessons)
        ),
        button(Ref(SHIPPED, WATCH), WATCH, say(Text("Watch a battle")), row=2 * rows),
    )


def _play(lesson: Lesson, titles: Counter[str]) -> Text:
    """What the button says that begins the battle after a lesson; its game where another has the same battle."""
    title = BATTLES[lesson.next].title
    if titles[title] == 1:
        return Text("Play {title}", title=title)
    return Text("Play {title}, {game}", title=title, game=registry.title(lesson.system))
