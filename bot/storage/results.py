"""How battles ended."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from bot.storage import tables as t
from bot.storage.answerable import Blame
from bot.storage.answerable import clear as clear_answerable
from bot.storage.answerable import select as select_answerable
from bot.storage.repository import Repository, dump

ANNULLED = "annulled"
"""Setting of a battle whose result a referee has taken out of the tables: their name, the reason, when."""

FORGOTTEN = 0
"""Stands for a player whose data were deleted; in results a number below it, another for each and in each server."""

_R, _P = t.results.c, t.result_players.c
_OUT = sa.select(t.settings.c.owner).where(t.settings.c.key == ANNULLED)


@dataclass(frozen=True, slots=True)
class Result:
    """How a battle ended, and who played it then."""

    battle: str
    guild: int
    system: str
    """Id of the rules: "cataphract"."""
    scenario: str
    """Its key."""
    how: str
    """rules, resigned, draw (by agreement) or time"""
    winner: str | None
    """Side; None for a draw."""
    rated: bool
    """Whether it counts in ratings and tables."""
    ended: float
    """Seconds since 1970."""
    players: tuple[tuple[int, str], ...]
    """User and side of everybody who played at the end; numbers below 1 for those whose data were deleted."""
    title: str = ""
    """What the battle is called."""
    annulled: bool = False
    """Whether a referee has taken it out of ratings and tables."""

    @property
    def order(self) -> tuple[float, str]:
        """Results count in the order in which battles ended; those that ended at once in that of their numbers."""
        return self.ended, self.battle

    def sides_of(self, user: int) -> tuple[str, ...]:
        return tuple(side for u, side in self.players if u == user)

    def score(self, side: str) -> float:
        """What a side has of it: 1 for a victory, 0.5 for a draw, 0 for a defeat."""
        return 0.5 if self.winner is None else float(self.winner == side)


class Results(Repository):
    """Results of battles."""

    async def get(self, battle: str) -> Result | None:
        found = await self._where(_R.battle == battle)
        return found[0] if found else None

    async def of(self, guild: int, system: str | None = None) -> list[Result]:
        """Those of a server, in the order in which its battles ended."""
        where = _R.guild == guild
        return await self._where(where if system is None else sa.and_(where, _R.system == system))

    async def played(self, guild: int) -> list[tuple[str, str, int]]:
        """Scenarios with results that count, the most played first: key, title, how often."""
        n = sa.func.count()
        query = (
            sa.select(_R.scenario, sa.func.max(t.battles.c.title), n)
            .join(t.battles, t.battles.c.id == _R.battle)
            .where(_R.guild == guild, _R.rated)
            .group_by(_R.scenario)
            .order_by(n.desc(), _R.scenario)
        )
        async with self.database.read() as c:
            return [(key, title, many) for key, title, many in await c.execute(query)]

    async def titles(self, guild: int, *, annulled: bool) -> list[tuple[str, str]]:
        """Battles whose results count, or were taken out, the latest first: number and title."""
        out = ("battle:" + _R.battle).in_(_OUT)
        query = (
            sa.select(_R.battle, t.battles.c.title)
            .join(t.battles, t.battles.c.id == _R.battle)
            .where(_R.guild == guild, out if annulled else _R.rated)
            .order_by(_R.ended.desc(), _R.battle)
        )
        async with self.database.read() as c:
            return [(battle, title) for battle, title in await c.execute(query)]

    async def add(self, result: Result) -> Result:
        """Keep a result; what is kept of the battle already stays as it is, and is returned."""
        values = {k: v for k, v in asdict(result).items() if k not in ("players", "title", "annulled")}
        players = [{"battle": result.battle, "user": u, "side": s} for u, s in dict.fromkeys(result.players)]
        known = await self.get(result.battle)
        if known is not None:
            return known
        try:
            async with self.database.write() as c:
                await c.execute(t.results.insert().values(**values))
                if players:
                    await c.execute(t.result_players.insert(), players)
        except IntegrityError:
            # Somebody else has recorded it meanwhile.
            known = await self.get(result.battle)
            if known is None:
                raise
            return known
        return result

    async def answerable(self, battle: str) -> list[Blame]:
        """Who is answerable for a defeat in a battle."""
        async with self.database.read() as c:
            return await select_answerable(c, battle)

    async def absolve(self, battle: str, why: str) -> None:
        """Nobody is answerable for a defeat for that reason any more."""
        async with self.database.write() as c:
            await clear_answerable(c, battle, why)

    async def annul(self, battle: str, note: dict[str, Any] | None) -> None:
        """Take a result out of the tables, with a note; None brings it back."""
        s = t.settings.c
        mine = sa.and_(s.owner == f"battle:{battle}", s.key == ANNULLED)
        async with self.database.write() as c:
            await c.execute(t.results.update().where(_R.battle == battle).values(rated=note is None))
            await c.execute(t.settings.delete().where(mine))
            if note is not None:
                await c.execute(t.settings.insert().values(owner=f"battle:{battle}", key=ANNULLED, value=dump(note)))

    async def _where(self, where: sa.ColumnElement[bool]) -> list[Result]:
        query = (
            sa.select(t.results, t.battles.c.title, ("battle:" + _R.battle).in_(_OUT).label("annulled"))
            .join(t.battles, t.battles.c.id == _R.battle)
            .where(where)
            .order_by(_R.ended, _R.battle)
        )
        players = sa.select(t.result_players).join(t.results, _R.battle == _P.battle).where(where)
        async with self.database.read() as c:
            rows = (await c.execute(query)).mappings().all()
            by: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
            for p in await c.execute(players.order_by(_P.side, _P.user)):
                by[p.battle].append((p.user, p.side))
        found: list[Result] = []
        for r in rows:
            values: dict[str, Any] = {**r, "annulled": bool(r["annulled"]), "players": tuple(by[r["battle"]])}
            found.append(Result(**values))
        return found
