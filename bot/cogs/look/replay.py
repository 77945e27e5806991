"""Looking back: a stretch of a battle as a film, or one step after the other."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import first_answer
from bot.components.ids import Ref
from bot.errors import defer
from bot.films import latest, place, suggestions
from bot.language.plain import CHOICE
from bot.messages.battle_lookup import WHICH
from bot.messages.delivery.deliver import Content
from bot.messages.pictures.viewer import CLOSE, FILM, JUMP, NOTED, REMARK, STEP, Position, Viewer, entry_of, position_of
from bot.narration import fit, titled
from bot.service import Battle
from bot.service.records.records import LONGEST_REMARK
from engine.kernel.text import Refusal, Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

SPEEDS = {"slow": 0.6, "normal": 1.0, "fast": 1.8}

HOWS = [
    app_commands.Choice(name="as a film", value="film"),
    app_commands.Choice(name="step by step, with buttons", value="steps"),
]

PATIENCE = 2.0
"""Seconds autocomplete waits for the list of activations; Discord gives it three."""

ALT = 1024
"""Characters of alternative text Discord takes."""

VIEW, WHOLE = "replay", "film"
"""Verbs of the buttons below a report: the viewer, and a film of the whole battle."""


class Replay(commands.Cog):
    """/replay, and everything its viewer's buttons do."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        self.viewer = Viewer(bot.service, bot.messages.lookup, bot.messages.films)
        bot.router.add(VIEW, self.view_pressed)
        bot.router.add(WHOLE, self.whole_pressed)
        bot.router.add(STEP, self.step_pressed)
        bot.router.add(CLOSE, self.step_pressed)
        bot.router.add(JUMP, self.jump_chosen)
        bot.router.add(FILM, self.film_pressed)
        bot.router.add(REMARK, self.remark_pressed)
        bot.router.add(NOTED, self.remark_made)

    @app_commands.command(
        name="replay", description="What happened, as a film or step by step: a turn, some activations, everything"
    )
    @app_commands.describe(
        from_="A turn or an activation to begin with; without it, the turn under way",
        to="A turn or an activation to end with; without it, up to now",
        whole="The whole battle",
        speed="How fast a film runs",
        private="Only for you",
        battle=WHICH,
        how="As a film, or step by step",
    )
    @app_commands.rename(from_="from")
    @app_commands.choices(speed=[app_commands.Choice(name=s, value=s) for s in SPEEDS], how=HOWS)
    @app_commands.guild_only()
    async def replay(
        self,
        interaction: discord.Interaction,
        from_: app_commands.Range[str, 0, CHOICE] = "",
        to: app_commands.Range[str, 0, CHOICE] = "",
        whole: bool = False,
        speed: str = "normal",
        private: bool = True,
        battle: app_commands.Range[str, 0, CHOICE] = "",
        how: str = "film",
    ) -> None:
        await defer(interaction, private=private)
        found = await self.bot.messages.lookup.named(interaction, battle)
        chapters = await self.bot.messages.films.chapters(found, self.bot.messages.lookup.catalogue(found))
        if how == "steps":
            # A battle that is over is read from its beginning.
            at = 0 if whole or found.status != "running" or not any(c.seen for c in chapters) else latest(chapters)[0]
            if from_ or to:
                at = place(chapters, from_ or to, end=False)
            await self._show(interaction, found, Position(at), private=private)
            return
        since, until = latest(chapters)
        if whole:
            since, until = 0, chapters[-1].last
        if from_:
            since, until = place(chapters, from_, end=False), chapters[-1].last
        if to:
            until = place(chapters, to, end=True)
            since = since if from_ else min(since, place(chapters, to, end=False))
        if since > until:
            refuse("“{from_}” comes after “{to}”.", from_=from_, to=to)
        await self._film(interaction, found, since, until, SPEEDS.get(speed, 1.0), private=private)

    @replay.autocomplete("from_")
    async def _from(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._offered(interaction, current, end=False)

    @replay.autocomplete("to")
    async def _to(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._offered(interaction, current, end=True)

    @replay.autocomplete("battle")
    async def _battles(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.bot.messages.lookup.offered(interaction, current)

    async def _offered(
        self, interaction: discord.Interaction, current: str, *, end: bool
    ) -> list[app_commands.Choice[str]]:
        try:
            battle = await self.bot.messages.lookup.named(
                interaction, getattr(interaction.namespace, "battle", None) or ""
            )
            words = self.bot.messages.lookup.catalogue(battle)
            chapters = await asyncio.wait_for(self.bot.messages.films.chapters(battle, words), PATIENCE)
        except (TimeoutError, Refusal):
            return []  # where it only takes long, they are ready when the next letter is typed
        found = [(words.say(text), value) for text, value in suggestions(chapters, current, end=end)]
        return [app_commands.Choice(name=fit(name, CHOICE), value=value) for name, value in found[:25]]

    # -- the viewer ---------------------------------------------------------------------------------------------

    async def view_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Replay] below a report: a viewer of one's own, at the beginning; below an analysis, at a journal entry."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        battle = await self.bot.messages.lookup.any_of(interaction, ref)
        await self._show(interaction, battle, Position(entry_of(ref)), private=True)

    async def step_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        position, what = position_of(ref)
        battle = await self.bot.messages.lookup.any_of(interaction, ref)
        await interaction.response.defer()
        await self._turn(interaction, battle, await self.viewer.moved(battle, position, what))

    async def jump_chosen(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        position, what = position_of(ref)
        battle = await self.bot.messages.lookup.any_of(interaction, ref)
        position, page = self.viewer.chosen(position, values[0] if values else "")
        await interaction.response.defer()
        await self._turn(interaction, battle, position, {what: page} if page is not None else {})

    async def remark_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Remark]: asks for the words."""
        position, _ = position_of(ref)
        battle = await self.bot.messages.lookup.any_of(interaction, ref)
        if not battle.sides_of(interaction.user.id):
            refuse("Only its players make remarks on a battle.")
        say = self.bot.messages.lookup.catalogue(battle).translate
        box = discord.ui.Modal(
            title=fit(say("Remark"), 45), custom_id=position.ref(battle.id, "remark").custom_id(NOTED)
        )
        box.add_item(
            discord.ui.TextInput(
                label=fit(say("It goes into the record, for everybody to read"), 45),
                style=discord.TextStyle.paragraph,
                max_length=LONGEST_REMARK,
            )
        )
        await interaction.response.send_modal(box)

    async def remark_made(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """The words of a remark."""
        position, _ = position_of(ref)
        battle = await self.bot.messages.lookup.any_of(interaction, ref)
        await interaction.response.defer()
        at = await self.viewer.remark_at(battle, position)
        user = interaction.user
        await self.bot.service.records.add_remark(
            battle.id, user.id, user.display_name, values[0] if values else "", at
        )
        await self._turn(interaction, battle, position)

    async def film_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Film from here]."""
        position, _ = position_of(ref)
        battle = await self.bot.messages.lookup.any_of(interaction, ref)
        await interaction.response.defer(ephemeral=True, thinking=True)
        since, until = await self.viewer.stretch(battle, position)
        await self._film(interaction, battle, since, until, private=True)

    async def whole_pressed(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Film] below a report: the whole battle."""
        battle = await self.bot.messages.lookup.any_of(interaction, ref)
        await interaction.response.defer(ephemeral=True, thinking=True)
        since, until = await self.viewer.stretch(battle, Position(0))
        await self._film(interaction, battle, since, until, private=True)

    # -- shared -------------------------------------------------------------------------------------------------

    async def _show(
        self, interaction: discord.Interaction, battle: Battle, position: Position, *, private: bool
    ) -> None:
        """A new viewer."""
        made = await self.viewer.content(battle, position)
        assert made.view is not None
        await first_answer.say(interaction, made.text, view=made.view, files=_files(made), private=private)

    async def _turn(
        self,
        interaction: discord.Interaction,
        battle: Battle,
        position: Position,
        pages: Mapping[str, int] | None = None,
    ) -> None:
        """Show another step in the viewer whose component was used."""
        made = await self.viewer.content(battle, position, dict(pages or {}))
        await interaction.edit_original_response(content=made.text, view=made.view, attachments=_files(made))

    async def _film(
        self,
        interaction: discord.Interaction,
        battle: Battle,
        since: int,
        until: int,
        speed: float = 1.0,
        *,
        private: bool,
    ) -> None:
        await send_film(self.bot, interaction, battle, since, until, speed, private=private)


async def send_film(
    bot: Hexarch,
    interaction: discord.Interaction,
    battle: Battle,
    since: int,
    until: int,
    speed: float = 1.0,
    *,
    private: bool,
) -> None:
    """Make a film of what happened between two journal entries, and send it; the interaction is acknowledged."""
    messages = bot.messages
    words = messages.lookup.catalogue(battle)
    film = await messages.films.film(battle, words, interaction.user.id, since, until, speed)
    told = Text("**{title}**, {seconds} s", title=titled(battle.title), seconds=round(film.seconds))
    name = f"replay-{battle.id}.{film.kind}"
    file = discord.File(io.BytesIO(film.data), filename=name, description=fit(film.alt, ALT))
    await first_answer.say(interaction, words.say(told), files=[file], private=private)


def _files(content: Content) -> list[discord.File]:
    return [p.file() for p in content.pictures]


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(Replay(bot))
