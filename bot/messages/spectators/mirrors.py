"""Mirrors: a battle's story and maps in a spectators' channel too, at once or later.

Only what everybody may know goes there: the dispatches as they stand in the battle's channel, without controls and
pings, with the map as it was at their end. What has been shown is stored as posts of kind "mirror", so that nothing is
lost or shown twice by a restart.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord
from pydantic import BaseModel

from bot.messages.access import visibility
from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.deliver import UNKNOWN_CHANNEL, Content, Picture, put
from bot.messages.delivery.locked import LockedThreads
from bot.messages.pictures.pictures import Pictures
from bot.messages.publishing.posts import COMPLETE, DISPATCH, MIRROR, Story
from bot.messages.spectators.retold import result_text, struck
from bot.narration import TextCatalogue, escape, titled
from bot.service import Battle, Post, Service
from bot.service.spectators.mirrors import NOWHERE, Mirror
from bot.stumbles import Stumbles
from engine.kernel.game import rebuild
from engine.kernel.text import Refusal, Text
from engine.kernel.view import TableView

log = logging.getLogger("hexarch")

RESULT = "result"
FIRST_WAIT, LONGEST_WAIT = 15.0, 3600.0
"""Seconds after which what couldn't be sent is tried again: at first, and after many tries."""
AT_ONCE = 50
"""Battles looked after with one tick."""
DRAWN = 8
"""Pictures of past positions kept in memory: a mirror and many watchers are shown the same."""
FOCUS = 8
"""Latest marks a picture is drawn closely around."""


class Copy(BaseModel):
    """How far a dispatch is mirrored."""

    upto: int = -1
    """Journal entry up to which the copy tells."""
    shown: str = ""
    """Digest of its text."""
    undone: int = 0
    """Take-backs reaching back into it that the copy shows."""


@dataclass(frozen=True)
class Shown:
    """What of a battle spectators may know by now."""

    told: Sequence[Post]
    """All dispatches, oldest first."""
    copies: dict[str, Post]
    """Of those that are mirrored, by key."""
    ready: Sequence[Post]
    """Dispatches that are complete, and as old as they have to be."""
    over: bool
    """Whether the result may be told."""
    due: float | None
    """When there will be more; None where that depends on the players."""


