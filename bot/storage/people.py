"""What is stored about a person, wherever it is; taking it out again; and taking out a whole server."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import tables as t
from bot.storage.repository import Repository, dump
from bot.storage.results import FORGOTTEN

INVITED = "invited"
"""Setting of a battle: who was asked to join a side, by user."""

OPPONENT = "opponent"
"""Setting of a battle: level and account of the computer player that takes the side the others leave; ``for`` whom it
leads a side, where it only stands in."""

_B, _S, _M, _R, _P, _W, _U, _X = (
    x.c for x in (t.battles, t.seats, t.teammates, t.remarks, t.result_players, t.watchers, t.uploads, t.answerable)
)

_BY_SIDE = {"standing_orders": t.policies, "waiting_orders": t.batches, "clocks": t.banks}
"""Tables whose rows belong to whoever has a side's seat."""

Rows = list[dict[str, Any]]


class People(Repository):
    """Users by their numbers at Discord. :data:`~bot.storage.results.FORGOTTEN` stands for those who are gone."""

    async def about(self, user: int) -> dict[str, Rows]:
        """Everything stored about a user, but for offers, leagues and cups; times are seconds since 1970."""
        named = (_B.id.label("battle"), _B.guild, _B.title, _B.status)
        battles = t.battles
        async with self.database.read() as c:
            found: dict[str, Rows] = {
                "seats": await _rows(
                    c,
                    sa.select(*named, _S.side, _S.phrase, _S.joined).where(_S.user == user),
                    battles.join(t.seats, _S.battle == _B.id),
                ),
                "teams": await _rows(
                    c,
                    sa.select(*named, _M.side, _M.commands, _M.joined).where(_M.user == user),
                    battles.join(t.teammates, _M.battle == _B.id),
                ),
                "battles_made": await _rows(c, sa.select(*named, _B.created).where(_B.creator == user)),
            }
            for name, table in _BY_SIDE.items():
                mine = sa.and_(table.c.battle == _S.battle, table.c.side == _S.side)
                joined = table.join(t.seats, mine)
                found[name] = await _rows(c, sa.select(table).where(_S.user == user), joined)
            found |= {
                "remarks": await _rows(c, sa.select(_R.battle, _R.seq, _R.name, _R.text).where(_R.user == user)),
                "results": await _rows(
                    c,
                    sa.select(t.results, _P.side).where(_P.user == user),
                    t.results.join(t.result_players, _P.battle == t.results.c.battle),
                ),
                "defeats": await _rows(c, sa.select(_X.battle, _X.side, _X.why).where(_X.user == user)),
                "watched": await _rows(c, sa.select(t.watchers).where(_W.user == user)),
                "scenarios": await _rows(c, sa.select(_U.guild, _U.key, _U.title, _U.created).where(_U.user == user)),
                "preferences": await _rows(
                    c, sa.select(t.settings.c.key, t.settings.c.value).where(t.settings.c.owner == f"user:{user}")
                ),
                "invitations": [
                    {"battle": owner.removeprefix("battle:"), "guest": guest, **invitation}
                    for owner, invited in await _invitations(c, user)
                    for guest, invitation in invited.items()
                    if user in (int(guest), invitation["by"])
                ],
            }
        return found

    async def playing(self, user: int) -> list[tuple[str, int, str, str]]:
        """Battles under way in which a user has a part: number, server, title, side."""
        seats = sa.select(_S.battle, _S.side).where(_S.user == user)
        mates = sa.select(_M.battle, _M.side).where(_M.user == user)
        async with self.database.read() as c:
            parts = {(r.battle, r.side) for q in (seats, mates) for r in await c.execute(q)}
            ids = [b for b, _ in parts]
            rows = await c.execute(
                sa.select(_B.id, _B.guild, _B.title).where(_B.id.in_(ids), _B.status == "running").order_by(_B.created)
            )
            return [(r.id, r.guild, r.title, side) for r in rows for b, side in sorted(parts) if b == r.id]

    async def waiting(self, user: int) -> list[str]:
        """Battles that haven't begun in which a user has a part, or which they have made."""
        seats = sa.select(_S.battle).where(_S.user == user)
        mates = sa.select(_M.battle).where(_M.user == user)
        mine = sa.or_(_B.id.in_(seats), _B.id.in_(mates), _B.creator == user)
        async with self.database.read() as c:
            return list((await c.execute(sa.select(_B.id).where(mine, _B.status == "open").order_by(_B.id))).scalars())

    async def forget(self, user: int) -> dict[str, int]:
        """Take a user out, who plays in no battle under way; how many rows of which kind were changed or deleted.

        Seats of battles that are over are theirs no more, but the phrases stay: the dice can't be checked without.
        """
        done: dict[str, int] = {}
        async with self.database.write() as c:

            async def run(name: str, statement: Any) -> None:
                done[name] = done.get(name, 0) + (await c.execute(statement)).rowcount

            theirs = sa.or_(
                _B.creator == user,
                _B.id.in_(sa.select(_S.battle).where(_S.user == user)),
                _B.id.in_(sa.select(_M.battle).where(_M.user == user)),
            )
            await c.execute(t.battles.update().where(theirs).values(version=_B.version + 1))
            waiting = sa.select(_B.id).where(_B.status == "open")
            await run("left", t.seats.delete().where(_S.user == user, _S.battle.in_(waiting)))
            for table in _BY_SIDE.values():
                mine = sa.exists().where(_S.battle == table.c.battle, _S.side == table.c.side, _S.user == user)
                await run("orders", table.delete().where(mine))
            await run("seats", t.seats.update().where(_S.user == user).values(user=FORGOTTEN))
            await run("teams", t.teammates.delete().where(_M.user == user))
            await run("made", t.battles.update().where(_B.creator == user).values(creator=FORGOTTEN))
            await run("remarks", t.remarks.update().where(_R.user == user).values(user=None, name=""))
            for guild in await _guilds_with_results(c, user):
                nobody = await _nobody(c)
                theirs = sa.select(_B.id).where(_B.guild == guild)
                for column in (_P, _X):
                    mine = sa.and_(column.user == user, column.battle.in_(theirs))
                    await run("results", column.user.table.update().where(mine).values(user=nobody))
            await run("watched", t.watchers.delete().where(_W.user == user))
            await run("scenarios", t.uploads.update().where(_U.user == user).values(user=FORGOTTEN))
            await run("preferences", t.settings.delete().where(t.settings.c.owner == f"user:{user}"))
            body, mention = t.posts.c.body, f"<@{user}>"
            gone = t.posts.update().where(body.contains(mention)).values(body=sa.func.replace(body, mention, "–"))
            await run("messages", gone)
            for owner, invited in await _invitations(c, user):
                left = {k: v for k, v in invited.items() if user not in (int(k), v["by"])}
                mine = sa.and_(t.settings.c.owner == owner, t.settings.c.key == INVITED)
                await run("invitations", t.settings.update().where(mine).values(value=dump(left)))
            for owner, computer in await _stood_in(c, user):
                mine = sa.and_(t.settings.c.owner == owner, t.settings.c.key == OPPONENT)
                nobody = dump({**computer, "for": FORGOTTEN})
                await run("stood_in", t.settings.update().where(mine).values(value=nobody))
        return done

    # -- servers ------------------------------------------------------------------------------------------------

    async def guilds(self) -> set[int]:
        """Every server of which something is stored."""
        found: set[int] = set()
        async with self.database.read() as c:
            for table in (t.battles, t.offers, t.events, t.uploads):
                found.update((await c.execute(sa.select(table.c.guild).distinct())).scalars())
            owners = await c.execute(sa.select(t.settings.c.owner).where(t.settings.c.owner.startswith("guild:")))
            numbers = [owner.removeprefix("guild:") for owner in owners.scalars()]
        return found | {int(n) for n in numbers if n.isdecimal()}

    async def remove_battle(self, battle: str) -> None:
        """Delete everything of one battle."""
        async with self.database.write() as c:
            await c.execute(t.settings.delete().where(t.settings.c.owner == f"battle:{battle}"))
            for table in reversed(t.metadata.sorted_tables):
                if t.battles in {f.column.table for f in table.foreign_keys} and "battle" in table.c:
                    await c.execute(table.delete().where(table.c.battle == battle))
            await c.execute(t.battles.delete().where(_B.id == battle))

    async def forget_guild(self, guild: int) -> int:
        """Delete everything of a server; how many battles it had."""
        battles = sa.select(_B.id).where(_B.guild == guild)
        events = sa.select(t.events.c.id).where(t.events.c.guild == guild)
        s = t.settings.c
        async with self.database.write() as c:
            for prefix, ids in (("battle:", battles), ("event:", events)):
                owners = sa.select(prefix + ids.subquery().c.id)
                await c.execute(t.settings.delete().where(s.owner.in_(owners)))
            await c.execute(t.settings.delete().where(s.owner == f"guild:{guild}"))
            # Rows that belong to others go first.
            for table in reversed(t.metadata.sorted_tables):
                if table in (t.battles, t.events, t.settings):
                    continue
                parents = {f.column.table for f in table.foreign_keys}
                if t.events in parents:
                    await c.execute(table.delete().where(table.c.event.in_(events)))
                elif parents:
                    await c.execute(table.delete().where(table.c.battle.in_(battles)))
                else:
                    await c.execute(table.delete().where(table.c.guild == guild))
            await c.execute(t.events.delete().where(t.events.c.guild == guild))
            return (await c.execute(t.battles.delete().where(_B.guild == guild))).rowcount


