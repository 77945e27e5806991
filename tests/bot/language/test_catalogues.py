"""Catalogues fit the program: every sentence has an entry, every translation can be said with any value."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message

from bot.cli.translating import catalogues, prose, templates
from bot.language.catalogue import SOURCE, TEXTS, TextCatalogue, complete, folder, inflection, languages, translated
from engine.systems.registry import RULEBOOKS

ROOT = Path(__file__).parents[3]

LANGUAGES = [code for code in languages() if code != SOURCE]

PARTS = {"languages": templates.templates, TEXTS: prose.texts}
"""Folders of catalogues, and what has an entry in them."""

CATALOGUES = pytest.mark.parametrize(
    ("part", "code"), [(part, code) for part in PARTS for code in LANGUAGES], ids=lambda x: x
)


def file(part: str, code: str) -> Path:
    return catalogues.path(Path(str(folder())).parent / part, code)


def catalogue(part: str, code: str) -> Catalog:
    return catalogues.read(file(part, code))


def test_there_are_italian_and_polish() -> None:
    assert {"it", "pl"} <= set(LANGUAGES)
    assert all(TextCatalogue.load(code).language == code for code in LANGUAGES)


@CATALOGUES
def test_every_translation_can_be_said_with_every_kind_of_value(part: str, code: str) -> None:
    """Numbers that take each form, a code, a name, several of them, nothing; and Discord's limits are kept."""
    limits = catalogues.described(templates.descriptions())
    assert list(catalogues.problems(catalogue(part, code), code, limits)) == []


@CATALOGUES
def test_all_that_is_said_has_an_entry(part: str, code: str) -> None:
    """hexarch languages extract adds those that are missing."""
    entries = {str(m.id) for m in catalogue(part, code) if m.id}
    said = PARTS[part]()
    assert sorted(set(said) - entries) == [], "run hexarch languages extract"
    assert sorted(entries - set(said)) == [], "run hexarch languages extract"


def test_the_texts_of_files_are_those_that_players_read() -> None:
    texts = prose.texts()
    lesson = json.loads((ROOT / "scenarios/lessons/spqr.json").read_text(encoding="utf-8"))
    battle = json.loads((ROOT / "scenarios/spqr/zama.json").read_text(encoding="utf-8"))
    read = [lesson["opening"], lesson["steps"][0]["hint"], battle["place"], battle["briefing"]["history"]]
    read += [battle["special_rules"][0]["text"], RULEBOOKS["spqr"].cases["6.51"].text]
    assert set(read) <= set(texts)
    assert battle["id"] not in texts and lesson["steps"][0]["key"] not in texts


@CATALOGUES
def test_a_catalogue_is_written_as_it_stands(part: str, code: str) -> None:
    """So what somebody translates is all that a change of it shows."""
    assert catalogues.written(catalogue(part, code)) == file(part, code).read_bytes()


@pytest.mark.parametrize("code", LANGUAGES)
def test_plurals_are_those_of_the_unicode_consortium(code: str) -> None:
    """As far as numbers go that a battle knows."""
    cldr, ours = Locale.parse(code).plural_form, inflection(code).plural
    # What whole numbers never take, or all the others do, is the last of ours.
    expected = [found if (found := cldr(n)) in ours.tags else "other" for n in range(1000)]
    assert [ours(n) for n in range(1000)] == expected and len(set(expected)) == len(inflection(code).numbers)
    assert len({cldr(n) for n in range(1000)}) == len(set(expected))


@pytest.mark.parametrize("code", LANGUAGES)
def test_nouns_have_every_case_and_a_gender(code: str) -> None:
    grammar = inflection(code)
    assert len(grammar.nouns) >= 10
    for name, forms in grammar.nouns.items():
        assert {"nom", *grammar.cases} <= {*forms, "nom"} and "nom" in forms, name
        assert forms["gender"] in grammar.genders, name
    assert {*grammar.unit} - {"gender"} == {*grammar.units} == {*grammar.cases}


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_catalogue_says_how_complete_it_is(code: str) -> None:
    done, most = complete(code)
    assert 1000 < done <= most == sum(1 for part in PARTS for m in catalogue(part, code) if m.id)


