"""One place for everything that goes wrong between a player and us."""

from __future__ import annotations

import functools
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot import bot_permissions, first_answer, logs, metrics, rates, rulebooks, under_way
from bot.components.explain import controls as case_controls
from bot.handling import hung_up
from bot.host import host
from bot.language.catalogue import ENGLISH, TextCatalogue
from bot.language.plain import MESSAGE, escape, fit
from bot.renamed import now_called
from bot.service.model import ServiceError
from bot.service.sessions.sessions import OVERTAKEN
from bot.storage import texts
from bot.storage.repository import SecondWriter
from bot.storage.trouble import DatabaseTrouble
from engine.kernel.system import RuleText
from engine.kernel.text import Refusal, Text

log = logging.getLogger("hexarch")

Component = TypeVar("Component")
Args = ParamSpec("Args")
Callback: TypeAlias = Callable[Concatenate[Component, discord.Interaction, Args], Coroutine[Any, Any, None]]


UNSTORED = (
    "The place where battles are kept can't be used just now, so nothing was done. What was acknowledged is kept. "
    "Please try again in a while, and tell the bot's host if it lasts."
)

"""What the bot has to be allowed in a battle's channel."""


def refusal_text(refusal: Refusal, catalogue: TextCatalogue = ENGLISH, own: Sequence[RuleText] = ()) -> str:
    """What was wrong, with its case: "LI2 can't reach LC5 (8.12)". ``own``: rules of the battle."""
    said = escape(catalogue.say(refusal.text))
    case = rulebooks.cited(refusal.rule, own, catalogue)
    return f"{said} ({escape(case)})" if case else said


def unwrapped(error: BaseException) -> BaseException:
    """What was raised, without discord.py's wrapping."""
    while isinstance(error, (app_commands.CommandInvokeError, commands.CommandInvokeError)):
        error = error.original
    return error


LOST = (aiohttp.ClientError, TimeoutError, OSError)
"""What is raised where nothing was heard of a request to Discord: it may have been carried out, or not."""

STORED = "stored"
"""Set among an interaction's extras once what it asked for is done and stored: nobody may take it for undone."""

ACKNOWLEDGED = 40060
"""Discord's code for an interaction that was answered already."""

FORGOTTEN = 10062
"""The code for one it doesn't know any more, since nobody answered it within three seconds."""

CHANNEL_GONE = 10003
"""The code where the channel was deleted that somebody waits in for an answer."""


def explain(
    error: BaseException,
    catalogue: TextCatalogue = ENGLISH,
    *,
    stored: bool = False,
    place: object = None,
    own: Sequence[RuleText] = (),
) -> str:
    """The sentence a player gets for an error; logs those that are ours, under a reference number.

    ``stored``: whether what was asked for had been done and stored before. ``place``: the channel it was asked in.
    ``own``: rules of the battle it is about.
    """
    error = unwrapped(error)
    if isinstance(error, Refusal):
        said = refusal_text(error, catalogue, own)
        return f"{catalogue.translate('It is done and stored.')} {said}" if stored else said
    gone = isinstance(error, discord.NotFound) and error.code == CHANNEL_GONE
    if isinstance(error, LOST) or _unwell(error) or (stored and gone):
        log.warning("Discord couldn't be reached: %r", error)
        if stored:
            return catalogue.translate(
                "It is done and stored; only my answer was lost, since Discord is out of reach now and then. "
                "Don't repeat it: what came of it is told as soon as it can be."
            )
        return catalogue.translate(
            "Discord couldn't be reached just now. Look whether it was done before you try again."
        )
    if isinstance(error, app_commands.NoPrivateMessage):
        return catalogue.translate("Battles are fought in a server's channel, not in private messages.")
    if isinstance(error, app_commands.CommandOnCooldown):
        return catalogue.say(Text("A moment, please: try again in {seconds} s.", seconds=round(error.retry_after) + 1))
    if isinstance(error, (app_commands.CheckFailure, app_commands.TransformerError)):
        return escape(str(error)) or catalogue.translate("You may not do that here.")
    if isinstance(error, discord.Forbidden) and not stored:
        needed = bot_permissions.lacking(place)
        return catalogue.say(
            Text("I'm not allowed to do that here. I need: {permissions}. Nothing is lost.", permissions=needed)
        )
    if isinstance(error, SecondWriter):
        return catalogue.translate(OVERTAKEN)
    if isinstance(error, ServiceError):
        return escape(str(error))
    if isinstance(error, DatabaseTrouble):
        log.error("%s", error)
        return catalogue.translate(UNSTORED)
    reference = logs.reference()
    metrics.ERRORS.inc()
    log.error("reference %s", reference, exc_info=error, extra={"reference": reference})
    if stored:
        after = (
            "It is done and stored, but then something went wrong on our side (reference {reference}). Don't repeat it."
        )
        return catalogue.say(Text(after, reference=reference))
    return catalogue.say(
        Text(
            "Sorry, that went wrong on our side (reference {reference}). Nothing acknowledged is lost; try again.",
            reference=reference,
        )
    )