async def _guilds_with_results(c: AsyncConnection, user: int) -> list[int]:
    """Servers in which a result, or a defeat, is a user's."""
    battles = sa.union(sa.select(_P.battle).where(_P.user == user), sa.select(_X.battle).where(_X.user == user))
    query = sa.select(_B.guild).where(_B.id.in_(battles)).distinct().order_by(_B.guild)
    return list((await c.execute(query)).scalars())


async def _nobody(c: AsyncConnection) -> int:
    """A number below zero that stands for nobody else: results of one person stay together, without the person."""
    lowest = [(await c.execute(sa.select(sa.func.min(column.user)))).scalar_one_or_none() or 0 for column in (_P, _X)]
    return min(*lowest, FORGOTTEN) - 1


async def _invitations(c: AsyncConnection, user: int) -> Sequence[tuple[str, dict[str, Any]]]:
    """Invitations to battles in which a user is named: owner of the setting, and the invitations by guest."""
    s = t.settings.c
    rows = await c.execute(sa.select(s.owner, s.value).where(s.key == INVITED, s.value.contains(str(user))))
    found = [(r.owner, json.loads(r.value)) for r in rows]
    return [(o, inv) for o, inv in found if any(user in (int(guest), i["by"]) for guest, i in inv.items())]


async def _stood_in(c: AsyncConnection, user: int) -> Sequence[tuple[str, dict[str, Any]]]:
    """Computers that stand in for a user: owner of the setting, and the setting."""
    s = t.settings.c
    rows = await c.execute(sa.select(s.owner, s.value).where(s.key == OPPONENT, s.value.contains(str(user))))
    found = [(r.owner, json.loads(r.value)) for r in rows]
    return [(owner, computer) for owner, computer in found if computer.get("for") == user]


async def _rows(c: AsyncConnection, query: Any, source: Any = None) -> Rows:
    if source is not None:
        query = query.select_from(source)
    return [dict(r) for r in (await c.execute(query)).mappings()]
