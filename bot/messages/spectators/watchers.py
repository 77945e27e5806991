"""Telling watchers privately how a battle goes: a few messages with every tick, so that nothing else has to wait."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

import discord

from bot.components.ids import Ref
from bot.components.items import button, view
from bot.language.plain import MESSAGE
from bot.messages.access import visibility
from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.deliver import Content, patiently, put
from bot.messages.pictures.pictures import Pictures
from bot.messages.publishing.pinned import framed, standing_of
from bot.messages.publishing.posts import Story
from bot.messages.spectators.mirrors import Mirrors, Shown
from bot.messages.spectators.retold import result_text
from bot.narration import TextCatalogue, escape, fit, titled
from bot.narration.standing import standing
from bot.service import Battle, Post, Service
from bot.service.spectators.mirrors import delay_words
from bot.service.spectators.watchers import STORY, TURNS
from bot.storage.watchers import Watcher
from bot.stumbles import Stumbles
from engine.kernel.text import Text

log = logging.getLogger("hexarch")

AT_ONCE = 8
"""Private messages sent with one tick."""
IN_A_ROW = 3
"""Of these, for one battle before another one's turn comes."""
ACTIVATIONS = 5
"""Activations told together where a battle has no turns."""
TRUST = 600.0
"""Seconds for which somebody who could see a battle is taken to see it still."""
TRY_AGAIN = 60.0
"""Seconds after which what Discord didn't take is sent again."""
NO_TURNS = "0"
VERB = "unwatch"


class CannotWrite(Exception):
    """The user doesn't take private messages from us."""


@dataclass(frozen=True)
class Due:
    """What a watcher is to be told now."""

    content: Content
    upto: str
    """Key of the last dispatch it tells."""
    last: bool
    """Whether there will be no more."""


