"""What commands share that name the terms of a battle still to be made: scenario, sides, rules, times."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import discord
from discord import app_commands

import scenarios
from bot.cogs.battles import limits as limit_words
from bot.errors import reader
from bot.language.plain import CHOICE
from bot.narration import fit
from bot.service import Limits
from bot.service.competitions.agreed_battles import Sides
from engine.kernel.text import Refusal, Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch

MODES = [
    app_commands.Choice(name="live: both players are here", value="live"),
    app_commands.Choice(name="correspondence: hours or days for an answer", value="correspondence"),
]

LEVELS = [
    app_commands.Choice(name="recruit: does what lies at hand", value="recruit"),
    app_commands.Choice(name="captain: thinks a second or two", value="captain"),
    app_commands.Choice(name="general: thinks longer", value="general"),
]
"""How hard a computer opponent plays."""

_BETWEEN = re.compile(r"[\s,;]+")
SUGGESTED = 25
"""Most choices Discord shows."""
ANY = ("", "any", "either")


def listed(text: str) -> list[str]:
    """What is written with commas or spaces between."""
    return [word for word in _BETWEEN.split(text) if word]


def rules_named(text: str) -> list[str]:
    """Keys of optional rules."""
    return [key.casefold() for key in listed(text)]


def limits_named(answer: str, bank: str, settled: Limits) -> Limits:
    """Times as a player writes them; what isn't mentioned is as the server has settled. Raises Refusal."""
    return limit_words.merged(settled, answer.strip(), (None, None), bank.strip(), "")


def side_id(sides: Sides, text: str) -> str:
    """Id of the side meant; "" for any. Raises Refusal."""
    wanted = text.strip().casefold()
    if wanted in ANY:
        return ""
    for matches in (str.__eq__, str.startswith):
        found = [side for side, name in sides if matches(name.casefold(), wanted) or side.casefold() == wanted]
        if len(found) == 1:
            return found[0]
    refuse("The sides are {sides}.", sides=" and ".join(name for _, name in sides))


async def scenario_choices(
    bot: Hexarch, interaction: discord.Interaction, current: str, before: str = ""
) -> list[app_commands.Choice[str]]:
    """At most 25 battles that hold every word typed; ``before`` are keys that stand already."""
    own = await bot.service.scenarios.of_guild(interaction.guild_id or 0)
    found, words = list[app_commands.Choice[str]](), reader(interaction)
    for x in scenarios.matching(current, own):
        value = f"{before}, {x.key}" if before else x.key
        if len(value) <= CHOICE:
            title = words.name(x.title)
            units = words.say(Text("{n:unit|units}", n=x.units))
            game = words.say(scenarios.game_told(x.system))
            name = f"{before}, {title}" if before else f"{title} ({game}) · {words.name(x.date)}, {units}"
            found.append(app_commands.Choice(name=fit(name, CHOICE), value=value))
    return found[:SUGGESTED]


async def rule_choices(
    bot: Hexarch, interaction: discord.Interaction, current: str, option: str = "scenario"
) -> list[app_commands.Choice[str]]:
    """Optional rules of the scenario named in the same command: what is chosen so far, and one more."""
    named = listed(getattr(interaction.namespace, option, None) or "")
    if not named:
        return []
    try:
        offered = await bot.service.lobby.options(named[0], interaction.guild_id or 0)
    except Refusal:
        return []
    *taken, typed = _BETWEEN.split(current.casefold().lstrip())
    begun = [key for key in taken if key]
    return [
        app_commands.Choice(name=fit(", ".join([*begun, str(o.title)]), CHOICE), value=", ".join([*begun, o.key]))
        for o in offered
        if o.key not in begun and typed in f"{o.key} {o.title}".casefold() and len(", ".join([*begun, o.key])) <= CHOICE
    ][:SUGGESTED]