def _unwell(error: BaseException) -> bool:
    """Whether it says that Discord is out of order, or has too much to do, or that we came too late for it."""
    if isinstance(error, discord.NotFound) and error.code == FORGOTTEN:
        return True
    # What remains after several tries is no DiscordServerError everywhere, nor a RateLimited.
    overworked = isinstance(error, discord.HTTPException) and (error.status >= 500 or error.status == 429)
    return overworked or isinstance(error, discord.RateLimited)


AWAITED = "awaited"
"""Set among an interaction's extras while everybody sees that an answer is awaited."""


async def defer(interaction: discord.Interaction, *, private: bool = True) -> None:
    """Take time for an answer. Where it is for all to read, a refusal is told in private all the same."""
    await interaction.response.defer(ephemeral=private, thinking=True)
    if not private:
        interaction.extras[AWAITED] = True


async def whisper(interaction: discord.Interaction, text: str, **options: Any) -> None:
    """Tell only the person who asked, whether or not the interaction was answered already."""
    content = fit(text, MESSAGE)
    if interaction.message is not None and interaction.message.flags.ephemeral:
        # The first answer is the panel's that was pressed: it is changed by it, whatever is said beside it.
        await first_answer.settle(interaction)
    await first_answer.free(interaction)
    awaited = interaction.extras.pop(AWAITED, False) and (await interaction.original_response()).flags.loading
    if awaited:
        # The first message after a public promise of an answer is public as well; so that isn't this one.
        await interaction.edit_original_response(content="…")
        first_answer.said(interaction)
    if interaction.response.is_done():
        await first_answer.say(interaction, content, private=True, **options)
    else:
        try:
            await first_answer.send(interaction, content, **options)
        except discord.HTTPException as e:
            if e.code != ACKNOWLEDGED:
                raise
            # It was acknowledged, but Discord's word of that was lost.
            await interaction.followup.send(content, ephemeral=True, **options)
    if awaited:
        await interaction.delete_original_response()


def reader(interaction: discord.Interaction) -> TextCatalogue:
    """The language of whoever an interaction came from: for what they alone see."""
    return TextCatalogue.load(host(interaction).messages.lookup.language(interaction))


async def report(interaction: discord.Interaction, error: BaseException) -> None:
    """Tell the player what went wrong, with a button to read the case that says so; never raises."""
    catalogue = reader(interaction)
    own, controls = await _case(interaction, error, catalogue)
    text = explain(error, catalogue, stored=STORED in interaction.extras, place=interaction.channel, own=own)
    try:
        if controls is None:
            await whisper(interaction, text)
        else:
            await whisper(interaction, text, view=controls)
    except (discord.HTTPException, discord.RateLimited, RuntimeError, *LOST) as e:
        if isinstance(e, RuntimeError) and not hung_up(interaction.client, e):
            raise
        log.warning("could not tell %s: %s (%r)", interaction.user.id, text, e)


async def _case(
    interaction: discord.Interaction, error: BaseException, catalogue: TextCatalogue
) -> tuple[Sequence[RuleText], discord.ui.View | None]:
    """For a refusal with a case: the rules of the battle there, and [Explain 8.15] where there is help for it."""
    found = unwrapped(error)
    if not isinstance(found, Refusal) or not found.rule:
        return (), None
    try:
        system, own = await host(interaction).messages.lookup.rules(interaction)
    except Exception:
        # The refusal itself must be told, whatever is wrong with the rest.
        log.exception("no system of rules found for a refusal")
        return (), None
    return own, case_controls(system, [found.rule], catalogue, own)


def guarded(callback: Callback[Component, Args]) -> Callback[Component, Args]:
    """For callbacks of buttons, selects and modals: errors go where those of commands go."""

    @functools.wraps(callback)
    async def run(self: Component, interaction: discord.Interaction, *args: Args.args, **kwargs: Args.kwargs) -> None:
        try:
            await callback(self, interaction, *args, **kwargs)
        except Exception as error:
            await report(interaction, error)

    return run


