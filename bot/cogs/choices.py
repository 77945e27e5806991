"""What autocomplete offers, as far as the words typed alone decide it; and long answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import discord
from discord import app_commands

from bot import rulebooks
from bot.errors import whisper
from bot.language.plain import CHOICE, MESSAGE, pages
from bot.narration import fit

MOST = 25
"""Choices Discord shows."""

Choices = list[app_commands.Choice[str]]


def choices(offered: Iterable[tuple[str, str]], current: str) -> Choices:
    """The first of them, each a value and a label, that contain what is typed; a value too long to be sent is left out.

    >>> [c.name for c in choices([("1", "Dara"), ("2", "Taginae")], " tag")]
    ['Taginae']
    """
    wanted = current.strip().casefold()
    found = {v: label for v, label in offered if wanted in f"{v} {label}".casefold() and len(v) <= CHOICE}
    return [app_commands.Choice(name=fit(label, CHOICE), value=value) for value, label in found.items()][:MOST]


def games(current: str) -> Choices:
    """Games, by their titles."""
    return choices(rulebooks.titles().items(), current)


def game_named(game: str) -> str | None:
    """Id of a game; None where none was named. Raises Refusal for an unknown one."""
    return rulebooks.named(game) if game.strip() else None


async def tell(interaction: discord.Interaction, lines: Sequence[str]) -> None:
    """Whisper lines, in as many messages as they take."""
    for page in pages(lines, MESSAGE):
        await whisper(interaction, page)