class Watch:
    """Sends what watchers have asked for."""

    def __init__(
        self, client: discord.Client, service: Service, lookup: BattleLookup, mirrors: Mirrors, pictures: Pictures
    ) -> None:
        self.client = client
        self.service = service
        self.lookup = lookup
        self.mirrors = mirrors
        self.pictures = pictures
        self.waiting: dict[str, None] = {}
        """Battles of which somebody may have to be told something, in the order of their turns."""
        self._later: dict[str, float] = {}
        self._stumbles: Stumbles[str] = Stumbles()
        """Battles whose watchers can't be told because of an error of ours."""
        self._seen: dict[tuple[str, int], float] = {}
        """Until when a watcher is taken to see a battle."""
        self._resting: dict[tuple[str, int], float] = {}
        """Until when a watcher isn't written to, because Discord didn't deliver."""

    def hear(self, battle_id: str) -> None:
        """Something was told about a battle."""
        self.waiting.setdefault(battle_id)

    async def wake(self) -> None:
        """After a start: look after everybody."""
        for battle_id in await self.service.watchers.watched():
            self.hear(battle_id)

    async def tick(self) -> None:
        """Send a few messages."""
        now = self.service.clock()
        for battle_id in [b for b, at in self._later.items() if at <= now]:
            del self._later[battle_id]
            self.hear(battle_id)
        room = AT_ONCE
        while self.waiting and room > 0:
            battle_id = next(iter(self.waiting))
            del self.waiting[battle_id]
            try:
                sent, more = await self.follow(battle_id, min(room, IN_A_ROW))
            except Exception as e:
                self._later[battle_id] = now + TRY_AGAIN
                if isinstance(e, discord.HTTPException):
                    log.warning("battle %s: its watchers are behind: %s", battle_id, e)
                else:
                    what = f"battle {battle_id}: its watchers are behind"
                    self._stumbles.stumbled(battle_id, now, what, e, TRY_AGAIN)
                continue
            self._stumbles.done(battle_id)
            room -= sent
            if more:
                self.hear(battle_id)

    async def follow(self, battle_id: str, most: int = AT_ONCE) -> tuple[int, bool]:
        """Write to at most so many watchers of a battle; to how many, and whether there may be more to tell."""
        watchers = await self.service.watchers.of(battle_id)
        if not watchers:
            return 0, False
        battle = await self.service.battles.get(battle_id)
        for watcher in (w for w in watchers if w.user in battle.people):
            # Who has a side by now is told everything in the battle's channel.
            await self.service.watchers.unwatch(battle_id, watcher.user)
        watchers = [w for w in watchers if w.user not in battle.people]
        mirror = await self.mirrors.of(battle)
        shown = await self.mirrors.shown(battle, mirror)
        if shown.due is not None:
            self._later[battle_id] = shown.due
        now = self.service.clock()
        tries = told = 0
        for watcher in watchers:
            if self._resting.get((battle_id, watcher.user), 0.0) > now:
                continue
            due = await self._due(battle, shown, watcher)
            if due is None:
                continue
            if tries >= most:
                return tries, True
            tries += 1
            try:
                await self._tell(battle, watcher, due)
                told += 1
            except discord.HTTPException as e:
                # Others must not wait for one to whom Discord delivers nothing just now.
                log.info("battle %s: user %s couldn't be told: %s", battle_id, watcher.user, e)
                self._resting = {k: at for k, at in self._resting.items() if at > now}
                self._resting[battle_id, watcher.user] = now + TRY_AGAIN
                self._later.setdefault(battle_id, now + TRY_AGAIN)
        # Somebody may have to be told more than one turn.
        return tries, told > 0

    # -- one message --------------------------------------------------------------------------------------------

    async def known(self, battle: Battle) -> str:
        """Key of the last dispatch that may be told now; "" for none."""
        shown = await self.mirrors.shown(battle, await self.mirrors.of(battle))
        return shown.ready[-1].key if shown.ready else ""

    async def first(self, battle: Battle, user: int) -> None:
        """Tell somebody who begins to watch how the battle stands.

        Raises CannotWrite for who takes no private messages.
        """
        catalogue = self.lookup.catalogue(battle)
        mirror = await self.mirrors.of(battle)
        shown = await self.mirrors.shown(battle, mirror)
        stop = view(_stop(battle, catalogue))
        if not battle.begun:
            text = Text("“{title}” waits for its players; you'll be told when it has begun.", title=_title(battle))
            await self._send(user, Content(text=catalogue.say(text), view=stop))
            return
        if mirror is not None and mirror.delay:
            content = await self._lagging(battle, shown, catalogue)
            note = Text("You are told everything {delay}.", delay=delay_words(mirror.delay))
            text = fit(f"{content.text}\n-# {catalogue.say(note)}", MESSAGE)
            await self._send(user, Content(text=text, embed=content.embed, view=stop, pictures=content.pictures))
            return
        here = await self.lookup.look(battle.id, 0)
        content = framed(standing_of(here, shown.told[-1] if shown.told else None))
        picture = await self.pictures.table(here.table, say=catalogue.say)
        await self._send(user, Content(text=content.text, embed=content.embed, view=stop, pictures=[picture]))

    async def _lagging(self, battle: Battle, shown: Shown, catalogue: TextCatalogue) -> Content:
        """How a battle stood when the last dispatch ended that may be told."""
        if not shown.ready:
            return Content(text=f"**{escape(catalogue.name(battle.title))}**")
        story = _story(shown.ready[-1])
        table = await self.mirrors.table(battle, story.upto)
        content = framed(standing(table, (), catalogue))
        picture = await self.pictures.table(table, say=catalogue.say)
        return Content(text=content.text, embed=content.embed, pictures=[picture])

    async def _due(self, battle: Battle, shown: Shown, watcher: Watcher) -> Due | None:
        """What a watcher hasn't been told yet and may be told now."""
        known = int(watcher.told) if watcher.told else -1
        new = [p for p in shown.ready if int(p.key) > known]
        catalogue = self.lookup.catalogue(battle)
        if shown.over:
            return await self._end(battle, watcher, new, catalogue)
        if watcher.how == STORY and new:
            stories = [_story(p) for p in new]
            told = {"lines": [x for s in stories for x in s.lines], "notes": [x for s in stories for x in s.notes]}
            whole = stories[-1].model_copy(update=told)
            title = f"{escape(catalogue.name(battle.title))} · {whole.title}"
            text = whole.model_copy(update={"title": title}).content(catalogue)
            return await self._made(battle, new, text, catalogue)
        if watcher.how == TURNS:
            turn = closed(new, shown)
            if turn:
                text = summary(battle, [_story(p) for p in turn], catalogue)
                return await self._made(battle, turn, text, catalogue)
        return None

    async def _made(self, battle: Battle, posts: Sequence[Post], text: str, catalogue: TextCatalogue) -> Due:
        pictures = await self.mirrors.pictures_of(battle, _story(posts[-1]), catalogue)
        content = Content(text=text, view=view(_stop(battle, catalogue)), pictures=pictures)
        return Due(content, posts[-1].key, False)

    async def _end(self, battle: Battle, watcher: Watcher, new: Sequence[Post], catalogue: TextCatalogue) -> Due:
        """The result, with the rest of the story for those who follow it."""
        text, pictures = result_text(battle, catalogue), ()
        if battle.begun and new:
            last = _story(new[-1])
            pictures = await self.mirrors.pictures_of(battle, last, catalogue)
            if watcher.how == STORY:
                text = f"{last.content(catalogue, MESSAGE - len(text) - 2)}\n\n{text}"
        return Due(Content(text=fit(text, MESSAGE), pictures=pictures), new[-1].key if new else watcher.told, True)

    # -- sending ------------------------------------------------------------------------------------------------

    async def _tell(self, battle: Battle, watcher: Watcher, due: Due) -> None:
        """Send it, or end the watch of one who can't see the battle any more or takes no messages."""
        try:
            if not await self._sees(battle, watcher.user):
                await self.service.watchers.unwatch(battle.id, watcher.user)
                gone = "You can't see “{title}” any more, so I no longer tell you about it."
                text = self.lookup.catalogue(battle).say(Text(gone, title=_title(battle)))
                await self._send(watcher.user, Content(text=text))
                return
            # A name keeps Discord from taking it twice where we die before it is noted.
            what = f"{battle.id}|watch|{'end' if due.last else due.upto}"
            await self._send(watcher.user, replace(due.content, what=what))
        except CannotWrite:
            log.info("battle %s: user %s takes no messages and watches no more", battle.id, watcher.user)
            await self.service.watchers.unwatch(battle.id, watcher.user)
            return
        if due.last:
            await self.service.watchers.unwatch(battle.id, watcher.user)
        else:
            await self.service.watchers.told(watcher, due.upto)

    async def _sees(self, battle: Battle, user: int) -> bool:
        """Whether a watcher may still see the battle. Raises discord.HTTPException where Discord doesn't say."""
        now = self.service.clock()
        if self._seen.get((battle.id, user), 0.0) > now:
            return True
        guild = self.client.get_guild(battle.guild)
        if guild is None:
            return False
        try:
            member = await patiently(lambda: guild.fetch_member(user))
        except discord.NotFound:
            return False
        mirror = await self.mirrors.of(battle)
        for channel in (battle.channel, *([mirror.channel] if mirror is not None else [])):
            if await visibility.sees(self.client, battle.guild, channel, member):
                self._seen = {k: at for k, at in self._seen.items() if at > now}
                self._seen[battle.id, user] = now + TRUST
                return True
        return False

    async def _send(self, user: int, content: Content) -> None:
        try:
            channel = await patiently(lambda: self.client.create_dm(discord.Object(user)))
            await put(channel, None, content)
        except (discord.Forbidden, discord.NotFound) as e:
            raise CannotWrite from e


