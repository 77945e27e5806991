"""What the bot has to be allowed at Discord, what for, and where it isn't.

The invitation in docs/hosting.md asks for these and no more. Managing messages isn't among them: since pinning has a
permission of its own, the bot has no use for it.
"""

from __future__ import annotations

from dataclasses import dataclass

import discord

from engine.kernel.text import Text


@dataclass(frozen=True, slots=True)
class Permission:
    """One permission."""

    flag: str
    """Its name at discord.py."""
    name: str
    """Its name in Discord's client."""
    without: Text
    """What doesn't work where it is missing."""
    channels: bool = False
    """Whether it matters outside threads only."""


NEEDED = (
    Permission("view_channel", "View Channel", Text("nothing works: the bot doesn't see the channel")),
    Permission("send_messages", "Send Messages", Text("no dispatches, no questions to the players"), channels=True),
    Permission(
        "send_messages_in_threads",
        "Send Messages in Threads",
        Text("no dispatches and no questions in threads"),
    ),
    Permission(
        "create_public_threads",
        "Create Public Threads",
        Text("battles of offers, leagues and cups, and those of campaigns on the field, get no thread of their own"),
        channels=True,
    ),
    Permission("embed_links", "Embed Links", Text("no standing message, no scoreboard, no unit cards")),
    Permission("attach_files", "Attach Files", Text("no maps")),
    Permission(
        "read_message_history",
        "Read Message History",
        Text("messages aren't brought up to date after they were sent, and none is pinned"),
    ),
    Permission("pin_messages", "Pin Messages", Text("the standing message isn't pinned")),
)


def wanted() -> discord.Permissions:
    """All of them: what an invitation asks for."""
    return discord.Permissions(**{p.flag: True for p in NEEDED})


def names() -> str:
    """Their names, for people."""
    return ", ".join(p.name for p in NEEDED)


def lacking(place: object) -> str:
    """Names of those that are missing in a channel or thread, for people; of all where that can't be known."""
    if not isinstance(place, (discord.abc.GuildChannel, discord.Thread)):
        return names()
    try:
        given = place.permissions_for(place.guild.me)
    except discord.ClientException:
        return names()  # a thread whose channel is hidden from us
    return ", ".join(p.name for p in missing(given, thread=isinstance(place, discord.Thread))) or names()


def missing(given: discord.Permissions, *, thread: bool = False) -> list[Permission]:
    """Those that are missing in a channel, or in a thread, where the bot has these."""
    return [p for p in NEEDED if not getattr(given, p.flag) and not (p.channels and thread)]