# -- what the check finds ----------------------------------------------------------------------------------------------


def wrong(english: str, said: str, code: str = "pl") -> str:
    found = list(catalogues.wrong(Message(english, said), inflection(code), {"short": 5}))
    return "; ".join(found)


@pytest.mark.parametrize(
    ("english", "said", "why"),
    [
        ("{unit} routs", "ucieka", "shows no value"),
        ("{unit} routs", "{unit} {where}", "shows {unit}, {where}"),
        ("{unit} routs", "{unit ucieka", "braces"),
        ("{unit} routs", "{unit.abl} ucieka", "no case “abl”"),
        ("{n:hit|hits}", "{n:trafienie|trafienia}", "2 forms; 3 or 4"),
        ("see /help", "zob. /pomoc", "other commands"),
        (" and ", "i", "space"),
        ("short", "za długie", "9 characters; Discord shows 5"),
    ],
)
def test_what_does_not_fit_is_told(english: str, said: str, why: str) -> None:
    assert why in wrong(english, said)


@pytest.mark.parametrize(
    ("english", "said"),
    [
        ("{n:hit|hits}", "{n:trafienie|trafienia|trafień}"),
        ("{units:=gives|give} way", "{units:=ustępuje|ustępują}"),
        ("{unit} is broken", "{unit} {unit:=rozbity|rozbita|rozbite|rozbici}"),
        ("{unit} of {side}", "{unit} {side.gen}"),
    ],
)
def test_what_fits_is_let_be(english: str, said: str) -> None:
    assert wrong(english, said) == ""


def test_new_sentences_come_old_ones_are_kept_apart() -> None:
    before = Catalog(locale="it")
    before.add("{unit} routs", "{unit} va in rotta")
    before.add("{unit} runs", "{unit} corre", flags=["fuzzy"])
    now = catalogues.updated(before, "it", {"{unit} runs": ["a.py"], "{unit} rests": ["b.py"]})
    assert [(m.id, m.string, m.fuzzy) for m in now if m.id] == [
        ("{unit} runs", "{unit} corre", True),
        ("{unit} rests", "", False),
    ]
    assert list(now.obsolete) == ["{unit} routs"]
    assert not translated(Message("a", "b", flags=["fuzzy"])) and translated(Message("a", "b"))
    again = catalogues.updated(now, "it", {"{unit} routs": ["a.py"]})
    assert [(m.id, m.string) for m in again if m.id] == [("{unit} routs", "{unit} va in rotta")]


# -- what is found in the sources --------------------------------------------------------------------------------------


SOURCE_TEXT = """
from engine.kernel.text import Text, refuse
HELP = "Help for {unit}"
NAMES = {1: "The first", 2: "The second"}
def say_it(template):
    return Text(template)
def whose(why):
    refuse(why, unit=1)
class Lost:
    points_name = "Rout Points"
    def told(self):
        return "It is lost" if self else "It is kept"
    def said(self):
        return Text(self.told() + "!")
def all_of_it(n, side):
    text = "Two {n:hits|hits}"
    if n:
        text = "One hit"
    Text(text, n=n); Text(HELP); Text(NAMES[n]); say_it("A wrapped one"); whose("You can't")
    Text(side.points_name); print("Nothing said"); log.info("battle %s is told")
"""


def found() -> Iterator[str]:
    import ast

    yield from templates.Extraction([templates.Module("bot/here.py", ast.parse(SOURCE_TEXT))]).found


def test_sentences_are_followed_back() -> None:
    assert sorted(found()) == sorted(
        [
            *("Help for {unit}", "The first", "The second", "A wrapped one", "You can't", "Rout Points"),
            *("It is lost!", "It is kept!", "Two {n:hits|hits}", "One hit"),
        ]
    )
