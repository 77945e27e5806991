"""Polish prepositions: longer forms where they are wanted, and no name of a place in the nominative after one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import cast

import pytest
from babel.messages.catalog import Message

from tests.bot.language.test_catalogues import PARTS, catalogue

CONSONANT = "[bcćdfghjklłmnńprsśtwzźż]"

SHORT = re.compile(rf"\b(?:[Ww] [WwFf]{CONSONANT}|[Zz] (?:[Ss](?![zh])|[ŚśZzŹźŻż]|[Ss]z){CONSONANT})\w*")
"""*We* stands before w or f and a consonant (*we Flaminii*), *ze* before s, z and theirs and one (*ze strony*).

Abbreviations are spelled out in speech (*z SP*), and *sz* is one consonant (*z szansą*).
"""

UNBENT = re.compile(r"\b(?:[Ww]e?|[Zz]e?|[Dd]o|[Oo]d|[Bb]ez|[Dd]la|[Pp]rzy) \**[A-ZŁŚŻ]\w+(?<!ęc)ia\b")
"""A name in -ia that stands as the map has it where a case is wanted (*do Flaminia*)."""


def said(part: str) -> Iterator[str]:
    """Whatever Polish says, every form of it."""
    for message in cast(Iterable[Message], catalogue(part, "pl")):
        yield from (message.string,) if isinstance(message.string, str) else message.string or ()


def faults(sentence: str) -> list[str]:
    return [m[0] for net in (SHORT, UNBENT) for m in net.finditer(sentence)]


@pytest.mark.parametrize("part", PARTS)
def test_prepositions_are_those_of_what_follows(part: str) -> None:
    wrong = [(found, sentence) for sentence in said(part) if (found := faults(sentence))]
    assert not wrong, wrong


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("skarbiec w Flaminii", ["w Flaminii"]),
        ("skarbiec we Flaminii", []),
        ("idzie z stroną", ["z stroną"]),
        ("jedna z sześciu, z szansami", []),
        ("iść do Flaminia i", ["do Flaminia"]),
        ("dalej, do **Flaminia**: Rawenna", ["do **Flaminia"]),
        ("do zdjęcia, bez Przejęcia", []),
    ],
)
def test_the_net_catches_what_it_is_for(sentence: str, wrong: list[str]) -> None:
    assert faults(sentence) == wrong
