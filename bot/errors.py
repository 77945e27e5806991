"""One place for everything that goes wrong between a player and us."""

from __future__ import annotations

import functools
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.components.explain import controls as case_controls
from bot.narration.catalogue import ENGLISH, TextCatalogue
from bot.narration.plain import MESSAGE, escape, fit
from engine.kernel.text import Refusal, Text

log = logging.getLogger("hexarch")

Callback = TypeVar("Callback", bound=Callable[..., Awaitable[Any]])

NEEDED = "View Channel, Send Messages, Embed Links, Attach Files, Read Message History"
"""What the bot has to be allowed in a battle's channel."""


def refusal_text(refusal: Refusal, catalogue: TextCatalogue = ENGLISH) -> str:
    """What was wrong, with its case: "LI2 can't reach LC5 (8.12)"."""
    said = escape(catalogue.say(refusal.text))
    return f"{said} ({refusal.rule})" if refusal.rule else said


def unwrapped(error: BaseException) -> BaseException:
    """What was raised, without discord.py's wrapping."""
    while isinstance(error, (app_commands.CommandInvokeError, commands.CommandInvokeError)):
        error = error.original
    return error


def explain(error: BaseException, catalogue: TextCatalogue = ENGLISH) -> str:
    """The sentence a player gets for an error; logs those that are ours, under a reference number."""
    error = unwrapped(error)
    if isinstance(error, Refusal):
        return refusal_text(error, catalogue)
    if isinstance(error, app_commands.NoPrivateMessage):
        return catalogue.translate("Battles are fought in a server's channel, not in private messages.")
    if isinstance(error, app_commands.CommandOnCooldown):
        return catalogue.say(Text("A moment, please: try again in {seconds} s.", seconds=round(error.retry_after) + 1))
    if isinstance(error, (app_commands.CheckFailure, app_commands.TransformerError)):
        return escape(str(error)) or catalogue.translate("You may not do that here.")
    if isinstance(error, discord.Forbidden):
        return catalogue.say(
            Text("I'm not allowed to do that here. I need: {permissions}. Nothing is lost.", permissions=NEEDED)
        )
    reference = secrets.token_hex(3).upper()
    log.error("reference %s", reference, exc_info=error)
    return catalogue.say(
        Text(
            "Sorry, that went wrong on our side (reference {reference}). Nothing acknowledged is lost; try again.",
            reference=reference,
        )
    )


async def whisper(interaction: discord.Interaction, text: str, **options: Any) -> None:
    """Tell only the person who asked, whether or not the interaction was answered already."""
    content = fit(text, MESSAGE)
    if interaction.response.is_done():
        await interaction.followup.send(content, ephemeral=True, **options)
    else:
        await interaction.response.send_message(content, ephemeral=True, **options)


async def report(interaction: discord.Interaction, error: BaseException) -> None:
    """Tell the player what went wrong, with a button to read the case that says so; never raises."""
    catalogue = TextCatalogue.load(interaction.locale.value)
    text = explain(error, catalogue)
    controls = await _case_control(interaction, error, catalogue)
    try:
        if controls is None:
            await whisper(interaction, text)
        else:
            await whisper(interaction, text, view=controls)
    except discord.HTTPException:
        log.warning("could not tell %s: %s", interaction.user.id, text)


async def _case_control(
    interaction: discord.Interaction, error: BaseException, catalogue: TextCatalogue
) -> discord.ui.View | None:
    """[Explain 8.15] for a refusal with a case there is help for."""
    found = unwrapped(error)
    if not isinstance(found, Refusal) or not found.rule:
        return None
    try:
        system, own = await interaction.client.desk.rules(interaction)  # type: ignore[attr-defined]
    except Exception:
        # The refusal itself must be told, whatever is wrong with the rest.
        log.exception("no system of rules found for a refusal")
        return None
    return case_controls(system, [found.rule], catalogue, own)


def guarded(callback: Callback) -> Callback:
    """For callbacks of buttons, selects and modals: errors go where those of commands go."""

    @functools.wraps(callback)
    async def run(self: Any, interaction: discord.Interaction, *args: Any) -> None:
        try:
            await callback(self, interaction, *args)
        except Exception as error:
            await report(interaction, error)

    return run  # type: ignore[return-value]


class Tree(app_commands.CommandTree):
    """The bot's command tree."""

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("autocomplete", exc_info=error)
            return
        await report(interaction, error)