ARRIVED = "arrived"
"""Set among an interaction's extras: when it came (:func:`time.perf_counter`)."""

KINDS = {
    discord.InteractionType.autocomplete: "typing",
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
}
"""What kinds of interactions are called in the figures."""


def arrived(interaction: discord.Interaction, **facts: str | int | None) -> None:
    """An interaction is handled from now on, in this task: the log says so, and its time runs."""
    interaction.extras[ARRIVED] = time.perf_counter()
    typing = interaction.type is discord.InteractionType.autocomplete
    under_way.begun(interaction.id, under_way.TYPING if typing else under_way.LONGEST)
    host(interaction).handling.begun(interaction.id)
    guild, channel = interaction.guild_id, interaction.channel_id
    logs.handling(interaction=interaction.id, guild=guild, channel=channel, user=interaction.user.id, **facts)


def handled(interaction: discord.Interaction) -> None:
    """All about an interaction is done."""
    under_way.ended(interaction.id)
    host(interaction).handling.ended(interaction.id)
    began = interaction.extras.pop(ARRIVED, None)
    if began is not None:
        metrics.INTERACTIONS.labels(KINDS.get(interaction.type, "other")).observe(time.perf_counter() - began)


def not_now(interaction: discord.Interaction, kind: rates.Kind, *, answer: bool) -> Refusal | None:
    """Why nothing is begun for this interaction: the bot is being stopped, or its sender asks too much in a while."""
    ours = host(interaction)
    if ours.handling.stopping:
        return Refusal("I am just being restarted, and nothing was changed. Please try again in a moment.")
    wait = ours.rates.ask(kind, interaction.user.id, interaction.guild_id, answer=answer)
    if not wait:
        return None
    metrics.REFUSED.inc()
    return Refusal("That is a lot at once. Please try again in {seconds} s.", seconds=rates.seconds(wait))


SLASH = discord.AppCommandType.chat_input.value
SUBCOMMAND, GROUP = discord.AppCommandOptionType.subcommand.value, discord.AppCommandOptionType.subcommand_group.value


class Tree(app_commands.CommandTree):
    """The bot's command tree. A command that says nothing else belongs to servers, and is used in them alone."""

    def __init__(self, client: discord.Client, *, fallback_to_global: bool = True) -> None:
        super().__init__(
            client,
            fallback_to_global=fallback_to_global,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Whether there is time for this, and what was typed is text; else what is being typed gets no suggestions."""
        command = interaction.command
        name = command.qualified_name if command is not None else ""
        arrived(interaction, command=name or _written(interaction))
        typing = interaction.type is discord.InteractionType.autocomplete
        given = _given(interaction)
        kind = "typing" if typing else rates.command_kind(name, given)
        later = not_now(interaction, kind, answer=name in rates.ANSWERS)
        # What can't be kept can't be hashed or sent back either.
        bad = not all(texts.storable(x) for x in given.values() if isinstance(x, str))
        gone = command is None and (interaction.data or {}).get("type") == SLASH
        if later is None and not bad and not gone:
            return True
        if typing:
            await interaction.response.autocomplete([])
        elif later is not None:
            await report(interaction, later)
        else:
            await report(interaction, _moved(interaction) if gone else Refusal(texts.UNSTORABLE))
        handled(interaction)
        return False

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("autocomplete", exc_info=error)
        else:
            await report(interaction, error)
        handled(interaction)


def _moved(interaction: discord.Interaction) -> Refusal:
    """For whoever uses a command as it was before: their Discord client hasn't heard yet what it is called now."""
    old = _written(interaction)
    new = now_called(old)
    if not new:
        return Refusal("/{name} isn't what it was. Reload Discord, or look at /help.", name=old)
    return Refusal("/{old} is now {new}.", old=old, new=", ".join(f"/{n}" for n in new))


def _written(interaction: discord.Interaction) -> str:
    """The whole name of the command somebody has used, whether or not there is one of that name."""
    data: Any = interaction.data or {}
    names, options = [str(data.get("name", ""))], list(data.get("options", ()))
    while options and options[0].get("type") in (SUBCOMMAND, GROUP):
        names.append(str(options[0].get("name", "")))
        options = list(options[0].get("options", ()))
    return " ".join(names)


def _given(interaction: discord.Interaction) -> dict[str, Any]:
    """The options a command was given."""
    data: Any = interaction.data or {}
    options, found = list(data.get("options", ())), {}
    while options:
        option = options.pop()
        found[str(option.get("name"))] = option.get("value")
        options += option.get("options", ())
    return found