class Mirrors:
    """Keeps every mirror in step, without anybody waiting for it."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        lookup: BattleLookup,
        pictures: Pictures,
        locked_threads: LockedThreads,
    ) -> None:
        self.client = client
        self.service = service
        self.lookup = lookup
        self.pictures = pictures
        self.locked_threads = locked_threads
        self._changed: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._due: dict[str, float] = {}
        """When a battle is to be looked at again."""
        self._waits: dict[str, float] = {}
        """How long the last wait after a failure was."""
        self._stumbles: Stumbles[str] = Stumbles()
        """Battles whose mirror fails because of an error of ours."""
        self._lost: set[int] = set()
        """Channels that were deleted."""
        self._quick: set[str] = set()
        """Battles known to be mirrored; others are looked after with the next tick, once for all changes."""
        self._timing = asyncio.Lock()
        self._drawn: OrderedDict[tuple[str, int, str], list[Picture]] = OrderedDict()

    # -- when ---------------------------------------------------------------------------------------------------

    def hear(self, battle_id: str) -> None:
        """Something was told about a battle: its mirror follows."""
        self._changed.add(battle_id)
        if battle_id in self._quick:
            self.hurry(battle_id)

    def hurry(self, battle_id: str) -> None:
        """Look after a battle's mirror now."""
        self._changed.add(battle_id)
        if battle_id not in self._tasks:
            self._tasks[battle_id] = asyncio.create_task(self._run(battle_id))

    async def _run(self, battle_id: str) -> None:
        try:
            while battle_id in self._changed:
                self._changed.discard(battle_id)
                await self._safely(battle_id)
        finally:
            self._tasks.pop(battle_id, None)

    async def _safely(self, battle_id: str) -> None:
        try:
            due = await self.follow(battle_id)
        except Exception as e:
            wait = min(self._waits.get(battle_id, FIRST_WAIT / 2) * 2, LONGEST_WAIT)
            self._waits[battle_id] = wait
            self._due[battle_id] = self.service.clock() + wait
            if isinstance(e, discord.HTTPException):
                log.warning("battle %s: its mirror is behind: %s", battle_id, e)
            else:
                self._stumbles.stumbled(
                    battle_id, self.service.clock(), f"battle {battle_id}: its mirror is behind", e, wait
                )
            return
        self._stumbles.done(battle_id)
        self._waits.pop(battle_id, None)
        self._due.pop(battle_id, None)
        if due is not None:
            self._due[battle_id] = due

    async def wake(self) -> None:
        """After a start: look after every mirror."""
        self._changed.update(await self.service.mirrors.active())

    def tick(self) -> None:
        """Look after those whose time has come."""
        now = self.service.clock()
        for battle_id in [b for b, at in self._due.items() if at <= now]:
            del self._due[battle_id]
            self._changed.add(battle_id)
        for battle_id in sorted(self._changed)[:AT_ONCE]:
            self.hurry(battle_id)

    async def open_again(self, guild_id: int) -> None:
        """Something has changed in a server: what was shut there may be open, and is tried with the next tick."""
        for battle_id in list(self._waits):
            try:
                battle = await self.service.battles.get(battle_id)
            except Refusal:
                continue  # it was deleted
            if battle.guild == guild_id and self._waits.pop(battle_id, None) is not None:
                self._due[battle_id] = self.service.clock()

    async def channel_gone(self, channel_id: int) -> None:
        """A channel was deleted: what was mirrored there no longer is."""
        for battle_id, mirror in (await self.service.mirrors.active()).items():
            if mirror.channel == channel_id:
                self._lost.add(channel_id)
                self.hurry(battle_id)

    async def idle(self) -> None:
        """Wait until nothing is under way."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def close(self) -> None:
        """Break off; what isn't shown yet is shown after the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- what ---------------------------------------------------------------------------------------------------

    async def of(self, battle: Battle) -> Mirror | None:
        """Where a battle is mirrored now; None for nowhere.

        Where its players have said nothing, that is what holds in the server, unless not everybody may see the battle.
        """
        own = await self.service.mirrors.of(battle.id)
        if own is None or own.default:
            own = await self._by_default(battle, own)
        return own if own is not None and own.on and own.channel != battle.channel else None

    async def _by_default(self, battle: Battle, own: Mirror | None) -> Mirror | None:
        if battle.status not in ("open", "running"):
            return own
        theirs = await self.service.mirrors.of_guild(battle.guild)
        if theirs is None:
            if own is not None and own.on:
                await self.service.mirrors.put(battle.id, Mirror(NOWHERE, default=True))
            return None
        if not visibility.everybody_sees(self.client, battle.guild, battle.channel):
            return None
        if own is None or (own.channel, own.delay) != (theirs.channel, theirs.delay):
            since = own.since if own is not None and own.channel == theirs.channel else await self.latest(battle.id)
            own = Mirror(theirs.channel, theirs.delay, since, default=True)
            await self.service.mirrors.put(battle.id, own)
        return own

    async def latest(self, battle_id: str) -> int:
        """Key of a battle's latest dispatch; -1 before the first one."""
        return max((int(p.key) for p in await self.service.posts.of(battle_id, DISPATCH)), default=-1)

    async def shown(self, battle: Battle, mirror: Mirror | None) -> Shown:
        """What spectators may know of a battle now. Notes when a dispatch was complete, from which delays count."""
        async with self._timing:
            posts = await self.service.posts.of(battle.id)
            told = sorted((p for p in posts if p.kind == DISPATCH), key=lambda p: int(p.key))
            copies = {p.key: p for p in posts if p.kind == MIRROR}
            over = battle.status not in ("open", "running")
            complete = told if over else told[:-1]
            if mirror is None or not mirror.delay:
                return Shown(told, copies, complete, over, None)
            since = {p.key: float(p.body) for p in posts if p.kind == COMPLETE}
            keys = [p.key for p in complete if int(p.key) >= mirror.since] + ([RESULT] if over else [])
            now = self.service.clock()
            for key in keys:
                if key not in since:
                    since[key] = now
                    await self.service.posts.put(Post(battle.id, COMPLETE, key, NOWHERE, None, str(now), True))
        waiting = next(((key, at) for key in keys if (at := since[key] + mirror.delay) > now), None)
        if waiting is None:
            return Shown(told, copies, complete, over, None)
        key, due = waiting
        ready = complete if key == RESULT else [p for p in complete if int(p.key) < int(key)]
        return Shown(told, copies, ready, False, due)

    async def pictures_of(self, battle: Battle, story: Story, catalogue: TextCatalogue) -> list[Picture]:
        """The map as everybody saw it when a dispatch ended, as it stands now."""
        key = (battle.id, story.upto, catalogue.language)
        if key not in self._drawn:
            table = await self.table(battle, story.upto)
            focus = [h for m in story.marks[-FOCUS:] for h in m.hexes]
            found = await self.pictures.story(table, focus=focus, traces=story.marks, say=catalogue.say)
            self._drawn[key] = found
            while len(self._drawn) > DRAWN:
                self._drawn.popitem(last=False)
        return self._drawn[key]

    async def table(self, battle: Battle, upto: int) -> TableView:
        """The position after a journal entry, as everybody saw it."""
        game = await self.service.play.game(battle.id)
        if game.journal[-1].seq == upto:
            return game.view()
        entries = [e for e in await self.service.play.entries(battle.id) if e.seq <= upto]
        return game.system.view(await asyncio.to_thread(rebuild, game.system, entries))

    # -- showing ------------------------------------------------------------------------------------------------

    async def follow(self, battle_id: str) -> float | None:
        """Bring a battle's mirror up to date; returns when to look again. Raises discord.HTTPException."""
        battle = await self.service.sessions.look(battle_id)
        mirror = await self.of(battle)
        self._quick.discard(battle_id)
        if mirror is None or (mirror.done and battle.status not in ("open", "running")):
            return None
        self._quick.add(battle_id)
        try:
            if mirror.channel in self._lost:
                await self._switch_off(battle)
                return None
            return await self._show(battle, mirror)
        except discord.Forbidden:
            await self.locked_threads.found(battle.guild, mirror.channel, self.lookup.catalogue(battle))
            raise
        except discord.NotFound as e:
            if e.code != UNKNOWN_CHANNEL:
                raise
            await self._switch_off(battle)
            return None

    async def _show(self, battle: Battle, mirror: Mirror) -> float | None:
        shown = await self.shown(battle, mirror)
        ready = list(shown.ready)
        if not mirror.delay and shown.told and len(ready) < len(shown.told):
            ready.append(shown.told[-1])  # it is mirrored as it grows
        ready = [p for p in ready if int(p.key) >= mirror.since]
        if ready:
            horizon = Story.model_validate_json(ready[-1].body).upto
            undone = [x for x in await self.service.takebacks.of(battle.id) if x[0] <= horizon]
            for post in ready:
                await self._mirrored(battle, mirror, post, shown.copies.get(post.key), undone, post is ready[-1])
        if shown.over:
            if battle.begun:
                await self._result(battle, mirror, shown.copies.get(RESULT))
            await self.service.mirrors.put(battle.id, replace(mirror, done=True))
        return shown.due

    async def _mirrored(
        self,
        battle: Battle,
        mirror: Mirror,
        post: Post,
        had: Post | None,
        undone: Sequence[tuple[int, int]],
        last: bool,
    ) -> None:
        """Show one dispatch, or change what is shown of it; nothing to do for most."""
        copy = _copy(had)
        behind = had is None or not had.delivered or had.message is None
        # What was taken back after it had been told; what was taken back before isn't in it any more.
        reaching = [x for x in undone if x[0] > copy.upto and x[1] < copy.upto]
        elsewhere = had is not None and had.message is not None and had.channel != mirror.channel
        if not (behind or last or len(reaching) != copy.undone) or (elsewhere and not last):
            return
        catalogue = self.lookup.catalogue(battle)
        story = Story.model_validate_json(post.body)
        reaching = [x for x in undone if x[0] > story.upto and x[1] < story.upto]
        told = struck(story, reaching, catalogue)
        text = told.model_copy(update={"title": f"{escape(catalogue.name(battle.title))} · {told.title}"}).content(
            catalogue
        )
        fresh = behind or elsewhere or copy.upto != story.upto
        now = copy.model_copy(update={"upto": story.upto, "shown": _digest(text), "undone": len(reaching)})
        if had is not None and not fresh and now.shown == copy.shown:
            if now != copy:
                await self.service.posts.put(replace(had, body=now.model_dump_json()))
            return
        pictures = await self.pictures_of(battle, story, catalogue) if fresh else ()
        had = had or Post(battle.id, MIRROR, post.key, mirror.channel, None, "", False)
        await self._put(mirror, replace(had, delivered=False), copy, now, Content(text=text, pictures=pictures))

    async def _result(self, battle: Battle, mirror: Mirror, had: Post | None) -> None:
        text = result_text(battle, self.lookup.catalogue(battle))
        copy, digest = _copy(had), _digest(text)
        if had is not None and had.delivered and copy.shown == digest:
            return
        had = had or Post(battle.id, MIRROR, RESULT, mirror.channel, None, "", False)
        await self._put(mirror, had, copy, copy.model_copy(update={"shown": digest}), Content(text=text))

    async def _put(self, mirror: Mirror, post: Post, before: Copy, after: Copy, content: Content) -> None:
        message = post.message if post.channel == mirror.channel else None
        if message is None:
            # A name keeps Discord from taking it twice where we die before its answer is stored.
            content = replace(content, what=f"{post.battle}|{MIRROR}|{post.key}|{post.message or 0}")
        await self.service.posts.put(replace(post, delivered=False, body=before.model_dump_json()))
        channel = self.client.get_partial_messageable(mirror.channel)
        sent = await put(channel, message, content)
        body = after.model_dump_json()
        await self.service.posts.put(replace(post, channel=mirror.channel, message=sent.id, body=body, delivered=True))

    async def _switch_off(self, battle: Battle) -> None:
        """The mirror's channel is gone: tell the players, and mirror no more."""
        text = self.lookup.catalogue(battle).say(
            Text(
                "The spectators' channel of “{title}” is gone, so the battle is no longer mirrored. "
                "/battle mirror chooses another one.",
                title=titled(battle.title),
            )
        )
        try:
            if battle.status in ("open", "running"):
                await put(self.lookup.channel(battle), None, Content(text=text))
        except (discord.NotFound, discord.Forbidden) as e:
            log.info("battle %s: nobody could be told that its mirror is gone: %s", battle.id, e)
        await self.service.mirrors.put(battle.id, Mirror(NOWHERE))


def _copy(post: Post | None) -> Copy:
    return Copy.model_validate_json(post.body) if post is not None and post.body else Copy()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
