"""Commands in the languages of Discord's clients: what they are for, what their options mean, what can be chosen.

Names of commands and options are the same for everybody: sentences in channels name them, and who reads a channel may
have a client in another language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.language.catalogue import SOURCE, TextCatalogue, languages
from bot.language.plain import CHOICE


def localised(command: Mapping[str, Any]) -> dict[str, Any]:
    """A command as Discord is told of it, with its descriptions and choices in every language that has a catalogue.

    discord.py would ask for each text in each of Discord's thirty languages, which takes longer than all else at the
    start of the bot.
    """
    locales = {
        locale.value: TextCatalogue.load(language)
        for locale in discord.Locale
        if (language := locale.value.split("-")[0]) != SOURCE and language in languages()
    }
    return _localised(command, locales)


def _localised(part: Mapping[str, Any], locales: Mapping[str, TextCatalogue]) -> dict[str, Any]:
    found = dict(part)
    if part.get("description"):
        found["description_localizations"] = _said(part["description"], locales)
    if "options" in part:
        found["options"] = [_localised(x, locales) for x in part["options"]]
    if "choices" in part:
        found["choices"] = [{**x, "name_localizations": _said(x["name"], locales)} for x in part["choices"]]
    return found


def _said(text: str, locales: Mapping[str, TextCatalogue]) -> dict[str, str]:
    """The text for each of the clients in which it is said otherwise, and fits."""
    found = {locale: catalogue.translate(text) for locale, catalogue in locales.items()}
    return {locale: said for locale, said in found.items() if said != text and len(said) <= CHOICE}
