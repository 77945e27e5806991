"""Translations of templates. English templates are their own keys."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import IO, Any

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from bot.language.grammar import Inflection
from engine.kernel.text import Grammar, Text

LANGUAGES = "bot.language"
"""Package whose ``languages/`` hold the catalogues: ``<code>.po``, gettext's format, and ``<code>.toml``, how the
language bends words; ``texts/`` those of the texts of files: rule help, briefings, lessons."""

TEXTS = "texts"
"""Folder of the catalogues of texts."""

SOURCE = "en"


READY = 90
"""Percent of a catalogue that must be translated before anybody is spoken to in it unasked."""

MOST_ASKED = 500
"""Characters of a browser's wish for languages that are read."""


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

    def __init__(
        self, language: str, templates: Mapping[str, str] | None = None, grammar: Grammar | None = None
    ) -> None:
        """Raises :class:`CatalogueError` for a translation that names other values than its template."""
        self.language = language
        self.templates = dict(templates or {})
        self.grammar = grammar
        for english, translated in self.templates.items():
            wrong = placeholders(english) ^ placeholders(translated)
            if wrong:
                raise CatalogueError(
                    f"{language}: {english!r} is translated with other values: {', '.join(sorted(wrong))}"
                )

    def __reduce__(self) -> Any:
        # What ships with the program needn't be sent to the process that draws: it has it too.
        shipped = _load(self.language) is self
        return (
            (TextCatalogue.load, (self.language,))
            if shipped
            else (TextCatalogue, (self.language, self.templates, self.grammar))
        )

    def translate(self, template: str) -> str:
        """The template in this language; the English one where it isn't translated yet."""
        return self.templates.get(template, template)

    def name(self, name: str) -> str:
        """A name as the language has it, of a side or a battle for instance; one it doesn't know stays as it is."""
        named = self.grammar.word(name) if self.grammar is not None else name
        return self.translate(name) if named == name else named

    def say(self, text: Text) -> str:
        return text.render(self.translate, self.grammar)

    @classmethod
    def load(cls, language: str) -> TextCatalogue:
        """The catalogue shipped for a language ("it", or "it-IT" read as "it"); English where there is none."""
        return _load(language.split("-")[0].lower())


def folder() -> Traversable:
    """Where the catalogues of sentences are."""
    return resources.files(LANGUAGES) / "languages"


def files(language: str) -> Iterator[Traversable]:
    """The catalogues of a language: of sentences, and of texts."""
    yield folder() / f"{language}.po"
    texts = resources.files(LANGUAGES) / TEXTS / f"{language}.po"
    if texts.is_file():
        yield texts


@cache
def languages() -> tuple[str, ...]:
    """Codes of the languages there is a catalogue for, English among them; in alphabetical order."""
    found = [f.name.removesuffix(".po") for f in folder().iterdir() if f.name.endswith(".po")]
    return tuple(sorted({SOURCE, *(code for code in found if code.isalpha())}))


def entries(file: IO[bytes]) -> Iterable[Message]:
    """The entries of a catalogue, its header left out."""
    return (m for m in read_po(file) if m.id)


def _messages(language: str) -> Iterator[Message]:
    for found in files(language):
        with found.open("rb") as file:
            yield from entries(file)


def translated(message: Message) -> bool:
    """Whether an entry says something that may be shown: a fuzzy one is a guess until somebody has looked."""
    return bool(message.string) and not message.fuzzy


@cache
def inflection(language: str) -> Inflection:
    """How a language bends words."""
    return Inflection(tomllib.loads((folder() / f"{language}.toml").read_text(encoding="utf-8")))


@cache
def complete(language: str) -> tuple[int, int]:
    """How many entries of a language are translated, and how many there are."""
    if language not in languages() or language == SOURCE:
        return 0, 0
    told = [translated(m) for m in _messages(language)]
    return sum(told), len(told)


def unasked(locale: str) -> str:
    """The language of somebody who has chosen none: that of their Discord where most of it is translated, else English.

    Half a language is harder to read than a foreign one.
    """
    language = locale.split("-")[0].lower()
    done, most = complete(language)
    return language if most and 100 * done >= READY * most else SOURCE


def preferred(header: str) -> str:
    """The language of a browser that has chosen none, by its ``Accept-Language``: the first it asks for that we speak.

    >>> preferred("pl-PL,pl;q=0.9,en;q=0.8"), preferred("de, en;q=0.7, it;q=0.3"), preferred("")
    ('pl', 'en', 'en')
    """
    asked: list[tuple[float, str]] = []
    for part in header[:MOST_ASKED].split(","):
        locale, _, weight = part.strip().partition(";q=")
        try:
            asked.append((float(weight or 1), locale))
        except ValueError:
            continue
    for _, locale in sorted(asked, key=lambda x: -x[0]):
        if locale.split("-")[0].lower() == SOURCE or unasked(locale) != SOURCE:
            return unasked(locale)
    return SOURCE


def named(language: str) -> str:
    """What a language calls itself.

    >>> named("en"), named("pl")
    ('English', 'polski')
    """
    return "English" if language == SOURCE else inflection(language).name


def completeness(language: str) -> Text:
    """A language by its name, with how much of it is there yet; what isn't is said in English."""
    done, most = complete(language)
    if done >= most:
        return Text("{name}", name=named(language))
    return Text(
        "{name} ({percent} % translated, the rest in English)", name=named(language), percent=100 * done // most
    )


@cache
def _load(language: str) -> TextCatalogue:
    if language == SOURCE or language not in languages():
        return ENGLISH
    templates = {str(m.id): str(m.string) for m in _messages(language) if translated(m)}
    return TextCatalogue(language, templates, inflection(language))


def placeholders(template: str) -> set[str]:
    """Names of the values a template shows, without the case they are to be in."""
    return {name.split(".")[0] for _, name, _, _ in string.Formatter().parse(template) if name is not None}


ENGLISH = TextCatalogue(SOURCE)
