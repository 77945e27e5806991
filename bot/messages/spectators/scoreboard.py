"""Scoreboards: one message of a server that is kept up to date with its battles.

Only battles whose channel everybody in the server may see stand on it; of others it says nothing, not even that they
exist.
"""

from __future__ import annotations

import hashlib
import logging
from dataclasses import replace

import discord

from bot import rulebooks
from bot.messages.access import visibility
from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.backoff import PASSING, SHUT, Backoff
from bot.messages.delivery.deliver import UNKNOWN_CHANNEL, Content, edit, patiently, put, shut
from bot.messages.delivery.halts import LOOKS
from bot.messages.delivery.locked import LockedThreads
from bot.messages.publishing.pinned import COLOUR, url_of
from bot.messages.publishing.posts import DISPATCH, Story
from bot.messages.spectators.mirrors import Mirrors
from bot.narration import TextCatalogue
from bot.narration.board import RESULTS, Ended, Row, Waiting, board_text, row_text, watched_text
from bot.service import Battle, Service
from bot.service.spectators.mirrors import Mirror
from bot.service.spectators.scoreboards import Board
from bot.stumbles import Stumbles
from engine.kernel.view import TableView

log = logging.getLogger("hexarch")

PAUSE = 30.0
"""Seconds between two changes of a scoreboard."""
CHECK = 600.0
"""Seconds after which we look whether its message is still there."""
MOST = 40
"""Battles an entry is made for; there is never room for more."""
LOOKED_BACK = 25
"""Battles that were over last, among which those everybody may see are looked for."""


