"""Who is called where a referee is wanted."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import discord

from bot.messages.access import guild_rules, visibility
from bot.service.setup.guilds import Guilds


@dataclass(frozen=True, slots=True)
class Judges:
    """Who is called when a referee is wanted."""

    users: tuple[int, ...]
    role: int | None = None

    @property
    def roles(self) -> tuple[int, ...]:
        return (self.role,) if self.role is not None else ()

    @property
    def mentions(self) -> str:
        return " ".join((*(f"<@{u}>" for u in self.users), *(f"<@&{r}>" for r in self.roles)))


async def judges(
    client: discord.Client, guilds: Guilds, guild_id: int, first: int = 0, without: Collection[int] = ()
) -> Judges:
    """A user, ``first``, who called a league for instance, if they are a referee of the server now; else the referees'
    role; else the server's owner. Raises discord.HTTPException where Discord doesn't say it.

    ``without``: who would decide in their own cause. Of the members of a role nobody is left out: we don't know them.
    """
    guild = client.get_guild(guild_id)
    role = (await guild_rules.settings(client, guilds, guild_id)).referee_role
    member = await visibility.member_of(client, guild_id, first) if first not in without else None
    if member is not None:
        roles = {r.id for r in member.roles}
        if member.guild_permissions.manage_guild or (role is not None and role in roles):
            return Judges((member.id,))
    if role is not None:
        return Judges((), role)
    owner = guild.owner_id if guild is not None else None
    return Judges((owner,) if owner and owner not in without else ())
