"""Battles as files: bringing one in, and remarks on what happened."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from bot.notation import record as notation
from bot.notation.record import Comment, Record, Side
from bot.service.model import Battle
from bot.service.records import claims, files, record_files, record_replay
from bot.service.sessions.battles import Battles
from bot.service.sessions.rules import Rules
from bot.service.sessions.session import header
from bot.service.sessions.sessions import Sessions
from bot.storage import BattleRow, Database, Limits, Remark
from engine.kernel.game import rebuild
from engine.kernel.journal import Entry
from engine.kernel.system import System
from engine.kernel.text import Refusal, refuse

LONGEST_REMARK = 500
MOST_REMARKS = 500
"""Remarks on one battle."""

MOST_RECORDS = 200
"""Records kept for one server."""

PLAYERS = "record-players"
"""Setting of a record that was brought along: who played, by side, as its file says."""


class Records:
    """Writing battles down, and reading them."""

    def __init__(self, database: Database, rules: Rules, battles: Battles, sessions: Sessions) -> None:
        self.database = database
        self.rules = rules
        self.battles = battles
        self.sessions = sessions
        self._playing = asyncio.Lock()
        """Records are played through one at a time: each takes a thread and some seconds of it."""

    async def open_entries(self, battle_id: str) -> tuple[System[Any], list[Entry]]:
        """The rules of a battle, and what everybody may read of its journal (see :func:`recorded.open_entries`)."""
        row = (await self.battles.get(battle_id)).row
        if not row.trail_head:
            refuse("The battle hasn't begun.")
        system = self.rules.bound(await self.database.battles.scenario(battle_id))
        entries = await self.database.games.journal(battle_id)
        over = row.status not in ("open", "running")
        return system, await asyncio.to_thread(record_replay.open_entries, system, entries, over=over)

    async def write(
        self,
        battle_id: str,
        players: Mapping[int, str],
        told: Mapping[int, Sequence[str]],
        upto: int | None = None,
        **tags: str,
    ) -> str:
        """The battle as a record.

        ``players`` are names by user id, ``told`` the sentences after each journal entry, ``tags`` further ones.
        """
        battle = await self.battles.get(battle_id)
        system, entries = await self.open_entries(battle_id)
        if upto is not None:
            entries = [e for e in entries if e.seq <= upto]
        document = files.plain_json(await self.database.battles.scenario(battle_id))
        comments: dict[int, list[Comment]] = {}
        for r in await self.database.remarks.of(battle_id):
            comments.setdefault(r.seq, []).append(Comment(r.name, r.text))
        named = (await self.database.settings.of(f"battle:{battle_id}", PLAYERS)).get(PLAYERS, {})
        named |= {seat.side: players.get(seat.user, "") for seat in battle.seats}
        sides = tuple(Side(side, name, named.get(side, "")) for side, name in battle.sides)
        same = self._packaged(battle.row.scenario_key) == document

        def written() -> str:
            state = rebuild(system, entries)
            brought = battle.status == "record"
            found = record_replay.tags_of(
                title=battle.title,
                scenario=battle.row.scenario_key,
                document=document,
                options=battle.row.options,
                state=state,
                Battle=battle.id,
                Result=claims.claimed(battle.outcome, state.outcome) if brought else battle.outcome,
                **tags,
            )
            items = tuple(record_replay.items(system, entries, told, comments))
            return notation.write(Record(found, sides, items, None if same else document))

        return await asyncio.to_thread(written)

    async def bring_in(self, guild_id: int, user_id: int, data: bytes) -> Battle:
        """Keep a battle somebody brings, to be looked at; it is played through by the rules first.

        Raises Refusal for what is no record or breaks a rule; then nothing is kept.
        """
        record, document = await asyncio.to_thread(record_files.read, data, self._packaged)
        kept = [b for b in await self.database.battles.in_guild(guild_id) if b.status == "record"]
        if len(kept) >= MOST_RECORDS:
            refuse("This server keeps {n:record|records} already; the most there is room for.", n=MOST_RECORDS)
        async with self._playing:
            played = await asyncio.to_thread(record_replay.play, record, document)
        names = ", ".join(f"{s.name}: {s.player}" for s in record.sides if s.player)
        result = files.one_line(record.tags.get("Result", ""), 300)
        row = BattleRow(
            id=secrets.token_hex(4),
            guild=guild_id,
            channel=0,
            creator=user_id,
            scenario_key=record.tags.get("Scenario", "")[:80],
            title=files.one_line(record.tags.get("Title") or str(document.get("title", "")), 200),
            options={k: True for k in record.tags.get("Options", "").split()},
            mode="correspondence",
            status="record",
            outcome=claims.told(result, files.one_line(names, 300), played.game.state.outcome),
            created=self.sessions.clock(),
            seed=secrets.token_bytes(32),
            next_roll=1,
            trail_seq=0,
            trail_head="",
            published=0,
            request=None,
            limits=Limits(),
            notice="",
        )
        await self.database.battles.add(row, dict(document))
        players = {s.id: files.one_line(s.player, 100) for s in record.sides if s.player}
        await self.database.settings.put(f"battle:{row.id}", PLAYERS, players or None)
        game = played.game
        values = {"trail_head": header(row).genesis}
        await self.database.games.append(row.id, row.version, game.journal, [], game.checkpoints, [], [], {}, values)
        remarks = [
            Remark(seq, None, files.one_line(c.by, 100), files.one_line(c.text, LONGEST_REMARK))
            for seq, cs in played.comments.items()
            for c in cs
        ]
        await self.database.remarks.add(row.id, remarks[:MOST_REMARKS])
        return await self.battles.get(row.id)

    async def remove(self, battle_id: str) -> None:
        """Take a record away that was brought in, with all that is stored of it. Raises Refusal for anything else."""
        battle = await self.battles.get(battle_id)
        if battle.status != "record":
            refuse("“{title}” was played here: only records brought along as files are taken away.", title=battle.title)
        async with self.sessions.locks[battle_id]:
            await self.database.people.remove_battle(battle_id)
        self.sessions.forget(battle_id)

    def _packaged(self, key: str) -> dict[str, Any] | None:
        """The scenario that comes with the program under this key."""
        try:
            return files.plain(self.rules.load_scenario(key))
        except Refusal:
            return None

    # -- remarks ------------------------------------------------------------------------------------------------

    async def add_remark(self, battle_id: str, user_id: int, name: str, text: str, at: int | None = None) -> None:
        """Put a remark on what has just happened, or on what had by journal entry ``at``.

        For the battle's players, during it and afterwards.
        """
        battle = await self.battles.get(battle_id)
        if not battle.sides_of(user_id):
            refuse("Only its players make remarks on a battle.")
        said = files.one_line(text)
        if not said:
            refuse("What would you like to remark?")
        if len(said) > LONGEST_REMARK:
            refuse("A remark has at most {n:character|characters}.", n=LONGEST_REMARK)
        if len(await self.database.remarks.of(battle_id)) >= MOST_REMARKS:
            refuse("This battle has {n} remarks already; the most there is room for.", n=MOST_REMARKS)
        _, entries = await self.open_entries(battle_id)
        seq = max((e.seq for e in entries if at is None or e.seq <= at), default=entries[0].seq)
        await self.database.remarks.add(battle_id, [Remark(seq, user_id, files.one_line(name, 100), said)])

    async def remarks(self, battle_id: str) -> list[Remark]:
        """Remarks on a battle, in the order they were made."""
        return await self.database.remarks.of(battle_id)
