"""The desk: where presses and commands become answers, and answers become messages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

import discord

from bot import rulebooks
from bot.components.ids import Ref
from bot.desk import archive, calls, sight
from bot.desk.challenges import Challenges
from bot.desk.contests import Contests
from bot.desk.deliver import refusals
from bot.desk.films import Films
from bot.desk.halts import Halts
from bot.desk.here import Here
from bot.desk.mirror import Mirrors
from bot.desk.moving import goes_on, put_request
from bot.desk.pictures import Pictures
from bot.desk.posts import DISPATCH, Notice, Story
from bot.desk.publisher import Publisher
from bot.desk.reminders import remind
from bot.desk.scoreboard import Scoreboard
from bot.desk.warnings import BankCalls
from bot.desk.watch import Watch
from bot.desk.workshop import Workshop
from bot.errors import STORED, whisper
from bot.narration import TextCatalogue, escape
from bot.narration.match import match_lines
from bot.service import Battle, Open, Outcome, Service
from bot.service.standing import EVERYBODY
from engine.kernel.decisions import Answer
from engine.kernel.game import rebuild
from engine.kernel.system import RuleText
from engine.kernel.text import Refusal, Text, refuse
from engine.kernel.view import TableView
from renderer import Theme

if TYPE_CHECKING:
    from bot.app import Hexarch

log = logging.getLogger("hexarch")

AT_ONCE = 50
"""Battles about which something is told again with one tick."""

Closer = Callable[[Battle], Awaitable[None]]


class Desk:
    """Everything cogs and components do goes through here."""

    def __init__(
        self, bot: Hexarch, service: Service, *, theme: Theme = "light", workshop: Workshop | None = None
    ) -> None:
        self.bot = bot
        self.service = service
        self.pictures = Pictures(theme, workshop)
        self.films = Films(service, self.pictures.workshop, theme)
        self.publisher = Publisher(self, service, self.pictures)
        self.mirrors, self.watch, self.scoreboard = Mirrors(self), Watch(self), Scoreboard(self)
        self.publisher.hearers += [self.mirrors.hear, self.watch.hear, self.scoreboard.hear]
        self.challenges, self.contests = Challenges(self), Contests(self)
        self.halts = Halts(self)
        self.banks = BankCalls(self)
        self.closers: list[Closer] = []
        """What is done once when a battle is over; each is called again until none of them has failed."""
        self._closing = asyncio.Lock()
        self._unseen: set[str] = set()
        """Battles nobody has come by since the start: their messages may have been deleted before."""
        self._mending: set[asyncio.Task[None]] = set()

    # -- finding ------------------------------------------------------------------------------------------------

    async def look(self, battle_id: str, user: int) -> Here:
        """A battle as ``user`` sees it. Raises Refusal when there is none with this id."""
        battle = await self.service.battles.get(battle_id)
        begun = battle.begun
        return Here(
            battle,
            await self.service.play.game(battle_id) if begun else None,
            tuple(await self.service.play.open_questions(battle_id)) if begun else (),
            self.catalogue(battle),
            user,
        )

    def catalogue(self, battle: Battle) -> TextCatalogue:
        """The language of a battle is that of its server."""
        return self.words(battle.guild)

    def words(self, guild_id: int) -> TextCatalogue:
        """The language of a server: the one it has chosen, else that of its locale."""
        chosen, guild = self.service.guilds.language_of(guild_id), self.bot.get_guild(guild_id)
        return TextCatalogue.load(chosen or (guild.preferred_locale.value if guild is not None else "en"))

    async def here(self, interaction: discord.Interaction, named: str = "") -> Here:
        """The battle of the channel a command was given in, finished or not, or the one that is named by its number.

        Raises Refusal where there is none, or none the user may see.
        """
        if named.strip():
            return await self.look((await archive.meant(self.bot, interaction, named)).id, interaction.user.id)
        battle = await self.service.battles.last_in_channel(interaction.channel_id or 0)
        if battle is None:
            refuse("There is no battle in this channel. /battle create begins one.")
        self._came_by(battle)
        return await self.look(battle.id, interaction.user.id)

    async def maybe_here(self, interaction: discord.Interaction) -> Here | None:
        """The same, for autocomplete, which has nobody to tell a refusal."""
        try:
            found = await self.here(interaction, str(getattr(interaction.namespace, "battle", "") or ""))
        except Refusal:
            return None
        return found if found.running is not None else None

    async def rules(self, interaction: discord.Interaction, wanted: str = "") -> tuple[str, Sequence[RuleText]]:
        """Whose rules are meant where a command was given: a system's, and those the battle there has besides.

        ``wanted``: the id of the system that is meant. Without it, that of the channel's battle, begun or not; where
        there is no battle, the first system we have. Rules of the battle come only with those of its own system.
        """
        battle = await self.service.battles.last_in_channel(interaction.channel_id or 0)
        if battle is None:
            return wanted or next(iter(rulebooks.titles())), ()
        system = await self.service.sessions.system(battle.id)
        return (system.id, system.own_rules()) if wanted in ("", system.id) else (wanted, ())

    async def of(self, interaction: discord.Interaction, ref: Ref) -> Here:
        """The battle a component belongs to. Its id came from outside: it must be one of this server's, and seen.

        What can't be seen is refused word for word like what doesn't exist: nobody learns what there is elsewhere.
        """
        battle = await self.service.battles.get(ref.battle)
        if battle.guild != interaction.guild_id:
            refuse("There is no such battle.")
        if battle.channel != interaction.channel_id:
            await sight.check_listed(self.bot, battle, interaction.user)
        self._came_by(battle)
        return await self.look(ref.battle, interaction.user.id)

    def channel(self, battle: Battle) -> discord.PartialMessageable:
        """Where a battle's messages go."""
        return self.bot.get_partial_messageable(battle.channel, guild_id=battle.guild)

    # -- answering ----------------------------------------------------------------------------------------------

    def asked(self, here: Here, ref: Ref) -> Open:
        """The question a component puts to this user. Raises Refusal for others, and for stale components."""
        if not here.sides:
            refuse("Only the players of this battle may press that.")
        fitting = [o for o in here.opens if str(o.token) == ref.token]
        for o in fitting:
            if o.side in here.sides:
                return o
        if fitting:
            refuse("That is for the {side} to decide.", side=" and ".join(here.battle.name(o.side) for o in fitting))
        refuse("That question has been settled already; the buttons of the latest message are the good ones.")

    async def answer(self, interaction: discord.Interaction, here: Here, question: Open, answer: Answer) -> Outcome:
        """Give an answer, then say what came of it. The interaction must have been acknowledged."""
        outcome = await self.service.play.answer(
            here.battle.id, interaction.user.id, question.token, answer, interaction.id
        )
        await self.said(interaction, here, outcome)
        return outcome

    async def order(self, interaction: discord.Interaction, here: Here, text: str) -> Outcome:
        """Carry out written orders, then say what came of them."""
        outcome = await self.service.play.order(here.battle.id, interaction.user.id, text, interaction.id)
        await self.said(interaction, here, outcome)
        return outcome

    async def said(self, interaction: discord.Interaction, here: Here, outcome: Outcome | None = None) -> None:
        """Publish a change this user made, which is stored; tell him if it couldn't be posted."""
        interaction.extras[STORED] = True
        notes = await self._notes(here.battle, outcome) if outcome is not None else []
        trouble = await self.publisher.publish(here.battle.id, actor=interaction.user.id, notes=notes)
        if outcome is None or outcome.over:
            await self.close_up()
        if trouble is not None:
            await whisper(interaction, here.say(trouble))

    async def _notes(self, battle: Battle, outcome: Outcome) -> list[str]:
        """What the story itself doesn't tell; at the end of a battle that was played twice, who leads in both."""
        notes = remarks(battle, outcome, self.catalogue(battle))
        if any(a.why == "deadline" for a in outcome.auto):
            for side, time in (await self.service.timekeeping.times(battle.id)).items():
                if time.up:
                    said = Text(
                        "The {side} are out of time: their opponent may end it with /battle claim.",
                        side=escape(battle.name(side)),
                    )
                    notes.append(self.catalogue(battle).say(said))
        match = await self.service.rematches.match(battle.id) if outcome.over else None
        return notes + (match_lines(match, self.catalogue(battle))[-1:] if match is not None else [])

    async def always(self, here: Here, question: Open, unit: str | None, kind: str, yes: bool) -> None:
        """From now on, let a standing order answer this question for this unit."""
        answer = "always" if yes else "never"
        await self.service.standing_orders.give(
            here.battle.id, here.user, kind, answer, unit or EVERYBODY, question.side
        )

    async def request(self, here: Here, interaction: discord.Interaction, template: str, **values: Any) -> None:
        """Put what one player asks of the other to the other, with two buttons. ``template`` names {player}.

        The request must be stored: the buttons are about this one alone.
        """
        asked = tuple(sorted({s.user for s in here.battle.seats} - {here.user}))
        text = here.word(template, player=escape(interaction.user.display_name), **values)
        interaction.extras[STORED] = True
        await put_request(self, await self.service.battles.get(here.battle.id), text, asked, interaction.id)
        await self._published(interaction, here)

    async def announce(self, interaction: discord.Interaction, here: Here, notice: Notice) -> None:
        """Have something said in the battle's channel that follows from what this user did, which is stored.

        What Discord doesn't take now is said later; the user is told so.
        """
        interaction.extras[STORED] = True
        await self.publisher.announce(here.battle.id, interaction.id, notice)
        await self._published(interaction, here)

    async def _published(self, interaction: discord.Interaction, here: Here) -> None:
        trouble = await self.publisher.publish(here.battle.id, actor=interaction.user.id)
        if trouble is not None:
            await whisper(interaction, here.say(trouble))

    # -- telling ------------------------------------------------------------------------------------------------

    async def story(self, battle_id: str, key: str | None = None) -> Sequence[str]:
        """A dispatch in full, in pages; the latest one, or the one with ``key``. Raises Refusal where there is none."""
        posts = await self.service.posts.of(battle_id, DISPATCH)
        found = [p for p in posts if key is None or p.key == key]
        if not found:
            refuse("There is nothing to tell yet.")
        last = max(found, key=lambda p: int(p.key))
        return Story.model_validate_json(last.body).story()

    async def opening(self, here: Here) -> TableView:
        """The position as everybody saw it when this turn began; this activation, where the rules know no turns."""
        posts = sorted(await self.service.posts.of(here.battle.id, DISPATCH), key=lambda p: int(p.key))
        stories = [Story.model_validate_json(p.body) for p in posts]
        turn = here.table.turn
        earlier = [x for x in stories if x.key.partition("|")[0] != str(turn)] if turn else stories[:-1]
        entries = await self.service.play.entries(here.battle.id)
        # Where nothing has been told before: the battle as it began.
        first = [e for e in entries if e.seq <= earlier[-1].upto] if earlier else entries[:1]
        system = here.game.system
        return system.view(await asyncio.to_thread(rebuild, system, first))

    async def record(self, here: Here) -> str:
        """The whole battle as told so far."""
        posts = sorted(await self.service.posts.of(here.battle.id, DISPATCH), key=lambda p: int(p.key))
        stories = [Story.model_validate_json(p.body) for p in posts]
        return "\n\n".join("\n".join([s.title, *(x.text for x in s.lines), *s.notes]) for s in stories)

    async def close(self) -> None:
        await self.mirrors.close()
        self.pictures.close()

    async def seat_all(self, guild_id: int, channel_id: int, scenario: str, users: Sequence[int]) -> None:
        """Begin a battle with these users on its sides, one each; does nothing where the channel has one already."""
        if await self.service.battles.in_channel(channel_id) is not None:
            return
        battle = await self.service.lobby.create(guild_id, channel_id, users[0], scenario, mode="live")
        for (side, _), user in zip(battle.sides, users, strict=False):
            await self.service.lobby.join(battle.id, user, side)
        await self.service.lobby.start(battle.id, users[0], "local")
        await self._publish(battle.id)

    # -- keeping up ---------------------------------------------------------------------------------------------

    async def catch_up(self) -> None:
        """After a start: say what was left unsaid, tell what an update has changed.

        What is known to have been said isn't looked at: whoever comes by has it mended (:meth:`_came_by`).
        """
        await self.halts.wake()
        notices = {b.id: b.notice for b in await self.service.deadlines.resume_all()}
        for battle in await self.service.battles.running():
            # Only channels Discord hasn't told us of are asked about.
            if not battle.paused and await sight.gone(self.bot, battle.guild, battle.channel):
                await self.channel_gone(battle.channel)
                continue
            self._unseen.add(battle.id)
            if battle.id not in self.halts:
                notice = notices.get(battle.id)
                await self._publish(battle.id, notes=[escape(notice)] if notice else [])
        await self.banks.wake()

    def _came_by(self, battle: Battle) -> None:
        """Somebody uses a battle: look whether its messages are still there, for the first time since the start."""
        if battle.id in self._unseen or battle.id in self.halts:
            self._unseen.discard(battle.id)
            task = asyncio.create_task(self._publish(battle.id, repair=True))
            self._mending.add(task)
            task.add_done_callback(self._mending.discard)

    async def restore(self, channel_id: int) -> None:
        """Put back the messages of a channel's battle, begun or not, if they are missing."""
        battle = await self.service.battles.last_in_channel(channel_id)
        if battle is not None:
            await self._publish(battle.id, repair=True)

    async def tick(self) -> None:
        """Let the deadlines that have passed answer, remind those who are late, say what couldn't be said before."""
        for outcome in await self.service.deadlines.due():
            battle = await self.service.battles.get(outcome.battle)
            await self._publish(outcome.battle, notes=await self._notes(battle, outcome))
            self.banks.hear(outcome)
        await self.banks.tick()
        for battle_id in sorted(self.publisher.lost):
            self.publisher.lost.discard(battle_id)
            await self._lost(await self.service.battles.get(battle_id))
        for reminder in await self.service.deadlines.remind():
            await remind(self, reminder)
        if not refusals.many():
            for battle_id in self.publisher.behind.due(self.service.clock())[:AT_ONCE]:
                await self._publish(battle_id)
        await self.halts.tick()
        await self.close_up()

    async def close_up(self) -> None:
        """Do for battles that have just ended what is done then. What fails is tried again with the next tick."""
        async with self._closing:
            for battle in await self.service.battles.unclosed():
                done = [await self._closed(closer, battle) for closer in self.closers]
                if all(done):
                    await self.service.battles.closed(battle.id)

    async def _closed(self, closer: Closer, battle: Battle) -> bool:
        try:
            await closer(battle)
        except asyncio.CancelledError:
            raise
        except Exception as e:
            known = isinstance(e, discord.HTTPException)
            log.warning("battle %s is over, but %s failed: %s", battle.id, closer, e, exc_info=None if known else e)
            return False
        return True

    async def renew(self, battle_ids: Sequence[str]) -> None:
        """Bring the messages of battles up to date, whose deadlines have moved."""
        for battle_id in battle_ids:
            await self._publish(battle_id)

    async def _publish(self, battle_id: str, *, notes: list[str] | None = None, repair: bool = False) -> None:
        try:
            await self.publisher.publish(battle_id, notes=notes or [], repair=repair)
        except asyncio.CancelledError:
            raise
        except Exception:
            # One battle that can't be told must not keep the others waiting.
            log.exception("battle %s could not be published", battle_id)

    # -- channels that are gone ---------------------------------------------------------------------------------

    async def channel_gone(self, channel_id: int) -> None:
        """A channel was deleted: its battle stands still, and those concerned learn where to go on."""
        battle = await self.service.battles.in_channel(channel_id)
        if battle is not None:
            await self._lost(battle)
        await self.contests.channel_gone(channel_id)

    async def threads_gone(self, guild_id: int) -> None:
        """A channel was deleted, and its threads with it: look for battles that were fought in them."""
        for battle in await self.service.battles.ongoing(guild_id):
            if not battle.paused and await sight.gone(self.bot, guild_id, battle.channel):
                await self.channel_gone(battle.channel)

    async def moved(self, battle: Battle, called: Sequence[int], by: str = "") -> None:
        """A battle is fought in another channel now: bring along what belongs to it. Raises discord.HTTPException."""
        await self.service.matches.moved(battle.id, battle.channel)
        await goes_on(self, battle, called, by)
        await self._publish(battle.id)

    async def _lost(self, battle: Battle) -> None:
        """A battle's channel is gone. A match gets another place; players of any other battle are told what to do."""
        news = await self.service.pauses.pause(battle.id)
        for fixture in await self.service.matches.in_channel(battle.channel):
            await self.service.matches.unplace(fixture)
            await self.contests.attend(fixture.event)
        if not news or (await self.service.battles.get(battle.id)).channel != battle.channel:
            return
        text = self.catalogue(battle).say(
            Text(
                "The channel of your battle “{title}” was deleted. Nothing is lost, and no time passes: use "
                "`/battle move` with the number {id} in another channel to go on there.",
                title=escape(battle.title),
                id=battle.id,
            )
        )
        for user in sorted(battle.people):
            await calls.write(self.bot, user, text)


def remarks(battle: Battle, outcome: Outcome, catalogue: TextCatalogue) -> list[str]:
    """What the story itself doesn't tell: whose time was up, and what players have to be told about the battle."""
    notes = [
        catalogue.say(
            Text(
                "Time was up for the {side}: {question} {said}",
                side=escape(battle.name(a.side)),
                question=escape(catalogue.say(a.prompt)),
                said=escape(", ".join(catalogue.say(x) for x in a.said)),
            )
        )
        for a in outcome.auto
        if a.why == "deadline"
    ]
    return [*notes, escape(outcome.notice)] if outcome.notice else notes
