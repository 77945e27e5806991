"""What the parts of the bot ask of the client an interaction came by."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Protocol, runtime_checkable

import discord

from bot.handling import Handling
from bot.rates import Rates
from engine.kernel.rulebook import RuleText


class Routes(Protocol):
    """Hands presses over."""

    def run(self, interaction: discord.Interaction, custom_id: str, values: Sequence[str]) -> Awaitable[None]: ...


class KnowsBattles(Protocol):
    """Knows whose rules are meant where an interaction came from (the system's id, and a battle's own), whether who it
    came from has a side in a battle, and which language they read."""

    def rules(self, interaction: discord.Interaction) -> Awaitable[tuple[str, Sequence[RuleText]]]: ...

    def plays(self, interaction: discord.Interaction, battle_id: str) -> Awaitable[bool]: ...

    def language(self, interaction: discord.Interaction) -> str: ...


class HasLookup(Protocol):
    """Finds battles."""

    @property
    def lookup(self) -> KnowsBattles: ...


@runtime_checkable
class Host(Protocol):
    """The bot, as far as its parts need it."""

    @property
    def rates(self) -> Rates: ...

    @property
    def handling(self) -> Handling: ...

    @property
    def router(self) -> Routes: ...

    @property
    def messages(self) -> HasLookup: ...


def host(interaction: discord.Interaction) -> Host:
    """The bot an interaction came by. Raises TypeError for a client of another kind."""
    client = interaction.client
    if not isinstance(client, Host):
        raise TypeError(f"{type(client).__name__} is no client of ours")
    return client