def closed(new: Sequence[Post], shown: Shown) -> Sequence[Post]:
    """The dispatches of the first turn among these, if it is over; of some activations where there are no turns."""
    if not new:
        return ()
    first = _turn(new[0])
    same = list(takewhile(lambda p: _turn(p) == first, new))
    # One that follows but may not be told yet shows that the turn is over, too.
    following = next((p for p in shown.told if int(p.key) > int(same[-1].key)), None)
    if following is not None and _turn(following) != first:
        return same
    return same[:ACTIVATIONS] if first == NO_TURNS and len(same) >= ACTIVATIONS else ()


def summary(battle: Battle, stories: Sequence[Story], catalogue: TextCatalogue) -> str:
    """A turn in a few lines: the headline of each of its activations."""
    turn = stories[0].key.partition("|")[0]
    head = Text("{title}: turn {turn}", title=_title(battle), turn=turn)
    if turn == NO_TURNS:
        head = Text("{title}: the last {n:activation|activations}", title=_title(battle), n=len(stories))
    lines = [f"**{catalogue.say(head)}**"]
    lines += [f"-# {s.title}\n{fit(s.lines[0].text, 200)}" for s in stories if s.lines]
    return fit("\n".join(lines), MESSAGE)


def _turn(post: Post) -> str:
    return _story(post).key.partition("|")[0]


def _story(post: Post) -> Story:
    return Story.model_validate_json(post.body)


def _title(battle: Battle) -> str:
    return titled(battle.title)


def _stop(battle: Battle, catalogue: TextCatalogue) -> discord.ui.Button[discord.ui.View]:
    return button(Ref(battle.id, "watch"), VERB, catalogue.translate("Stop"))
