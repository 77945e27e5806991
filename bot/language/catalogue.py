"""Translations of templates. English templates are their own keys."""

from __future__ import annotations

import json
import string
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from engine.kernel.text import Text

LANGUAGES = "bot.language"
"""Package whose ``languages/<code>.json`` hold the catalogues: one object, English template to translated template."""


class CatalogueError(ValueError):
    """A translation that can't be used: its placeholders differ from those of the English template."""


class TextCatalogue:
    """Translates templates of one language.

    >>> italian = TextCatalogue("it", {"{unit} routs!": "{unit} è in rotta!"})
    >>> italian.say(Text("{unit} routs!", unit="HC3"))
    'HC3 è in rotta!'
    >>> italian.say(Text("{unit} rallies.", unit="HC3"))
    'HC3 rallies.'
    """

    def __init__(self, language: str, templates: Mapping[str, str] | None = None) -> None:
        """Raises :class:`CatalogueError` for a translation that names other values than its template."""
        self.language = language
        self.templates = dict(templates or {})
        for english, translated in self.templates.items():
            wrong = placeholders(english) ^ placeholders(translated)
            if wrong:
                raise CatalogueError(
                    f"{language}: {english!r} is translated with other values: {', '.join(sorted(wrong))}"
                )

    def __reduce__(self) -> Any:
        # What ships with the program needn't be sent to the process that draws: it has it too.
        shipped = _load(self.language) is self
        return (TextCatalogue.load, (self.language,)) if shipped else (TextCatalogue, (self.language, self.templates))

    def translate(self, template: str) -> str:
        """The template in this language; the English one where it isn't translated yet."""
        return self.templates.get(template, template)

    def say(self, text: Text) -> str:
        return text.render(self.translate)

    @classmethod
    def load(cls, language: str) -> TextCatalogue:
        """The catalogue shipped for a language ("it", or "it-IT" read as "it"); English where there is none."""
        return _load(language.split("-")[0].lower())


def languages() -> tuple[str, ...]:
    """Codes of the languages there is a catalogue for, English among them; in alphabetical order."""
    folder = resources.files(LANGUAGES) / "languages"
    found = [f.name.removesuffix(".json") for f in folder.iterdir()] if folder.is_dir() else []
    return tuple(sorted({ENGLISH.language, *(code for code in found if code.isalpha())}))


@cache
def _load(language: str) -> TextCatalogue:
    file = resources.files(LANGUAGES) / "languages" / f"{language}.json"
    if not language.isalpha() or not file.is_file():
        return ENGLISH
    return TextCatalogue(language, json.loads(file.read_text(encoding="utf-8")))


def placeholders(template: str) -> set[str]:
    """Names of the values a template shows."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


ENGLISH = TextCatalogue("en")
