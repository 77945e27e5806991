"""Commands in the languages of Discord's clients: what they are for, what their options mean, what can be chosen.

Names of commands and options are the same for everybody: sentences in channels name them, and who reads a channel may
have a client in another language.
"""

from __future__ import annotations

import discord
from discord import app_commands

from bot.language.catalogue import SOURCE, TextCatalogue, languages
from bot.language.plain import CHOICE

_SAME = frozenset(
    [
        app_commands.TranslationContextLocation.command_name,
        app_commands.TranslationContextLocation.group_name,
        app_commands.TranslationContextLocation.parameter_name,
    ]
)


class CommandTranslator(app_commands.Translator):
    """Translates from the same catalogues as everything else."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """What Discord shows in a client of that language; None for the English."""
        language = locale.value.split("-")[0]
        if context.location in _SAME or language == SOURCE or language not in languages():
            return None
        found = TextCatalogue.load(language).translate(string.message)
        return found if found != string.message and len(found) <= CHOICE else None
