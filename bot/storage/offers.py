"""Open challenges: battles people would like to play."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import sqlalchemy as sa

from bot.storage import tables as t
from bot.storage.battles import limits_of
from bot.storage.repository import Repository, dump
from bot.storage.row_types import Limits

OPEN, TAKEN, WITHDRAWN, DECLINED, EXPIRED = "open", "taken", "withdrawn", "declined", "expired"

_O = t.offers.c
_COLUMNS = ("id", "guild", "channel", "message", "creator", "status", "battle", "created")


@dataclass(frozen=True, slots=True)
class Offer:
    """A challenge. Times are seconds since 1970."""

    id: str
    guild: int
    channel: int
    """Where it was made."""
    message: int | None
    """The message that shows it; None before it is posted, and when it will never change again."""
    creator: int
    status: str
    """open, taken, withdrawn, declined (by the opponent it names) or expired"""
    battle: str | None
    """Battle it has become, or is about to become."""
    created: float
    scenario: str
    """Its key."""
    title: str
    side: str
    """The side its creator wants; "" for any."""
    mode: str
    """live or correspondence"""
    rules: tuple[str, ...] = ()
    """Optional rules."""
    limits: Limits = field(default_factory=Limits)
    opponent: int | None = None
    """The only one who may accept; None for anybody."""
    words: str = ""
    phrase: str = ""
    """What its creator puts into the dice."""
    taker: int | None = None
    taker_side: str = ""
    taker_phrase: str = ""
    place: int = 0
    """Channel of the battle, once it is taken."""
    called: bool = False
    """Whether those concerned have been told that it is taken."""


class Offers(Repository):
    """Offers by server."""

    async def add(self, offer: Offer, most: int) -> bool:
        """A new offer; False when its creator has ``most`` open ones in the server."""
        open_ones = sa.select(sa.func.count()).where(
            _O.guild == offer.guild, _O.creator == offer.creator, _O.status == OPEN
        )
        async with self.database.write() as c:
            if (await c.execute(open_ones)).scalar_one() >= most:
                return False
            await c.execute(t.offers.insert().values(**_stored(offer)))
        return True

    async def get(self, offer: str) -> Offer | None:
        found = await self._where(_O.id == offer)
        return found[0] if found else None

    async def by_battle(self, battle: str) -> Offer | None:
        """The offer a battle was made for."""
        found = await self._where(_O.battle == battle)
        return found[0] if found else None

    async def open(self, guild: int) -> list[Offer]:
        """The open ones of a server, the oldest first."""
        return await self._where(sa.and_(_O.guild == guild, _O.status == OPEN))

    async def unsettled(self) -> list[Offer]:
        """Those about which something has to be shown, or made, yet, in servers this process looks after."""
        unposted = sa.and_(_O.status == OPEN, _O.message.is_(None))
        over = sa.and_(_O.status != OPEN, _O.message.is_not(None))
        return await self._where(sa.and_(sa.or_(unposted, over), self.database.ours(_O.guild)))

    async def expired(self, before: float) -> list[Offer]:
        """Open ones that were made before some time."""
        return await self._where(sa.and_(_O.status == OPEN, _O.created < before, self.database.ours(_O.guild)))

    async def put(self, offer: Offer, status: str) -> bool:
        """Change an offer that has ``status``; False when it has another one by now. Its message stays what it is."""
        values = {k: v for k, v in _stored(offer).items() if k != "message"}
        async with self.database.write() as c:
            found = await c.execute(t.offers.update().where(_O.id == offer.id, _O.status == status).values(**values))
        return found.rowcount == 1

    async def set_message(self, offer: str, message: int | None) -> None:
        """The message that shows it; None when it won't change any more."""
        async with self.database.write() as c:
            await c.execute(t.offers.update().where(_O.id == offer).values(message=message))

    async def about(self, user: int) -> list[Offer]:
        """Every offer a user has made, taken or been made; for those who want their data."""
        everything = await self._where(sa.true())
        return [o for o in everything if user in (o.creator, o.opponent, o.taker)]

    async def forget(self, user: int) -> None:
        """Take a user and their words out: what they offered is gone, what they took or were offered names nobody."""
        for o in await self.about(user):
            async with self.database.write() as c:
                if o.creator == user:
                    await c.execute(t.offers.delete().where(_O.id == o.id))
                    continue
                gone = replace(
                    o,
                    opponent=0 if o.opponent == user else o.opponent,
                    taker=0 if o.taker == user else o.taker,
                    taker_phrase="" if o.taker == user else o.taker_phrase,
                )
                await c.execute(t.offers.update().where(_O.id == o.id).values(**_stored(gone)))

    async def _where(self, where: sa.ColumnElement[bool]) -> list[Offer]:
        query = sa.select(t.offers).where(where).order_by(_O.created, _O.id)
        async with self.database.read() as c:
            return [_read(r) for r in (await c.execute(query)).mappings()]


def _stored(offer: Offer) -> dict[str, Any]:
    values = asdict(offer)
    return {k: values.pop(k) for k in _COLUMNS} | {"terms": dump(values)}


def _read(row: sa.RowMapping) -> Offer:
    terms = json.loads(row["terms"])
    terms |= {"rules": tuple(terms["rules"]), "limits": limits_of(terms["limits"])}
    return Offer(**{k: row[k] for k in _COLUMNS}, **terms)
