"""Many servers with many battles: a few that were really played, copied row by row, each into a channel of its own."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from simcord.backend import Backend

from bot.service import Service
from bot.storage import tables as t
from bot.storage.tables import metadata
from tests.bot.loopback.people import Table
from tests.bot.loopback.server import Loopback

AT_ONCE = 200
"""Battles written in one transaction."""

_OF_BATTLES = [
    table for table in metadata.sorted_tables if "battle" in table.c and table.name not in ("offers", "fixtures")
]
"""Tables whose rows belong to a battle."""


@dataclass(frozen=True)
class Played:
    """All that is stored of a battle that was played, and the table it was played at."""

    table: Table
    battle: dict[str, Any]
    rows: dict[str, list[dict[str, Any]]]
    settings: list[dict[str, Any]]


async def played(service: Service, table: Table) -> Played:
    """Read a battle as it is stored."""
    owner = f"battle:{table.battle}"
    async with service.database.read() as c:
        battle = (await c.execute(sa.select(t.battles).where(t.battles.c.id == table.battle))).one()
        rows = {
            x.name: [dict(r._mapping) for r in await c.execute(sa.select(x).where(x.c.battle == table.battle))]
            for x in _OF_BATTLES
        }
        settings = [dict(r._mapping) for r in await c.execute(sa.select(t.settings).where(t.settings.c.owner == owner))]
    return Played(table, dict(battle._mapping), rows, settings)


@dataclass(frozen=True)
class Crowd:
    """The servers, and those of their battles somebody may move in: their messages are there, too."""

    servers: int
    battles: int
    tables: list[Table]


async def crowd(
    discord: Loopback, service: Service, models: Sequence[Played], servers: int, battles: int, lively: int, shards: int
) -> Crowd:
    """So many servers, battles spread evenly over them; ``lively`` of these can be played on.

    The time of one question in five hundred runs out within the next hour, as those of slow players do.
    """
    backend, rng = discord.backend, random.Random(servers)
    owner = backend.make_user("owner")
    players = {p.id for m in models for p in m.table.people}
    tables: list[Table] = []
    every = max(1, battles // lively) if lively else battles + 1
    guilds: list[Any] = []
    for n in range(servers):
        guild = backend.create_guild(f"server {n}", owner_id=owner.id, shard_id=n % shards, shard_count=shards)
        for user in players:
            backend.add_member(guild.id, user)
        guilds.append(guild)
    for first in range(0, battles, AT_ONCE):
        async with service.database.write() as c:
            batch: dict[str, list[dict[str, Any]]] = {"battles": [], "settings": []}
            for n in range(first, min(first + AT_ONCE, battles)):
                model, guild = models[n % len(models)], guilds[n % servers]
                channel = backend.create_channel(guild.id, f"battle {n}", announce=False)
                name, moved = f"crowd{n}", len(tables) < lively and n // len(models) % every == 0
                messages = _messages(backend, model, channel.id) if moved else {}
                batch["battles"].append(model.battle | {"id": name, "guild": guild.id, "channel": channel.id})
                batch["settings"] += [s | {"owner": f"battle:{name}"} for s in model.settings]
                for table, rows in model.rows.items():
                    batch.setdefault(table, []).extend(_row(r, table, name, channel.id, messages, rng) for r in rows)
                if moved:
                    tables.append(model.table.again(guild, channel, name))
            for table in metadata.sorted_tables:
                if rows := batch.get(table.name):
                    await c.execute(table.insert(), rows)
    return Crowd(servers, battles, tables)


def _row(
    row: dict[str, Any], table: str, battle: str, channel: int, messages: dict[int, int], rng: random.Random
) -> dict[str, Any]:
    row = row | {"battle": battle}
    if table == "posts":
        row |= {"channel": channel, "message": messages.get(row["message"], row["message"])}
    elif table == "questions" and row["due"] is not None:
        hours = rng.uniform(0.0, 1.0) if rng.random() < 0.002 else rng.uniform(24.0, 72.0)
        row["due"] = row["asked"] + 3600 * hours
    return row


def _messages(backend: Backend, model: Played, channel: int) -> dict[int, int]:
    """The bot's messages of a battle, copied into another channel: the number of each there."""
    found: dict[int, int] = {}
    there = backend.messages.setdefault(channel, {})
    for message in model.table.shown.values():
        copy = replace(message, id=backend.snowflake(), channel_id=channel)
        there[copy.id], found[message.id] = copy, copy.id
    return found
