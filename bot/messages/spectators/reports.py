"""The report on a battle: made in the background, posted once when it is over.

What is to be posted is stored before anything is made or sent, as posts of kind "report": so it is posted after a
restart too, and not twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import replace

import discord

from bot.aside import aside
from bot.components.ids import Ref
from bot.components.items import button, view
from bot.films.account import answers, luck
from bot.films.making import accounted
from bot.films.report import Report, report_fields, report_text
from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.deliver import UNKNOWN_CHANNEL, Content, Paper, Picture, put
from bot.messages.pictures.films import Films
from bot.messages.publishing.pinned import COLOUR
from bot.messages.publishing.posts import DISPATCH
from bot.messages.record_file import record
from bot.narration import fit
from bot.service import Battle, Post, Service
from bot.service.spectators.mirrors import ENDED
from engine.kernel.journal import effective
from engine.kernel.text import Text

log = logging.getLogger("hexarch")

REPORT = "report"
"""Kind of the posts; their key is the channel."""

KEPT = 4
"""Reports kept in memory, two megabytes each: one is posted in two places, and asked for by many."""

FIRST_WAIT, LONGEST_WAIT = 20.0, 3600.0
"""Seconds after which a report that couldn't be posted is tried again: at first, and after many tries."""


class Reports:
    """Makes reports, and posts those that are due."""

    def __init__(self, client: discord.Client, service: Service, lookup: BattleLookup, films: Films) -> None:
        self.client = client
        self.service = service
        self.lookup = lookup
        self.films = films
        self._kept: OrderedDict[tuple[object, ...], Content] = OrderedDict()
        """By all that may change what they say."""
        self._making = asyncio.Lock()
        self._posting = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._waits: dict[str, tuple[float, float]] = {}
        """Battles whose report couldn't be posted: when to try again, and how long the wait was."""

    # -- making -------------------------------------------------------------------------------------------------

    async def content(self, battle: Battle) -> Content:
        """The report on a battle that has begun, as it stands now. Raises Refusal before it has.

        Takes some seconds for a long battle; others go on meanwhile.
        """
        words = self.lookup.catalogue(battle)
        async with self._making:
            index = await self.films.index(battle, words)
            remarks = len(await self.service.records.remarks(battle.id))
            key = (battle.id, words.language, index.hash, battle.status, battle.outcome, battle.people, remarks)
            if key not in self._kept:
                self._kept[key] = await self._made(battle)
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return self._kept[key]

    async def _made(self, battle: Battle) -> Content:
        words = self.lookup.catalogue(battle)
        index = await self.films.index(battle, words)
        system = await self.service.sessions.system(battle.id)
        found = await self.films.drawing_pool.later(
            accounted, system, index, dict(battle.sides), theme=self.films.theme, catalogue=words
        )
        # How often a side answered may tell what it hides; dice everybody has seen.
        _, public = await self.service.records.open_entries(battle.id)
        rolled = await self.service.play.entries(battle.id)
        tallied = await asyncio.to_thread(lambda: luck(effective(rolled)))
        report = Report(battle, found, answers(public), tallied, await self._span(battle))
        text = await record(self.client, self.service, words, battle)
        embed = discord.Embed(colour=COLOUR)
        for name, value in report_fields(report, words):
            embed.add_field(name=fit(name, 256), value=value, inline=False)
        ref = Ref(battle.id, REPORT)
        pictures = [
            Picture(png, alt, f"{'turning-point' if title else 'end'}-{n}.png")
            for n, (title, png, alt) in enumerate(found.maps, start=1)
        ]
        titles = [title or words.translate("the end" if report.over else "now") for title, _, _ in found.maps]
        embed.set_footer(text=fit(words.say(Text("Maps: {titles}", titles=", ".join(titles))), 2048))
        buttons = [button(ref, "replay", words.translate("Replay")), button(ref, "film", words.translate("Film"))]
        if report.over:
            buttons.append(button(ref, "analysis", words.translate("Analysis")))
        return Content(
            text=report_text(report, words),
            embed=embed,
            view=view(*buttons),
            pictures=(*pictures, Paper(text, f"battle-{battle.id}.txt")),
        )

    async def _span(self, battle: Battle) -> tuple[float, float] | None:
        """From when to when it was played: since its first dispatch, until it was over or until now."""
        if battle.status == "record":
            return None
        sent = [p.message for p in await self.service.posts.of(battle.id, DISPATCH) if p.message is not None]
        begun = max(battle.row.created, discord.utils.snowflake_time(min(sent)).timestamp() if sent else 0.0)
        now = self.service.clock()
        ended = (
            now if battle.status == "running" else (await self.service.settings.of(f"battle:{battle.id}")).get(ENDED)
        )
        ended = now if ended is None else float(ended)
        return (begun, ended) if begun <= ended else (battle.row.created, max(ended, battle.row.created))

    # -- posting ------------------------------------------------------------------------------------------------

    async def due(self, battle: Battle) -> None:
        """A battle is over: its report is posted soon, once in each place. May be called as often as one likes."""
        if not battle.begun or battle.status in ("open", "running", "record"):
            return
        places = [battle.channel]
        elsewhere = (await self.service.guilds.settings(battle.guild)).results_channel
        if elsewhere is not None and elsewhere not in places:
            places.append(elsewhere)
        known = {p.key for p in await self.service.posts.of(battle.id, REPORT)}
        for channel in places:
            if str(channel) not in known:
                await self.service.posts.put(Post(battle.id, REPORT, str(channel), channel, None, "", False))
        self.wake()

    def wake(self) -> None:
        """Post what is due, without anybody waiting for it."""
        if self._task is None or self._task.done():
            self._task = aside(self.tick()) if self.films.aside else asyncio.create_task(self.tick())

    async def tick(self) -> None:
        """Post the reports that are due; what can't be posted now is tried again later."""
        async with self._posting:
            now = self.service.clock()
            for post in await self.service.posts.waiting(REPORT):
                if self._waits.get(post.battle, (0.0, 0.0))[0] > now or await self._early(post):
                    continue
                try:
                    await self._post(post)
                    self._waits.pop(post.battle, None)
                except Exception as e:
                    wait = min(self._waits.get(post.battle, (0.0, FIRST_WAIT / 2))[1] * 2, LONGEST_WAIT)
                    self._waits[post.battle] = (now + wait, wait)
                    known = isinstance(e, discord.HTTPException)
                    log.warning("battle %s: no report yet: %s", post.battle, e, exc_info=None if known else e)

    async def _early(self, post: Post) -> bool:
        """Whether a report would tell a result where spectators are to learn it later."""
        if post.battle not in await self.service.mirrors.held():
            return False
        return post.channel != (await self.service.battles.get(post.battle)).channel

    async def idle(self) -> None:
        """Wait until nothing is under way."""
        if self._task is not None:
            await self._task

    def close(self) -> None:
        """Break off; what isn't posted yet is posted after the next start."""
        if self._task is not None:
            self._task.cancel()

    async def _post(self, post: Post) -> None:
        battle = await self.service.battles.get(post.battle)
        content = await self.content(battle)
        # A name keeps Discord from taking it twice where we die before its answer is stored.
        content = replace(content, what=f"{battle.id}|report")
        channel = self.client.get_partial_messageable(post.channel, guild_id=battle.guild)
        message = None
        try:
            message = (await put(channel, None, content)).id
        except discord.HTTPException as e:
            # Nobody can be told there, however often it is tried.
            if not (
                isinstance(e, discord.Forbidden) or (isinstance(e, discord.NotFound) and e.code == UNKNOWN_CHANNEL)
            ):
                raise
            log.info("battle %s: no report in channel %s: %s", battle.id, post.channel, e)
        await self.service.posts.put(replace(post, message=message, delivered=True))