class Scoreboard:
    """Keeps the scoreboards of all servers."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        lookup: BattleLookup,
        mirrors: Mirrors,
        locked_threads: LockedThreads,
    ) -> None:
        self.client = client
        self.service = service
        self.lookup = lookup
        self.mirrors = mirrors
        self.locked_threads = locked_threads
        self._rows: dict[str, str] = {}
        """What each battle's entry says; forgotten when something is told about it."""
        self.stale: set[str] = set()
        """Battles about which something was told since."""
        self._looked = float("-inf")
        self._checked: dict[int, float] = {}
        self._failed: Backoff[int] = Backoff(PASSING)
        """Servers whose scoreboard couldn't be shown."""
        self._stumbles: Stumbles[int | str] = Stumbles()
        """Servers, and battles on their scoreboards, that fail because of an error of ours."""

    def hear(self, battle_id: str) -> None:
        """Something was told about a battle."""
        self.stale.add(battle_id)

    def open_again(self, guild: int) -> None:
        """Something has changed in a server: its channel may be open again."""
        self._failed.done(guild)

    async def tick(self) -> None:
        """Bring every scoreboard up to date, if it is time."""
        now = self.service.clock()
        if now - self._looked < PAUSE:
            return
        self._looked = now
        boards = await self.service.scoreboards.boards()
        for guild in sorted(boards):
            if not self._failed.rests(guild, now):
                await self._safely(guild, boards[guild])

    async def _safely(self, guild: int, board: Board) -> None:
        try:
            await self.show(guild, board)
            self._failed.done(guild)
            self._stumbles.done(guild)
        except Exception as e:
            now = self.service.clock()
            at = self._failed.failed(guild, now, (*SHUT, *LOOKS) if shut(e) else PASSING)
            if isinstance(e, discord.HTTPException):
                log.warning("scoreboard of server %s: %s", guild, e)
            else:
                self._stumbles.stumbled(guild, now, f"scoreboard of server {guild}", e, at - now)
            if shut(e):
                await self.locked_threads.found(guild, board.channel, self.lookup.words(guild))

    async def show(self, guild_id: int, board: Board) -> None:
        """Bring one scoreboard up to date; post it again if its message is gone. Raises discord.HTTPException."""
        if self.client.get_guild(guild_id) is None:
            return
        words = self.lookup.words(guild_id)
        text = await self.text(guild_id, words)
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        if digest == board.shown and board.message is not None and await self._there(guild_id, board):
            return
        embed = discord.Embed(title=words.translate("Battles of this server"), description=text, colour=COLOUR)
        channel = self.client.get_partial_messageable(board.channel, guild_id=guild_id)
        what = f"scoreboard|{board.message}"
        try:
            message = await put(channel, board.message, Content(embed=embed, what=what))
        except discord.NotFound as e:
            if e.code != UNKNOWN_CHANNEL:
                raise
            log.info("the scoreboard's channel in server %s is gone", guild_id)
            await self.service.scoreboards.set(guild_id, None)
            return
        self._checked[guild_id] = self.service.clock()
        await self.service.scoreboards.put(guild_id, replace(board, message=message.id, shown=digest))

    async def _there(self, guild_id: int, board: Board) -> bool:
        """Whether the message still exists; looked at now and then, and after every start."""
        now = self.service.clock()
        if now - self._checked.get(guild_id, float("-inf")) < CHECK:
            return True
        channel = self.client.get_partial_messageable(board.channel, guild_id=guild_id)
        assert board.message is not None
        message = channel.get_partial_message(board.message)
        try:
            await patiently(message.fetch)
        except discord.NotFound:
            return False
        self._checked[guild_id] = now
        return True

    async def leave(self, guild_id: int, board: Board, text: str) -> None:
        """Say in the message of a scoreboard that it is no longer kept; nothing is done where that can't be."""
        self._checked.pop(guild_id, None)
        if board.message is None:
            return
        channel = self.client.get_partial_messageable(board.channel, guild_id=guild_id)
        try:
            await edit(channel, board.message, Content(text=text))
        except discord.HTTPException as e:
            log.info("the old scoreboard of server %s can't be changed: %s", guild_id, e)

    # -- what it says -------------------------------------------------------------------------------------------

    async def text(self, guild_id: int, words: TextCatalogue) -> str:
        """What a server's scoreboard says now."""
        while self.stale:
            self._rows.pop(self.stale.pop(), None)
        battles = [b for b in await self.service.battles.ongoing(guild_id) if self._public(b)]
        battles.sort(key=lambda b: b.status != "running")
        watching = await self.service.watchers.audience(b.id for b in battles[:MOST])
        held = await self.service.mirrors.held()
        last = [
            (b, at) for b, at in await self.service.scoreboards.last_ended(guild_id, LOOKED_BACK) if self._public(b)
        ]
        # Where spectators are told later, the board knows no more than they do.
        battles += [b for b, _ in last if b.id in held]
        rows = [
            await self._row(b, words, late=b.id in held) + watched_text(watching.get(b.id, 0), words)
            for b in battles[:MOST]
        ]
        ended = [Ended(words.name(b.title), words.say(b.ending), at) for b, at in last if b.id not in held]
        return board_text(rows, ended[:RESULTS], words, others=max(len(battles) - MOST, 0))

    def _public(self, battle: Battle) -> bool:
        return not battle.is_lesson and visibility.everybody_sees(self.client, battle.guild, battle.channel)

    async def _row(self, battle: Battle, words: TextCatalogue, *, late: bool) -> str:
        mirror = await self.mirrors.of(battle) if late else None
        if mirror is not None:
            return row_text(await self._late(battle, mirror), words)
        known = self._rows.get(battle.id)
        if known is None:
            posts = await self.service.posts.of(battle.id, DISPATCH)
            url = url_of(battle, max(posts, key=lambda p: int(p.key), default=None))
            known = self._rows[battle.id] = row_text(await self._known(battle, url), words)
        return known

    async def _late(self, battle: Battle, mirror: Mirror) -> Row:
        """What spectators who are told later know of a battle: the position of the last dispatch they have seen."""
        system = await self.service.sessions.system(battle.id)
        shown = await self.mirrors.shown(battle, mirror)
        table, url = None, f"https://discord.com/channels/{battle.guild}/{mirror.channel}"
        if shown.ready:
            last = shown.ready[-1]
            table = await self.mirrors.table(battle, Story.model_validate_json(last.body).upto)
            copy = shown.copies.get(last.key)
            url = url_of(battle, copy) if copy is not None and copy.message is not None else url
        return _entry(battle, system.id, url, table)

    async def _known(self, battle: Battle, url: str) -> Row:
        try:
            system = await self.service.sessions.system(battle.id)
            here = await self.lookup.look(battle.id, 0)
        except Exception as e:
            # A battle that can't be gone on with must not take the others off the board.
            what = f"battle {battle.id} can't be put on the scoreboard in full"
            self._stumbles.stumbled(battle.id, self.service.clock(), what, e)
            return _entry(battle, battle.row.scenario_key.partition("/")[0], url)
        self._stumbles.done(battle.id)
        waiting = tuple(Waiting(battle.name(o.side), o.asked) for o in here.opens)
        table = here.table if here.running is not None else None
        return replace(_entry(battle, system.id, url, table), waiting=waiting)


def _entry(battle: Battle, system: str, url: str, table: TableView | None = None) -> Row:
    """What the board says of a battle, as far as its row and a position tell; ``system``: the id of its rules."""
    return Row(
        title=battle.title,
        game=rulebooks.title(system),
        url=url,
        sides=tuple((name, battle.player(side)) for side, name in battle.sides),
        open=battle.status == "open",
        table=table,
    )
