"""Results of battles: recorded once when a battle is over, and what follows from them."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from dataclasses import replace
from typing import Any

from bot.service.computers.jobs import OPPONENT, STOOD_IN
from bot.service.field_battles.links import FIELD_OF
from bot.service.model import Battle
from bot.service.play import endings
from bot.service.records import files
from bot.service.records.records import Records
from bot.service.results import balance as balances
from bot.service.results.balance import Balance, Meeting
from bot.service.results.ratings import Book, rate, teams
from bot.service.sessions.battles import Battles
from bot.service.sessions.sessions import Sessions
from bot.service.spectators.mirrors import Mirrors
from bot.storage import Database, answerable
from bot.storage.results import ANNULLED, Result
from engine.computer.levels import LEVELS
from engine.kernel.context import BaseState
from engine.kernel.game import rebuild
from engine.kernel.text import refuse

log = logging.getLogger("hexarch")

RULES, GIVEN_UP, DRAW, TIME = "rules", "resigned", "draw", "time"
"""How a battle ended."""

COMPUTERS = {level: n for n, level in enumerate(LEVELS, 1)}
"""Numbers that stand for the levels of computer players where they are rated: no user has them."""

REASON = 200
"""Longest reason for taking a result out, in characters."""


class Results:
    """Results, ratings, and who fares how with what."""

    def __init__(
        self, database: Database, battles: Battles, sessions: Sessions, records: Records, mirrors: Mirrors
    ) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions
        self.records = records
        self.mirrors = mirrors

    async def record(self, battle_id: str) -> Result | None:
        """Keep how a battle ended; None while it goes on, for one broken off or brought as a file, and for a lesson.

        To be called when the battle is over, as often as one likes: what is kept stays as it is. Who played are those
        who had the sides at the end; but a defeat counts for whoever is answerable for it.
        """
        known = await self.database.results.get(battle_id)
        if known is not None:
            return known
        battle = await self.battles.get(battle_id)
        if battle.status != "finished" or battle.is_lesson:
            return None
        system, entries = await self.records.open_entries(battle_id)
        # Read from its events alone, which needs no rule: it works for battles of any earlier version.
        state = await asyncio.to_thread(rebuild, system, entries)
        verdict = await self.verdict(battle, state)
        if verdict is None:
            log.warning("battle %s is over, but nothing says who won", battle_id)
            return None
        how, winner = verdict
        players = {(s.user, s.side) for s in battle.seats} | {(m.user, m.side) for m in battle.teammates}
        wanted = {TIME: answerable.TIME, GIVEN_UP: answerable.WITHDRAWN}.get(how)
        for side, why, user in await self.database.results.answerable(battle.id):
            # Whoever had to suffer it in the seat hasn't brought it about.
            if why == wanted and winner not in (None, side):
                players = {(user, side), *(p for p in players if p[1] != side)}
        result = Result(
            battle.id,
            battle.guild,
            system.id,
            battle.row.scenario_key,
            how,
            winner,
            True,
            self.sessions.clock(),
            tuple(sorted(players, key=lambda p: (p[1], p[0]))),
            battle.title,
        )
        # What somebody plays against themselves is no contest; what they play against a computer isn't one of people.
        # A battle of a campaign is part of that, and counts with it alone.
        played = await self.database.settings.of(f"battle:{battle.id}", OPPONENT, STOOD_IN, FIELD_OF)
        rated = teams(result) is not None and not played
        return await self.database.results.add(replace(result, rated=rated))

    async def verdict(self, battle: Battle, state: BaseState) -> tuple[str, str | None] | None:
        """How a finished battle ended, and the side that won; what its rules say goes first."""
        if state.outcome is not None:
            return RULES, state.winner
        known = await self.database.settings.of(f"battle:{battle.id}")
        if known.get(endings.DRAWN):
            return DRAW, None
        for mark, how in ((endings.RESIGNED, GIVEN_UP), (endings.TIMED_OUT, TIME)):
            if mark in known:
                return how, next((side for side, _ in battle.sides if side != known[mark]), None)
        return None

    # -- looking at them ----------------------------------------------------------------------------------------

    async def of(self, battle_id: str) -> Result | None:
        """How a battle ended; None for one without a result."""
        return await self.database.results.get(battle_id)

    async def of_guild(self, guild_id: int, system: str | None = None) -> list[Result]:
        """Results of a server, of one game or of all, in the order in which the battles ended.

        Those aren't among them that spectators are to learn later (:meth:`held`).
        """
        found, held = await self.database.results.of(guild_id, system), await self.mirrors.held()
        return [r for r in found if r.battle not in held]

    async def played(self, guild_id: int) -> list[tuple[str, str, int]]:
        """Scenarios with results that count in a server, the most played first: key, title, how often."""
        return await self.database.results.played(guild_id)

    async def counted(self, guild_id: int, *, annulled: bool = False) -> list[tuple[str, str]]:
        """Battles whose results count, or were taken out, the latest first: number and title."""
        return await self.database.results.titles(guild_id, annulled=annulled)

    async def ratings(self, guild_id: int, system: str) -> Book:
        """The ratings of one game in one server."""
        return await asyncio.to_thread(rate, await self.of_guild(guild_id, system))

    async def against_computers(self, guild_id: int, system: str) -> Book:
        """Ratings of one game in one server that follow from its battles against the computer alone.

        The levels stand in it as players whose numbers are :data:`COMPUTERS`; people as themselves.
        """
        level_of = await self.database.settings.by_id(OPPONENT, "battle:")
        found: list[Result] = []
        for r in await self.of_guild(guild_id, system):
            known = level_of.get(r.battle)
            if known is None or r.annulled:
                continue
            players = tuple((COMPUTERS[known["level"]] if u == known["user"] else u, side) for u, side in r.players)
            found.append(replace(r, rated=True, players=players))
        return await asyncio.to_thread(rate, found)

    async def meetings(self, guild_id: int, one: int, other: int) -> list[Meeting]:
        """How a player fared against another, by scenario and side."""
        return balances.meetings(await self.of_guild(guild_id), one, other)

    async def balance(self, guild_id: int, system: str | None = None, scenario: str | None = None) -> list[Balance]:
        """How the sides of each scenario fared in a server, the most played first."""
        by: defaultdict[tuple[str, str], list[Result]] = defaultdict(list)
        everything = await self.of_guild(guild_id, system)
        for r in everything:
            if r.rated and scenario in (None, r.scenario):
                by[r.system, r.scenario].append(r)
        found: list[Balance] = []
        for (of, _), results in by.items():
            book = await asyncio.to_thread(rate, [r for r in everything if r.system == of])
            battle = await self.battles.get(results[-1].battle)
            if len(battle.sides) == 2:
                one, other = battle.sides
                found.append(balances.balance(results, (one, other), book.expected))
        return sorted(found, key=lambda b: (-b.score.battles, b.title, b.scenario))

    # -- taking them out ----------------------------------------------------------------------------------------

    async def annulment(self, battle_id: str) -> dict[str, Any] | None:
        """Why a result was taken out of the tables: ``by``, ``reason``, ``at``; None when it wasn't."""
        return (await self.database.settings.of(f"battle:{battle_id}")).get(ANNULLED)

    async def annul(self, battle_id: str, name: str, reason: str) -> Result:
        """Take a result out of ratings and tables, as a referee called ``name``. The battle itself stays as it is."""
        result = await self._result(battle_id)
        said = _reason(reason)
        if result.annulled:
            refuse("That result has been taken out already.")
        if not result.rated:
            refuse("That battle doesn't count anyway: it was no contest between people.")
        await self.database.results.annul(battle_id, {"by": name[:100], "reason": said, "at": self.sessions.clock()})
        return await self._result(battle_id)

    async def restore(self, battle_id: str, reason: str) -> Result:
        """Let a result that was taken out count again."""
        result = await self._result(battle_id)
        _reason(reason)
        if not result.annulled:
            refuse("That result hasn't been taken out.")
        await self.database.results.annul(battle_id, None)
        return await self._result(battle_id)

    async def _result(self, battle_id: str) -> Result:
        result = await self.database.results.get(battle_id)
        if result is None:
            refuse("That battle has no result.")
        return result


def _reason(reason: str) -> str:
    said = files.one_line(reason)
    if not said:
        refuse("Say why: everybody reads the reason.")
    if len(said) > REASON:
        refuse("A reason has at most {n:character|characters}.", n=REASON)
    return said
