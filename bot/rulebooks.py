"""Rule help, system by system, in the language of whoever asks.

>>> case("men-of-iron", "9.2/reaction").title
'Reaction Fire'
>>> case("no-such-system", "9.2") is None
True
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bot.language.catalogue import ENGLISH, SOURCE, TextCatalogue
from engine.kernel.closeness import best
from engine.kernel.rulebook import Case, Rulebook
from engine.kernel.system import RuleText
from engine.kernel.text import refuse
from engine.systems.registry import RULEBOOKS, SYSTEMS


def titles() -> dict[str, str]:
    """Name of the game, by system id, for every system with rule help whose battles are offered."""
    return {system: book.title for system, book in RULEBOOKS.items() if SYSTEMS[system].complete}


def title(system: str) -> str:
    """Name of the game; the id of a system without rule help."""
    book = RULEBOOKS.get(system)
    return book.title if book is not None else system


def named(text: str) -> str:
    """The system a player means by its id or the name of the game. Raises Refusal, with what there is.

    One whose battles are not offered yet is found by its whole name.
    """
    wanted = text.strip().casefold()
    for system in RULEBOOKS:
        if wanted in (system.casefold(), title(system).casefold()):
            return system
    near = best(text, titles(), lambda system: f"{system}\n{titles()[system]}")
    if len(near) == 1:
        return near[0]
    refuse("There are no rules of “{game}” here. There are: {games}.", game=text, games=", ".join(titles().values()))


def case(system: str, number: str, own: Sequence[RuleText] = (), words: TextCatalogue = ENGLISH) -> RuleText | None:
    """The case with a number; None where the system has no such case, or no rule help.

    ``own``: rules of the battle it is asked in. ``words``: the language of who asks.
    """
    book = _book(system, words.language)
    return book.case(number, _told(own, words)) if book is not None else None


def cited(number: str, own: Sequence[RuleText] = (), words: TextCatalogue = ENGLISH) -> str:
    """A case as players read it in brackets: its number; one of the battle's own by its title, for its id is ours.

    >>> cited("8.15"), cited("own-phase", [Case("own-phase", "The Greek horse", "")])
    ('8.15', 'The Greek horse')
    """
    return next((words.translate(rule.title) for rule in own if rule.number == number), number)


def parts(system: str, number: str, words: TextCatalogue = ENGLISH) -> Sequence[RuleText]:
    """The cases a case is split into."""
    book = _book(system, words.language)
    return book.parts(number) if book is not None else []


def search(
    system: str, sought: str, limit: int = 25, own: Sequence[RuleText] = (), words: TextCatalogue = ENGLISH
) -> Sequence[RuleText]:
    """Cases that contain every word, best first. Where no case in the language has them, they are taken for English."""
    book = _book(system, words.language)
    if book is None:
        return []
    return book.search(sought, limit, _told(own, words)) or [
        found
        for english in RULEBOOKS[system].search(sought, limit, own)
        if (found := case(system, english.number, own, words)) is not None
    ]


@cache
def _book(system: str, language: str) -> Rulebook | None:
    book = RULEBOOKS.get(system)
    return book.told(TextCatalogue.load(language).translate) if book is not None and language != SOURCE else book


def _told(own: Sequence[RuleText], words: TextCatalogue) -> Sequence[RuleText]:
    if words.language == SOURCE:
        return own
    return [Case(rule.number, words.translate(rule.title), words.translate(rule.text)) for rule in own]
